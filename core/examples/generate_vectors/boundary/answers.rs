//! Answers, read against the questions that were asked.

use serde_json::{Value, json};

use super::token::{PAYLOAD, Params, SCHEMA, Token, asked, enter, lets_in, quoted, round};
use crate::case::Case;

const YES: &str = r#"{"confirm":{"action":"accept","content":{"ok":true}}}"#;

/// What is read under a key, and what must come of it.
fn reads(key: &str, form: Option<&str>, outcome: &str) -> Value {
    let mut read = json!({ "key": key });
    if let Some(form) = form {
        read["form"] = form.into();
    }
    read["outcome"] = outcome.into();
    read
}

fn accepts(key: &str, form: Option<&str>, content: Option<&str>) -> Value {
    let mut read = reads(key, form, "accepted");
    if let Some(content) = content {
        read["content"] = content.into();
    }
    read
}

fn invalid(key: &str, form: Option<&str>, issues: &[(&str, &str)]) -> Value {
    let mut read = reads(key, form, "invalid");
    read["issues"] = issues.iter().map(|(pointer, code)| json!({ "pointer": pointer, "code": code })).collect();
    read
}

pub fn cases(format: &str) -> Vec<Case> {
    [to_a_form(format), of_kinds(format), without_state(format)].concat()
}

/// A second round with these answers to a token with these questions.
fn answered(id: &str, format: &str, asked: Option<String>, responses: &str, notes: &str, read: &[Value]) -> Case {
    let token = Token { asked, ..Token::new(format) };
    let params = Params { state: quoted(&token.mint()), responses: Some(responses), ..Params::default() };
    let case = enter(format!("{format}-answer-{id}"), &json!({ "format": format }), &params.text());
    let round = round(2, 7, &token.flow, Some(&token.expires()), Some(PAYLOAD), notes);
    lets_in(case, &round, Some(PAYLOAD)).put("answers", read.to_vec())
}

