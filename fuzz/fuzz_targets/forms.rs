//! A schema and a content: the wire form reads back as itself, and what is accepted is accepted again as it is, and by
//! the crate `jsonschema` under the wire form.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mrtr::{Acceptance, Form};
use mrtr_fuzz::two;

fuzz_target!(|data: &[u8]| {
    let Some((schema, content)) = two(data) else { return };
    let Ok(form) = Form::parse(schema, "") else { return };
    let again = Form::parse(form.wire(), "").expect("the wire form is a form");
    assert_eq!(again.wire(), form.wire());
    assert_eq!(again.digest(), form.digest());
    let _ = (form.preview(), form.lints());
    let Acceptance::Accepted(value) = form.accept(content) else { return };
    assert_eq!(form.accept(&value), Acceptance::Accepted(value.clone()));
    let judge: serde_json::Value = serde_json::from_str(form.wire()).expect("JSON");
    let judge = jsonschema::options().should_validate_formats(true).build(&judge).expect("a JSON Schema");
    let instance = serde_json::from_str(&value).expect("JSON");
    // Where the judge says more than the standards: two hyphens in a label must be Punycode for it, an octet of an
    // address in a mailbox has no leading zero (RFC 5321: one to three digits), and quotes before the @ take no spaces
    // beside an escape.
    let beyond = ["--", "@[", "\\\"@"].iter().any(|piece| value.contains(piece));
    assert!(beyond || judge.is_valid(&instance), "accepted against the schema that was sent");
    let Acceptance::Accepted(filled) = form.fill_defaults(content) else { panic!("defaults made it invalid") };
    assert_eq!(form.accept(&filled), Acceptance::Accepted(filled.clone()));
});
