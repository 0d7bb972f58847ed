//! The result that asks: `input_required` with questions, a state, or both.

use super::build::scan;
use super::options::QuestionOptions;
use super::path::Path;
use super::question::Question;
use super::shape::{Author, SURROGATE, Shape, Walk};
use super::{CONTENT_BYTES, MAX_KEY, MAX_QUESTIONS};
use crate::error::{Error, ErrorCode, Issue, pointer_push};
use crate::json::{self, Value, quote};
use crate::near;

/// The questions of one round, each under its key, in the author's order.
pub(crate) type Questions = Vec<(String, Question)>;

/// Builds an `input_required` result from `{inputRequests?, requestState?}`. At least one of the two must be there; an
/// empty `inputRequests` beside a state is left out, and `null` is absent. The questions were built under options of
/// their own, so what options can allow (a sensitive name, a scheme) is not judged again here: the boundary does.
///
/// # Errors
/// `invalid_input_required` with every fault, each with its pointer; the faults of a text that is not strict JSON.
pub fn input_required(spec_json: &str) -> Result<String, Error> {
    let document = scan("the result", spec_json, MAX_QUESTIONS * CONTENT_BYTES)?;
    let mut issues = Vec::new();
    let wire = build(document.root(), &mut issues);
    if issues.is_empty() {
        return Ok(wire);
    }
    Err(Error::with_issues(ErrorCode::InvalidInputRequired, "the result cannot ask", issues))
}

fn build(spec: Value<'_, '_>, issues: &mut Vec<Issue>) -> String {
    const NAMES: [&str; 3] = ["inputRequests", "requestState", "_meta"];
    let start = Path::Start("");
    if spec.kind() != json::Kind::Object {
        issues.push(start.issue("type", "must be an object"));
        return String::new();
    }
    for (name, _) in spec.members() {
        let name = name.as_unicode().unwrap_or("");
        if !NAMES.contains(&name) {
            let message = format!("is no member of an input_required result{}", near::known(name, &NAMES));
            issues.push(Path::Member(&start, name).issue("unknown_member", message));
        }
    }
    let member = |name| spec.get(name).filter(|value| !value.is_null());
    let questions = match member("inputRequests").map(|value| read(value, None, "/inputRequests")) {
        Some(Ok(questions)) => questions,
        Some(Err(faults)) => {
            issues.extend(faults);
            Vec::new()
        }
        None => Vec::new(),
    };
    let mut out = String::from("{\"resultType\":\"input_required\"");
    if !questions.is_empty() {
        out.push_str(",\"inputRequests\":");
        write(&questions, &mut out);
    }
    for (name, shape) in [("requestState", Shape::Text), ("_meta", Shape::Object)] {
        if let Some(value) = member(name) {
            let mut walk = Walk::new(Author::Server, issues);
            walk.value(value, &shape, &Path::Member(&start, name));
            out.push(',');
            quote(&mut out, name);
            out.push(':');
            out.push_str(&walk.out);
        }
    }
    out.push('}');
    if issues.is_empty() && questions.is_empty() && member("requestState").is_none() {
        let rule = "must have at least one question in inputRequests, or a requestState";
        issues.push(start.issue("required", rule));
    }
    out
}

/// Writes questions as the object `inputRequests`.
fn write(questions: &[(String, Question)], out: &mut String) {
    out.push('{');
    for (index, (key, question)) in questions.iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        quote(out, key);
        out.push(':');
        out.push_str(&question.wire);
    }
    out.push('}');
}

/// Reads an `inputRequests` object as the boundary sends it, with pointers relative to it.
///
/// # Errors
/// Every fault of every question, and more questions or longer keys than the limits.
pub(crate) fn questions(value: Value<'_, '_>, options: &QuestionOptions) -> Result<Questions, Vec<Issue>> {
    read(value, Some(options), "")
}

/// Without options, what options can allow is allowed.
fn read(value: Value<'_, '_>, options: Option<&QuestionOptions>, at: &str) -> Result<Questions, Vec<Issue>> {
    let start = Path::Start(at);
    if value.kind() != json::Kind::Object {
        return Err(vec![start.issue("type", "must be an object from keys to questions")]);
    }
    let (most, longest) = options.map_or((MAX_QUESTIONS, MAX_KEY), |options| (options.max_questions, options.max_key));
    if value.members().nth(most).is_some() {
        return Err(vec![start.issue("too_many_questions", format!("must have at most {most} questions"))]);
    }
    let mut questions = Vec::new();
    let mut issues = Vec::new();
    for (name, request) in value.members() {
        let Some(key) = name.as_unicode() else {
            issues.push(start.issue("lone_surrogate", SURROGATE));
            continue;
        };
        let place = pointer_push(at, key);
        if key.chars().nth(longest).is_some() {
            issues.push(Issue::new(&place, "key_too_long", format!("has a key of more than {longest} characters")));
        }
        let read = match options {
            Some(options) => Question::parse(request, options),
            None => Question::parse(request, &QuestionOptions::widest(request)),
        };
        match read {
            Ok(question) => questions.push((key.to_owned(), question)),
            Err(faults) => {
                let placed = |fault: Issue| Issue { pointer: format!("{place}{}", fault.pointer), ..fault };
                issues.extend(faults.into_iter().map(placed));
            }
        }
    }
    if issues.is_empty() { Ok(questions) } else { Err(issues) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<String>, Vec<String>> {
        let document = json::parse(text, 1 << 20, 64).unwrap();
        let asked =
            |questions: Questions| questions.into_iter().map(|(key, question)| key + " " + question.kind.as_str());
        questions(document.root(), &QuestionOptions::default())
            .map(|questions| asked(questions).collect())
            .map_err(|issues| issues.iter().map(|issue| format!("{} {}", issue.pointer, issue.code)).collect())
    }

    #[test]
    fn the_boundary_gets_questions_in_their_order_or_every_fault() {
        let form = r#"{"method":"elicitation/create","params":{"message":"m","requestedSchema":{"type":"object","properties":{"pin":{"type":"string"}}}}}"#;
        let text = format!("{{\"z\":{form},\"__proto__\":{{\"method\":\"roots/list\"}}}}");
        assert_eq!(read(&text).unwrap(), ["z form", "__proto__ roots"]);
        // Under the boundary's own options, unlike in the builder.
        assert_eq!(
            read(&text.replace("pin", "password").replace("roots/list", "x")).unwrap_err(),
            ["/z/params/requestedSchema/properties/password sensitive", "/__proto__/method not_an_option",]
        );
        assert_eq!(read("{}").unwrap(), [] as [&str; 0]);
    }
}
