//! The format `encrypted`: with the claims of a codec alone, and the bare layer under other people's claims.

use serde_json::{Value, json};

use super::{PAYLOAD, mint, mints, nested, opens, verify};
use crate::case::{Case, NOW};
use crate::forge::{self, Encrypted, b64u, encrypted};

pub fn cases() -> Vec<Case> {
    [passing(), layer(), claims_at_fault(), minting(), bare()].concat()
}

fn options() -> Value {
    json!({ "format": "encrypted" })
}

/// Claims with a lifetime of ten minutes from now on, and these members after it.
fn claims(rest: &str) -> String {
    format!(r#"{{"v":1,"iat":1790001000.25,"exp":1790001600.25{rest}}}"#)
}

fn with_payload() -> String {
    claims(&format!(",\"s\":{}", json!(PAYLOAD)))
}

fn bound_claims() -> String {
    claims(&format!(",\"s\":{},\"p\":\"{}\"", json!(PAYLOAD), forge::principal(b"saltsalt", "alice")))
}

fn around(id: &str, claims: &str) -> Case {
    shown(id, &encrypted(&forge::key("a"), forge::nonce(id), claims))
}

fn shown(id: &str, token: &str) -> Case {
    at(id, token, NOW)
}

fn at(id: &str, token: &str, now: f64) -> Case {
    verify(id, &[&forge::key("a")], &options(), now, token)
}

fn good() -> String {
    encrypted(&forge::key("a"), forge::nonce("good"), &with_payload())
}

fn passing() -> Vec<Case> {
    let (a, b) = (forge::key("a"), forge::key("b"));
    vec![
        opens(shown("encrypted-good", &good()), Some(PAYLOAD)),
        opens(around("encrypted-no-payload", &claims("")), None),
        opens(around("encrypted-state-that-is-no-json", &claims(r#","s":"step=2""#)), Some("step=2")),
        opens(around("encrypted-empty-state", &claims(r#","s":"""#)), Some("")),
        opens(around("encrypted-bound", &bound_claims()).put("bind", "alice"), Some(PAYLOAD)),
        opens(
            around(
                "encrypted-version-and-times-in-other-spellings",
                r#"{"v":1.0,"iat":1790001000,"exp":1.7900016e9,"s":"1"}"#,
            ),
            Some("1"),
        ),
        opens(
            around("encrypted-python-spelling", r#"{"v": 1, "iat": 1790001000.25, "exp": 1790001600.25, "s": "1"}"#),
            Some("1"),
        ),
        opens(at("encrypted-last-instant", &good(), 1_790_001_600.0), Some(PAYLOAD)),
        opens(at("encrypted-minted-a-minute-ahead", &good(), 1_790_000_940.25), Some(PAYLOAD)),
        opens(verify("encrypted-second-key", &[&b, &a], &options(), NOW, &good()), Some(PAYLOAD)),
        opens(
            verify("encrypted-beside-signed", &[&a], &json!({ "open": ["signed", "encrypted"] }), NOW, &good()),
            Some(PAYLOAD),
        ),
    ]
}

/// What the encryption covers, and how it is spelt.
fn layer() -> Vec<Case> {
    let (a, b) = (forge::key("a"), forge::key("b"));
    let good = good();
    let bytes = forge::bytes(&good[3..]);
    let spelt = |bytes: &[u8]| format!("v1.{}", b64u(bytes));
    let changed = |at: usize| {
        let mut bytes = bytes.clone();
        bytes[at] ^= 1;
        spelt(&bytes)
    };
    let right = || Encrypted::new(&a, forge::nonce("layer"));
    let claims = with_payload();
    let faults: Vec<(&str, String, &str)> = vec![
        ("fingerprint-changed", changed(0), "unknown_key"),
        ("nonce-changed", changed(4), "mac"),
        ("first-byte-changed", changed(16), "mac"),
        ("tag-changed", changed(bytes.len() - 1), "mac"),
        ("last-byte-missing", spelt(&bytes[..bytes.len() - 1]), "mac"),
        ("a-byte-more", spelt(&[bytes.as_slice(), &[0]].concat()), "mac"),
        ("shorter-than-any-token", spelt(&bytes[..31]), "malformed"),
        ("prefix-alone", "v1.".into(), "malformed"),
        ("prefix-of-another-version", good.replacen("v1", "v2", 1), "malformed"),
        ("no-prefix", good[3..].to_owned(), "malformed"),
        ("padding", format!("{good}="), "malformed"),
        ("space-before", format!(" {good}"), "malformed"),
        ("newline-after", format!("{good}\n"), "malformed"),
        ("a-dot-inside", format!("{}.{}", &good[..40], &good[40..]), "malformed"),
        ("another-key", encrypted(&b, forge::nonce("layer"), &claims), "unknown_key"),
        ("key-under-the-fingerprint-of-another", Encrypted { key: &b, ..right() }.token(&claims), "mac"),
        ("key-not-derived", Encrypted { derive: false, ..right() }.token(&claims), "mac"),
        ("fingerprint-not-authenticated", Encrypted { aad: b"v1.".to_vec(), ..right() }.token(&claims), "mac"),
        ("prefix-not-authenticated", Encrypted { aad: forge::fingerprint(&a), ..right() }.token(&claims), "mac"),
    ];
    let mut cases: Vec<Case> = faults
        .into_iter()
        .map(|(fault, token, reason)| {
            shown(&format!("encrypted-{fault}"), &token).unlike("encrypted-good").refused(reason)
        })
        .collect();
    cases.push(
        shown("encrypted-too-large", &good).put("padTokenTo", 65_537).unlike("encrypted-good").refused("too_large"),
    );
    cases.push(
        verify("encrypted-format-not-opened", &[&a], &json!({ "format": "signed" }), NOW, &good)
            .unlike("encrypted-good")
            .refused("malformed"),
    );
    cases.push(
        verify("encrypted-key-not-in-the-ring", &[&b], &options(), NOW, &good)
            .unlike("encrypted-good")
            .refused("unknown_key"),
    );
    cases
}

/// A genuine encryption of claims that are not right.
fn claims_at_fault() -> Vec<Case> {
    let life = r#""iat":1790001000.25,"exp":1790001600.25"#;
    let faults: Vec<(&str, String, &str)> = vec![
        ("claims-not-json", "v=1".into(), "malformed"),
        ("claims-an-array", "[1]".into(), "malformed"),
        ("claims-empty", String::new(), "malformed"),
        ("claims-with-nan", r#"{"v":1,"iat":NaN,"exp":1790001600.25,"s":"1"}"#.into(), "malformed"),
        ("no-version", format!(r#"{{{life},"s":"1"}}"#), "malformed"),
        ("version-2", format!(r#"{{"v":2,{life},"s":"1"}}"#), "malformed"),
        ("version-text", format!(r#"{{"v":"1",{life},"s":"1"}}"#), "malformed"),
        ("a-claim-twice", claims(r#","s":"1","s":"1""#), "malformed"),
        ("claims-too-deep", claims(&format!(r#","s":"1","x":{}"#, nested(129))), "malformed"),
        ("state-a-number", claims(r#","s":1"#), "malformed"),
        ("no-time-of-minting", r#"{"v":1,"exp":1790001600.25,"s":"1"}"#.into(), "future"),
        ("time-of-minting-text", r#"{"v":1,"iat":"1790001000.25","exp":1790001600.25,"s":"1"}"#.into(), "future"),
        ("no-expiry", r#"{"v":1,"iat":1790001000.25,"s":"1"}"#.into(), "expired"),
        ("expiry-null", r#"{"v":1,"iat":1790001000.25,"exp":null,"s":"1"}"#.into(), "expired"),
        ("expiry-beyond-the-doubles", r#"{"v":1,"iat":1790001000.25,"exp":1e400,"s":"1"}"#.into(), "expired"),
        ("token-of-a-call", claims(r#","m":"tools/call","t":"tool","a":"x","s":"1""#), "purpose"),
        ("widget-token", claims(r#","u":"v","s":"1""#), "purpose"),
    ];
    let mut cases: Vec<Case> = faults
        .into_iter()
        .map(|(fault, text, reason)| {
            around(&format!("encrypted-{fault}"), &text).unlike("encrypted-good").refused(reason)
        })
        .collect();
    let not_text = Encrypted::new(&forge::key("a"), forge::nonce("not text")).token(b"{\"v\":1,\"s\":\"\xff\"}");
    let bind = |id: &str, claim: &str| {
        let text = claims(&format!(",\"s\":\"1\",\"p\":{claim}"));
        around(id, &text).put("bind", "alice").unlike("encrypted-bound").refused("bind")
    };
    let bound = encrypted(&forge::key("a"), forge::nonce("bound"), &bound_claims());
    cases.extend([
        shown("encrypted-claims-not-utf-8", &not_text).unlike("encrypted-good").refused("malformed"),
        at("encrypted-lapsed-at-the-instant", &good(), 1_790_001_600.25)
            .unlike("encrypted-last-instant")
            .refused("expired"),
        at("encrypted-minted-further-ahead", &good(), 1_790_000_940.0)
            .unlike("encrypted-minted-a-minute-ahead")
            .refused("future"),
        shown("encrypted-bound-to-another", &bound).put("bind", "mallory").unlike("encrypted-bound").refused("bind"),
        shown("encrypted-bound-shown-unbound", &bound).unlike("encrypted-bound").refused("bind"),
        shown("encrypted-unbound-shown-bound", &good()).put("bind", "alice").unlike("encrypted-good").refused("bind"),
        bind("encrypted-binding-a-number", "1"),
        bind(
            "encrypted-binding-too-short",
            &format!("\"{}\"", b64u(&forge::bytes(&forge::principal(b"saltsalt", "alice"))[..23])),
        ),
        bind("encrypted-binding-padded", &format!("\"{}=\"", forge::principal(b"saltsalt", "alice"))),
    ]);
    cases
}

fn minting() -> Vec<Case> {
    let a = forge::key("a");
    let keys: &[&[u8]] = &[&a, &forge::key("b")];
    let plain =
        |id: &str, payload: Option<&str>| mint(id, keys, &options(), NOW, payload).entropy(&[&forge::nonce(id)]);
    let token = |id: &str, claims: &str| encrypted(&a, forge::nonce(id), claims);
    vec![
        mints(plain("encrypted-mint", Some(PAYLOAD)), &token("encrypted-mint", &with_payload())),
        mints(plain("encrypted-mint-without-payload", None), &token("encrypted-mint-without-payload", &claims(""))),
        mints(
            plain("encrypted-mint-bound", Some(PAYLOAD))
                .entropy(&[b"saltsalt", &forge::nonce("encrypted-mint-bound")])
                .put("bind", "alice"),
            &token("encrypted-mint-bound", &bound_claims()),
        ),
        mints(
            mint(
                "encrypted-mint-on-the-second",
                keys,
                &json!({ "format": "encrypted", "ttlSeconds": 60 }),
                1_790_001_000.0,
                Some("1"),
            )
            .entropy(&[&forge::nonce("encrypted-mint-on-the-second")]),
            &token("encrypted-mint-on-the-second", r#"{"v":1,"iat":1790001000.0,"exp":1790001060.0,"s":"1"}"#),
        ),
        plain("encrypted-mint-too-deep", Some(&nested(129))).unlike("encrypted-mint").error("too_deep"),
        plain("encrypted-mint-too-large", None).put("padPayloadTo", 49_152).unlike("encrypted-mint").error("too_large"),
        plain("encrypted-mint-without-randomness", Some(PAYLOAD))
            .entropy(&[b"too short!!"])
            .unlike("encrypted-mint")
            .error("entropy"),
    ]
}

/// Bytes without claims: the layer under `RequestStateSecurity(codec=…)`.
fn bare() -> Vec<Case> {
    let a = forge::key("a");
    let payload = b"\x00\xffany bytes";
    let token = Encrypted::new(&a, forge::nonce("bare")).token(payload);
    let call = |id: &str, op: &str| Case::new(id, op).keys(&[&a]).put("options", options()).put("now", NOW);
    let open = |id: &str, token: &str| call(id, "openBytes").put("token", token);
    let seal =
        |id: &str| call(id, "sealBytes").put("payloadHex", forge::hex(payload)).entropy(&[&forge::nonce("bare")]);
    vec![
        open("encrypted-bytes", &token).expect(json!({ "payloadHex": forge::hex(payload) })),
        seal("encrypted-bytes-seal").expect(json!({ "token": token })),
        open("encrypted-bytes-changed", &forge::flip(&token, -3)).unlike("encrypted-bytes").refused("mac"),
        open("encrypted-bytes-with-associated-data", &token)
            .put("associatedDataHex", forge::hex("x"))
            .unlike("encrypted-bytes")
            .refused("malformed"),
        seal("encrypted-bytes-seal-with-associated-data")
            .put("associatedDataHex", forge::hex("x"))
            .unlike("encrypted-bytes-seal")
            .error("invalid_argument"),
    ]
}
