//! What a host may choose about questions.

use super::path::Path;
use super::url;
use crate::error::Error;
use crate::form::{FormOptions, Limits};
use crate::json::Value;
use crate::options::{Options, invalid, scan};

/// The options of the builders and of the boundary that concern one question.
#[derive(Clone, Debug, Default)]
pub struct QuestionOptions {
    /// The options of forms. `allowSensitive` also names query members that a URL may carry.
    pub form: FormOptions,
    /// The schemes that a URL may have, on any host. Empty: `https`, and `http` on a loopback host.
    pub schemes: Vec<String>,
}

impl QuestionOptions {
    /// Reads the options of forms and `schemes` from one object; an empty text is the defaults.
    ///
    /// # Errors
    /// `invalid_option`: an unknown option, one of the wrong type, or a scheme that is never allowed.
    pub fn from_json(text: &str) -> Result<QuestionOptions, Error> {
        let mut options = QuestionOptions::default();
        let document = scan(text)?;
        let root = Options::new(document.root(), &NAMES)?;
        for (name, value) in document.root().members().filter(|(_, value)| !value.is_null()) {
            let Some(name) = name.as_unicode() else { continue };
            if name != "schemes" {
                options.form.take(name, value)?;
            }
        }
        if let Some(schemes) = root.texts("schemes")? {
            options.schemes = allowable(schemes)?;
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
        }
    }

    /// The rules for a URL.
    pub(super) fn url_rules(&self) -> url::Rules<'_> {
        url::Rules { schemes: &self.schemes, allowed: &self.form.allow_sensitive }
    }
}

const NAMES: [&str; 6] = ["schemes", "allowSensitive", "normalise", "nullAsAbsent", "ownPatterns", "limits"];

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
