//! Calls that are let in and out.

use serde_json::json;

use super::token::{
    ARGUMENTS, FLOW, PAYLOAD, Params, SALT, SCHEMA, State, Token, asking, echo, enter, lets_in, question, quoted,
    round, second,
};
use crate::case::{Case, NOW};
use crate::forge::{self, b64u};

pub fn cases(format: &str) -> Vec<Case> {
    [rounds(format), first_rounds(format), echoes(format), others(format)].concat()
}

/// Round after round, up to the last.
fn rounds(format: &str) -> Vec<Case> {
    let options = json!({ "format": format });
    let mut cases = Vec::new();
    for answered in 1..=8_u32 {
        let (number, left) = (answered + 1, 8 - answered);
        let (count, next) = (answered.to_string(), number.to_string());
        let token = Token { round: &count, ..Token::new(format) };
        let id = format!("{format}-round-{number}");
        let case = enter(&id, &options, &echo(&token.mint()));
        let case =
            lets_in(case, &round(number, left, &token.flow, Some(&token.expires()), Some(PAYLOAD), ""), Some(PAYLOAD));
        if left == 0 {
            cases.push(case);
            continue;
        }
        let nonce = forge::nonce(&id);
        let sent = Token { round: &next, state: State::Text("next"), nonce: nonce.clone(), ..token };
        let requests = format!("{{\"confirm\":{}}}", question(SCHEMA));
        let drawn: &[&[u8]] = if format == "signed" { &[] } else { &[&nonce] };
        cases.push(case.entropy(drawn).put(
            "leave",
            json!({
                "result": asking(&requests, Some("\"next\"")),
                "expect": { "sent": asking(&requests, quoted(&sent.mint()).as_deref()) },
            }),
        ));
    }
    cases
}