fn to_a_form(format: &str) -> Vec<Case> {
    let form = |id: &str, responses: &str, notes: &str, read: Value| {
        answered(id, format, Some(asked()), responses, notes, &[read])
    };
    let read = |outcome: &str| reads("confirm", Some(SCHEMA), outcome);
    let faulty = |issues: &[(&str, &str)]| invalid("confirm", Some(SCHEMA), issues);
    let titled = SCHEMA.replace(r#"{"type":"boolean"}"#, r#"{"type":"boolean","title":"Sure?","default":false}"#);
    let stricter = SCHEMA.replace(r#","required":["ok"]"#, "");
    let entry = |entry: &str| format!("{{\"confirm\":{entry}}}");
    vec![
        form("accepted", YES, "", accepts("confirm", Some(SCHEMA), Some(r#"{"ok":true}"#))),
        form("accepted-without-a-form", YES, "", accepts("confirm", None, Some(r#"{"ok":true}"#))),
        form("accepted-in-other-words", YES, "", accepts("confirm", Some(&titled), Some(r#"{"ok":true}"#))),
        form(
            "accepted-with-more-properties",
            &entry(r#"{"action":"accept","content":{"more":[],"ok":false}}"#),
            "",
            accepts("confirm", Some(SCHEMA), Some(r#"{"ok":false}"#)),
        ),
        form("declined", &entry(r#"{"action":"decline"}"#), "", read("declined")),
        form("declined-with-content", &entry(r#"{"action":"decline","content":{"ok":true}}"#), "", read("declined")),
        form("cancelled", &entry(r#"{"action":"cancel"}"#), "", read("cancelled")),
        form("missing", "{}", "", read("missing")),
        form("null-for-all-answers", "null", "", read("missing")),
        form(
            "under-a-key-of-another-case",
            &YES.replace("confirm", "Confirm"),
            r#"{"code":"unasked","key":"Confirm"}"#,
            read("missing"),
        ),
        form("to-a-question-that-has-changed", YES, "", reads("confirm", Some(&stricter), "missing")),
        form(
            "unasked",
            r#"{"other":{"action":"accept","content":{"ok":true}}}"#,
            r#"{"code":"unasked","key":"other"}"#,
            reads("other", None, "missing"),
        ),
        form(
            "named-proto",
            r#"{"__proto__":{"action":"accept","content":{"ok":true}}}"#,
            r#"{"code":"unasked","key":"__proto__"}"#,
            reads("__proto__", None, "missing"),
        ),
        form(
            "that-fits-no-form",
            &entry(r#"{"action":"accept","content":{"ok":"true"}}"#),
            "",
            faulty(&[("/ok", "type")]),
        ),
        form(
            "with-a-number-for-a-boolean",
            &entry(r#"{"action":"accept","content":{"ok":1}}"#),
            "",
            faulty(&[("/ok", "type")]),
        ),
        form("without-content", &entry(r#"{"action":"accept"}"#), "", faulty(&[("/ok", "required")])),
        form("with-null-content", &entry(r#"{"action":"accept","content":null}"#), "", faulty(&[("/ok", "required")])),
        form("with-a-list-for-content", &entry(r#"{"action":"accept","content":[true]}"#), "", faulty(&[("", "type")])),
        form(
            "with-an-action-in-capitals",
            &entry(r#"{"action":"ACCEPT","content":{"ok":true}}"#),
            r#"{"code":"unknown_shape","key":"confirm"}"#,
            faulty(&[("/action", "action")]),
        ),
        form(
            "wrapped",
            &entry(r#"{"method":"elicitation/create","result":{"action":"accept","content":{"ok":true}}}"#),
            r#"{"code":"wrapped","key":"confirm"}"#,
            read("missing"),
        ),
        form("of-no-shape", &entry("true"), r#"{"code":"unknown_shape","key":"confirm"}"#, faulty(&[("", "shape")])),
        form(
            "of-roots-to-a-form",
            &entry(r#"{"roots":[]}"#),
            r#"{"code":"other_kind","key":"confirm"}"#,
            faulty(&[("", "kind")]),
        ),
    ]
}

/// Questions that are no forms, alone and together.
fn of_kinds(format: &str) -> Vec<Case> {
    let one = |id: &str, letter: &str, entry: &str, notes: &str, read: Value| {
        answered(id, format, Some(format!("{{\"q\":\"{letter}\"}}")), &format!("{{\"q\":{entry}}}"), notes, &[read])
    };
    let said = r#"{"role":"assistant","content":{"type":"text","text":"hi"},"model":"m"}"#;
    let roots = r#"{"roots":[{"uri":"file:///a","name":"A"}]}"#;
    let accept = r#"{"action":"accept","content":{"ok":true}}"#;
    let kind = |id: &str, letter: &str, entry: &str| {
        one(id, letter, entry, r#"{"code":"other_kind","key":"q"}"#, invalid("q", None, &[("", "kind")]))
    };
    let all = format!(r#"{{"a":"l","confirm":"e{}","z":"u"}}"#, &asked()[13..21]);
    let answers = format!(r#"{{"z":{{"action":"accept"}},"b":{accept},"confirm":{{"action":"cancel"}},"a":{roots}}}"#);
    vec![
        one("to-a-url", "u", r#"{"action":"accept"}"#, "", accepts("q", None, None)),
        one("to-a-url-with-content", "u", accept, "", accepts("q", None, None)),
        one("to-a-url-declined", "u", r#"{"action":"decline"}"#, "", reads("q", None, "declined")),
        one("of-a-model", "s", said, "", accepts("q", None, Some(said))),
        one("of-roots", "l", roots, "", accepts("q", None, Some(&roots[9..roots.len() - 1]))),
        kind("of-a-model-to-a-url", "u", said),
        kind("of-roots-to-a-model", "s", roots),
        kind("of-a-form-to-a-model", "s", accept),
        kind("of-a-form-to-roots", "l", accept),
        answered(
            "to-some-of-several",
            format,
            Some(all),
            &answers,
            r#"{"code":"unasked","key":"b"}"#,
            &[
                accepts("a", None, Some(&roots[9..roots.len() - 1])),
                reads("b", None, "missing"),
                reads("confirm", Some(SCHEMA), "cancelled"),
                accepts("z", None, None),
                reads("y", None, "missing"),
            ],
        ),
        answered(
            "where-nothing-was-asked",
            format,
            None,
            YES,
            r#"{"code":"unasked","key":"confirm"}"#,
            &[reads("confirm", Some(SCHEMA), "missing")],
        ),
    ]
}

/// A client that drops the state starts again.
fn without_state(format: &str) -> Vec<Case> {
    let flow = crate::forge::b64u(super::token::FLOW);
    let begin = |id: &str, options: Value, notes: &str, read: Value| {
        let params = Params { responses: Some(YES), ..Params::default() }.text();
        let case = enter(format!("{format}-{id}"), &options, &params).entropy(&[super::token::FLOW]);
        lets_in(case, &round(1, 8, &flow, None, None, notes), None).put("answers", vec![read])
    };
    vec![
        begin(
            "answers-without-state",
            json!({ "format": format }),
            r#"{"code":"unasked","key":"confirm"}"#,
            reads("confirm", Some(SCHEMA), "missing"),
        ),
        begin(
            "answers-without-state-read",
            json!({ "format": format, "answersWithoutState": "read" }),
            "",
            accepts("confirm", Some(SCHEMA), Some(r#"{"ok":true}"#)),
        ),
    ]
}
