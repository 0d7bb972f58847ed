//! Calls that are not what they should be, whatever the state, and a boundary without a key.

use serde_json::{Value, json};

use super::token::{FLOW, Params, SCHEMA, asking, enter, lets_in, question, quoted, refuses, round};
use crate::case::Case;
use crate::forge::b64u;

const POSITIVE: &str = "signed-first-round-text-as-state";

pub fn cases() -> Vec<Case> {
    [params(), without_a_key()].concat()
}

fn params() -> Vec<Case> {
    let options = json!({});
    let bad = |id: &str, params: &str, reason: &str, code: i64, names: &[&str]| {
        let case = enter(format!("call-{id}"), &options, params).entropy(&[FLOW]);
        refuses(case, POSITIVE, json!({ "reason": reason, "code": code, "names": names }))
    };
    let malformed = |id: &str, params: &str, names: &[&str]| bad(id, params, "params", -32602, names);
    let nested = |depth: usize| {
        format!(r#"{{"name":"t","arguments":{{"a":{}{}}}}}"#, "[".repeat(depth - 1), "]".repeat(depth - 1))
    };
    let right = Params::default().text();
    vec![
        lets_in(
            enter("call-nested-as-deep-as-may-be", &options, &nested(128)).entropy(&[FLOW]),
            &round(1, 8, &b64u(FLOW), None, None, ""),
            None,
        ),
        malformed("nested-too-deep", &nested(129), &["nests"]).unlike("call-nested-as-deep-as-may-be"),
        malformed("with-empty-params", "", &["params"]),
        malformed("with-params-that-are-no-json", "{", &["params"]),
        malformed("with-params-in-a-list", "[]", &["params"]),
        malformed("without-a-name", "{}", &["params.name"]),
        malformed("with-a-number-for-a-name", r#"{"name":5}"#, &["params.name"]),
        malformed("with-a-lone-surrogate-in-its-name", r#"{"name":"\ud800"}"#, &["params.name"]),
        malformed("with-two-names", r#"{"name":"t","name":"t"}"#, &["params"]),
        malformed("with-two-names-once-escaped", r#"{"name":"t","n\u0061me":"t"}"#, &["params"]),
        malformed("with-arguments-in-a-list", r#"{"name":"t","arguments":[]}"#, &["params.arguments"]),
        malformed("with-text-for-arguments", r#"{"name":"t","arguments":"{}"}"#, &["params.arguments"]),
        malformed("with-an-argument-twice", r#"{"name":"t","arguments":{"a":1,"a":1}}"#, &["params"]),
        malformed("with-answers-in-a-list", r#"{"name":"t","inputResponses":[]}"#, &["params.inputResponses"]),
        malformed("with-text-for-answers", r#"{"name":"t","inputResponses":"x"}"#, &["params.inputResponses"]),
        malformed("of-a-resource-without-a-uri", r#"{"name":"t"}"#, &["params.uri"]).put("method", "resources/read"),
        bad("of-a-method-that-asks-nothing", &right, "unknown_method", -32603, &["tools/call"])
            .put("method", "tools/list"),
        bad("of-a-method-of-another-case", &right, "unknown_method", -32603, &["tools/call"])
            .put("method", "Tools/call"),
        bad("by-a-principal-that-could-not-be-told", &right, "principal", -32603, &["Internal error"])
            .put("principalFailed", true),
        bad("by-an-empty-principal", &right, "principal", -32603, &["Internal error"]).put("principal", ""),
    ]
}

/// Nothing is sealed and nothing is bound: state passes as it is, as in the SDKs.
fn without_a_key() -> Vec<Case> {
    let call = |id: &str, params: &str| enter(format!("keyless-{id}"), &json!({}), params).keys(&[]).entropy(&[FLOW]);
    let first = |state: Option<&str>| round(1, 8, &b64u(FLOW), None, state, "");
    let requests = format!("{{\"confirm\":{}}}", question(SCHEMA));
    let leave = |state: Option<&str>| {
        let text = asking(&requests, state);
        json!({ "result": text, "expect": { "sent": text } })
    };
    let answered = Params {
        state: quoted("anything"),
        responses: Some(r#"{"confirm":{"action":"accept","content":{"ok":true}}}"#),
        ..Params::default()
    };
    let read: Value = json!([{ "key": "confirm", "form": SCHEMA, "outcome": "accepted", "content": r#"{"ok":true}"# }]);
    vec![
        lets_in(call("first-round", &Params::default().text()), &first(None), None)
            .put("leave", leave(Some("\"plain\""))),
        lets_in(call("question-without-state", &Params::default().text()), &first(None), None)
            .put("leave", leave(None)),
        lets_in(call("echo", &answered.text()), &first(Some("\"anything\"")), Some("anything")).put("answers", read),
        refuses(
            call("state-a-number", &Params { state: Some("42".into()), ..Params::default() }.text()),
            "keyless-echo",
            json!({ "reason": "malformed", "code": -32602, "error": super::token::FROZEN }),
        ),
    ]
}
