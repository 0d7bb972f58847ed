//! What a host may choose about questions.

use super::path::Path;
use super::url;
use super::{MAX_KEY, MAX_QUESTIONS};
use crate::error::Error;
use crate::form::{FormOptions, Limits};
use crate::json::{Kind, Value};
use crate::options::{invalid, scan};

/// The options of the builders and of the boundary that concern one question.
#[derive(Clone, Debug)]
pub struct QuestionOptions {
    /// The options of forms. `allowSensitive` also names query members that a URL may carry.
    pub form: FormOptions,
    /// The schemes that a URL may have, on any host. Empty: `https`, and `http` on a loopback host.
    pub schemes: Vec<String>,
    /// Questions in one round.
    pub max_questions: usize,
    /// Characters in a question's key.
    pub max_key: usize,
}

impl Default for QuestionOptions {
    fn default() -> QuestionOptions {
        QuestionOptions {
            form: FormOptions::default(),
            schemes: Vec::new(),
            max_questions: MAX_QUESTIONS,
            max_key: MAX_KEY,
        }
    }
}

impl QuestionOptions {
    /// Reads the options of forms and `schemes` from one object; an empty text is the defaults.
    ///
    /// # Errors
    /// `invalid_option`: an unknown option, one of the wrong type, or a scheme that is never allowed.
    pub fn from_json(text: &str) -> Result<QuestionOptions, Error> {
        let document = scan(text)?;
        let root = document.root();
        if root.kind() != Kind::Object {
            return Err(invalid("options must be an object"));
        }
        let mut options = QuestionOptions::default();
        for (name, value) in root.members() {
            let name = name.as_unicode().unwrap_or("");
            if name == "schemes" {
                options.schemes = schemes(value)?;
                continue;
            }
            // Null is an option left out, but its name must be one.
            match options.form.take(name, value) {
                Ok(true) => {}
                Err(_) if value.is_null() => {}
                Ok(false) => return Err(invalid("unknown option; a question takes schemes and the options of forms")),
                Err(error) => return Err(error),
            }
        }
        Ok(options)
    }

    /// The widest options under which a question that was built before can be read again: it was built under its own.
    pub(super) fn widest(question: Value<'_, '_>) -> QuestionOptions {
        let params = question.get("params");
        let member = |name| params.and_then(|params| params.get(name));
        let properties = member("requestedSchema").and_then(|schema| schema.get("properties"));
        let names = properties.into_iter().flat_map(Value::members);
        let url = member("url").and_then(Value::as_str).unwrap_or_default();
        let mut allowed: Vec<String> = names.filter_map(|(name, _)| name.into_unicode().map(Into::into)).collect();
        allowed.extend(url::query_names(&url));
        let scheme = url.split_once(':').map(|(scheme, _)| scheme.to_ascii_lowercase());
        let limits = Limits { text_bytes: u32::MAX as usize - 1, depth: 128, properties: 1 << 20, options: 1 << 20 };
        QuestionOptions {
            form: FormOptions { allow_sensitive: allowed, limits, ..FormOptions::default() },
            schemes: scheme.into_iter().filter(|scheme| url::is_allowable(scheme)).collect(),
            ..QuestionOptions::default()
        }
    }

    /// The rules for a URL.
    pub(super) fn url_rules(&self) -> url::Rules<'_> {
        url::Rules { schemes: &self.schemes, allowed: &self.form.allow_sensitive }
    }
}

fn schemes(value: Value<'_, '_>) -> Result<Vec<String>, Error> {
    if value.is_null() {
        return Ok(Vec::new());
    }
    let list = (value.kind() == Kind::Array).then(|| value.items().map(|item| item.as_str().map(Into::into)).collect());
    let list: Option<Vec<String>> = list.flatten();
    allowable(list.ok_or_else(|| invalid("option schemes must be a list of strings"))?)
}

/// Checks the option `schemes`.
///
/// # Errors
/// `invalid_option`: empty, or with one that no option can allow, such as `javascript`.
pub(crate) fn allowable(schemes: Vec<String>) -> Result<Vec<String>, Error> {
    if schemes.is_empty() || !schemes.iter().all(|scheme| url::is_allowable(scheme)) {
        return Err(invalid(
            "option schemes must list at least one scheme in lower case, and none that runs code or reads files",
        ));
    }
    Ok(schemes)
}

/// Everything that a question is read with.
pub(super) struct Context<'c> {
    pub(super) options: &'c QuestionOptions,
    /// A builder is stricter than the door: an empty message is its author's mistake, and may be corrected at once.
    pub(super) building: bool,
    pub(super) issues: Vec<crate::Issue>,
    pub(super) lints: Vec<crate::Issue>,
}

impl<'c> Context<'c> {
    pub(super) fn new(options: &'c QuestionOptions, building: bool) -> Context<'c> {
        Context { options, building, issues: Vec::new(), lints: Vec::new() }
    }

    pub(super) fn fault(&mut self, path: &Path<'_>, code: &'static str, message: impl Into<String>) {
        self.issues.push(path.issue(code, message));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorCode;

    #[test]
    fn options_are_those_of_forms_and_one_more() {
        let text = r#"{"allowSensitive":["code"],"normalise":true,"schemes":["https","app"],"nullAsAbsent":null}"#;
        let options = QuestionOptions::from_json(text).unwrap();
        assert_eq!(options.schemes, ["https", "app"]);
        assert_eq!(options.form.allow_sensitive, ["code"]);
        assert!(options.form.normalise && !options.form.null_as_absent);
        for text in ["", "{}", r#"{"schemes":null,"limits":null}"#] {
            let options = QuestionOptions::from_json(text).unwrap();
            assert_eq!((options.schemes.len(), options.form), (0, FormOptions::default()), "{text}");
        }
        for text in [
            "[]",
            r#"{"scheme":["app"]}"#,
            r#"{"scheme":null}"#,
            r#"{"schemes":[]}"#,
            r#"{"schemes":[7]}"#,
            r#"{"schemes":"app"}"#,
            r#"{"schemes":["App"]}"#,
            r#"{"schemes":["javascript"]}"#,
            r#"{"allowSensitive":7}"#,
        ] {
            assert_eq!(QuestionOptions::from_json(text).unwrap_err().code(), ErrorCode::InvalidOption, "{text}");
        }
    }
}
