//! `date` and `date-time`: RFC 3339, section 5.6.

/// `full-date`: a real day of the Gregorian calendar, years 0000 to 9999.
pub(super) fn is_full_date(text: &[u8]) -> bool {
    let &[y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2] = text else { return false };
    let (Some(century), Some(rest), Some(month), Some(day)) =
        (two_digits(y1, y2), two_digits(y3, y4), two_digits(m1, m2), two_digits(d1, d2))
    else {
        return false;
    };
    let year = century * 100 + rest;
    let days = match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        _ => return false,
    };
    (1..=days).contains(&day)
}

/// `date-time`: `t` and `z` in either case, an offset always, and second 60 only where it is 23:59:60 in UTC. Tables of
/// leap seconds are not consulted.
pub(super) fn is_date_time(text: &[u8]) -> bool {
    let Some((date, rest)) = text.split_at_checked(10) else { return false };
    let [b'T' | b't', h1, h2, b':', m1, m2, b':', s1, s2, rest @ ..] = rest else { return false };
    let (Some(hour), Some(minute), Some(second)) = (two_digits(*h1, *h2), two_digits(*m1, *m2), two_digits(*s1, *s2))
    else {
        return false;
    };
    let Some(offset) = after_fraction(rest).and_then(offset_minutes) else { return false };
    if !is_full_date(date) || hour > 23 || minute > 59 || second > 60 {
        return false;
    }
    second < 60 || (i32::from(hour) * 60 + i32::from(minute) - offset).rem_euclid(24 * 60) == 23 * 60 + 59
}

fn two_digits(tens: u8, ones: u8) -> Option<u16> {
    (tens.is_ascii_digit() && ones.is_ascii_digit()).then(|| u16::from(tens - b'0') * 10 + u16::from(ones - b'0'))
}

/// What follows an optional `.` and its digits, of which there must be one.
fn after_fraction(rest: &[u8]) -> Option<&[u8]> {
    let [b'.', fraction @ ..] = rest else { return Some(rest) };
    let digits = fraction.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if digits == 0 { None } else { fraction.get(digits..) }
}

/// The offset from UTC in minutes.
fn offset_minutes(rest: &[u8]) -> Option<i32> {
    match *rest {
        [b'Z' | b'z'] => Some(0),
        [sign @ (b'+' | b'-'), h1, h2, b':', m1, m2] => {
            let hour = two_digits(h1, h2).filter(|hour| *hour <= 23)?;
            let minute = two_digits(m1, m2).filter(|minute| *minute <= 59)?;
            let minutes = i32::from(hour) * 60 + i32::from(minute);
            Some(if sign == b'-' { -minutes } else { minutes })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_real() {
        for good in ["2024-02-29", "2000-02-29", "0000-02-29", "9999-12-31", "2023-04-30"] {
            assert!(is_full_date(good.as_bytes()), "{good}");
        }
        for bad in [
            "2023-02-29",
            "1900-02-29",
            "2024-04-31",
            "2024-00-10",
            "2024-13-10",
            "2024-01-00",
            "2024-1-01",
            "2024-01-01 ",
            "2024-01-01\n",
            "20240101",
            "+024-01-01",
            "2024-01-0\u{664}",
            "",
        ] {
            assert!(!is_full_date(bad.as_bytes()), "{bad}");
        }
    }

    #[test]
    fn second_sixty_only_at_the_end_of_a_day_in_utc() {
        for good in [
            "1998-12-31T23:59:60Z",
            "1998-12-31t23:59:60.5z",
            "1999-01-01T08:59:60+09:00",
            "1998-12-31T15:59:60-08:00",
            "1999-01-01T05:29:60+05:30",
            "1998-12-31T20:29:60-03:30",
            "2024-01-31T12:34:56+23:59",
            "2024-01-31T12:34:56-00:00",
        ] {
            assert!(is_date_time(good.as_bytes()), "{good}");
        }
        for bad in [
            "1998-12-31T22:59:60Z",
            "1998-12-31T23:58:60Z",
            "1998-12-31T23:59:61Z",
            "1998-12-31T23:59:60+01:00",
            "1999-01-01T04:29:60+05:30",
            "2024-01-31T24:00:00Z",
            "2024-01-31T12:34:56",
            "2024-01-31T12:34:56.Z",
            "2024-01-31T12:34:56+24:00",
            "2024-01-31T12:34:56+01:60",
            "2024-01-31T12:34Z",
            "2024-01-31 12:34:56Z",
            "2024-01-31T12:34:56ZZ",
        ] {
            assert!(!is_date_time(bad.as_bytes()), "{bad}");
        }
    }
}
