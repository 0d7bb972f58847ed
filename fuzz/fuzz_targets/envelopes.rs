//! Any text under a right tag, as an envelope of `signed` and as claims of `encrypted`: nothing panics, and what opens
//! is what serde_json reads there, and has not expired.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mrtr_fuzz::{KEY, NOW, TARGET, boundary, call, codec, forge, members, random};
use std::collections::BTreeMap;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let signed = forge::signed(KEY, text);
    if let Ok(payload) = codec("").verify(&signed, None, NOW) {
        let members = members(text);
        assert_eq!(payload.as_deref(), members.get("p").copied());
        assert!(number(&members, "exp") >= NOW.floor() && !members.contains_key("b"));
    }
    let encrypted = forge::encrypted(KEY, vec![7; 12], text);
    if let Ok(state) = codec(r#"{"format":"encrypted"}"#).verify(&encrypted, None, NOW) {
        let members = members(text);
        let wanted: Option<String> = members.get("s").map(|value| serde_json::from_str(value).expect("a text"));
        assert_eq!(state.unwrap_or_default(), wanted.unwrap_or_default());
        assert!(number(&members, "exp") > NOW && number(&members, "iat") <= NOW + 60.0);
    }
    for (token, options) in [(&signed, "{}"), (&encrypted, r#"{"format":"encrypted"}"#)] {
        let boundary = boundary(options);
        let params =
            format!(r#"{{"name":"{TARGET}","requestState":"{token}","inputResponses":{{"a":{{"action":"accept"}}}}}}"#);
        match boundary.enter(&call(&params), NOW, &mut random) {
            Ok(round) => {
                assert!(round.number() >= 2 && round.request_state_text().is_none_or(|state| state.len() <= text.len()))
            }
            Err(refusal) => assert_eq!(refusal.code(), -32602),
        }
        let _ = boundary.open(token, None.into(), NOW);
        let _ = boundary.open_url_completion(token, "tools/call", TARGET, None.into(), NOW);
    }
});

fn number(members: &BTreeMap<String, &str>, name: &str) -> f64 {
    members[name].parse().expect("a number")
}
