//! The format `signed`.

use serde_json::{Value, json};

use super::{PAYLOAD, mint, mints, nested, opens, verify};
use crate::case::{Case, NOW};
use crate::forge::{self, bind_tag, envelope, signed, signed_under};

const EXPIRES: &str = "1790001600";

pub fn cases() -> Vec<Case> {
    [passing(), spelling(), envelopes(), bindings_and_clocks(), minting()].concat()
}

fn options() -> Value {
    json!({ "format": "signed" })
}

fn good() -> String {
    signed(&forge::key("a"), &envelope(Some(PAYLOAD), EXPIRES, None))
}

/// A token around this envelope text, verified.
fn around(id: &str, text: &str) -> Case {
    shown(id, &signed(&forge::key("a"), text))
}

fn shown(id: &str, token: &str) -> Case {
    verify(id, &[&forge::key("a")], &options(), NOW, token)
}

fn passing() -> Vec<Case> {
    let (a, b) = (forge::key("a"), forge::key("b"));
    let bound = signed(&a, &envelope(Some(PAYLOAD), EXPIRES, Some(&bind_tag(&a, "alice"))));
    let bound_to_nothing = signed(&a, &envelope(Some(PAYLOAD), EXPIRES, Some(&bind_tag(&a, ""))));
    let deepest = nested(128);
    vec![
        opens(shown("signed-good", &good()), Some(PAYLOAD)),
        opens(around("signed-no-payload", &envelope(None, EXPIRES, None)), None),
        opens(around("signed-null-payload", &envelope(Some("null"), EXPIRES, None)), Some("null")),
        opens(around("signed-white-space-kept", "{ \"p\" : [1.0 , 2] , \"exp\" : 1790001600 }"), Some("[1.0 , 2]")),
        opens(around("signed-more-members", r#"{"p":1,"exp":1790001600,"x":{"y":[]}}"#), Some("1")),
        opens(around("signed-escaped-names", r#"{"\u0070":1,"e\u0078p":1790001600}"#), Some("1")),
        opens(around("signed-deepest-payload", &envelope(Some(&deepest), EXPIRES, None)), Some(&deepest)),
        opens(
            around("signed-own-envelope-of-ng-mcp-ui", &envelope(Some(r#"{"p":"r","d":1,"o":"tool"}"#), EXPIRES, None)),
            Some(r#"{"p":"r","d":1,"o":"tool"}"#),
        ),
        opens(shown("signed-bound", &bound).put("bind", "alice"), Some(PAYLOAD)),
        opens(shown("signed-bound-to-empty-text", &bound_to_nothing).put("bind", ""), Some(PAYLOAD)),
        opens(verify("signed-second-key", &[&b, &a], &options(), NOW, &good()), Some(PAYLOAD)),
        opens(verify("signed-last-second", &[&a], &options(), 1_790_001_600.75, &good()), Some(PAYLOAD)),
        opens(
            verify(
                "signed-last-second-of-a-fractional-expiry",
                &[&a],
                &options(),
                1_790_001_600.75,
                &signed(&a, &envelope(Some(PAYLOAD), "1790001600.5", None)),
            ),
            Some(PAYLOAD),
        ),
        opens(
            verify("signed-beside-encrypted", &[&a], &json!({ "open": ["encrypted", "signed"] }), NOW, &good()),
            Some(PAYLOAD),
        ),
    ]
}

/// One token has one spelling.
fn spelling() -> Vec<Case> {
    let a = forge::key("a");
    let good = good();
    let (body, mac) = good[3..].split_once('.').expect("two parts");
    let standard = {
        // A payload whose base64 has both characters that the two alphabets differ in.
        let right = signed(&a, &envelope(Some(r#""\u00ff???>>>~~~""#), EXPIRES, None));
        let (text, _) = right.rsplit_once('.').expect("two parts");
        assert!(text.contains(['-', '_']), "the alphabets differ in this body");
        text[3..].replace('-', "+").replace('_', "/")
    };
    let resigned = |text: &str| {
        let right = signed_under(&a, text, b"");
        right.rsplit_once('.').expect("two parts").1.to_owned()
    };
    let faults: Vec<(&str, String, &str)> = vec![
        ("empty-text", String::new(), "malformed"),
        ("prefix-alone", "v1.".into(), "malformed"),
        ("no-mac", format!("v1.{body}"), "malformed"),
        ("empty-mac", format!("v1.{body}."), "mac"),
        ("empty-body", signed_under(&a, "v1.", b""), "malformed"),
        (
            "prefix-of-another-version",
            signed_under(&a, "v2.", envelope(Some(PAYLOAD), EXPIRES, None).as_bytes()),
            "malformed",
        ),
        ("prefix-in-capitals", format!("V1.{body}.{mac}"), "malformed"),
        ("no-prefix", format!("{body}.{mac}"), "malformed"),
        ("a-third-part", format!("{good}.{mac}"), "malformed"),
        ("first-character-of-the-body", forge::flip(&good, 3), "mac"),
        ("last-character-of-the-body", forge::flip(&good, 2 + body.len().cast_signed()), "mac"),
        ("first-character-of-the-mac", forge::flip(&good, 4 + body.len().cast_signed()), "mac"),
        ("mac-of-31-bytes", format!("v1.{body}.{}", forge::b64u(&forge::bytes(mac)[..31])), "mac"),
        ("mac-of-33-bytes", format!("v1.{body}.{}", forge::b64u([forge::bytes(mac), vec![0]].concat())), "mac"),
        ("stray-bits-after-the-mac", forge::stray_bits(&good), "malformed"),
        ("padding", format!("{good}="), "malformed"),
        ("space-before", format!(" {good}"), "malformed"),
        ("newline-after", format!("{good}\n"), "malformed"),
        ("nul-after", format!("{good}\u{0}"), "malformed"),
        ("another-letter-that-looks-like-it", good.replacen('e', "\u{435}", 1), "malformed"),
        ("padded-body-signed-as-such", format!("v1.{body}=.{}", resigned(&format!("v1.{body}="))), "malformed"),
        (
            "standard-alphabet-signed-as-such",
            format!("v1.{standard}.{}", resigned(&format!("v1.{standard}"))),
            "malformed",
        ),
        ("another-key", signed(&forge::key("b"), &envelope(Some(PAYLOAD), EXPIRES, None)), "mac"),
        ("mac-over-the-body-alone", format!("v1.{}", signed_under(&a, "", &forge::bytes(body))), "mac"),
    ];
    let mut cases: Vec<Case> = faults
        .into_iter()
        .map(|(fault, token, reason)| shown(&format!("signed-{fault}"), &token).unlike("signed-good").refused(reason))
        .collect();
    cases.push(shown("signed-too-large", &good).put("padTokenTo", 65_537).unlike("signed-good").refused("too_large"));
    cases.push(
        verify("signed-format-not-opened", &[&a], &json!({ "format": "encrypted" }), NOW, &good)
            .unlike("signed-good")
            .refused("malformed"),
    );
    cases
}

/// A genuine tag over an envelope that is not right.
fn envelopes() -> Vec<Case> {
    let a = forge::key("a");
    let text = |text: &str| signed(&a, text);
    let faults: Vec<(&str, String, &str)> = vec![
        ("body-not-utf-8", signed_under(&a, "v1.", b"{\"p\":\"\xff\",\"exp\":1790001600}"), "malformed"),
        ("byte-order-mark", text("\u{feff}{\"p\":1,\"exp\":1790001600}"), "malformed"),
        ("body-not-json", text("{\"p\":1,\"exp\":1790001600"), "malformed"),
        ("body-with-more-after-it", text(r#"{"p":1,"exp":1790001600}0"#), "malformed"),
        ("body-an-array", text("[1,1790001600]"), "malformed"),
        ("body-null", text("null"), "malformed"),
        ("payload-twice", text(r#"{"p":1,"p":2,"exp":1790001600}"#), "malformed"),
        ("expiry-twice-once-escaped", text(r#"{"p":1,"exp":1790001600,"e\u0078p":1790001601}"#), "malformed"),
        ("a-member-twice-deep-inside", text(r#"{"p":{"a":[{"b":1,"b":1}]},"exp":1790001600}"#), "malformed"),
        ("payload-too-deep", text(&envelope(Some(&nested(129)), EXPIRES, None)), "malformed"),
        ("no-expiry", text(r#"{"p":1}"#), "expired"),
        ("expiry-null", text(r#"{"p":1,"exp":null}"#), "expired"),
        ("expiry-text", text(r#"{"p":1,"exp":"1790001600"}"#), "expired"),
        ("expiry-true", text(r#"{"p":1,"exp":true}"#), "expired"),
        ("expiry-beyond-the-doubles", text(r#"{"p":1,"exp":1e400}"#), "expired"),
        (
            "token-of-the-boundary",
            text(&envelope(Some(r#"{"p":"r","d":1,"o":"tool","n":1}"#), EXPIRES, None)),
            "purpose",
        ),
    ];
    faults
        .into_iter()
        .map(|(fault, token, reason)| shown(&format!("signed-{fault}"), &token).unlike("signed-good").refused(reason))
        .collect()
}

fn bindings_and_clocks() -> Vec<Case> {
    let a = forge::key("a");
    let bound = signed(&a, &envelope(Some(PAYLOAD), EXPIRES, Some(&bind_tag(&a, "alice"))));
    let with = |tag: &str| signed(&a, &format!(r#"{{"p":1,"exp":1790001600,"b":{tag}}}"#));
    let bad_tag = |id: &str, token: &str| shown(id, token).put("bind", "alice").unlike("signed-bound").refused("bind");
    let late = |id: &str, now: f64, token: &str, positive: &str| {
        verify(id, &[&a], &options(), now, token).unlike(positive).refused("expired")
    };
    let fractional = signed(&a, &envelope(Some(PAYLOAD), "1790001600.5", None));
    vec![
        shown("signed-bound-to-another", &bound).put("bind", "mallory").unlike("signed-bound").refused("bind"),
        shown("signed-bound-shown-unbound", &bound).unlike("signed-bound").refused("bind"),
        shown("signed-unbound-shown-bound", &good()).put("bind", "alice").unlike("signed-good").refused("bind"),
        shown("signed-bound-shown-with-empty-text", &bound).put("bind", "").unlike("signed-bound").refused("bind"),
        bad_tag("signed-tag-of-another-key", &with(&format!("\"{}\"", bind_tag(&forge::key("b"), "alice")))),
        bad_tag("signed-tag-too-short", &with(&format!("\"{}\"", &bind_tag(&a, "alice")[..21]))),
        bad_tag("signed-tag-null", &with("null")),
        bad_tag("signed-tag-a-number", &with("1")),
        shown("signed-null-tag-shown-unbound", &with("null")).unlike("signed-good").refused("bind"),
        late("signed-lapsed", 1_790_001_601.0, &good(), "signed-last-second"),
        late("signed-lapsed-fraction", 1_790_001_601.0, &fractional, "signed-last-second-of-a-fractional-expiry"),
        late("signed-lapsed-and-bound", 1_790_001_601.0, &bound, "signed-last-second").put("bind", "alice"),
    ]
}

fn minting() -> Vec<Case> {
    let a = forge::key("a");
    let keys: &[&[u8]] = &[&a, &forge::key("b")];
    let plain = |id: &str, payload: Option<&str>| mint(id, keys, &options(), NOW, payload);
    let token = |payload: Option<&str>, expires: &str| signed(&a, &envelope(payload, expires, None));
    let unicode = r#"["Zürich 🪃","\u0001\"\\\n",1.5,-7,null,{"":[]}]"#;
    let ttl = json!({ "format": "signed", "ttlSeconds": 0.5 });
    vec![
        mints(plain("signed-mint", Some(PAYLOAD)), &token(Some(PAYLOAD), EXPIRES)),
        mints(plain("signed-mint-without-payload", None), &token(None, EXPIRES)),
        mints(plain("signed-mint-unicode", Some(unicode)), &token(Some(unicode), EXPIRES)),
        mints(
            plain("signed-mint-bound", Some(PAYLOAD)).put("bind", "пользователь🪃"),
            &signed(&a, &envelope(Some(PAYLOAD), EXPIRES, Some(&bind_tag(&a, "пользователь🪃")))),
        ),
        mints(mint("signed-mint-fractional-lifetime", keys, &ttl, NOW, Some("1")), &token(Some("1"), "1790001000.5")),
        mints(
            plain("signed-mint-own-envelope-of-ng-mcp-ui", Some(r#"{"p":"v","d":1}"#)),
            &token(Some(r#"{"p":"v","d":1}"#), EXPIRES),
        ),
        plain("signed-mint-token-of-the-boundary", Some(r#"{"p":"r","d":1,"o":"tool","f":"x"}"#))
            .unlike("signed-mint-own-envelope-of-ng-mcp-ui")
            .error("reserved_payload"),
        plain("signed-mint-widget-token-with-audience", Some(r#"{"p":"v","d":1,"aud":"x"}"#))
            .unlike("signed-mint-own-envelope-of-ng-mcp-ui")
            .error("reserved_payload"),
        plain("signed-mint-too-deep", Some(&nested(129))).unlike("signed-mint").error("too_deep"),
        plain("signed-mint-too-large", None).put("padPayloadTo", 49_152).unlike("signed-mint").error("too_large"),
    ]
}
