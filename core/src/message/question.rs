//! One question: an input request, checked and written as it goes to the client.

use super::capability::Needs;
use super::elicit;
use super::kind::Kind;
use super::options::{Context, QuestionOptions};
use super::path::Path;
use super::reply::fit;
use super::sampling;
use super::shape::{Author, Shape, Walk};
use crate::error::Issue;
use crate::form::Form;
use crate::json::{self, Value};
use crate::near;

/// A checked input request.
#[derive(Clone, Debug)]
pub struct Question {
    /// What kind of question it is.
    pub kind: Kind,
    /// The input request as JSON text, in canonical form.
    pub wire: String,
    /// What tells a form's constraints from another's; `None` for the other kinds.
    pub digest: Option<[u8; 6]>,
    /// The form, for that kind.
    pub form: Option<Form>,
    /// What the client must have declared.
    pub needs: Needs,
    /// What is allowed and still worth a word to the author; pointers are relative to the request.
    pub lints: Vec<Issue>,
}

impl Question {
    /// Reads an input request, from a builder or written by hand; lists every fault, with pointers relative to it.
    pub(crate) fn parse(value: Value<'_, '_>, options: &QuestionOptions) -> Result<Question, Vec<Issue>> {
        let mut context = Context::new(options, false);
        let question = request(value, &mut context);
        finish(question, context)
    }

    /// An elicitation from its params, with pointers relative to them.
    pub(super) fn elicit(params: Value<'_, '_>, kind: Kind, options: &QuestionOptions) -> Result<Question, Vec<Issue>> {
        let mut context = Context::new(options, true);
        let question = elicitation(params, Some(kind), &Path::Start(""), &mut context);
        finish(question, context)
    }

    /// A form from its message, with pointers as into its params.
    pub(super) fn elicit_form(message: Value<'_, '_>, form: &Form) -> Result<Question, Vec<Issue>> {
        let options = QuestionOptions::default();
        let mut context = Context::new(&options, true);
        let wire = elicit::form(message, form, &mut context);
        let question = wire.map(|wire| Question {
            digest: Some(form.digest()),
            form: Some(form.clone()),
            ..plain(Kind::Form, Some(&wire), Needs::of(Kind::Form))
        });
        finish(question, context)
    }

    /// A sampling request from its params, with pointers relative to them.
    pub(super) fn create_message(params: Value<'_, '_>) -> Result<Question, Vec<Issue>> {
        let options = QuestionOptions::default();
        let mut context = Context::new(&options, true);
        let question = create_message(params, &Path::Start(""), &mut context);
        finish(question, context)
    }

    /// The request for the client's roots.
    pub(super) fn list_roots() -> Question {
        plain(Kind::Roots, None, Needs::of(Kind::Roots))
    }
}

fn finish(question: Option<Question>, context: Context<'_>) -> Result<Question, Vec<Issue>> {
    match question {
        Some(mut question) if context.issues.is_empty() => {
            question.lints = context.lints;
            Ok(question)
        }
        _ => Err(context.issues),
    }
}

fn plain(kind: Kind, params: Option<&str>, needs: Needs) -> Question {
    let params = params.map_or_else(String::new, |params| format!(",\"params\":{params}"));
    let wire = format!("{{\"method\":\"{}\"{params}}}", kind.method());
    Question { kind, wire, digest: None, form: None, needs, lints: Vec::new() }
}

const METHODS: [&str; 3] = ["elicitation/create", "sampling/createMessage", "roots/list"];

fn request(value: Value<'_, '_>, context: &mut Context<'_>) -> Option<Question> {
    let start = Path::Start("");
    if value.kind() != json::Kind::Object {
        context.fault(&start, "type", "must be an object with a method and its params");
        return None;
    }
    for (name, _) in value.members() {
        match name.as_unicode() {
            Some("method" | "params") => {}
            // An embedded request is no JSON-RPC message; a hand-written one that says so is understood all the same.
            Some(name @ ("id" | "jsonrpc")) => {
                context.lints.push(
                    Path::Member(&start, name).issue("dropped", "has no place in an embedded request; it is not sent"),
                );
            }
            Some(name) => {
                let hint = near::known(name, &["method", "params"]);
                let message = format!("is no member of an input request{hint}");
                context.fault(&Path::Member(&start, name), "unknown_member", message);
            }
            None => context.fault(&start, "lone_surrogate", super::shape::SURROGATE),
        }
    }
    let method_path = Path::Member(&start, "method");
    let Some(method) = value.get("method") else {
        context.fault(&method_path, "required", format!("is required: one of {}", METHODS.join(", ")));
        return None;
    };
    let path = Path::Member(&start, "params");
    let params = value.get("params");
    if method.is_str("roots/list") {
        return list_roots(params, &path, context);
    }
    let elicit = method.is_str("elicitation/create");
    if !elicit && !method.is_str("sampling/createMessage") {
        let hint = method.as_str().map_or_else(String::new, |method| near::known(&method, &METHODS));
        context.fault(&method_path, "not_an_option", format!("must be one of {}{hint}", METHODS.join(", ")));
        return None;
    }
    let Some(params) = params else {
        context.fault(&path, "required", "is required");
        return None;
    };
    if elicit { elicitation(params, None, &path, context) } else { create_message(params, &path, context) }
}

fn elicitation(
    params: Value<'_, '_>,
    intent: Option<Kind>,
    path: &Path<'_>,
    context: &mut Context<'_>,
) -> Option<Question> {
    let elicit::Elicitation { kind, wire, form } = elicit::check(params, intent, path, context)?;
    let question = plain(kind, Some(&wire), Needs::of(kind));
    Some(Question { digest: form.as_ref().map(Form::digest), form, ..question })
}

fn create_message(params: Value<'_, '_>, path: &Path<'_>, context: &mut Context<'_>) -> Option<Question> {
    let (wire, needs) = sampling::check(params, path, context)?;
    Some(plain(Kind::Sampling, Some(&wire), needs))
}

/// `params` may hold `_meta` and nothing else.
fn list_roots(params: Option<Value<'_, '_>>, path: &Path<'_>, context: &mut Context<'_>) -> Option<Question> {
    let Some(params) = params else {
        return Some(Question::list_roots());
    };
    if params.kind() != json::Kind::Object {
        context.fault(path, "type", "must be an object");
        return None;
    }
    if let Err(issues) = fit(params, path) {
        context.issues.extend(issues);
        return None;
    }
    let mut meta = None;
    for (name, value) in params.members() {
        if name.is("_meta") {
            let mut walk = Walk::new(Author::Server, &mut context.issues);
            walk.value(value, &Shape::Object, &Path::Member(path, "_meta"));
            meta = Some(format!("{{\"_meta\":{}}}", walk.out));
        } else {
            let path = Path::Member(path, name.as_unicode().unwrap_or(""));
            context.fault(&path, "unknown_member", "is no parameter of roots/list");
        }
    }
    Some(plain(Kind::Roots, meta.as_deref(), Needs::of(Kind::Roots)))
}

#[cfg(test)]
mod tests;
