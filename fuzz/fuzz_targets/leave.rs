//! A result of a handler: what is sent is JSON, and its state comes back as round two with the same payload.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mrtr_fuzz::{NOW, boundary, call, is_json, members, random};

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    for options in ["", r#"{"format":"encrypted","allowSensitive":["password"]}"#] {
        let boundary = boundary(options);
        let mut round = boundary.enter(&call(r#"{"name":"t"}"#), NOW, &mut random).expect("let in");
        match round.leave(text, NOW, &mut random) {
            Ok(None) => {}
            Ok(Some(sent)) => {
                assert!(is_json(&sent));
                let token = members(&sent)["requestState"];
                assert!(token.starts_with('"'), "a question without a state");
                let params = format!(r#"{{"name":"t","requestState":{token}}}"#);
                let next = boundary.enter(&call(&params), NOW, &mut random).expect("our own state");
                assert_eq!(next.number(), 2);
            }
            Err(refusal) => assert!(is_json(&refusal.error_json())),
        }
    }
});
