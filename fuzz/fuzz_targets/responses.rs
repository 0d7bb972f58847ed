//! A text of answers and a schema: every reader gives something, and what may be seen reads back as itself.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mrtr::Form;
use mrtr::message::{Answer, Responses};
use mrtr_fuzz::two;

fuzz_target!(|data: &[u8]| {
    let Some((schema, text)) = two(data) else { return };
    let Ok(responses) = Responses::parse(text) else { return };
    let seen = responses.to_json();
    assert_eq!(Responses::parse(&seen).expect("what may be seen").to_json(), seen);
    let form = Form::parse(schema, "").ok();
    for key in responses.keys() {
        let answer = responses.answer(key, form.as_ref());
        let accepted = matches!(answer, Answer::Accepted { .. });
        if form.is_some() && responses.accepted_content(key, form.as_ref()).is_some() {
            assert!(accepted, "the short reader took what the other refuses");
        }
        if responses.confirmed(key, form.as_ref(), Some("ok")) == Ok(true) {
            assert!(accepted, "a yes that nobody gave");
        }
        serde_json::from_str::<serde_json::Value>(&responses.view(key)).expect("JSON");
    }
});
