//! What the targets share: one key, one clock, and tokens forged by the letter of the formats.

use mrtr::Error;
use mrtr::boundary::{Boundary, Call};
use mrtr::state::{Codec, Key};
use serde_json::value::RawValue;
use std::collections::BTreeMap;

/// The forger of the vectors, which uses no line of the crate.
#[allow(dead_code)]
#[path = "../../core/examples/generate_vectors/forge.rs"]
pub mod forge;
pub mod judge;

pub const KEY: &[u8; 32] = b"a key of the fuzzers, 32 bytes..";
pub const NOW: f64 = 1_790_001_000.25;
/// The call that every envelope is read for.
pub const TARGET: &str = "t";

/// A codec that opens what `options` say.
pub fn codec(options: &str) -> Codec {
    Codec::new(vec![Key::new(KEY).unwrap()], options).unwrap()
}

pub fn boundary(options: &str) -> Boundary {
    Boundary::new(vec![Key::new(KEY).unwrap()], options).unwrap()
}

/// A tool call by a client that can be asked everything.
pub fn call(params: &str) -> Call<'_> {
    const CAPABILITIES: &str =
        r#"{"elicitation":{"form":{},"url":{}},"sampling":{"tools":{},"context":{}},"roots":{}}"#;
    Call { method: "tools/call", params, capabilities: Some(CAPABILITIES), ..Call::default() }
}

/// The same bytes at every draw.
pub fn random(buffer: &mut [u8]) -> Result<(), Error> {
    buffer.fill(7);
    Ok(())
}

/// Two texts, parted by the first line feed.
pub fn two(data: &[u8]) -> Option<(&str, &str)> {
    std::str::from_utf8(data).ok()?.split_once('\n')
}

/// Whether a text is JSON by its grammar. Read into a value, serde_json refuses more than that: numbers beyond the
/// doubles, and half of a surrogate pair.
pub fn is_json(text: &str) -> bool {
    serde_json::from_str::<&RawValue>(text).is_ok()
}

/// The members of an object, each with its value as it is written. For serde_json, every surrogate is masked by a
/// character as long: it takes no name that holds half of a pair.
pub fn members(text: &str) -> BTreeMap<String, &str> {
    let masked = without_surrogates(text);
    let read: BTreeMap<String, &RawValue> = serde_json::from_str(&masked).expect("an object");
    let written = |value: &RawValue| {
        let at = value.get().as_ptr() as usize - masked.as_ptr() as usize;
        &text[at..at + value.get().len()]
    };
    read.into_iter().map(|(name, value)| (name, written(value))).collect()
}

fn without_surrogates(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        let (before, escape) = rest.split_at(at);
        let code =
            escape.get(2..6).filter(|_| escape.starts_with("\\u")).and_then(|hex| u16::from_str_radix(hex, 16).ok());
        let surrogate = code.is_some_and(|code| (0xD800..0xE000).contains(&code));
        let (written, after) = escape.split_at(if surrogate { 6 } else { 2 });
        out.push_str(before);
        out.push_str(if surrogate { "\\ufffd" } else { written });
        rest = after;
    }
    out + rest
}
