//! The door out, closed: capabilities, malformed results, the bound, and what cannot be bound.

use serde_json::{Value, json};

use super::token::{
    ARGUMENTS, FLOW, PAYLOAD, Params, SCHEMA, Token, asking, echo, enter, lets_in, question, quoted, round,
};
use crate::case::Case;
use crate::forge::{self, b64u};

pub fn cases(format: &str) -> Vec<Case> {
    [kinds(format), capabilities(format), malformed(format), bounds(format)].concat()
}

const URL: &str =
    r#"{"method":"elicitation/create","params":{"mode":"url","message":"Sign in","url":"https://example.com/in"}}"#;
const SAMPLING: &str = r#"{"method":"sampling/createMessage","params":{"messages":[{"role":"user","content":{"type":"text","text":"hi"}}],"maxTokens":5}}"#;
const ROOTS: &str = r#"{"method":"roots/list"}"#;

/// A first round that leaves with this result.
fn leaves(id: &str, format: &str, params: &str, result: &str, expected: &Value) -> Case {
    let nonce = forge::nonce(id);
    let sealed = expected.get("sent").is_some() || expected["refusal"]["reason"] == "too_large";
    let drawn: &[&[u8]] = if format == "encrypted" && sealed { &[FLOW, &nonce] } else { &[FLOW] };
    let case = enter(format!("{format}-{id}"), &json!({ "format": format }), params).entropy(drawn);
    lets_in(case, &round(1, 8, &b64u(FLOW), None, None, ""), None)
        .put("leave", json!({ "result": result, "expect": expected }))
}

fn refusal(reason: &str, code: i64, names: &[&str]) -> Value {
    json!({ "refusal": { "reason": reason, "code": code, "names": names } })
}