/// First rounds: what leaves holds call, flow, round and questions.
fn first_rounds(format: &str) -> Vec<Case> {
    let requests = format!("{{\"confirm\":{}}}", question(SCHEMA));
    let first = round(1, 8, &b64u(FLOW), None, None, "");
    let make = |id: &str, token: &Token<'_>, options: serde_json::Value, params: &str| {
        let id = format!("{format}-{id}");
        let (early, late) = (forge::nonce(&format!("{id} early")), forge::nonce(&id));
        let salt: &[u8] = if token.principal.is_some() { SALT } else { b"" };
        let sent = Token { nonce: late.clone(), ..token.clone() };
        let seals = matches!(token.state, State::Json(_));
        let mut drawn: Vec<&[u8]> = vec![FLOW];
        if format == "encrypted" {
            if seals {
                drawn.extend([salt, &early]);
            }
            drawn.extend([salt, &late]);
        }
        let (seal, given) = match token.state {
            State::Absent => (None, None),
            State::Json(payload) => (Some(payload), Some("\"$SEALED\"".to_owned())),
            State::Text(text) => (None, quoted(text)),
        };
        let mut way_out = json!({
            "result": asking(&requests, given.as_deref()),
            "expect": { "sent": asking(&requests, quoted(&sent.mint()).as_deref()) },
        });
        if let Some(payload) = seal {
            way_out["seal"] = payload.into();
        }
        let case =
            enter(id, &options, params).entropy(&drawn).put("method", token.method).put("principal", token.principal);
        lets_in(case, &first, None).put("leave", way_out)
    };
    let options = json!({ "format": format });
    let plain = Params::default().text();
    let base = Token::new(format);
    let uri = Params { target: r#""uri":"report://q3""#, arguments: None, ..Params::default() }.text();
    let bare = Params { arguments: None, ..Params::default() }.text();
    let spelt =
        Params { arguments: Some(r#"{ "b" : [1.0, -0, 1e21, "\u00e9"], "a" : {} }"#), ..Params::default() }.text();
    vec![
        make("first-round", &base, options.clone(), &plain),
        make(
            "first-round-text-as-state",
            &Token { state: State::Text("step=2 \"é\"\n"), ..base.clone() },
            options.clone(),
            &plain,
        ),
        make(
            "first-round-json-text-as-state",
            &Token { state: State::Text(r#"{"a":1}"#), ..base.clone() },
            options.clone(),
            &plain,
        ),
        make("first-round-without-state", &Token { state: State::Absent, ..base.clone() }, options.clone(), &plain),
        make("first-round-empty-state", &Token { state: State::Text(""), ..base.clone() }, options.clone(), &plain),
        make("first-round-of-a-prompt", &Token { method: "prompts/get", ..base.clone() }, options.clone(), &plain),
        make(
            "first-round-of-a-resource",
            &Token { method: "resources/read", target: "report://q3", arguments: "{}", python: "{}", ..base.clone() },
            options.clone(),
            &uri,
        ),
        make(
            "first-round-without-arguments",
            &Token { arguments: "{}", python: "{}", ..base.clone() },
            options.clone(),
            &bare,
        ),
        make(
            "first-round-arguments-in-canonical-text",
            &Token {
                arguments: r#"{"a":{},"b":[1,0,1e+21,"é"]}"#,
                python: r#"{"a":{},"b":[1.0,0,1e+21,"\u00e9"]}"#,
                ..base.clone()
            },
            options.clone(),
            &spelt,
        ),
        make(
            "first-round-bound-to-principal-and-audience",
            &Token { principal: Some("alice"), audience: Some("reports"), ..base.clone() },
            json!({ "format": format, "audience": "reports" }),
            &plain,
        ),
        make(
            "first-round-of-a-named-server",
            // The Python SDK's audience is the server's name; the TypeScript SDK knows none.
            &Token { audience: (format == "encrypted").then_some("reports"), ..base.clone() },
            json!({ "format": format, "serverName": "reports" }),
            &plain,
        ),
    ]
}

/// The same token in calls that it is for.
#[allow(clippy::too_many_lines)] // a table
fn echoes(format: &str) -> Vec<Case> {
    let options = json!({ "format": format });
    let base = Token::new(format);
    let named = |what: &str| format!("{format}-{what}");
    let spelt = |arguments: &str| {
        Params { arguments: Some(arguments), state: quoted(&base.mint()), ..Params::default() }.text()
    };
    let numbers = Token { arguments: r#"{"a":1,"b":[2.5,100]}"#, python: "{}", ..base.clone() };
    let numbered = |number: &str| {
        let arguments = format!("{{\"n\":{number}}}");
        let token = Token { arguments: &arguments, ..Token::new(format) };
        Params { arguments: Some(&arguments), state: quoted(&token.mint()), ..Params::default() }.text()
    };
    let bound = Token { principal: Some("alice"), audience: Some("reports"), ..base.clone() };
    let prompt = Token { method: "prompts/get", ..base.clone() };
    let resource =
        Token { method: "resources/read", target: "report://q3", arguments: "{}", python: "{}", ..base.clone() };
    let no_arguments = Token { arguments: "{}", python: "{}", ..base.clone() };
    let uri = Params {
        target: r#""uri":"report://q3""#,
        arguments: None,
        state: quoted(&resource.mint()),
        ..Params::default()
    };
    let bare = Params { arguments: None, state: quoted(&no_arguments.mint()), ..Params::default() };
    let last = if format == "signed" { 1_790_001_600.75 } else { 1_790_001_600.0 };
    vec![
        second(enter(named("echo"), &options, &echo(&base.mint())), format),
        second(
            enter(
                named("echo-arguments-in-another-spelling"),
                &options,
                &spelt(r#"{ "t\u0061rget" : "q3\u002epdf" }"#),
            ),
            format,
        ),
        second(
            enter(
                named("echo-numbers-and-order-in-another-spelling"),
                &options,
                &Params {
                    arguments: Some(r#"{"b":[25e-1,1E2],"a":1.0}"#),
                    state: quoted(&numbers.mint()),
                    ..Params::default()
                }
                .text(),
            ),
            format,
        ),
        second(enter(named("echo-of-a-number"), &options, &numbered("1")), format),
        second(enter(named("echo-of-a-large-integer"), &options, &numbered("9007199254740992")), format),
        second(enter(named("echo-without-arguments"), &options, &bare.text()), format),
        second(
            enter(named("echo-empty-arguments-for-none"), &options, &Params { arguments: Some("{}"), ..bare }.text()),
            format,
        ),
        second(
            enter(
                named("echo-null-arguments-for-none"),
                &options,
                &Params { arguments: Some("null"), state: quoted(&no_arguments.mint()), ..Params::default() }.text(),
            ),
            format,
        ),
        second(enter(named("echo-of-a-prompt"), &options, &echo(&prompt.mint())).put("method", "prompts/get"), format),
        second(enter(named("echo-of-a-resource"), &options, &uri.text()).put("method", "resources/read"), format),
        second(
            enter(named("echo-bound"), &json!({ "format": format, "audience": "reports" }), &echo(&bound.mint()))
                .put("principal", "alice"),
            format,
        ),
        second(
            enter(named("echo-second-key"), &options, &echo(&Token { key: forge::key("b"), ..base.clone() }.mint()))
                .keys(&[&forge::key("a"), &forge::key("b")]),
            format,
        ),
        second(enter(named("echo-at-the-last-instant"), &options, &echo(&base.mint())).put("now", last), format),
        second(
            enter(
                named("echo-of-the-other-format-opened-too"),
                &json!({
                    "format": if format == "signed" { "encrypted" } else { "signed" }, "open": ["signed", "encrypted"],
                }),
                &echo(&base.mint()),
            ),
            format,
        ),
        lets_in(
            enter(
                named("echo-of-a-text"),
                &options,
                &echo(&Token { state: State::Text("step=2"), ..base.clone() }.mint()),
            ),
            &round(2, 7, &base.flow, Some(&base.expires()), Some("\"step=2\""), ""),
            Some("step=2"),
        ),
        lets_in(
            enter(
                named("echo-without-state-inside"),
                &options,
                &echo(&Token { state: State::Absent, ..base.clone() }.mint()),
            ),
            &round(2, 7, &base.flow, Some(&base.expires()), None, ""),
            None,
        ),
        lets_in(
            enter(named("echo-of-the-only-round"), &json!({ "format": format, "maxRounds": 1 }), &echo(&base.mint())),
            &round(2, 0, &base.flow, Some(&base.expires()), Some(PAYLOAD), ""),
            Some(PAYLOAD),
        ),
    ]
}

/// What needs no token, or leaves as it is.
fn others(format: &str) -> Vec<Case> {
    let options = json!({ "format": format });
    let first = round(1, 8, &b64u(FLOW), None, None, "");
    let named = |what: &str| format!("{format}-{what}");
    let begin = |what: &str, params: &str| lets_in(enter(named(what), &options, params).entropy(&[FLOW]), &first, None);
    let null = Params { state: Some("null".into()), ..Params::default() }.text();
    let uri = r#"{"uri":"report://q3","arguments":5}"#;
    assert_eq!(ARGUMENTS, PAYLOAD, "one text serves as both");
    vec![
        begin("null-state-is-none", &null),
        begin("arguments-of-a-resource-are-not-looked-at", uri).put("method", "resources/read"),
        begin("result-that-asks-nothing", &Params::default().text()).put(
            "leave",
            json!({ "result": r#"{"content":[{"type":"text","text":"done"}]}"#, "expect": { "unchanged": true } }),
        ),
        begin("capabilities-from-elsewhere", r#"{"name":"delete_report"}"#)
            .put("capabilities", r#"{"elicitation":{},"roots":{}}"#)
            .put("mayAsk", json!(["form", "roots"])),
        begin("capabilities-all", &Params::default().text()).put("mayAsk", json!(["form", "url", "sampling", "roots"])),
        begin("capabilities-none", r#"{"name":"delete_report"}"#).put("mayAsk", json!([])),
        begin(
            "capabilities-of-other-types",
            &Params { capabilities: r#"{"elicitation":true,"sampling":[],"roots":"x"}"#, ..Params::default() }.text(),
        )
        .put("mayAsk", json!([])),
        begin("clock-on-the-second", &Params::default().text()).put("now", NOW.floor()),
    ]
}
