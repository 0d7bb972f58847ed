//! The builders: params in, an input request out, or every fault at once.

use super::kind::Kind;
use super::options::QuestionOptions;
use super::question::Question;
use super::{CONTENT_BYTES, STATE_DEPTH};
use crate::error::{Error, ErrorCode, Issue};
use crate::form::Form;
use crate::json::{self, Document};

/// Builds a form-mode `elicitation/create` from `{message, requestedSchema}`. Options: those of forms
/// (`allowSensitive`, `normalise`, …).
///
/// # Errors
/// `invalid_request` with every fault; `invalid_option`; the faults of a text that is not strict JSON.
pub fn elicit(params_json: &str, options_json: &str) -> Result<String, Error> {
    elicitation(params_json, options_json, Kind::Form)
}

/// [`elicit`] for a form that is checked already, and so not again; `message_json` is the message's JSON text.
///
/// # Errors
/// `invalid_request` for a message that is no text, or an empty one; the faults of a text that is not strict JSON.
pub fn elicit_form(message_json: &str, form: &Form) -> Result<String, Error> {
    let document = scan("message", message_json, CONTENT_BYTES)?;
    Question::elicit_form(document.root(), form).map(|question| question.wire).map_err(refused)
}

/// Builds a URL-mode `elicitation/create` from `{message, url}`: it sends the user to that URL. To ask the user for a
/// URL, use [`elicit`] with a string of format `uri`. Options: `schemes`, and `allowSensitive` for names in the query.
///
/// # Errors
/// As [`elicit`].
pub fn elicit_url(params_json: &str, options_json: &str) -> Result<String, Error> {
    elicitation(params_json, options_json, Kind::Url)
}

/// Builds a `sampling/createMessage` from its params: `messages` and `maxTokens` at least.
///
/// # Errors
/// `invalid_request` with every fault; the faults of a text that is not strict JSON.
pub fn create_message(params_json: &str) -> Result<String, Error> {
    let document = scan("params", params_json, CONTENT_BYTES)?;
    Question::create_message(document.root()).map(|question| question.wire).map_err(refused)
}

/// Builds a `roots/list`.
#[must_use]
pub fn list_roots() -> String {
    Question::list_roots().wire
}

fn elicitation(params_json: &str, options_json: &str, kind: Kind) -> Result<String, Error> {
    let options = QuestionOptions::from_json(options_json)?;
    // The schema has limits of its own; the message and the rest come on top.
    let bytes = options.form.limits.text_bytes.saturating_add(CONTENT_BYTES);
    let document = scan("params", params_json, bytes)?;
    Question::elicit(document.root(), kind, &options).map(|question| question.wire).map_err(refused)
}

pub(super) fn scan<'a>(what: &str, text: &'a str, bytes: usize) -> Result<Document<'a>, Error> {
    json::parse(text, bytes, STATE_DEPTH + 8).map_err(|fault| Error::from_fault(what, fault))
}

fn refused(issues: Vec<Issue>) -> Error {
    Error::with_issues(ErrorCode::InvalidRequest, "the question cannot be asked", issues)
}