/// Each kind of question alone, and all together: what the token says was asked.
fn kinds(format: &str) -> Vec<Case> {
    let form = question(SCHEMA);
    let digest = super::token::asked().replacen("{\"confirm\":", "", 1);
    let digest = digest.trim_end_matches('}');
    let sends = |id: &str, requests: &str, asked: Option<String>, result: &str| {
        let token =
            Token { asked, nonce: forge::nonce(id), state: super::token::State::Text("s"), ..Token::new(format) };
        let sent = if requests.is_empty() {
            format!(r#"{{"resultType":"input_required","requestState":{}}}"#, json!(token.mint()))
        } else {
            asking(requests, quoted(&token.mint()).as_deref())
        };
        leaves(id, format, &Params::default().text(), result, &json!({ "sent": sent }))
    };
    let plain = |id: &str, requests: &str, asked: &str| {
        sends(id, requests, Some(asked.to_owned()), &asking(requests, Some("\"s\"")))
    };
    let all = format!(r#"{{"z":{URL},"a":{SAMPLING},"é":{ROOTS},"confirm":{form}}}"#);
    let around = |state: &str| {
        format!(
            r#"{{"_meta":{{"b":1.5,"a":[]}},"inputRequests":{{"q":{ROOTS}}},"é":null,"requestState":{state},"resultType":"input_required","z":"\n"}}"#
        )
    };
    let token = Token {
        asked: Some(r#"{"q":"l"}"#.to_owned()),
        nonce: forge::nonce("members-keep-their-place"),
        state: super::token::State::Text("s"),
        ..Token::new(format)
    };
    let sent = json!({ "sent": around(&json!(token.mint()).to_string()) });
    vec![
        leaves("members-keep-their-place", format, &Params::default().text(), &around("\"s\""), &sent),
        plain("asks-a-url", &format!(r#"{{"q":{URL}}}"#), r#"{"q":"u"}"#),
        plain("asks-a-model", &format!(r#"{{"q":{SAMPLING}}}"#), r#"{"q":"s"}"#),
        plain("asks-for-roots", &format!(r#"{{"q":{ROOTS}}}"#), r#"{"q":"l"}"#),
        plain("asks-all-kinds-in-this-order", &all, &format!(r#"{{"z":"u","a":"s","é":"l","confirm":{digest}}}"#)),
        sends("state-alone", "", None, r#"{"resultType":"input_required","requestState":"s"}"#),
        sends(
            "state-beside-no-questions",
            "",
            None,
            r#"{"resultType":"input_required","inputRequests":{},"requestState":"s"}"#,
        ),
    ]
}

fn capabilities(format: &str) -> Vec<Case> {
    let form = question(SCHEMA);
    let lacks = |id: &str, positive: &str, declared: &'static str, requests: &str, missing: &str, names: &str| {
        let params = Params { capabilities: declared, ..Params::default() }.text();
        let error = format!(
            r#"{{"code":-32021,"message":"Missing required client capabilities: {names}","data":{{"requiredCapabilities":{missing}}}}}"#
        );
        let expected = json!({ "refusal": { "reason": "capability", "code": -32021, "error": error } });
        leaves(&format!("lacks-{id}"), format, &params, &asking(requests, Some("\"s\"")), &expected)
            .unlike(&format!("{format}-{positive}"))
    };
    let one = |question: &str| format!(r#"{{"q":{question}}}"#);
    let tools = SAMPLING.replace(r#""maxTokens":5"#, r#""maxTokens":5,"toolChoice":{"mode":"auto"}"#);
    let all = format!(r#"{{"z":{URL},"a":{SAMPLING},"é":{ROOTS},"confirm":{form}}}"#);
    vec![
        lacks("forms", "first-round-text-as-state", "{}", &one(&form), r#"{"elicitation":{"form":{}}}"#, "elicitation"),
        lacks(
            "forms-with-urls-declared",
            "first-round-text-as-state",
            r#"{"elicitation":{"url":{}}}"#,
            &one(&form),
            r#"{"elicitation":{"form":{}}}"#,
            "elicitation",
        ),
        lacks(
            "urls-with-bare-elicitation",
            "asks-a-url",
            r#"{"elicitation":{}}"#,
            &one(URL),
            r#"{"elicitation":{"url":{}}}"#,
            "elicitation",
        ),
        lacks(
            "urls-with-true-for-a-capability",
            "asks-a-url",
            r#"{"elicitation":{"url":true}}"#,
            &one(URL),
            r#"{"elicitation":{"url":{}}}"#,
            "elicitation",
        ),
        lacks("sampling", "asks-a-model", r#"{"elicitation":{}}"#, &one(SAMPLING), r#"{"sampling":{}}"#, "sampling"),
        lacks(
            "tools-of-the-model",
            "asks-a-model",
            r#"{"sampling":{}}"#,
            &one(&tools),
            r#"{"sampling":{"tools":{}}}"#,
            "sampling",
        ),
        lacks("roots", "asks-for-roots", r#"{"roots":null}"#, &one(ROOTS), r#"{"roots":{}}"#, "roots"),
        lacks(
            "everything",
            "asks-all-kinds-in-this-order",
            "{}",
            &all,
            r#"{"elicitation":{"form":{},"url":{}},"sampling":{},"roots":{}}"#,
            "elicitation, sampling, roots",
        ),
    ]
}

fn malformed(format: &str) -> Vec<Case> {
    let positive = format!("{format}-first-round-text-as-state");
    let bad = |id: &str, result: &str, names: &[&str]| {
        let expected = refusal("invalid_input_required", -32603, names);
        leaves(&format!("result-with-{id}"), format, &Params::default().text(), result, &expected).unlike(&positive)
    };
    let one = |question: &str| asking(&format!(r#"{{"confirm":{question}}}"#), Some("\"s\""));
    let many: Vec<String> = (0..65).map(|at| format!(r#""q{at}":{ROOTS}"#)).collect();
    let property = |schema: &str| question(&format!(r#"{{"type":"object","properties":{{"a":{schema}}}}}"#));
    let at = "/inputRequests/confirm";
    let url = |url: &str| URL.replace("https://example.com/in", url);
    vec![
        bad("neither-questions-nor-state", r#"{"resultType":"input_required"}"#, &["inputRequests", "requestState"]),
        bad(
            "no-questions-and-no-state",
            r#"{"resultType":"input_required","inputRequests":{}}"#,
            &["inputRequests", "requestState"],
        ),
        bad("questions-in-a-list", &asking(&format!("[{ROOTS}]"), Some("\"s\"")), &["/inputRequests"]),
        bad("65-questions", &asking(&format!("{{{}}}", many.join(",")), Some("\"s\"")), &["/inputRequests", "64"]),
        bad(
            "a-key-of-129-characters",
            &asking(&format!(r#"{{"{}":{ROOTS}}}"#, "k".repeat(129)), Some("\"s\"")),
            &["/inputRequests", "128"],
        ),
        bad("a-number-for-a-state", &asking("{}", Some("5")), &["/requestState"]),
        bad("a-number-for-a-question", &one("5"), &[at]),
        bad("a-question-without-a-method", &one("{}"), &["/inputRequests/confirm/method"]),
        bad(
            "a-question-of-an-unknown-method",
            &one(r#"{"method":"tools/call","params":{}}"#),
            &["/inputRequests/confirm/method"],
        ),
        bad(
            "a-question-with-one-more-member",
            &one(r#"{"method":"roots/list","parms":{}}"#),
            &["/inputRequests/confirm/parms"],
        ),
        bad(
            "an-elicitation-without-params",
            &one(r#"{"method":"elicitation/create"}"#),
            &["/inputRequests/confirm/params"],
        ),
        bad("a-nested-form", &one(&property(r#"{"type":"object"}"#)), &[at, "/properties/a"]),
        bad(
            "a-form-that-asks-for-a-password",
            &one(&question(r#"{"type":"object","properties":{"password":{"type":"string"}}}"#)),
            &[at, "password"],
        ),
        bad(
            "a-default-that-does-not-fit",
            &one(&property(r#"{"type":"boolean","default":"yes"}"#)),
            &[at, "/properties/a/default"],
        ),
        bad("a-url-that-runs-code", &one(&url("javascript:alert(1)")), &["/inputRequests/confirm/params/url"]),
        bad("a-url-without-encryption", &one(&url("http://example.com/")), &["/inputRequests/confirm/params/url"]),
        bad(
            "sampling-without-messages",
            &one(r#"{"method":"sampling/createMessage","params":{"maxTokens":5}}"#),
            &["/inputRequests/confirm/params/messages"],
        ),
    ]
}

fn bounds(format: &str) -> Vec<Case> {
    let positive = format!("{format}-first-round-text-as-state");
    let ask = asking(&format!(r#"{{"confirm":{}}}"#, question(SCHEMA)), Some("\"s\""));
    let last = |id: &str, options: &Value, answered: &str, left: &str, method: &str, bound: &str| {
        let token = Token { round: answered, method, ..Token::new(format) };
        let number: u32 = answered.parse().expect("a number");
        let case = enter(format!("{format}-{id}"), options, &echo(&token.mint())).put("method", method);
        let round = round(number + 1, 0, &token.flow, Some(&token.expires()), Some(PAYLOAD), "");
        let tool = method == "tools/call";
        let refusal =
            json!({ "refusal": { "reason": "rounds", "code": -32603, "names": [bound], "toolResult": tool } });
        lets_in(case, &round, Some(PAYLOAD)).put("leave", json!({ "result": ask, "expect": refusal })).unlike(left)
    };
    let options = json!({ "format": format });
    let eighth = format!("{format}-round-8");
    let unbound = |id: &str, arguments: &'static str, options: Value, reason: &str, names: &[&str]| {
        let params = Params { arguments: Some(arguments), ..Params::default() }.text();
        leaves(id, format, &params, &ask, &refusal(reason, -32603, names)).put("options", options).unlike(&positive)
    };
    let large = asking("{}", Some("\"$LONG\""));
    assert_eq!(ARGUMENTS.len(), PAYLOAD.len());
    vec![
        last("rounds-used-up-by-a-tool", &options, "8", &eighth, "tools/call", "maxRounds"),
        last("rounds-used-up-by-a-prompt", &options, "8", &eighth, "prompts/get", "maxRounds"),
        last(
            "the-only-round-used-up",
            &json!({ "format": format, "maxRounds": 1 }),
            "1",
            &eighth,
            "tools/call",
            "1 rounds",
        ),
        unbound(
            "arguments-that-a-parser-has-rounded",
            r#"{"id":9007199254740992}"#,
            json!({ "format": format, "unsafeIntegers": "refuse" }),
            "unsafe_integer",
            &["2^53"],
        ),
        unbound("arguments-beyond-the-doubles", r#"{"n":1e400}"#, options.clone(), "invalid_argument", &["doubles"]),
        leaves(
            "state-too-large-to-seal",
            format,
            &Params::default().text(),
            &large,
            &refusal("too_large", -32603, &["65536"]),
        )
        .unlike(&positive),
    ]
}
