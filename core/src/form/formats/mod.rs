//! The four formats of the restricted grammar, as assertions: exact checkers, anchored at both ends of the text.

mod date;
mod email;
mod ip;
mod uri;

/// A format that a string property may name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    Email,
    Uri,
    Date,
    DateTime,
}

impl Format {
    #[cfg(feature = "jsonschema")]
    pub(super) const ALL: [Format; 4] = [Format::Email, Format::Uri, Format::Date, Format::DateTime];

    /// By its name on the wire.
    pub(super) fn named(name: &str) -> Option<Format> {
        match name {
            "email" => Some(Format::Email),
            "uri" => Some(Format::Uri),
            "date" => Some(Format::Date),
            "date-time" => Some(Format::DateTime),
            _ => None,
        }
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Format::Email => "email",
            Format::Uri => "uri",
            Format::Date => "date",
            Format::DateTime => "date-time",
        }
    }

    /// What satisfies it, for messages.
    pub(super) fn rule(self) -> &'static str {
        match self {
            Format::Email => "must be an e-mail address such as ada@example.com (RFC 5321, ASCII)",
            Format::Uri => "must be a URI with its scheme, such as https://example.com/ (RFC 3986, ASCII)",
            Format::Date => "must be a real day written as 2024-02-29 (RFC 3339)",
            Format::DateTime => "must be a date and time with an offset, such as 2024-02-29T12:00:00Z (RFC 3339)",
        }
    }

    pub(super) fn admits(self, text: &str) -> bool {
        match self {
            Format::Email => email::is_mailbox(text),
            Format::Uri => uri::is_uri(text),
            Format::Date => date::is_full_date(text.as_bytes()),
            Format::DateTime => date::is_date_time(text.as_bytes()),
        }
    }

    /// The shortest and the longest text that it admits, in characters.
    pub(super) fn lengths(self) -> (u32, u32) {
        match self {
            Format::Email => (3, 254),
            Format::Uri => (2, u32::MAX),
            Format::Date => (10, 10),
            Format::DateTime => (20, u32::MAX),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::form::{Acceptance, Form};

    #[test]
    fn a_message_says_what_would_satisfy_the_format() {
        for (format, good, wanted) in [
            (Format::Email, "ada@example.com", "must be an e-mail address such as ada@example.com (RFC 5321, ASCII)"),
            (
                Format::Uri,
                "https://example.com/",
                "must be a URI with its scheme, such as https://example.com/ (RFC 3986, ASCII)",
            ),
            (Format::Date, "2024-02-29", "must be a real day written as 2024-02-29 (RFC 3339)"),
            (
                Format::DateTime,
                "2024-02-29T12:00:00Z",
                "must be a date and time with an offset, such as 2024-02-29T12:00:00Z (RFC 3339)",
            ),
        ] {
            let name = format.name();
            assert_eq!(Format::named(name), Some(format));
            let schema = format!(r#"{{"type":"object","properties":{{"f":{{"type":"string","format":"{name}"}}}}}}"#);
            let form = Form::parse(&schema, "").unwrap();
            let content = format!(r#"{{"f":"{good}"}}"#);
            assert_eq!(form.accept(&content), Acceptance::Accepted(content.clone()));
            let Acceptance::Invalid(issues) = form.accept(r#"{"f":"soon"}"#) else { panic!("{name}: accepted") };
            assert_eq!(issues.iter().map(|issue| issue.message.as_str()).collect::<Vec<_>>(), [wanted]);
        }
    }
}
