//! Rings and options that a codec is made of, or not.

use serde_json::{Value, json};

use crate::case::Case;
use crate::forge;

/// Two secrets whose fingerprints in the format `encrypted` are the same four bytes; looked for, and found.
const TWINS: [&str; 2] = ["twin 39462", "twin 54644"];

/// Fault, what passes, ring, options, code.
type Fault<'a> = (&'a str, &'a str, Vec<&'a [u8]>, Value, &'a str);

pub fn cases() -> Vec<Case> {
    let (a, b) = (forge::key("a"), forge::key("b"));
    let long = [a.as_slice(), &b, &a].concat();
    let make = |id: &str, keys: &[&[u8]], options: Value| {
        Case::new(format!("ring-{id}"), "construct").keys(keys).put("options", options)
    };
    let right = |case: Case| case.expect(json!({ "ok": true }));
    let named = |ids: &[&str]| json!({ "format": "rs2", "keyIds": ids });
    let twins = TWINS.map(forge::key);
    assert_eq!(forge::fingerprint(&twins[0]), forge::fingerprint(&twins[1]), "the twins have one fingerprint");
    let mut cases = vec![
        right(make("of-one", &[&a], json!({}))),
        right(make("of-two", &[&a, &b], json!({}))),
        right(make("long-key", &[&long], json!({ "format": "encrypted" }))),
        right(make("named", &[&a, &b], named(&["a", "b"]))),
        right(make("of-twins-signed", &[&twins[0], &twins[1]], json!({}))),
        right(make("raw-key", &[&a], json!({ "open": ["signed", "encrypted-ruby"] }))),
    ];
    let faults: Vec<Fault<'_>> = vec![
        ("key-of-31-bytes", "of-one", vec![&a[..31]], json!({}), "invalid_key"),
        ("empty-key", "of-one", vec![&[][..]], json!({}), "invalid_key"),
        ("second-key-too-short", "of-two", vec![&a[..], &b[..31]], json!({}), "invalid_key"),
        ("same-key-twice", "of-two", vec![&a[..], &a], json!({}), "duplicate_key"),
        ("same-key-twice-with-two-names", "named", vec![&a[..], &a], named(&["a", "b"]), "duplicate_key"),
        ("two-keys-with-one-name", "named", vec![&a[..], &b], named(&["a", "a"]), "duplicate_key"),
        (
            "two-keys-with-one-fingerprint",
            "of-twins-signed",
            vec![&twins[0][..], &twins[1]],
            json!({ "format": "encrypted" }),
            "duplicate_key",
        ),
        (
            "two-keys-with-one-fingerprint-to-open",
            "of-twins-signed",
            vec![&twins[0][..], &twins[1]],
            json!({ "open": ["signed", "encrypted"] }),
            "duplicate_key",
        ),
        ("keys-without-names", "named", vec![&a[..], &b], json!({ "format": "rs2" }), "invalid_key"),
        ("empty-name", "named", vec![&a[..], &b], named(&["a", ""]), "invalid_key"),
        ("name-of-256-bytes", "named", vec![&a[..], &b], named(&["a", &"k".repeat(256)]), "invalid_key"),
        (
            "raw-key-of-96-bytes",
            "raw-key",
            vec![&long[..]],
            json!({ "open": ["signed", "encrypted-ruby"] }),
            "invalid_key",
        ),
        ("no-key", "of-one", vec![], json!({}), "no_key"),
        ("lifetime-zero", "of-one", vec![&a[..]], json!({ "ttlSeconds": 0 }), "invalid_ttl"),
        ("lifetime-negative", "of-one", vec![&a[..]], json!({ "ttlSeconds": -1 }), "invalid_ttl"),
        ("lifetime-text", "of-one", vec![&a[..]], json!({ "ttlSeconds": "600" }), "invalid_ttl"),
        ("format-unknown", "of-one", vec![&a[..]], json!({ "format": "rs3" }), "invalid_option"),
        ("format-minted-by-nobody", "of-one", vec![&a[..]], json!({ "format": "encrypted-ruby" }), "invalid_option"),
        ("format-to-open-unknown", "of-one", vec![&a[..]], json!({ "open": ["signed", "plain"] }), "invalid_option"),
        ("formats-to-open-no-list", "of-one", vec![&a[..]], json!({ "open": "signed" }), "invalid_option"),
        ("option-misspelt", "of-one", vec![&a[..]], json!({ "ttl": 600 }), "invalid_option"),
    ];
    for (fault, positive, keys, options, code) in faults {
        cases.push(make(fault, &keys, options).unlike(&format!("ring-{positive}")).error(code));
    }
    cases
}
