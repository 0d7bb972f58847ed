//! A library's schema and a content: the wire form is a plain form, and normalising it again changes nothing.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mrtr::Form;
use mrtr_fuzz::two;

fuzz_target!(|data: &[u8]| {
    let Some((schema, content)) = two(data) else { return };
    for options in [r#"{"normalise":true}"#, r#"{"hostModel":true,"nullAsAbsent":true}"#] {
        let Ok(form) = Form::parse(schema, options) else { continue };
        let plain = Form::parse(form.wire(), "").expect("the wire form is a form");
        let again = Form::parse(form.wire(), options).expect("the wire form is a form");
        assert_eq!(plain.wire(), form.wire());
        assert_eq!(again.wire(), form.wire());
        let _ = form.accept(content);
    }
});
