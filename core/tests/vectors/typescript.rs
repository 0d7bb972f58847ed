//! Tokens of the TypeScript SDK: every one that the SDK minted opens to its payload, minting with the same key, clock and
//! payload gives the same bytes, and every odd or hostile one gets the verdict wanted.

use mrtr::OsEntropy;
use mrtr::state::{Codec, Key, Reason};
use serde_json::Value;

use crate::tally::{Tally, load, now, text, unhex};

/// Lifetimes of zero and less are minted by Node's `createRequestStateCodec` alone.
const NODE_ONLY_MINTS: usize = 2;

pub(crate) fn run(tally: &mut Tally) {
    let mut minted = 0;
    let accept = load("typescript-accept.json");
    let accept = accept.as_array().expect("a list of cases");
    for case in accept {
        accept_case(case, &mut minted, tally);
    }
    for case in load("typescript-verdicts.json").as_array().expect("a list of cases") {
        verdict_case(case, tally);
    }
    assert_eq!(minted, accept.len() - NODE_ONLY_MINTS, "tokens minted with the same bytes");
}

fn accept_case(case: &Value, minted: &mut usize, tally: &mut Tally) {
    let ttl = case["ttlSeconds"].as_f64().expect("ttlSeconds");
    let payload = case["payloadJson"].as_str().expect("payloadJson");
    let codec = codec(case, ttl);
    let verdict = verify(&codec, case);
    let mut good = if ttl < 0.0 { verdict == Err("expired") } else { verdict == Ok(Some(payload.to_owned())) };
    let mut got = format!("{verdict:?}");
    if ttl > 0.0 {
        let again = codec.mint(Some(payload), case["bind"].as_str(), now(case), &mut OsEntropy);
        if again.as_deref() == Ok(token(case)) {
            *minted += 1;
        } else {
            good = false;
            "another token when minting".clone_into(&mut got);
        }
    }
    tally.judge("typescript-accept", case, if good { Ok(()) } else { Err(got) });
}

fn verdict_case(case: &Value, tally: &mut Tally) {
    let verdict = verify(&codec(case, 0.0), case);
    let right = &case["right"];
    let good = match (&right["ok"], right["error"].as_str()) {
        (Value::String(payload), None) => verdict == Ok(Some(payload.clone())),
        (Value::Null, None) => right.get("ok").is_some() && verdict == Ok(None),
        (Value::Null, Some("refused")) => verdict.is_err(),
        (Value::Null, Some(reason)) => verdict == Err(reason),
        _ => false,
    };
    tally.judge("typescript-verdicts", case, if good { Ok(()) } else { Err(format!("{verdict:?}")) });
}

/// A codec with the case's key; a `ttl` of zero or less is the default.
fn codec(case: &Value, ttl: f64) -> Codec {
    let secret = match case["keyText"].as_str() {
        Some(text) => text.as_bytes().to_vec(),
        None => unhex(case["keyHex"].as_str().expect("keyHex")),
    };
    let options = if ttl > 0.0 { format!("{{\"ttlSeconds\":{ttl}}}") } else { String::new() };
    Codec::new(vec![Key::new(&secret).expect("a key")], &options).expect("a codec")
}

fn verify(codec: &Codec, case: &Value) -> Result<Option<String>, &'static str> {
    codec.verify(token(case), case["bind"].as_str(), now(case)).map_err(Reason::as_str)
}

fn token(case: &Value) -> &str {
    text(case, "token").expect("token")
}
