//! Tokens that another maker's server minted under the same key: refused, unless the maker is listed.

use serde_json::{Value, json};

use super::token::{
    ARGUMENTS, FLOW, PAYLOAD, Params, SALT, SCHEMA, Token, echo, enter, lets_in, quoted, refused, round,
};
use crate::case::Case;
use crate::forge::{self, b64u, digest16};

pub fn cases() -> Vec<Case> {
    [typescript(), ng_mcp_ui(), python(), ruby()].concat()
}

/// Let in as a first round's echo: round two, a new flow, answers bound to nothing, and a note for the log.
fn welcome(id: &str, options: &Value, token: &str, expires: &str, state: &str, text: &str) -> Case {
    let params = Params {
        state: quoted(token),
        responses: Some(r#"{"anything":{"action":"accept","content":{"ok":true}}}"#),
        ..Params::default()
    };
    let case = enter(format!("foreign-{id}"), options, &params.text()).entropy(&[FLOW]);
    let round = round(2, 7, &b64u(FLOW), Some(expires), Some(state), r#"{"code":"foreign"}"#);
    lets_in(case, &round, Some(text)).put(
        "answers",
        json!([{ "key": "anything", "form": SCHEMA, "outcome": "accepted", "content": r#"{"ok":true}"# }]),
    )
}

fn bad(id: &str, positive: &str, options: &Value, token: &str, reason: &str) -> Case {
    refused(enter(format!("foreign-{id}"), options, &echo(token)), &format!("foreign-{positive}"), reason)
}

fn signed(payload: &str) -> String {
    forge::signed(&forge::key("a"), &forge::envelope(Some(payload), "1790001600", None))
}

fn typescript() -> Vec<Case> {
    let options = json!({ "foreign": ["typescript-sdk"] });
    let token = signed(PAYLOAD);
    let odd = signed(r#"{"p":"x","d":1}"#);
    vec![
        welcome("typescript-sdk", &options, &token, "1790001600", PAYLOAD, PAYLOAD),
        welcome("typescript-sdk-text", &options, &signed("\"step=2\""), "1790001600", "\"step=2\"", "\"step=2\""),
        welcome(
            "typescript-sdk-payload-with-a-p-of-its-own",
            &options,
            &odd,
            "1790001600",
            r#"{"p":"x","d":1}"#,
            r#"{"p":"x","d":1}"#,
        ),
        bad("typescript-sdk-not-listed", "typescript-sdk", &json!({}), &token, "foreign"),
        bad(
            "typescript-sdk-where-others-are-listed",
            "typescript-sdk",
            &json!({ "foreign": ["ng-mcp-ui", "python-sdk", "ruby-sdk"] }),
            &token,
            "foreign",
        ),
        bad("typescript-sdk-of-somebody", "typescript-sdk", &options, &token, "principal").put("principal", "alice"),
        bad("typescript-sdk-payload-too-deep", "typescript-sdk", &options, &signed(&nested(129)), "malformed"),
        bad("typescript-sdk-lapsed", "typescript-sdk", &options, &token, "expired").put("now", 1_790_001_601.0),
    ]
}

fn nested(depth: usize) -> String {
    format!("{}{}", "[".repeat(depth), "]".repeat(depth))
}

fn ng_mcp_ui() -> Vec<Case> {
    let options = json!({ "foreign": ["ng-mcp-ui"] });
    let token = signed(&format!(r#"{{"p":"r","d":{PAYLOAD},"o":"delete_report"}}"#));
    let other = |payload: &str| signed(payload);
    vec![
        welcome("ng-mcp-ui", &options, &token, "1790001600", PAYLOAD, PAYLOAD),
        bad("ng-mcp-ui-not-listed", "ng-mcp-ui", &json!({}), &token, "foreign"),
        bad(
            "ng-mcp-ui-where-others-are-listed",
            "ng-mcp-ui",
            &json!({ "foreign": ["typescript-sdk"] }),
            &token,
            "foreign",
        ),
        bad(
            "ng-mcp-ui-of-another-tool",
            "ng-mcp-ui",
            &options,
            &other(r#"{"p":"r","d":1,"o":"archive_report"}"#),
            "operation",
        ),
        bad("ng-mcp-ui-without-a-tool", "ng-mcp-ui", &options, &other(r#"{"p":"r","d":1}"#), "operation"),
        bad("ng-mcp-ui-widget-token", "ng-mcp-ui", &options, &other(r#"{"p":"v","d":1}"#), "purpose"),
        bad("ng-mcp-ui-shown-for-a-prompt", "ng-mcp-ui", &options, &token, "operation").put("method", "prompts/get"),
        Case::new("foreign-ng-mcp-ui-widget-opens", "open")
            .keys(&[&forge::key("a")])
            .put("options", json!({}))
            .put("now", crate::case::NOW)
            .put("token", signed(r#"{"p":"v","d":[1]}"#))
            .expect(json!({ "payload": "[1]" })),
    ]
}

fn python() -> Vec<Case> {
    let options = json!({ "format": "encrypted", "foreign": ["python-sdk"] });
    let claims = |arguments: &str, rest: &str| {
        format!(
            r#"{{"v": 1, "iat": 1790001000.25, "exp": 1790001600.25, "m": "tools/call", "t": "delete_report", "a": "{}", "s": "step=2"{rest}}}"#,
            digest16(arguments),
        )
    };
    let mint = |claims: &str| forge::encrypted(&forge::key("a"), forge::nonce("python"), claims);
    let token = mint(&claims(ARGUMENTS, ""));
    let named = json!({ "format": "encrypted", "foreign": ["python-sdk"], "serverName": "reports" });
    let with_all =
        mint(&claims(ARGUMENTS, &format!(r#", "aud": "reports", "p": "{}""#, forge::principal(SALT, "alice"))));
    let good = "python-sdk";
    vec![
        welcome(good, &options, &token, "1790001600.25", "\"step=2\"", "step=2"),
        welcome(
            "python-sdk-json-state",
            &options,
            &mint(&claims(ARGUMENTS, "").replace("step=2", "{\\\"a\\\": [1.0]}")),
            "1790001600.25",
            r#"{"a": [1.0]}"#,
            r#"{"a": [1.0]}"#,
        ),
        welcome("python-sdk-with-all-claims", &named, &with_all, "1790001600.25", "\"step=2\"", "step=2")
            .put("principal", "alice"),
        bad("python-sdk-not-listed", good, &json!({ "format": "encrypted" }), &token, "foreign"),
        bad(
            "python-sdk-where-others-are-listed",
            good,
            &json!({ "format": "encrypted", "foreign": ["ruby-sdk"] }),
            &token,
            "foreign",
        ),
        bad("python-sdk-format-not-opened", good, &json!({ "foreign": ["python-sdk"] }), &token, "malformed"),
        bad("python-sdk-of-other-arguments", good, &options, &mint(&claims(r#"{"target":"q4.pdf"}"#, "")), "arguments"),
        bad(
            "python-sdk-without-arguments",
            good,
            &options,
            &mint(&claims(ARGUMENTS, "").replacen("\"a\":", "\"x\":", 1)),
            "arguments",
        ),
        bad(
            "python-sdk-of-another-tool",
            good,
            &options,
            &mint(&claims(ARGUMENTS, "").replace("delete", "archive")),
            "operation",
        ),
        bad("python-sdk-of-another-server", good, &options, &with_all, "audience").put("principal", "alice"),
        bad("python-sdk-of-another-principal", "python-sdk-with-all-claims", &named, &with_all, "principal")
            .put("principal", "mallory"),
        bad("python-sdk-of-nobody-shown-by-somebody", good, &options, &token, "principal").put("principal", "alice"),
    ]
}

fn ruby() -> Vec<Case> {
    let options = json!({ "open": ["signed", "encrypted-ruby"], "foreign": ["ruby-sdk"] });
    let arguments = forge::hex(forge::sha256(ARGUMENTS));
    let claims = |rest: &str| {
        format!(
            r#"{{"v":1,"exp":1790001600,"m":"tools/call","t":"delete_report","a":"{arguments}","s":"step=2"{rest}}}"#
        )
    };
    let mint = |claims: &str| forge::ruby(&forge::key("a"), &forge::nonce("ruby"), claims);
    let token = mint(&claims(""));
    let unlisted = json!({ "open": ["signed", "encrypted-ruby"] });
    assert_ne!(Token::new("signed").mint(), token);
    vec![
        welcome("ruby-sdk", &options, &token, "1790001600", "\"step=2\"", "step=2"),
        bad("ruby-sdk-not-listed", "ruby-sdk", &unlisted, &token, "foreign"),
        bad("ruby-sdk-format-not-opened", "ruby-sdk", &json!({ "foreign": ["ruby-sdk"] }), &token, "malformed"),
        bad(
            "ruby-sdk-of-other-arguments",
            "ruby-sdk",
            &options,
            &mint(&claims("").replace(&arguments, &forge::hex(forge::sha256("{}")))),
            "arguments",
        ),
        bad(
            "ruby-sdk-of-another-tool",
            "ruby-sdk",
            &options,
            &mint(&claims("").replace("delete", "archive")),
            "operation",
        ),
        bad("ruby-sdk-of-another-server", "ruby-sdk", &options, &mint(&claims(r#","aud":"admin""#)), "audience"),
    ]
}
