//! Questions as older revisions put them: as requests of the server's own, over the session of the call.
//!
//! Sources: `ElicitRequest`, `CreateMessageRequest` and `SamplingMessage` in schema.ts of each revision.

use std::fmt::Write as _;

use super::build::scan;
use super::kind::Kind;
use super::options::QuestionOptions;
use super::path::Path;
use super::question::Question;
use super::shape::SURROGATE;
use super::{CONTENT_BYTES, MAX_QUESTIONS, STATE_DEPTH};
use crate::entropy::Entropy;
use crate::error::{Error, ErrorCode, Issue, pointer_push};
use crate::json::{self, Document, Value, quote};
use crate::state::claims::FLOW_BYTES;
use crate::{Revision, rounds};

/// The questions of a result that [`crate::boundary::Round::leave`] has passed, given as the JSON text of its
/// `inputRequests`, as requests of an older revision: an object from the same keys to `{method, params}`.
///
/// Forms are written as [`crate::Form::wire_for`] does, and without `mode` where there is none; URL mode gets an
/// `elicitationId` of its own, which 2025-11-25 requires and no later revision has; messages of several blocks become
/// several messages where a message has one. Answers need no way back: what fits the older question fits this one.
///
/// # Errors
/// `invalid_request`, before anything is asked, with every question that the revision cannot put (issue code
/// `revision`), each with its pointer; the faults of a text that is not strict JSON; `entropy`.
pub fn older(revision: Revision, input_requests: &str, entropy: &mut dyn Entropy) -> Result<String, Error> {
    let document = scan("inputRequests", input_requests, MAX_QUESTIONS * CONTENT_BYTES)?;
    let start = Path::Start("");
    let mut issues = Vec::new();
    let mut out = String::from("{");
    if document.root().kind() != json::Kind::Object {
        issues.push(start.issue("type", "must be an object from keys to questions"));
    }
    for (name, request) in document.root().members() {
        let Some(key) = name.as_unicode() else {
            issues.push(start.issue("lone_surrogate", SURROGATE));
            continue;
        };
        let place = pointer_push("", key);
        let written = Question::parse(request, &QuestionOptions::widest(request)).map_err(Refused::Faults);
        match written.and_then(|question| write(revision, &question, entropy)) {
            Ok(written) => {
                if out.len() > 1 {
                    out.push(',');
                }
                quote(&mut out, key);
                let _ = write!(out, ":{written}");
            }
            Err(Refused::Faults(faults)) => {
                let placed = |fault: Issue| Issue { pointer: format!("{place}{}", fault.pointer), ..fault };
                issues.extend(faults.into_iter().map(placed));
            }
            Err(Refused::Entropy(error)) => return Err(error),
        }
    }
    out.push('}');
    if issues.is_empty() {
        return Ok(out);
    }
    let summary = format!("a client of revision {revision} cannot be asked this");
    Err(Error::with_issues(ErrorCode::InvalidRequest, &summary, issues))
}

enum Refused {
    Faults(Vec<Issue>),
    Entropy(Error),
}

fn write(revision: Revision, question: &Question, entropy: &mut dyn Entropy) -> Result<String, Refused> {
    match (question.kind, &question.form) {
        (Kind::Form, Some(form)) if revision < Revision::V2025_11_25 => {
            let schema = form.wire_for(revision).map_err(|error| {
                let placed = |issue: &Issue| Issue {
                    pointer: format!("/params/requestedSchema{}", issue.pointer),
                    ..issue.clone()
                };
                Refused::Faults(error.issues().iter().map(placed).collect())
            })?;
            rewritten(question, |name, value, out| match name {
                "mode" => {}
                "requestedSchema" => member(name, &schema, out),
                _ => member(name, value.raw(), out),
            })
        }
        (Kind::Url, _) if revision < Revision::V2025_11_25 => Err(cannot("URL mode", revision, "/params/mode")),
        (Kind::Url, _) => {
            let mut bytes = [0; FLOW_BYTES];
            entropy.fill(&mut bytes).map_err(Refused::Entropy)?;
            let id = format!("\"{}\"", rounds::flow_id(bytes));
            rewritten(question, |name, value, out| {
                member(name, value.raw(), out);
                if name == "url" {
                    member("elicitationId", &id, out);
                }
            })
        }
        (Kind::Sampling, _) if revision < Revision::V2025_11_25 => sampling(revision, question),
        _ => Ok(question.wire.clone()),
    }
}

fn cannot(what: &str, revision: Revision, pointer: &str) -> Refused {
    Refused::Faults(vec![Issue::new(pointer, "revision", format!("is {what}, which revision {revision} has not"))])
}

/// The request with each member of its params written anew.
fn rewritten(question: &Question, each: impl Fn(&str, Value<'_, '_>, &mut String)) -> Result<String, Refused> {
    let document = reread(question)?;
    let mut params = String::from("{");
    for (name, value) in document.root().get("params").into_iter().flat_map(Value::members) {
        each(name.as_unicode().unwrap_or(""), value, &mut params);
    }
    Ok(format!("{{\"method\":\"{}\",\"params\":{params}}}}}", question.kind.method()))
}

/// Canonical text of ours, which is JSON.
fn reread(question: &Question) -> Result<Document<'_>, Refused> {
    json::parse(&question.wire, question.wire.len(), STATE_DEPTH + 8)
        .map_err(|_| Refused::Faults(vec![Issue::new("", "syntax", "must be JSON")]))
}

fn member(name: &str, text: &str, out: &mut String) {
    if !out.ends_with('{') {
        out.push(',');
    }
    quote(out, name);
    let _ = write!(out, ":{text}");
}

/// One block a message, of text, image or audio; no tools.
fn sampling(revision: Revision, question: &Question) -> Result<String, Refused> {
    let document = reread(question)?;
    let params = document.root().get("params");
    let mut issues = Vec::new();
    for name in ["tools", "toolChoice"] {
        if params.is_some_and(|params| params.get(name).is_some()) {
            let rule = format!("is for tools, which sampling of revision {revision} has not");
            issues.push(Issue::new(format!("/params/{name}"), "revision", rule));
        }
    }
    let mut list = String::from("[");
    let messages = params.and_then(|params| params.get("messages"));
    for (at, message) in messages.into_iter().flat_map(Value::items).enumerate() {
        let (role, content) = (message.get("role").map_or("", Value::raw), message.get("content"));
        let one = content.filter(|content| content.kind() == json::Kind::Object);
        for block in one.into_iter().chain(content.into_iter().flat_map(Value::items)) {
            let kind = block.get("type").and_then(Value::as_str).unwrap_or_default();
            let audio = &*kind == "audio" && revision >= Revision::V2025_03_26;
            if !audio && !["text", "image"].contains(&&*kind) {
                let words = format!("holds {kind}, which sampling of revision {revision} has not");
                issues.push(Issue::new(format!("/params/messages/{at}"), "revision", words));
            }
            if list.len() > 1 {
                list.push(',');
            }
            let _ = write!(list, "{{\"role\":{role},\"content\":{}}}", block.raw());
        }
    }
    list.push(']');
    if !issues.is_empty() {
        return Err(Refused::Faults(issues));
    }
    rewritten(question, |name, value, out| match name {
        "messages" => member(name, &list, out),
        _ => member(name, value.raw(), out),
    })
}

#[cfg(test)]
mod tests;
