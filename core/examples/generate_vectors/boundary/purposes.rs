//! Tokens for a call's state, for widgets, and for pages: none passes for another.

use serde_json::{Value, json};

use super::token::{FLOW, PAYLOAD, Params, SALT, State, Token, echo, enter, lets_in, refused, round};
use crate::case::{Case, NOW};
use crate::forge::{self, b64u};

pub fn cases(format: &str) -> Vec<Case> {
    [widgets(format), pages(format)].concat()
}

fn call(id: &str, op: &str, options: &Value) -> Case {
    Case::new(id, op).keys(&[&forge::key("a")]).put("options", options.clone()).put("now", NOW)
}

fn widgets(format: &str) -> Vec<Case> {
    let options = json!({ "format": format, "audience": "reports" });
    let name = |what: &str| format!("{format}-widget-{what}");
    let alice = Some("alice");
    let widget = Token { purpose: "v", audience: Some("reports"), principal: alice, ..Token::new(format) };
    let state = Token { audience: Some("reports"), principal: alice, ..Token::new(format) };
    let page = Token { purpose: "u", ..state.clone() };
    let show =
        |what: &str, token: &str| call(&name(what), "open", &options).put("token", token).put("principal", "alice");
    let good = name("open");
    let bad = |what: &str, token: &str, reason: &str| show(what, token).unlike(&good).refused(reason);
    let drawn: &[&[u8]] = if format == "signed" { &[] } else { &[SALT, &widget.nonce] };
    let seal = |what: &str| {
        call(&name(what), "seal", &options).put("payload", PAYLOAD).put("principal", "alice").entropy(drawn)
    };
    let unbound = Token { principal: None, ..widget.clone() };
    let late = if format == "signed" { 1_790_001_601.0 } else { 1_790_001_600.25 };
    let with_claim = |claim: &str| widget.around(&widget.claims().replacen(",\"aud\":\"reports\"", claim, 1));
    vec![
        show("open", &widget.mint()).expect(json!({ "payload": PAYLOAD })),
        call(&name("open-unbound"), "open", &options)
            .put("token", unbound.mint())
            .expect(json!({ "payload": PAYLOAD })),
        seal("seal").expect(json!({ "token": widget.mint() })),
        show("open-text", &Token { state: State::Json("\"text\""), ..widget.clone() }.mint())
            .expect(json!({ "payload": "\"text\"" })),
        bad("open-as-another", &widget.mint(), "principal").put("principal", "mallory"),
        show("open-bound-as-nobody", &widget.mint()).unlike(&good).refused("principal").without("principal"),
        show("open-unbound-as-somebody", &unbound.mint()).unlike(&name("open-unbound")).refused("principal"),
        bad("of-another-service", &Token { audience: Some("admin"), ..widget.clone() }.mint(), "audience"),
        bad("of-a-service-without-a-name", &with_claim(""), "audience"),
        bad("that-is-a-state", &state.mint(), "purpose"),
        bad("that-is-for-a-page", &page.mint(), "purpose"),
        bad("changed", &forge::flip(&widget.mint(), 40), "mac"),
        bad("empty", "", "malformed"),
        bad("lapsed", &widget.mint(), "expired").put("now", late),
        bad(
            "of-another-key",
            &Token { key: forge::key("c"), ..widget.clone() }.mint(),
            if format == "signed" { "mac" } else { "unknown_key" },
        ),
        bad("too-large", &widget.mint(), "too_large").put("padTokenTo", 65_537),
        seal("seal-for-an-empty-principal").put("principal", "").unlike(&name("seal")).error("invalid_argument"),
        seal("seal-too-large").without("payload").put("padPayloadTo", 49_152).unlike(&name("seal")).error("too_large"),
        seal("seal-without-a-key").keys(&[]).unlike(&name("seal")).error("no_key"),
        refused(
            enter(format!("{format}-moved-widget-token"), &options, &echo(&widget.mint())).put("principal", "alice"),
            &format!("{format}-echo-bound"),
            "purpose",
        ),
        refused(
            enter(format!("{format}-moved-token-for-a-page"), &options, &echo(&page.mint())).put("principal", "alice"),
            &format!("{format}-echo-bound"),
            "purpose",
        ),
    ]
}

fn pages(format: &str) -> Vec<Case> {
    let options = json!({ "format": format });
    let name = |what: &str| format!("{format}-page-{what}");
    let page = Token { purpose: "u", ..Token::new(format) };
    let show = |what: &str, token: &str| {
        call(&name(what), "openUrlCompletion", &options)
            .put("token", token)
            .put("method", "tools/call")
            .put("target", "delete_report")
    };
    let good = name("open");
    let bad = |what: &str, token: &str, reason: &str| show(what, token).unlike(&good).refused(reason);
    let drawn: &[&[u8]] = if format == "signed" { &[FLOW] } else { &[FLOW, &page.nonce] };
    let first = round(1, 8, &b64u(FLOW), None, None, "");
    let prompt = Token { method: "prompts/get", ..page.clone() };
    vec![
        show("open", &page.mint()).expect(json!({ "payload": PAYLOAD, "flowId": b64u(FLOW) })),
        show("open-of-a-prompt", &prompt.mint())
            .put("method", "prompts/get")
            .expect(json!({ "payload": PAYLOAD, "flowId": b64u(FLOW) })),
        lets_in(enter(name("seal"), &options, &Params::default().text()).entropy(drawn), &first, None)
            .put("urlCompletion", json!({ "payload": PAYLOAD, "token": page.mint() })),
        bad("of-another-tool", &page.mint(), "operation").put("target", "archive_report"),
        bad("of-another-method", &page.mint(), "operation").put("method", "prompts/get"),
        bad("of-a-method-that-asks-nothing", &page.mint(), "operation").put("method", "tools/list"),
        bad("of-another-principal", &Token { principal: Some("alice"), ..page.clone() }.mint(), "principal"),
        bad("of-another-service", &Token { audience: Some("admin"), ..page.clone() }.mint(), "audience"),
        bad(
            "without-a-flow",
            &page.around(&page.claims().replacen(&format!(",\"f\":\"{}\"", page.flow), "", 1)),
            "malformed",
        ),
        bad("that-is-a-state", &Token::new(format).mint(), "purpose"),
        bad("that-is-a-widget-token", &Token { purpose: "v", ..page.clone() }.mint(), "purpose"),
        bad("changed", &forge::flip(&page.mint(), 40), "mac"),
    ]
}
