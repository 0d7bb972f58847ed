//! What the parts share: the count, and how a case is read.

use std::path::Path;

use mrtr::state::Key;
use mrtr::{Error, ErrorCode};
use serde_json::Value;

#[derive(Default)]
pub(crate) struct Tally {
    pub(crate) cases: usize,
    pub(crate) as_wanted: usize,
}

impl Tally {
    pub(crate) fn judge(&mut self, file: &str, case: &Value, wanted: Result<(), String>) {
        self.cases += 1;
        match wanted {
            Ok(()) => self.as_wanted += 1,
            Err(got) => eprintln!("rust: {file}: {}: {}", case["id"], got.chars().take(600).collect::<String>()),
        }
    }
}

/// Are the two the same?
pub(crate) fn same<T: PartialEq + std::fmt::Debug>(got: &T, wanted: &T) -> Result<(), String> {
    if got == wanted { Ok(()) } else { Err(format!("got {got:?}, not {wanted:?}")) }
}

pub(crate) fn load(file: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/vectors").join(file);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    // One case has a lone surrogate inside a JSON text: a Rust string can only hold its escape, which means the same.
    serde_json::from_str(&text.replace(r"x\ud800y", r"x\\ud800y")).expect("JSON")
}

/// The cases of a file of our own.
pub(crate) fn cases(file: &str, kind: &str) -> Vec<Value> {
    let mut whole = load(file);
    assert_eq!(whole["kind"], kind);
    serde_json::from_value(whole["cases"].take()).expect("a list of cases")
}

pub(crate) fn unhex(hex: &str) -> Vec<u8> {
    hex.as_bytes().chunks(2).map(|pair| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap()).collect()
}

/// A member's text; absent and null are none.
pub(crate) fn text<'v>(case: &'v Value, name: &str) -> Option<&'v str> {
    case[name].as_str()
}

pub(crate) fn bytes(case: &Value, name: &str) -> Vec<u8> {
    text(case, name).map(unhex).unwrap_or_default()
}

pub(crate) fn now(case: &Value) -> f64 {
    case["now"].as_f64().unwrap_or(0.0)
}

pub(crate) fn ring(case: &Value) -> Result<Vec<Key>, Error> {
    case["keysHex"].as_array().expect("keysHex").iter().map(|key| Key::new(&unhex(key.as_str().unwrap()))).collect()
}

/// The token, lengthened where the case says so.
pub(crate) fn token(case: &Value) -> String {
    let mut token = text(case, "token").expect("a token").to_owned();
    let length = case["padTokenTo"].as_u64().unwrap_or(0);
    while (token.len() as u64) < length {
        token.push('A');
    }
    token
}

/// The payload; a long one where the case says so.
pub(crate) fn payload(case: &Value) -> Option<String> {
    match case["padPayloadTo"].as_u64() {
        Some(length) => Some(format!("\"{}\"", "x".repeat(usize::try_from(length).unwrap() - 2))),
        None => text(case, "payload").map(str::to_owned),
    }
}

/// The bytes that a case puts in the place of randomness.
pub(crate) fn entropy(case: &Value) -> impl FnMut(&mut [u8]) -> Result<(), Error> + use<> {
    let mut bytes = bytes(case, "entropyHex");
    move |buffer: &mut [u8]| {
        if bytes.len() < buffer.len() {
            return Err(Error::new(ErrorCode::Entropy, "the bytes of the case are used up"));
        }
        let rest = bytes.split_off(buffer.len());
        buffer.copy_from_slice(&bytes);
        bytes = rest;
        Ok(())
    }
}
