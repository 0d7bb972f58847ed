//! Tokens of the Python and the Ruby SDK, opened against the call that they must be for.

use serde_json::{Value, json};

use crate::case::{Case, NOW};
use crate::forge::{self, digest16, encrypted, ruby};

const ARGUMENTS: &str = r#"{"target": "q3.pdf", "n": 1.0}"#;
/// As `json.dumps(arguments, sort_keys=True, separators=(",", ":"))` writes them.
const CANONICAL: &str = r#"{"n":1.0,"target":"q3.pdf"}"#;

pub fn cases() -> Vec<Case> {
    [python(), python_faults(), ruby_cases()].concat()
}

fn call() -> Value {
    json!({
        "method": "tools/call", "target": "delete_report", "argumentsJson": ARGUMENTS,
        "audience": "reports", "principal": "alice",
    })
}

/// The call with one member changed; null takes it away.
fn but(name: &str, value: Value) -> Value {
    let mut changed = call();
    changed[name] = value;
    changed.as_object_mut().expect("an object").retain(|_, value| !value.is_null());
    changed
}

fn claims(rest: &str) -> String {
    format!(r#"{{"v":1,"iat":1790001000.25,"exp":1790001600.25{rest}}}"#)
}

fn all() -> String {
    let (a, p) = (digest16(CANONICAL), forge::principal(b"saltsalt", "alice"));
    format!(r#","m":"tools/call","t":"delete_report","a":"{a}","s":"step=2","aud":"reports","p":"{p}""#)
}

fn good() -> String {
    encrypted(&forge::key("a"), forge::nonce("good"), &claims(&all()))
}

fn show(id: &str, token: &str, call: Value) -> Case {
    Case::new(id, "openState")
        .keys(&[&forge::key("a")])
        .put("options", json!({ "format": "encrypted" }))
        .put("now", NOW)
        .put("token", token)
        .put("call", call)
}

fn gives(case: Case, state: &str) -> Case {
    case.expect(json!({ "state": state }))
}

fn python() -> Vec<Case> {
    let around = |id: &str, rest: &str, call: Value| {
        show(id, &encrypted(&forge::key("a"), forge::nonce(id), &claims(rest)), call)
    };
    let unbound = |arguments: &str| format!(r#","m":"tools/call","t":"tool","a":"{}","s":"""#, digest16(arguments));
    let unicode = r#"{"\u00e9":"\ud83e\ude83\u007f","\u4e1c":[-0.0,1e+22,1e-07,12345678901234567890]}"#;
    vec![
        gives(show("python-good", &good(), call()), "step=2"),
        gives(
            show("python-digest-known", &good(), {
                let mut call = but("argumentsJson", Value::Null);
                call["argumentsDigest"] = digest16(CANONICAL).into();
                call
            }),
            "step=2",
        ),
        gives(around("python-no-arguments", &unbound("{}"), json!({ "method": "tools/call", "target": "tool" })), ""),
        gives(
            around(
                "python-null-arguments",
                &unbound("{}"),
                json!({ "method": "tools/call", "target": "tool", "argumentsJson": "null" }),
            ),
            "",
        ),
        gives(
            around(
                "python-spelling-of-arguments",
                &unbound(unicode),
                json!({
                    "method": "tools/call", "target": "tool",
                    "argumentsJson": "{\"东\":[-0.0,1e22,1e-7,12345678901234567890],\"é\":\"🪃\u{7f}\"}",
                }),
            ),
            "",
        ),
        gives(show("python-last-instant", &good(), call()).put("now", 1_790_001_600.0), "step=2"),
    ]
}

fn python_faults() -> Vec<Case> {
    let token = good();
    let moved: Vec<(&str, Value, &str)> = vec![
        ("another-method", but("method", "prompts/get".into()), "operation"),
        ("another-target", but("target", "archive_report".into()), "operation"),
        ("another-argument", but("argumentsJson", r#"{"target": "q4.pdf", "n": 1.0}"#.into()), "arguments"),
        ("an-integer-for-a-float", but("argumentsJson", r#"{"target": "q3.pdf", "n": 1}"#.into()), "arguments"),
        ("arguments-missing", but("argumentsJson", Value::Null), "arguments"),
        ("a-number-beyond-the-doubles", but("argumentsJson", r#"{"n": 1e400}"#.into()), "arguments"),
        ("another-audience", but("audience", "admin".into()), "audience"),
        ("audience-missing", but("audience", Value::Null), "audience"),
        ("another-principal", but("principal", "mallory".into()), "principal"),
        ("principal-missing", but("principal", Value::Null), "principal"),
    ];
    let mut cases: Vec<Case> = moved
        .into_iter()
        .map(|(fault, call, reason)| {
            show(&format!("python-{fault}"), &token, call).unlike("python-good").refused(reason)
        })
        .collect();
    let without = |name: &str, value: &str| all().replace(&format!(",\"{name}\":\"{value}\""), "");
    let p = forge::principal(b"saltsalt", "alice");
    let lacking: Vec<(&str, String, &str)> = vec![
        ("token-without-method", without("m", "tools/call"), "operation"),
        ("token-without-target", without("t", "delete_report"), "operation"),
        ("token-without-arguments", without("a", &digest16(CANONICAL)), "arguments"),
        ("token-without-audience", without("aud", "reports"), "audience"),
        ("token-without-principal", without("p", &p), "principal"),
        ("token-without-state", without("s", "step=2"), "malformed"),
        ("token-with-a-state-that-is-no-text", all().replace("\"step=2\"", "2"), "malformed"),
    ];
    for (fault, rest, reason) in lacking {
        let id = format!("python-{fault}");
        let token = encrypted(&forge::key("a"), forge::nonce(&id), &claims(&rest));
        cases.push(show(&id, &token, call()).unlike("python-good").refused(reason));
    }
    cases.extend([
        show("python-lapsed", &token, call())
            .put("now", 1_790_001_600.25)
            .unlike("python-last-instant")
            .refused("expired"),
        show("python-minted-ahead", &token, call()).put("now", 1_790_000_940.0).unlike("python-good").refused("future"),
        show("python-token-changed", &forge::flip(&token, 60), call()).unlike("python-good").refused("mac"),
        show("python-key-unknown", &token, call())
            .keys(&[&forge::key("b")])
            .unlike("python-good")
            .refused("unknown_key"),
        show("python-format-not-opened", &token, call())
            .put("options", json!({ "format": "signed" }))
            .unlike("python-good")
            .refused("malformed"),
        show("python-call-without-a-target", &token, but("target", Value::Null))
            .unlike("python-good")
            .error("invalid_option"),
        show("python-call-with-arguments-and-their-digest", &token, {
            let mut call = call();
            call["argumentsDigest"] = digest16(CANONICAL).into();
            call
        })
        .unlike("python-good")
        .error("invalid_option"),
    ]);
    cases
}

fn ruby_cases() -> Vec<Case> {
    let a = forge::key("a");
    let claims = |rest: &str| {
        format!(r#"{{"v":1,"exp":1790001600,"m":"tools/call","t":"delete_report","a":"digest","s":"step=2"{rest}}}"#)
    };
    let token = |id: &str, text: &str| ruby(&a, &forge::nonce(id), text);
    let call = json!({ "method": "tools/call", "target": "delete_report", "argumentsDigest": "digest", "audience": "reports" });
    let but = |name: &str, value: Value| {
        let mut changed = call.clone();
        changed[name] = value;
        changed.as_object_mut().expect("an object").retain(|_, value| !value.is_null());
        changed
    };
    let good = token("good", &claims(r#","aud":"reports""#));
    let options = json!({ "format": "signed", "open": ["encrypted-ruby"] });
    let show =
        |id: &str, token: &str, call: Value| show(&format!("ruby-{id}"), token, call).put("options", options.clone());
    let faulty =
        |id: &str, token: &str, call: Value, reason: &str| show(id, token, call).unlike("ruby-good").refused(reason);
    let with_expiry = |id: &str, expiry: &str| token(id, &claims(r#","aud":"reports""#).replace("1790001600", expiry));
    vec![
        gives(show("good", &good, call.clone()), "step=2"),
        gives(show("last-second", &good, call.clone()).put("now", 1_790_001_600.99), "step=2"),
        show("lapsed", &good, call.clone()).put("now", 1_790_001_601.0).unlike("ruby-last-second").refused("expired"),
        faulty("expiry-a-fraction", &with_expiry("fraction", "1790001600.5"), call.clone(), "expired"),
        faulty("expiry-text", &with_expiry("text", "\"1790001600\""), call.clone(), "expired"),
        faulty("another-method", &good, but("method", "prompts/get".into()), "operation"),
        faulty("another-target", &good, but("target", "archive_report".into()), "operation"),
        faulty("another-digest", &good, but("argumentsDigest", "other".into()), "arguments"),
        faulty("another-audience", &good, but("audience", "admin".into()), "audience"),
        faulty("audience-missing", &good, but("audience", Value::Null), "audience"),
        faulty("principal-from-nowhere", &good, but("principal", "alice".into()), "principal"),
        faulty("token-changed", &forge::flip(&good, 40), call.clone(), "mac"),
        faulty("another-key", &ruby(&forge::key("b"), &forge::nonce("other"), &claims("")), call.clone(), "mac"),
        faulty("shown-to-python", &good, call.clone(), "unknown_key").put("options", json!({ "format": "encrypted" })),
    ]
}
