//! What a host may choose about forms, read once from JSON so that names and defaults are the same everywhere.

use std::borrow::Cow;

use crate::Error;
use crate::json::{Kind, Text, Value};
use crate::options::{self, Options};

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
    /// The host has a model of its own that reads every accepted content (`hostModel`): a library's schema, or a
    /// [`HostModel`](super::HostModel) of the same text. Normalising then leaves to it what no form can say, such as
    /// `pattern`, `multipleOf` and `if`. Implies `normalise`. Default false: such keywords are faults.
    pub host_model: bool,
    /// Patterns that the host vouches for as the whole of what its library means by a format (`ownPatterns`, an object
    /// from format to a list of patterns); normalising drops them beside that format. Default none.
    pub own_patterns: Vec<(String, Vec<String>)>,
    /// Sizes (`limits`).
    pub limits: Limits,
}

/// The names of the options, in the order of the fields.
const NAMES: &[&str] = &["normalise", "allowSensitive", "nullAsAbsent", "hostModel", "ownPatterns", "limits"];

/// Bytes and nesting of what the scanner takes, whatever the host says: it counts in 32 bits and descends by recursion.
const MOST_BYTES: u32 = u32::MAX - 1;
const MOST_DEPTH: u32 = 128;

impl FormOptions {
    /// Reads `{normalise, allowSensitive, nullAsAbsent, hostModel, ownPatterns, limits: {textBytes, depth, properties, options}}`;
    /// an empty text is the defaults, and so is null. An unknown option, or one of the wrong type, is
    /// [`ErrorCode::InvalidOption`].
    ///
    /// [`ErrorCode::InvalidOption`]: crate::ErrorCode::InvalidOption
    pub fn from_json(text: &str) -> Result<FormOptions, Error> {
        let document = options::scan(text)?;
        let given = Options::new(document.root(), NAMES)?;
        let mut options = FormOptions::default();
        for name in NAMES {
            if let Some(value) = given.get(name) {
                options.take(name, value)?;
            }
        }
        Ok(options)
    }

    /// Reads one option, for rooms whose own options include those of forms; false when it is none of them.
    pub(crate) fn take(&mut self, name: &str, value: Value<'_, '_>) -> Result<bool, Error> {
        match name {
            "normalise" => self.normalise = boolean(name, value)?,
            "allowSensitive" => self.allow_sensitive = strings(name, value)?,
            "nullAsAbsent" => self.null_as_absent = boolean(name, value)?,
            "hostModel" => self.host_model = boolean(name, value)?,
            "ownPatterns" => self.own_patterns = patterns(name, value)?,
            "limits" => self.limits = limits(value)?,
            _ => return Ok(false),
        }
        Ok(true)
    }
}

fn boolean(name: &str, value: Value<'_, '_>) -> Result<bool, Error> {
    value.as_bool().ok_or_else(|| options::invalid(format!("option {name} must be true or false")))
}

fn strings(name: &str, value: Value<'_, '_>) -> Result<Vec<String>, Error> {
    let wrong = || options::invalid(format!("option {name} must hold a list of strings"));
    if value.kind() != Kind::Array {
        return Err(wrong());
    }
    value.items().map(|item| item.as_str().map(Cow::into_owned).ok_or_else(wrong)).collect()
}

fn patterns(name: &str, value: Value<'_, '_>) -> Result<Vec<(String, Vec<String>)>, Error> {
    if value.kind() != Kind::Object {
        return Err(options::invalid(format!("option {name} must be an object from format to a list of patterns")));
    }
    let one = |(format, list): (Text<'_>, Value<'_, '_>)| {
        let format = format.into_unicode().map(Cow::into_owned).unwrap_or_default();
        Ok((format, strings(name, list)?))
    };
    value.members().map(one).collect()
}

fn limits(value: Value<'_, '_>) -> Result<Limits, Error> {
    let given = Options::new(value, &["textBytes", "depth", "properties", "options"])?;
    let usual = Limits::default();
    let size = |name: &str, usual: usize, most: u32| match given.positive(name)? {
        None => Ok(usual),
        Some(size) if size <= most => Ok(size as usize),
        Some(_) => Err(options::invalid(format!("option limits.{name} must not be above {most}"))),
    };
    Ok(Limits {
        text_bytes: size("textBytes", usual.text_bytes, MOST_BYTES)?,
        depth: size("depth", usual.depth, MOST_DEPTH)?,
        properties: size("properties", usual.properties, u32::MAX)?,
        options: size("options", usual.options, u32::MAX)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ErrorCode;

    #[test]
    fn nothing_said_is_the_defaults() {
        for text in ["", "{}", r#"{"normalise":null,"limits":null}"#] {
            assert_eq!(FormOptions::from_json(text).unwrap(), FormOptions::default(), "{text}");
        }
    }

    #[test]
    fn every_option_is_read() {
        let options = FormOptions::from_json(
            r#"{"normalise":true,"allowSensitive":["token"],"nullAsAbsent":true,"hostModel":true,"ownPatterns":{"email":["^a$"]},
               "limits":{"textBytes":1000,"depth":8,"properties":3,"options":2.0}}"#,
        )
        .unwrap();
        assert!(options.normalise && options.null_as_absent && options.host_model);
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
            r#"{"nullAsAbsent":"yes"}"#,
            r#"{"hostModel":"own"}"#,
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
