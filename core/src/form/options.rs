//! What a host may choose about forms, read once from JSON so that names and defaults are the same everywhere.

use crate::json::{self, Kind, Value};
use crate::{Error, ErrorCode};

/// How large a form or a content may be. All are checked before the work that they bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of a schema's or a content's JSON text (`textBytes`). Default 4 MiB.
    pub text_bytes: usize,
    /// Arrays and objects inside one another (`depth`). Default 64, at most 128.
    pub depth: usize,
    /// Properties of one form (`properties`). Default 1,000.
    pub properties: usize,
    /// Options of one list (`options`). Default 10,000.
    pub options: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { text_bytes: 4 << 20, depth: 64, properties: 1_000, options: 10_000 }
    }
}

/// The options of [`Form::parse`](super::Form::parse).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FormOptions {
    /// Reduce what zod, pydantic and schemars emit to the restricted grammar first (`normalise`). Default false.
    pub normalise: bool,
    /// Names of properties that may ask for what looks sensitive (`allowSensitive`). Default none.
    pub allow_sensitive: Vec<String>,
    /// Read null for a declared property as "not answered" (`nullAsAbsent`). Default false: null is refused.
    pub null_as_absent: bool,
    /// Patterns that the host vouches for as the whole of what its library means by a format (`ownPatterns`, an object
    /// from format to a list of patterns); normalising drops them beside that format. Default none.
    pub own_patterns: Vec<(String, Vec<String>)>,
    /// Sizes (`limits`).
    pub limits: Limits,
}

impl FormOptions {
    /// Reads `{normalise, allowSensitive, nullAsAbsent, ownPatterns, limits: {textBytes, depth, properties, options}}`;
    /// an empty text is the defaults. An unknown option, or one of the wrong type, is [`ErrorCode::InvalidOption`].
    pub fn from_json(text: &str) -> Result<FormOptions, Error> {
        let mut options = FormOptions::default();
        if text.trim_ascii().is_empty() {
            return Ok(options);
        }
        let document =
            json::parse(text, Limits::default().text_bytes, 8).map_err(|fault| Error::from_fault("options", fault))?;
        let root = document.root();
        if root.kind() != Kind::Object {
            return Err(invalid("options", "must be an object"));
        }
        for (name, value) in root.members() {
            if !options.take(name.as_unicode().unwrap_or(""), value)? {
                return Err(Error::new(ErrorCode::InvalidOption, "options name one that forms do not know"));
            }
        }
        Ok(options)
    }

    /// Reads one option, for callers whose own options include those of forms; false when it is none of them.
    pub(crate) fn take(&mut self, name: &str, value: Value<'_, '_>) -> Result<bool, Error> {
        match name {
            "normalise" => self.normalise = boolean(name, value)?,
            "nullAsAbsent" => self.null_as_absent = boolean(name, value)?,
            "allowSensitive" => self.allow_sensitive = strings(name, value)?,
            "ownPatterns" => self.own_patterns = patterns(name, value)?,
            "limits" => self.limits.read(value)?,
            _ => return Ok(false),
        }
        Ok(true)
    }
}

impl Limits {
    fn read(&mut self, value: Value<'_, '_>) -> Result<(), Error> {
        if value.kind() != Kind::Object {
            return Err(invalid("limits", "must be an object"));
        }
        for (name, value) in value.members() {
            match name.as_unicode() {
                Some("textBytes") => self.text_bytes = size("limits.textBytes", value, u32::MAX as usize - 1)?,
                // The scanner descends by recursion, so its depth is bounded whatever the host says.
                Some("depth") => self.depth = size("limits.depth", value, 128)?,
                Some("properties") => self.properties = size("limits.properties", value, 1 << 20)?,
                Some("options") => self.options = size("limits.options", value, 1 << 20)?,
                _ => return Err(Error::new(ErrorCode::InvalidOption, "limits name one that forms do not know")),
            }
        }
        Ok(())
    }
}

fn invalid(name: &str, rule: &str) -> Error {
    Error::new(ErrorCode::InvalidOption, format!("{name} {rule}"))
}

fn boolean(name: &str, value: Value<'_, '_>) -> Result<bool, Error> {
    value.as_bool().ok_or_else(|| invalid(name, "must be true or false"))
}

fn strings(name: &str, value: Value<'_, '_>) -> Result<Vec<String>, Error> {
    let wrong = || invalid(name, "must be a list of strings");
    if value.kind() != Kind::Array {
        return Err(wrong());
    }
    value.items().map(|item| item.as_str().map(std::borrow::Cow::into_owned).ok_or_else(wrong)).collect()
}

fn patterns(name: &str, value: Value<'_, '_>) -> Result<Vec<(String, Vec<String>)>, Error> {
    if value.kind() != Kind::Object {
        return Err(invalid(name, "must be an object from format to a list of patterns"));
    }
    let one = |(format, list): (json::Text<'_>, Value<'_, '_>)| {
        let format = format.as_unicode().unwrap_or("").to_owned();
        Ok((format, strings(name, list)?))
    };
    value.members().map(one).collect()
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn size(name: &str, value: Value<'_, '_>, most: usize) -> Result<usize, Error> {
    let number = value.as_number().and_then(json::finite).and_then(json::safe_integer);
    number
        .and_then(|number| usize::try_from(number).ok())
        .filter(|number| (1..=most).contains(number))
        .ok_or_else(|| invalid(name, &format!("must be a whole number from 1 to {most}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_said_is_the_defaults() {
        for text in ["", " \n", "{}"] {
            assert_eq!(FormOptions::from_json(text).unwrap(), FormOptions::default(), "{text}");
        }
    }

    #[test]
    fn every_option_is_read() {
        let options = FormOptions::from_json(
            r#"{"normalise":true,"allowSensitive":["token"],"nullAsAbsent":true,"ownPatterns":{"email":["^a$"]},
               "limits":{"textBytes":1000,"depth":8,"properties":3,"options":2.0}}"#,
        )
        .unwrap();
        assert!(options.normalise && options.null_as_absent);
        assert_eq!(options.allow_sensitive, ["token"]);
        assert_eq!(options.own_patterns, [("email".to_owned(), vec!["^a$".to_owned()])]);
        assert_eq!(options.limits, Limits { text_bytes: 1000, depth: 8, properties: 3, options: 2 });
    }

    #[test]
    fn an_unknown_or_wrong_option_is_an_error() {
        for text in [
            r#"{"normalize":true}"#,
            r#"{"normalise":1}"#,
            r#"{"allowSensitive":"token"}"#,
            r#"{"allowSensitive":[1]}"#,
            r#"{"nullAsAbsent":null}"#,
            r#"{"ownPatterns":[]}"#,
            r#"{"ownPatterns":{"email":"a"}}"#,
            r#"{"limits":{"depth":129}}"#,
            r#"{"limits":{"depth":0}}"#,
            r#"{"limits":{"properties":1.5}}"#,
            r#"{"limits":{"bytes":1}}"#,
            r#"{"limits":7}"#,
            "[]",
        ] {
            assert_eq!(FormOptions::from_json(text).unwrap_err().code(), ErrorCode::InvalidOption, "{text}");
        }
        assert_eq!(FormOptions::from_json("{").unwrap_err().code(), ErrorCode::InvalidJson);
    }
}
