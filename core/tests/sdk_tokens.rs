//! Tokens that the official SDKs minted, from `tests/vectors/`: each opens to what was sealed, and not in another call.

#![allow(clippy::indexing_slicing, clippy::unwrap_used)]

use mrtr::state::{Codec, Key, Reason};
use serde_json::Value;

fn cases(name: &str) -> Vec<Value> {
    let path = format!("{}/../tests/vectors/{name}.json", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    // One case has a lone surrogate inside a JSON text: a Rust string can only hold its escape, which means the same.
    serde_json::from_str(&text.replace(r"x\ud800y", r"x\\ud800y")).unwrap()
}

fn unhex(text: &str) -> Vec<u8> {
    (0..text.len()).step_by(2).map(|at| u8::from_str_radix(&text[at..at + 2], 16).unwrap()).collect()
}

fn text<'v>(case: &'v Value, name: &str) -> &'v str {
    case[name].as_str().unwrap()
}

fn keys(case: &Value) -> Vec<Key> {
    let list = case["keysHex"].as_array().unwrap();
    list.iter().map(|key| Key::new(&unhex(key.as_str().unwrap())).unwrap()).collect()
}

/// The expected call with one member changed or removed.
fn but(expected: &Value, name: &str, value: Value) -> String {
    let mut changed = expected.clone();
    changed[name] = value;
    changed.to_string()
}

#[test]
fn the_python_sdk() {
    let cases = cases("python-accept");
    for case in &cases {
        let codec = Codec::new(keys(case), r#"{"format":"encrypted"}"#).unwrap();
        let token = text(case, "token");
        let now = case["now"].as_f64().unwrap();
        // The parameters stay text: their digits and escapes are what the digest is about.
        let params = text(case, "paramsJson");
        let raw: std::collections::HashMap<String, Box<serde_json::value::RawValue>> =
            serde_json::from_str(params).unwrap();
        let target = raw.get("name").or(raw.get("uri")).unwrap().get();
        let arguments = raw.get("arguments").map_or("null", |arguments| arguments.get());
        let call = |method: &str, audience: &Value, principal: &Value, arguments: &str| {
            format!(
                r#"{{"method":"{method}","target":{target},"arguments":{arguments},"audience":{audience},"principal":{principal}}}"#
            )
        };
        let (method, audience, principal) = (text(case, "method"), &case["audience"], &case["principal"]);
        let expected = call(method, audience, principal, arguments);
        let open = |expected: &str, now: f64| codec.open_state(token, expected, now).unwrap();
        let id = text(case, "id");
        assert_eq!(open(&expected, now).as_deref(), Ok(text(case, "state")), "{id}");
        let ttl = case["ttlSeconds"].as_f64().unwrap();
        assert_eq!(open(&expected, now + ttl), Err(Reason::Expired), "{id}");
        assert_eq!(open(&expected, now - 61.0), Err(Reason::Future), "{id}");
        assert!(open(&expected, now - 60.0).is_ok(), "{id}");
        assert_eq!(open(&call("x/y", audience, principal, arguments), now), Err(Reason::Operation), "{id}");
        assert_eq!(open(&call(method, &"other".into(), principal, arguments), now), Err(Reason::Audience), "{id}");
        assert_eq!(open(&call(method, audience, &"mallory".into(), arguments), now), Err(Reason::Principal), "{id}");
        assert_eq!(open(&call(method, audience, principal, r#"{"x":0}"#), now), Err(Reason::Arguments), "{id}");
        let alone = Codec::new(keys(case), r#"{"format":"encrypted"}"#).unwrap();
        assert_eq!(alone.verify(token, None, now), Err(Reason::Purpose), "{id}");
    }
    assert_eq!(cases.len(), 18);
}

#[test]
fn the_rust_sdk() {
    let cases = cases("rust-accept");
    let mut expired = 0;
    for case in &cases {
        let list = case["keys"].as_array().unwrap();
        let keys: Vec<Key> = list.iter().map(|key| Key::new(&unhex(text(key, "keyHex"))).unwrap()).collect();
        let ids: Vec<&Value> = list.iter().map(|key| &key["id"]).filter(|id| id.is_string()).collect();
        let ids = if ids.is_empty() { Value::Null } else { serde_json::json!(ids) };
        let options = serde_json::json!({"format": case["format"], "keyIds": ids}).to_string();
        let codec = Codec::new(keys, &options).unwrap();
        let (token, ad) = (text(case, "token"), unhex(text(case, "associatedDataHex")));
        let minted = case["mintedAtUnixSeconds"].as_f64().unwrap();
        let ttl = case["ttlSeconds"].as_f64();
        let id = text(case, "id");
        assert_eq!(
            codec.open_bytes(token, &ad, minted).as_deref(),
            Ok(unhex(text(case, "payloadHex")).as_slice()),
            "{id}"
        );
        assert_eq!(codec.open_bytes(token, b"other", minted), Err(Reason::Mac), "{id}");
        if let Some(ttl) = ttl {
            // The instant of minting is known to the second only.
            assert_eq!(codec.open_bytes(token, &ad, minted + ttl + 2.0), Err(Reason::Expired), "{id}");
            expired += 1;
        }
    }
    assert_eq!((cases.len(), expired), (21, 11));
}

#[test]
fn the_ruby_sdk() {
    let cases = cases("ruby-accept");
    for case in &cases {
        let key = Key::new(&unhex(text(case, "keyHex"))).unwrap();
        let codec = Codec::new(vec![key], r#"{"format":"signed","open":["encrypted-ruby"]}"#).unwrap();
        let (token, now) = (text(case, "token"), case["mintedAtUnixSeconds"].as_f64().unwrap());
        let expected = serde_json::json!({
            "method": case["method"], "target": case["target"], "argumentsDigest": case["argumentsDigest"],
            "audience": case["audience"],
        });
        let open = |expected: &str, now: f64| codec.open_state(token, expected, now).unwrap();
        let id = text(case, "id");
        assert_eq!(open(&expected.to_string(), now).as_deref(), Ok(text(case, "state")), "{id}");
        let ttl = case["ttlSeconds"].as_f64().unwrap();
        assert_eq!(open(&expected.to_string(), now + ttl + 2.0), Err(Reason::Expired), "{id}");
        assert_eq!(open(&but(&expected, "method", "prompts/get".into()), now), Err(Reason::Operation), "{id}");
        assert_eq!(open(&but(&expected, "argumentsDigest", "x".into()), now), Err(Reason::Arguments), "{id}");
        assert_eq!(open(&but(&expected, "audience", "other".into()), now), Err(Reason::Audience), "{id}");
        assert_eq!(open(&but(&expected, "principal", "alice".into()), now), Err(Reason::Principal), "{id}");
        assert_eq!(codec.verify(token, None, now), Err(Reason::Purpose), "{id}");
        // The bare layer below: the claims as they stand, and no associated data, which this format does not know.
        let claims: Value = serde_json::from_slice(&codec.open_bytes(token, b"", now).unwrap()).unwrap();
        assert_eq!(claims["s"], case["state"], "{id}");
        assert_eq!(codec.open_bytes(token, b"x", now), Err(Reason::Malformed), "{id}");
    }
    assert_eq!(cases.len(), 4);
}
