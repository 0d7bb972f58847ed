//! `elicitation/create` in its two modes.
//!
//! On the wire the author's order of members is kept, and `mode` stands at the end unless the author wrote it: what the
//! TypeScript SDK's builders send. (The Python SDK's models write `mode` first; a caller who does so gets that.)

use super::kind::Kind;
use super::options::Context;
use super::path::Path;
use super::shape::SURROGATE;
use super::url;
use crate::form::{Form, has_bidi_control, has_url};
use crate::json::{self, Value, quote};
use crate::near;

/// A checked elicitation.
pub(super) struct Elicitation {
    pub(super) kind: Kind,
    /// The params' JSON text.
    pub(super) wire: String,
    pub(super) form: Option<Form>,
}

/// Checks the params. `intent` is what the builder that was called builds; without it the mode decides, and is a form
/// where none is given.
pub(super) fn check(
    params: Value<'_, '_>,
    intent: Option<Kind>,
    path: &Path<'_>,
    context: &mut Context<'_>,
) -> Option<Elicitation> {
    if params.kind() != json::Kind::Object {
        context.fault(path, "type", "must be an object");
        return None;
    }
    let kind = kind(params, intent, path, context);
    let mut form = None;
    let mut written = Vec::new();
    for (name, value) in params.members() {
        let Some(name) = name.as_unicode() else {
            context.fault(path, "lone_surrogate", SURROGATE);
            continue;
        };
        let path = Path::Member(path, name);
        match (name, kind) {
            ("mode", _) => written.push(format!("\"mode\":\"{}\"", kind.as_str())),
            ("message", _) => {
                if let Some(message) = message(value, &path, context) {
                    written.push(member("message", &message));
                }
            }
            ("requestedSchema", Kind::Form) => {
                form = schema(value, &path, context);
                written.extend(form.as_ref().map(|form| format!("\"requestedSchema\":{}", form.wire())));
            }
            ("url", Kind::Url) => {
                if let Some(url) = text(value, &path, context) {
                    let rules = context.options.url_rules();
                    url::check(&url, &rules, &path, &mut context.issues, &mut context.lints);
                    written.push(member("url", &url));
                }
            }
            _ => unknown(name, kind, params, &path, context),
        }
    }
    let subject = if kind == Kind::Url { "url" } else { "requestedSchema" };
    for name in ["message", subject] {
        if params.get(name).is_none() {
            let hint =
                near::instead(params, name, |given| ["mode", "message", "requestedSchema", "url"].contains(&given));
            context.fault(&Path::Member(path, name), "required", format!("is required{hint}"));
        }
    }
    if params.get("mode").is_none() {
        written.push(format!("\"mode\":\"{}\"", kind.as_str()));
    }
    Some(Elicitation { kind, wire: format!("{{{}}}", written.join(",")), form })
}

/// The params of a form that is checked already.
pub(super) fn form(given: Value<'_, '_>, form: &Form, context: &mut Context<'_>) -> Option<String> {
    let message = message(given, &Path::Member(&Path::Start(""), "message"), context)?;
    Some(format!("{{{},\"requestedSchema\":{},\"mode\":\"form\"}}", member("message", &message), form.wire()))
}

fn member(name: &str, text: &str) -> String {
    let mut out = format!("\"{name}\":");
    quote(&mut out, text);
    out
}

/// Which mode is meant, with every fault in how it is said.
fn kind(params: Value<'_, '_>, intent: Option<Kind>, path: &Path<'_>, context: &mut Context<'_>) -> Kind {
    let mode_path = Path::Member(path, "mode");
    let mode = params.get("mode");
    let stated = match mode {
        Some(mode) if mode.is_str("form") => Some(Kind::Form),
        Some(mode) if mode.is_str("url") => Some(Kind::Url),
        Some(_) => {
            context.fault(&mode_path, "not_an_option", "must be form or url");
            None
        }
        None => None,
    };
    let (url, schema) = (params.get("url").is_some(), params.get("requestedSchema").is_some());
    if url && schema {
        let rule = "url and requestedSchema exclude each other: a URL sends the user somewhere, a form asks for fields";
        context.fault(path, "url_and_schema", rule);
    }
    if let (Some(intent), Some(stated)) = (intent, stated)
        && intent != stated
    {
        let rule = match intent {
            Kind::Url => "must be url; a form is built by elicit",
            _ => "must be form; URL mode is built by elicitUrl",
        };
        context.fault(&mode_path, "not_an_option", rule);
    }
    if intent.is_none() && mode.is_none() && url && !schema {
        context.fault(&mode_path, "required", "must be url where there is a url; without a mode it is a form");
        return Kind::Url;
    }
    intent.or(stated).unwrap_or(if url && !schema { Kind::Url } else { Kind::Form })
}

fn unknown(name: &str, kind: Kind, params: Value<'_, '_>, path: &Path<'_>, context: &mut Context<'_>) {
    let both = params.get("url").is_some() && params.get("requestedSchema").is_some();
    let message = match name {
        // Said once already, about both together.
        "url" | "requestedSchema" if both => return,
        "url" => "is no parameter of a form; URL mode is built by elicitUrl".to_owned(),
        "requestedSchema" => {
            "is no parameter of URL mode, which sends the user to a URL; to ask for one use a form with format uri"
                .to_owned()
        }
        "_meta" | "task" | "elicitationId" => "is no parameter of this question in revision 2026-07-28".to_owned(),
        _ => {
            let names = ["mode", "message", if kind == Kind::Url { "url" } else { "requestedSchema" }];
            format!("is no parameter of elicitation/create{}", near::known(name, &names))
        }
    };
    context.fault(path, "unknown_member", message);
}

fn text(value: Value<'_, '_>, path: &Path<'_>, context: &mut Context<'_>) -> Option<String> {
    let Some(text) = value.as_text() else {
        context.fault(path, "type", "must be a string");
        return None;
    };
    let text = text.into_unicode().map(std::borrow::Cow::into_owned);
    if text.is_none() {
        context.fault(path, "lone_surrogate", SURROGATE);
    }
    text
}

fn message(value: Value<'_, '_>, path: &Path<'_>, context: &mut Context<'_>) -> Option<String> {
    let message = text(value, path, context)?;
    if message.trim().is_empty() {
        let empty = path.issue("empty_message", "is empty: the user is told nothing");
        let list = if context.building { &mut context.issues } else { &mut context.lints };
        list.push(empty);
    }
    if has_url(&message) {
        context.lints.push(path.issue("url", "holds a URL, which clients do not open from a message: use URL mode"));
    }
    if has_bidi_control(&message) {
        context.lints.push(path.issue("bidi", "holds a control that turns the direction of text"));
    }
    Some(message)
}

fn schema(value: Value<'_, '_>, path: &Path<'_>, context: &mut Context<'_>) -> Option<Form> {
    let placed = |issue: &crate::Issue| {
        crate::Issue::new(format!("{}{}", path.pointer(), issue.pointer), issue.code, issue.message.clone())
    };
    match Form::parse_kept(value.raw(), &context.options.form) {
        Ok(form) => {
            context.lints.extend(form.lints().iter().map(placed));
            Some(form)
        }
        Err(error) => {
            context.issues.extend(error.issues().iter().map(placed));
            None
        }
    }
}
