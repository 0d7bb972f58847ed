//! Any text, by each format that a text may have: the crate `jsonschema` says the same of it.
#![no_main]

use std::sync::LazyLock;

use jsonschema::Validator;
use libfuzzer_sys::fuzz_target;
use mrtr::{Acceptance, Form};
use serde_json::{Value, json};

static FORMATS: LazyLock<[(&str, Form, Validator); 4]> = LazyLock::new(|| {
    ["date", "date-time", "email", "uri"].map(|format| {
        let schema = json!({"type": "object", "properties": {"x": {"type": "string", "format": format}}});
        let judge = jsonschema::options().should_validate_formats(true).build(&schema).expect("a JSON Schema");
        (format, Form::parse(&schema.to_string(), "").expect("a form"), judge)
    })
});

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let content: Value = json!({ "x": text });
    for (format, form, judge) in &*FORMATS {
        let ours = matches!(form.accept(&content.to_string()), Acceptance::Accepted(_));
        let theirs = judge.is_valid(&content);
        assert!(ours == theirs || differs(format, text, ours), "{format}: {ours} here, {theirs} there: {text:?}");
    }
});

/// Where the judge says something else than the standards.
fn differs(format: &str, text: &str, ours: bool) -> bool {
    match (format, ours) {
        // Between quotes it takes controls and refuses an escaped space, against RFC 5321.
        ("email", _) if text.starts_with('"') => true,
        // Two hyphens in a label must be Punycode for it, and an octet of an address in a mailbox has no leading zero
        // (RFC 5321: one to three digits).
        ("email", true) => text.contains("--") || text.contains("@["),
        // It takes a display name before the address, and letters beyond ASCII (RFC 6531), and bounds each side of the @
        // but not the whole (RFC 5321: a path of 256 with its brackets).
        ("email", false) => text.contains('<') || !text.is_ascii() || text.len() > 254,
        _ => false,
    }
}
