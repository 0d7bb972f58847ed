//! One changed character, anywhere, and a token of any format is refused.

#![allow(clippy::indexing_slicing, clippy::unwrap_used)]

use mrtr::OsEntropy;
use mrtr::state::{Codec, Key};

const NOW: f64 = 1_790_001_000.0;
const SYMBOLS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/ \n\0";

fn codec(format: &str) -> Codec {
    let key = Key::new(b"a key of at least thirty-two bytes").unwrap();
    Codec::new(vec![key], &format!(r#"{{"format":"{format}","keyIds":["k1"]}}"#)).unwrap()
}

/// Every text at one edit's distance: substitution, insertion, deletion, transposition of neighbours.
fn edits(token: &str) -> impl Iterator<Item = String> + '_ {
    let bytes = token.as_bytes();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    let places = 0..=bytes.len();
    places.flat_map(move |at| {
        let mut found = Vec::new();
        for symbol in SYMBOLS {
            if bytes.get(at).is_some_and(|old| old != symbol) {
                found.push(text([&bytes[..at], &[*symbol], &bytes[at + 1..]].concat()));
            }
            let inserted = text([&bytes[..at], &[*symbol], &bytes[at..]].concat());
            if inserted != token {
                found.push(inserted);
            }
        }
        if at < bytes.len() {
            found.push(text([&bytes[..at], &bytes[at + 1..]].concat()));
        }
        if at + 1 < bytes.len() && bytes[at] != bytes[at + 1] {
            let mut swapped = bytes.to_vec();
            swapped.swap(at, at + 1);
            found.push(text(swapped));
        }
        found
    })
}

fn all_refused(format: &str) -> usize {
    let codec = codec(format);
    let payload = r#"{"target":"q3.pdf","step":2}"#;
    let token = codec.mint(Some(payload), Some("alice"), NOW, &mut OsEntropy).unwrap();
    assert_eq!(codec.verify(&token, Some("alice"), NOW).unwrap().as_deref(), Some(payload));
    let mut count = 0;
    for edited in edits(&token) {
        assert!(codec.verify(&edited, Some("alice"), NOW).is_err(), "{format}: one edit of the token opened");
        count += 1;
    }
    assert!(count > token.len() * SYMBOLS.len() * 2 - 200, "{format}: too few edits tried");
    count
}

#[test]
fn signed() {
    assert!(all_refused("signed") > 15_000);
}

#[test]
fn encrypted() {
    assert!(all_refused("encrypted") > 15_000);
}

#[test]
fn rs1() {
    assert!(all_refused("rs1") > 10_000);
}

#[test]
fn rs2() {
    assert!(all_refused("rs2") > 10_000);
}
