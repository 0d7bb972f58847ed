//! Tokens that the Python, Rust and Ruby SDKs minted: each opens to what was sealed.

use mrtr::state::{Codec, Key};
use serde_json::{Value, json};

use crate::tally::{Tally, bytes, load, ring, same, text, token, unhex};

pub(crate) fn run(tally: &mut Tally) {
    for (file, one) in [("python-accept", python as fn(&Value) -> _), ("rust-accept", rust), ("ruby-accept", ruby)] {
        for case in load(&format!("{file}.json")).as_array().expect("a list of cases") {
            tally.judge(file, case, one(case));
        }
    }
}

fn state(codec: &Codec, case: &Value, call: &Value, now: &Value) -> Result<(), String> {
    let got = codec.open_state(&token(case), &call.to_string(), now.as_f64().expect("a clock"));
    same(&got.expect("a call").as_deref(), &Ok(text(case, "state").expect("state")))
}

fn python(case: &Value) -> Result<(), String> {
    let codec = Codec::new(ring(case).expect("keys"), r#"{"format":"encrypted"}"#).expect("a codec");
    // The arguments stay text: their digits and escapes are what the digest is about.
    let params = text(case, "paramsJson").expect("params");
    let raw: std::collections::HashMap<String, Box<serde_json::value::RawValue>> =
        serde_json::from_str(params).expect("params");
    let target: String =
        serde_json::from_str(raw.get("name").or(raw.get("uri")).expect("a target").get()).expect("text");
    let call = json!({
        "method": case["method"], "target": target, "argumentsJson": raw.get("arguments").map(|raw| raw.get()),
        "audience": case["audience"], "principal": case["principal"],
    });
    state(&codec, case, &call, &case["now"])
}

fn rust(case: &Value) -> Result<(), String> {
    let list = case["keys"].as_array().expect("keys");
    let keys = list.iter().map(|key| Key::new(&bytes(key, "keyHex")).expect("a key")).collect();
    let ids: Vec<&Value> = list.iter().map(|key| &key["id"]).filter(|id| id.is_string()).collect();
    let ids = if ids.is_empty() { Value::Null } else { json!(ids) };
    let codec = Codec::new(keys, &json!({ "format": case["format"], "keyIds": ids }).to_string()).expect("a codec");
    let minted = case["mintedAtUnixSeconds"].as_f64().expect("a clock");
    let got = codec.open_bytes(&token(case), &bytes(case, "associatedDataHex"), minted);
    same(&got, &Ok(unhex(text(case, "payloadHex").expect("payload"))))
}

fn ruby(case: &Value) -> Result<(), String> {
    let key = Key::new(&bytes(case, "keyHex")).expect("a key");
    let codec = Codec::new(vec![key], r#"{"open":["encrypted-ruby"]}"#).expect("a codec");
    let call = json!({
        "method": case["method"], "target": case["target"], "argumentsDigest": case["argumentsDigest"],
        "audience": case["audience"],
    });
    state(&codec, case, &call, &case["mintedAtUnixSeconds"])
}
