//! One entry of `inputResponses`, judged and written anew.

use super::kind::Kind;
use super::path::Path;
use super::protocol::{CREATE_MESSAGE_RESULT, LIST_ROOTS_RESULT};
use super::shape::{Author, MOST_ISSUES, SURROGATE, Shape, Walk, compact};
use super::{CONTENT_BYTES, CONTENT_DEPTH};
use crate::error::Issue;
use crate::json::{self, Value};

/// What an entry says.
#[derive(Clone, Debug)]
pub(super) enum Reply {
    Accept(Content),
    Decline,
    Cancel,
    /// A `CreateMessageResult`.
    Sampling(String),
    /// A list of roots.
    Roots(String),
    /// Something under the question's key that does not answer it.
    Faulty(Vec<Issue>),
}

/// What came with an accept.
#[derive(Clone, Debug)]
pub(super) enum Content {
    /// No member `content`, or `null`.
    Absent,
    /// An object of plain values.
    Plain(String),
    /// An object, and what in it is not plain. Kept for the form to judge in its own words.
    Mixed(String, Vec<Issue>),
    /// Not an object, too large or too deep.
    Unfit(Vec<Issue>),
    /// Not looked at: the answer to a URL.
    Unread,
}

/// Why an entry is no answer at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Look {
    Elicit(Action),
    Sampling,
    Roots,
    /// `{method, result}`, a shape that some clients send and the SDKs drop.
    Wrapped,
    Unknown,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
    Accept,
    Decline,
    Cancel,
}

/// What the entry looks like, by the same marks and in the same order as the TypeScript SDK's `inputResponse`.
pub(super) fn look(entry: Value<'_, '_>) -> Look {
    if entry.kind() != json::Kind::Object {
        return Look::Unknown;
    }
    if entry.get("method").is_some() || entry.get("result").is_some() {
        return Look::Wrapped;
    }
    let action = entry.get("action");
    let is = |word: &str| action.is_some_and(|action| action.is_str(word));
    for (word, action) in [("accept", Action::Accept), ("decline", Action::Decline), ("cancel", Action::Cancel)] {
        if is(word) {
            return Look::Elicit(action);
        }
    }
    if entry.get("roots").is_some_and(|roots| roots.kind() == json::Kind::Array) {
        return Look::Roots;
    }
    let role = entry.get("role").is_some_and(|role| role.kind() == json::Kind::String);
    if role && entry.get("content").is_some() {
        return Look::Sampling;
    }
    Look::Unknown
}

/// Reads an entry as an answer to a question of that kind, or of whatever kind it looks like.
pub(super) fn read(entry: Value<'_, '_>, look: Look, asked: Option<Kind>) -> Reply {
    match (look, asked) {
        (Look::Elicit(action), None | Some(Kind::Form | Kind::Url)) => match action {
            Action::Decline => Reply::Decline,
            Action::Cancel => Reply::Cancel,
            Action::Accept if asked == Some(Kind::Url) => Reply::Accept(Content::Unread),
            Action::Accept => Reply::Accept(content(entry)),
        },
        (Look::Sampling, None) | (Look::Sampling | Look::Unknown, Some(Kind::Sampling)) => {
            shaped(entry, &CREATE_MESSAGE_RESULT).map_or_else(Reply::Faulty, Reply::Sampling)
        }
        (Look::Roots, None) | (Look::Roots | Look::Unknown, Some(Kind::Roots)) => {
            shaped(entry, &LIST_ROOTS_RESULT).map_or_else(Reply::Faulty, |result| Reply::Roots(list_of(&result)))
        }
        (Look::Unknown | Look::Wrapped, _) => Reply::Faulty(vec![unknown(entry)]),
        (_, Some(kind)) => {
            let message = format!("answers a question of another kind; a {} answer was asked for", kind.as_str());
            Reply::Faulty(vec![Issue::new("", "kind", message)])
        }
    }
}

fn unknown(entry: Value<'_, '_>) -> Issue {
    if entry.get("action").is_some() {
        return Issue::new("/action", "action", "must be exactly accept, decline or cancel");
    }
    Issue::new("", "shape", "is no elicitation result, no sampling result and no list of roots")
}

