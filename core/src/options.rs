//! Options as they cross every language border: one JSON object with camelCase names, checked here and nowhere else.

use crate::error::{Error, ErrorCode};
use crate::json::{self, Document, Kind, Value};
use crate::near;

const MAX_BYTES: usize = 1 << 20;
const MAX_DEPTH: usize = 16;

/// The option that a name was probably meant to be, for hosts whose options stand beside those of another library: there
/// a name that is unknown may be that library's, and only one that lies near an option of ours is a slip.
#[must_use]
pub fn misspelt_option<'k>(name: &str, known: &[&'k str]) -> Option<&'k str> {
    if known.contains(&name) { None } else { near::meant(name, known) }
}

/// Scans an options text; the empty text stands for `{}`.
pub(crate) fn scan(text: &str) -> Result<Document<'_>, Error> {
    let text = if text.is_empty() { "{}" } else { text };
    json::parse(text, MAX_BYTES, MAX_DEPTH).map_err(|fault| Error::from_fault("options", fault))
}

/// A reader over an options object.
#[derive(Clone, Copy)]
pub(crate) struct Options<'d, 'a> {
    object: Value<'d, 'a>,
}

impl<'d, 'a> Options<'d, 'a> {
    /// Takes an object whose member names are all among `known`; an unknown name is an error, since an option that is
    /// misspelt would otherwise silently not hold.
    pub(crate) fn new(object: Value<'d, 'a>, known: &[&str]) -> Result<Options<'d, 'a>, Error> {
        if object.kind() != Kind::Object {
            return Err(invalid("options must be an object"));
        }
        if let Some((name, _)) = object.members().find(|(name, _)| !known.iter().any(|known| name.is(known))) {
            // The name itself is not said: a secret may stand in its place.
            let hint = name.into_unicode().map_or_else(String::new, |name| near::known(&name, known));
            return Err(invalid(format!("unknown option; the options are {}{hint}", known.join(", "))));
        }
        Ok(Options { object })
    }

    /// The option's value; null and absent are the same.
    pub(crate) fn get(&self, name: &str) -> Option<Value<'d, 'a>> {
        self.object.get(name).filter(|value| !value.is_null())
    }

    pub(crate) fn text(&self, name: &str) -> Result<Option<String>, Error> {
        self.get(name).map(|value| text(name, value)).transpose()
    }

    pub(crate) fn boolean(&self, name: &str) -> Result<Option<bool>, Error> {
        self.get(name)
            .map(|value| value.as_bool().ok_or_else(|| invalid(format!("option {name} must be true or false"))))
            .transpose()
    }

    pub(crate) fn number(&self, name: &str) -> Result<Option<f64>, Error> {
        self.get(name)
            .map(|value| {
                value
                    .as_number()
                    .and_then(json::finite)
                    .ok_or_else(|| invalid(format!("option {name} must be a finite number")))
            })
            .transpose()
    }

    /// A whole number from 1 to 2^32 - 1.
    pub(crate) fn positive(&self, name: &str) -> Result<Option<u32>, Error> {
        let fault = || invalid(format!("option {name} must be a positive integer"));
        self.get(name)
            .map(|value| {
                let number = value.as_number().and_then(json::finite).and_then(json::safe_integer).ok_or_else(fault)?;
                u32::try_from(number).ok().filter(|number| *number > 0).ok_or_else(fault)
            })
            .transpose()
    }

    /// One of two words; is it the second? The first holds unless given.
    pub(crate) fn choice(&self, name: &str, words: [&str; 2]) -> Result<bool, Error> {
        match self.text(name)?.as_deref() {
            None => Ok(false),
            Some(word) if word == words[0] => Ok(false),
            Some(word) if word == words[1] => Ok(true),
            Some(_) => Err(invalid(format!("option {name} must be {} or {}", words[0], words[1]))),
        }
    }

    pub(crate) fn texts(&self, name: &str) -> Result<Option<Vec<String>>, Error> {
        self.get(name)
            .map(|value| {
                if value.kind() != Kind::Array {
                    return Err(invalid(format!("option {name} must be a list of strings")));
                }
                value.items().map(|item| text(name, item)).collect()
            })
            .transpose()
    }
}

fn text(name: &str, value: Value<'_, '_>) -> Result<String, Error> {
    let text = value.as_str().ok_or_else(|| invalid(format!("option {name} must be Unicode text")))?;
    Ok(text.into_owned())
}

/// An error about an option.
pub(crate) fn invalid(message: impl Into<String>) -> Error {
    Error::new(ErrorCode::InvalidOption, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn positive(text: &str) -> Result<Option<u32>, Error> {
        let document = scan(text)?;
        Options::new(document.root(), &["n"])?.positive("n")
    }

    #[test]
    fn positive_integers_only() {
        assert_eq!(positive("").unwrap(), None);
        assert_eq!(positive(r#"{"n":null}"#).unwrap(), None);
        assert_eq!(positive(r#"{"n":8}"#).unwrap(), Some(8));
        assert_eq!(positive(r#"{"n":8.0}"#).unwrap(), Some(8));
        for bad in ["0", "-1", "1.5", "1e99", "\"8\"", "true", "[8]", "4294967296"] {
            let error = positive(&format!("{{\"n\":{bad}}}")).unwrap_err();
            assert_eq!(error.code(), ErrorCode::InvalidOption, "{bad}");
        }
    }

    #[test]
    fn what_an_unknown_name_was_meant_to_be_is_said_and_the_name_is_not() {
        let fault = |name: &str| {
            let text = format!("{{\"{name}\":1}}");
            let document = scan(&text).unwrap();
            Options::new(document.root(), &["ttlSeconds", "audience"]).map(|_| ()).unwrap_err().message().to_owned()
        };
        assert_eq!(
            fault("ttl_seconds"),
            "unknown option; the options are ttlSeconds, audience; did you mean ttlSeconds?"
        );
        assert_eq!(fault("hunter2hunter2"), "unknown option; the options are ttlSeconds, audience");
        let beside = |name: &str| misspelt_option(name, &["ttlSeconds", "audience"]);
        assert_eq!(beside("audiense"), Some("audience"));
        assert_eq!((beside("audience"), beside("instructions")), (None, None));
    }

    #[test]
    fn unknown_names_and_other_shapes_are_errors() {
        assert_eq!(positive(r#"{"m":1}"#).unwrap_err().code(), ErrorCode::InvalidOption);
        assert_eq!(positive("[]").unwrap_err().code(), ErrorCode::InvalidOption);
        assert_eq!(positive("{").unwrap_err().code(), ErrorCode::InvalidJson);
    }
}
