//! A genuine token that comes back with another call than its own.

use serde_json::{Value, json};

use super::token::{ALL_CAPABILITIES, Params, Token, echo, enter, quoted, refused};
use crate::case::Case;
use crate::forge;

pub fn cases(format: &str) -> Vec<Case> {
    [calls(format), callers(format), times_and_rounds(format), tampered(format)].concat()
}

fn calls(format: &str) -> Vec<Case> {
    let options = json!({ "format": format });
    let base = Token::new(format);
    let good = format!("{format}-echo");
    let moved = |what: &str, params: String, reason: &str| {
        refused(enter(format!("{format}-moved-{what}"), &options, &params), &good, reason)
    };
    let with = |target: &'static str, arguments: Option<&'static str>| {
        Params { target, arguments, state: quoted(&base.mint()), ..Params::default() }.text()
    };
    let tool = r#""name":"delete_report""#;
    let prompt = Token { method: "prompts/get", ..base.clone() };
    let resource =
        Token { method: "resources/read", target: "report://q3", arguments: "{}", python: "{}", ..base.clone() };
    let uri = |uri: &'static str| Params {
        target: uri,
        arguments: None,
        state: quoted(&resource.mint()),
        ..Params::default()
    };
    let one = Token { arguments: r#"{"n":1}"#, python: r#"{"n":1}"#, ..base.clone() };
    let large = Token { arguments: r#"{"n":9007199254740992}"#, python: "{}", ..base.clone() };
    let number = format!("{format}-echo-of-a-number");
    let text = |token: &Token<'_>, arguments: &'static str| {
        Params { arguments: Some(arguments), state: quoted(&token.mint()), ..Params::default() }.text()
    };
    vec![
        moved("to-another-tool", with(r#""name":"archive_report""#, Some(super::token::ARGUMENTS)), "operation"),
        moved(
            "to-a-tool-of-another-case",
            with(r#""name":"Delete_report""#, Some(super::token::ARGUMENTS)),
            "operation",
        ),
        moved(
            "to-a-tool-with-a-longer-name",
            with(r#""name":"delete_report\u0000""#, Some(super::token::ARGUMENTS)),
            "operation",
        ),
        moved("to-another-argument", with(tool, Some(r#"{"target":"q4.pdf"}"#)), "arguments"),
        moved("to-one-more-argument", with(tool, Some(r#"{"target":"q3.pdf","force":true}"#)), "arguments"),
        moved("to-one-argument-less", with(tool, Some("{}")), "arguments"),
        moved("to-no-arguments", with(tool, None), "arguments"),
        moved("to-null-for-an-argument", with(tool, Some(r#"{"target":null}"#)), "arguments"),
        moved("to-an-argument-of-another-name", with(tool, Some(r#"{"Target":"q3.pdf"}"#)), "arguments"),
        moved("to-an-argument-beyond-the-doubles", with(tool, Some(r#"{"target":1e400}"#)), "arguments"),
        moved("to-a-text-for-a-number", text(&one, r#"{"n":"1"}"#), "arguments").unlike(&number),
        moved("to-true-for-a-number", text(&one, r#"{"n":true}"#), "arguments").unlike(&number),
        moved("to-the-next-integer", text(&large, r#"{"n":9007199254740993}"#), "arguments")
            .unlike(&format!("{format}-echo-of-a-large-integer")),
        moved("to-a-prompt", echo(&base.mint()), "operation").put("method", "prompts/get"),
        refused(
            enter(format!("{format}-moved-from-a-prompt-to-a-tool"), &options, &echo(&prompt.mint())),
            &format!("{format}-echo-of-a-prompt"),
            "operation",
        ),
        refused(
            enter(format!("{format}-moved-to-another-resource"), &options, &uri(r#""uri":"report://q4""#).text())
                .put("method", "resources/read"),
            &format!("{format}-echo-of-a-resource"),
            "operation",
        ),
        refused(
            enter(
                format!("{format}-moved-from-a-resource-to-a-tool-of-its-name"),
                &options,
                &uri(r#""name":"report://q3""#).text(),
            ),
            &format!("{format}-echo-of-a-resource"),
            "operation",
        ),
        refused(
            enter(format!("{format}-moved-from-a-tool-to-a-resource-of-its-name"), &options, &{
                let target = r#""uri":"delete_report""#;
                Params { target, state: quoted(&base.mint()), ..Params::default() }.text()
            })
            .put("method", "resources/read"),
            &format!("{format}-echo-of-a-resource"),
            "operation",
        ),
    ]
}

/// Principals, services, keys.
fn callers(format: &str) -> Vec<Case> {
    let options = json!({ "format": format });
    let service = json!({ "format": format, "audience": "reports" });
    let base = Token::new(format);
    let (alice, reports) = (Some("alice"), Some("reports"));
    let bound = Token { principal: alice, audience: reports, ..base.clone() };
    let good = format!("{format}-echo");
    let both = format!("{format}-echo-bound");
    let show = |what: &str, options: &Value, token: &Token<'_>, principal: Option<&str>| {
        enter(format!("{format}-{what}"), options, &echo(&token.mint())).put("principal", principal)
    };
    let stranger = Token { key: forge::key("c"), ..base.clone() };
    let stranger_reason = if format == "signed" { "mac" } else { "unknown_key" };
    let mut cases = vec![
        refused(show("moved-to-another-principal", &service, &bound, Some("mallory")), &both, "principal"),
        refused(show("moved-to-a-principal-of-another-case", &service, &bound, Some("Alice")), &both, "principal"),
        refused(show("moved-to-nobody", &service, &bound, None), &both, "principal"),
        refused(show("moved-to-an-empty-principal", &service, &bound, Some("")), &both, "principal"),
        refused(show("moved-from-nobody-to-a-principal", &options, &base, alice), &good, "principal"),
        refused(
            show("principal-that-could-not-be-told", &options, &base, None).put("principalFailed", true),
            &good,
            "principal",
        ),
        refused(
            show("moved-to-another-service", &json!({ "format": format, "audience": "admin" }), &bound, alice),
            &both,
            "audience",
        ),
        refused(show("moved-to-a-service-without-a-name", &options, &bound, alice), &both, "audience"),
        refused(
            show("moved-from-a-service-without-a-name", &service, &Token { principal: alice, ..base.clone() }, alice),
            &both,
            "audience",
        ),
        refused(show("moved-from-a-service-of-another-key", &options, &stranger, None), &good, stranger_reason),
        refused(
            show("key-that-was-retired", &options, &Token { key: forge::key("b"), ..base.clone() }, None),
            &format!("{format}-echo-second-key"),
            stranger_reason,
        ),
        refused(
            show(
                "format-not-opened",
                &json!({ "format": if format == "signed" { "encrypted" } else { "signed" } }),
                &base,
                None,
            ),
            &format!("{format}-echo-of-the-other-format-opened-too"),
            "malformed",
        ),
    ];
    if format == "encrypted" {
        let named = json!({ "format": format, "serverName": "admin" });
        cases.push(refused(show("moved-to-a-server-of-another-name", &named, &bound, alice), &both, "audience"));
    }
    cases
}

fn times_and_rounds(format: &str) -> Vec<Case> {
    let options = json!({ "format": format });
    let base = Token::new(format);
    let good = format!("{format}-echo");
    let late = if format == "signed" { 1_790_001_601.0 } else { 1_790_001_600.25 };
    let rounds = |what: &str, options: Value, round: &str, positive: &str| {
        let token = Token { round, ..base.clone() };
        refused(enter(format!("{format}-{what}"), &options, &echo(&token.mint())), positive, "rounds")
    };
    let mut cases = vec![
        refused(
            enter(format!("{format}-lapsed"), &options, &echo(&base.mint())).put("now", late),
            &format!("{format}-echo-at-the-last-instant"),
            "expired",
        ),
        rounds("round-beyond-the-bound", options.clone(), "9", &format!("{format}-round-9")),
        rounds("round-far-beyond-the-bound", options.clone(), "4294967295", &format!("{format}-round-9")),
        rounds(
            "round-beyond-a-stricter-bound",
            json!({ "format": format, "maxRounds": 7 }),
            "8",
            &format!("{format}-round-9"),
        ),
        rounds(
            "second-round-where-there-is-one",
            json!({ "format": format, "maxRounds": 1 }),
            "2",
            &format!("{format}-echo-of-the-only-round"),
        ),
    ];
    if format == "encrypted" {
        cases.push(refused(
            enter("encrypted-minted-ahead", &options, &echo(&Token { minted: 1_790_001_061.0, ..base.clone() }.mint())),
            &good,
            "future",
        ));
    }
    cases
}

/// A state that is no genuine token, or no text at all.
fn tampered(format: &str) -> Vec<Case> {
    let options = json!({ "format": format });
    let token = Token::new(format).mint();
    let good = format!("{format}-echo");
    let shown = |what: &str, state: Option<String>, reason: &str| {
        let params = Params { state, capabilities: ALL_CAPABILITIES, ..Params::default() }.text();
        refused(enter(format!("{format}-state-{what}"), &options, &params), &good, reason)
    };
    let swapped = if format == "signed" { "mac" } else { "unknown_key" };
    vec![
        shown("changed", quoted(&forge::flip(&token, 50)), "mac"),
        shown("beginning-changed", quoted(&forge::flip(&token, 3)), swapped),
        shown("with-padding", quoted(&format!("{token}=")), "malformed"),
        shown("with-a-dot-at-the-end", quoted(&format!("{token}.")), "malformed"),
        shown("with-a-space-before", quoted(&format!(" {token}")), "malformed"),
        shown("empty", quoted(""), "malformed"),
        shown("a-number", Some("42".into()), "malformed"),
        shown("true", Some("true".into()), "malformed"),
        shown("an-object", Some("{}".into()), "malformed"),
        shown("a-list-of-it", Some(format!("[{}]", json!(token))), "malformed"),
        shown(
            "with-a-lone-surrogate",
            Some(format!("{}\\ud800\"", json!(token).to_string().trim_end_matches('"'))),
            "malformed",
        ),
        shown("too-large", quoted("$LONG"), "too_large"),
    ]
}
