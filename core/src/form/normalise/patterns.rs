//! Patterns that a library writes beside a format it knows: they say what the format says, in the library's own way,
//! and its model keeps to them when the answer is read.
//!
//! The tables hold what zod 4.0 to 4.6 and arktype 2 write for a format without further options, so that their JSON
//! Schema converts wherever it is read. For everything else the host compares with a fresh instance of the same class,
//! and vouches.

use crate::form::formats::Format;

/// Is it one of the library's own, known here or vouched for by the host?
pub(super) fn is_own(format: Format, pattern: &str, own: &[(String, Vec<String>)]) -> bool {
    let mut vouched = own.iter().filter(|(name, _)| name == format.name()).flat_map(|(_, list)| list);
    vouched.any(|text| text == pattern)
        || match format {
            Format::Email => EMAIL.contains(&pattern),
            Format::Date => pattern.strip_prefix('^').and_then(|rest| rest.strip_prefix(DAY)) == Some("$"),
            Format::DateTime => is_date_time(pattern),
            Format::Uri => false,
        }
}

/// zod to 4.5, and from 4.6 on; arktype.
const EMAIL: &[&str] = &[
    r"^(?!\.)(?!.*\.\.)([A-Za-z0-9_'+\-\.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9\-]*\.)+[A-Za-z]{2,}$",
    r"^(?:[A-Za-z0-9_'+\-]+\.)*[A-Za-z0-9_'+\-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9\-]*\.)+[A-Za-z]{2,}$",
    r"^[\w%+.-]+@[\d.A-Za-z-]+\.[A-Za-z]{2,}$",
];

/// The calendar in all of zod's patterns of dates.
const DAY: &str = r"(?:(?:\d\d[2468][048]|\d\d[13579][26]|\d\d0[48]|[02468][048]00|[13579][26]00)-02-29|\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|(?:02)-(?:0[1-9]|1\d|2[0-8])))";

/// The time of day: zod to 4.4, and from 4.5 on.
const TIME: &[&str] =
    &[r"(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?", r"(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?"];

/// The zone: plain, with `local`, with `offset` (4.0.0, and later), with both (the same).
const ZONE: &[&str] = &[
    r"(?:Z)",
    r"(?:Z|)",
    r"(?:Z|([+-]\d{2}:\d{2}))",
    r"(?:Z|([+-](?:[01]\d|2[0-3]):[0-5]\d))",
    r"(?:Z||([+-]\d{2}:\d{2}))",
    r"(?:Z||([+-](?:[01]\d|2[0-3]):[0-5]\d))",
];

fn is_date_time(pattern: &str) -> bool {
    let day = pattern.strip_prefix('^').and_then(|rest| rest.strip_prefix(DAY));
    let inside = day.and_then(|rest| rest.strip_prefix("T(?:")).and_then(|rest| rest.strip_suffix(")$"));
    inside.is_some_and(|inside| {
        TIME.iter().any(|time| inside.strip_prefix(time).is_some_and(|zone| ZONE.contains(&zone)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_zod_writes_is_known_and_what_an_author_adds_is_not() {
        let day = format!("^{DAY}$");
        let moment = |time: &str, zone: &str| format!("^{DAY}T(?:{time}{zone})$");
        assert!(is_own(Format::Date, &day, &[]) && !is_own(Format::DateTime, &day, &[]));
        assert!(is_own(Format::DateTime, &moment(TIME[0], ZONE[0]), &[]));
        assert!(is_own(Format::DateTime, &moment(TIME[1], ZONE[3]), &[]));
        for time in [r"(?:[01]\d|2[0-3]):[0-5]\d", r"(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}", ""] {
            assert!(!is_own(Format::DateTime, &moment(time, ZONE[0]), &[]));
        }
        assert!(is_own(Format::Email, EMAIL[0], &[]) && !is_own(Format::Uri, EMAIL[0], &[]));
        assert!(!is_own(Format::Email, "@corp\\.com$", &[]) && !is_own(Format::Email, "", &[]));
    }

    #[test]
    fn the_host_vouches_for_one_format_at_a_time() {
        let own = [("email".to_owned(), vec!["^a$".to_owned()])];
        assert!(is_own(Format::Email, "^a$", &own));
        assert!(!is_own(Format::Uri, "^a$", &own) && !is_own(Format::Email, "^a", &own));
    }
}