fn shaped(entry: Value<'_, '_>, shape: &Shape) -> Result<String, Vec<Issue>> {
    fit(entry, &Path::Start(""))?;
    let mut issues = Vec::new();
    let mut walk = Walk::new(Author::Client, &mut issues);
    walk.value(entry, shape, &Path::Start(""));
    let out = walk.out;
    if issues.is_empty() { Ok(out) } else { Err(issues) }
}

/// The list in a rebuilt `{"roots":[…]}`, which has no other member.
fn list_of(result: &str) -> String {
    let list = result.strip_prefix("{\"roots\":").and_then(|rest| rest.strip_suffix('}'));
    list.unwrap_or("[]").to_owned()
}

fn content(entry: Value<'_, '_>) -> Content {
    let Some(content) = entry.get("content").filter(|content| !content.is_null()) else {
        return Content::Absent;
    };
    if content.kind() != json::Kind::Object {
        return Content::Unfit(vec![Issue::new("", "type", "must be an object")]);
    }
    if let Err(issues) = fit(content, &Path::Start("")) {
        return Content::Unfit(issues);
    }
    let issues = plain_faults(content);
    // Lone surrogates and numbers beyond the doubles cannot be written anew; such a text is only ever judged.
    let text = if content.has_defects() { content.raw().to_owned() } else { compact(content) };
    if issues.is_empty() { Content::Plain(text) } else { Content::Mixed(text, issues) }
}

/// Not larger and not deeper than a content may be.
pub(super) fn fit(value: Value<'_, '_>, path: &Path<'_>) -> Result<(), Vec<Issue>> {
    if value.raw().len() > CONTENT_BYTES {
        return Err(vec![path.issue("too_large", format!("must be at most {CONTENT_BYTES} bytes of JSON"))]);
    }
    if nests_beyond(value, CONTENT_DEPTH) {
        return Err(vec![path.issue("too_deep", format!("must nest at most {CONTENT_DEPTH} levels"))]);
    }
    Ok(())
}

fn nests_beyond(value: Value<'_, '_>, levels: usize) -> bool {
    let inner = |value| nests_beyond(value, levels.saturating_sub(1));
    match value.kind() {
        json::Kind::Array => levels == 0 || value.items().any(inner),
        json::Kind::Object => levels == 0 || value.members().any(|(_, value)| inner(value)),
        _ => false,
    }
}

/// What in a content is no string, number, boolean or list of strings (`ElicitResult.content` in schema.ts).
fn plain_faults(content: Value<'_, '_>) -> Vec<Issue> {
    let start = Path::Start("");
    let mut issues = Vec::new();
    for (name, value) in content.members() {
        if issues.len() >= MOST_ISSUES {
            break;
        }
        match name.as_unicode() {
            Some(name) => value_faults(value, &Path::Member(&start, name), &mut issues),
            None => issues.push(start.issue("lone_surrogate", SURROGATE)),
        }
    }
    issues
}

fn value_faults(value: Value<'_, '_>, path: &Path<'_>, issues: &mut Vec<Issue>) {
    match value.kind() {
        json::Kind::Bool => {}
        json::Kind::Number => {
            if value.as_number().and_then(json::finite).is_none() {
                issues.push(path.issue("number_range", "must be a number that a double can hold"));
            }
        }
        json::Kind::String => {
            if value.as_str().is_none() {
                issues.push(path.issue("lone_surrogate", SURROGATE));
            }
        }
        json::Kind::Array => {
            let faults = value.items().enumerate().filter_map(|(index, item)| {
                let path = Path::Item(path, index);
                match item.as_text() {
                    None => Some(path.issue("type", "must be a string")),
                    Some(text) => text.as_unicode().is_none().then(|| path.issue("lone_surrogate", SURROGATE)),
                }
            });
            issues.extend(faults.take(MOST_ISSUES));
        }
        json::Kind::Null | json::Kind::Object => {
            issues.push(path.issue("value_kind", "must be a string, a number, a boolean or a list of strings"));
        }
    }
}
