//! Runs the token vectors of the TypeScript SDK: every token that the SDK minted opens to its payload, minting with the
//! same key, clock and payload gives the same bytes, and every odd or hostile token gets the verdict wanted.
//!
//! Prints one line, `rust: 94 cases, 94 as wanted`, and fails when it is another one.

// A program of its own, which the exceptions for #[test] functions do not reach.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

use std::path::Path;
use std::process::ExitCode;

use mrtr::OsEntropy;
use mrtr::state::{Codec, Key, Reason};
use serde_json::Value;

const ACCEPT_CASES: usize = 25;
const VERDICT_CASES: usize = 69;
/// Lifetimes of zero and less are minted by Node's `createRequestStateCodec` alone.
const NODE_ONLY_MINTS: usize = 2;

#[derive(Default)]
struct Tally {
    cases: usize,
    as_wanted: usize,
    minted: usize,
}

impl Tally {
    fn judge(&mut self, file: &str, case: &Value, good: bool, got: &str) {
        self.cases += 1;
        if good {
            self.as_wanted += 1;
        } else {
            eprintln!("rust: {file}: {}: got {got}", case["id"]);
        }
    }
}

fn main() -> ExitCode {
    let mut tally = Tally::default();
    let accept = load("typescript-accept.json");
    let verdicts = load("typescript-verdicts.json");
    for case in &accept {
        accept_case(case, &mut tally);
    }
    for case in &verdicts {
        verdict_case(case, &mut tally);
    }
    println!("rust: {} cases, {} as wanted", tally.cases, tally.as_wanted);
    let complete = accept.len() == ACCEPT_CASES
        && verdicts.len() == VERDICT_CASES
        && tally.minted == ACCEPT_CASES - NODE_ONLY_MINTS
        && tally.as_wanted == tally.cases;
    if complete { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn load(file: &str) -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/vectors").join(file);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).expect("a list of cases")
}

fn accept_case(case: &Value, tally: &mut Tally) {
    let ttl = case["ttlSeconds"].as_f64().expect("ttlSeconds");
    let payload = case["payloadJson"].as_str().expect("payloadJson");
    let codec = codec(case, ttl);
    let verdict = verify(&codec, case);
    let mut good = if ttl < 0.0 { verdict == Err("expired") } else { verdict == Ok(Some(payload.to_owned())) };
    let mut got = format!("{verdict:?}");
    if ttl > 0.0 {
        let minted = codec.mint(Some(payload), case["bind"].as_str(), now(case), &mut OsEntropy);
        if minted.as_deref() == Ok(token(case)) {
            tally.minted += 1;
        } else {
            good = false;
            "another token when minting".clone_into(&mut got);
        }
    }
    tally.judge("typescript-accept", case, good, &got);
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
    tally.judge("typescript-verdicts", case, good, &format!("{verdict:?}"));
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
    case["token"].as_str().expect("token")
}

fn now(case: &Value) -> f64 {
    case["now"].as_f64().expect("now")
}

fn unhex(hex: &str) -> Vec<u8> {
    hex.as_bytes().chunks(2).map(|pair| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap()).collect()
}
