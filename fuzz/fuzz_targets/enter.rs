//! Parameters of a call: it is let in or refused with a code of the protocol, and a refusal is JSON that holds nothing
//! of a token.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mrtr::boundary::Boundary;
use mrtr_fuzz::{NOW, boundary, call, is_json, random};

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let keyless = Boundary::new(Vec::new(), r#"{"answersWithoutState":"read"}"#).expect("a boundary");
    for boundary in [boundary(r#"{"audience":"a"}"#), boundary(r#"{"format":"encrypted"}"#), keyless] {
        match boundary.enter(&call(text), NOW, &mut random) {
            Ok(round) => assert!(is_json(&round.describe())),
            Err(refusal) => {
                assert!(matches!(refusal.code(), -32602 | -32603 | -32021), "{}", refusal.code());
                assert!(is_json(&refusal.error_json()));
            }
        }
    }
});
