//! Any text as a token, in each format: nothing panics, and what is opened, and what comes out, is what a second
//! implementation of the format says, in that very spelling.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mrtr_fuzz::{KEY, NOW, codec, forge, judge};

/// [`NOW`] in the milliseconds of `rs1` and `rs2`.
const NOW_MS: i64 = 1_790_001_000_250;
/// What the forged tokens are bound to in those two.
const DATA: &[u8] = b"alice";

type Judge = fn(&str) -> Option<Vec<u8>>;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    // The tag is put right where the text asks for it, so that what is behind it is reached, too.
    let body = text.strip_prefix('!');
    let forged = |forge: fn(&str) -> String| body.map(forge);
    let formats: [(&str, &[u8], Option<String>, Judge); 4] = [
        (r#"{"format":"rs1"}"#, DATA, forged(|body| forge::rs1(KEY, DATA, body.as_bytes())), |token| {
            judge::rs1(KEY, DATA, token, NOW_MS)
        }),
        (
            r#"{"format":"rs2","keyIds":["k"]}"#,
            DATA,
            forged(|body| forge::rs2(KEY, b"k", DATA, body.as_bytes())),
            |token| judge::rs2(KEY, b"k", DATA, token, NOW_MS),
        ),
        (r#"{"format":"encrypted"}"#, b"", forged(|body| forge::encrypted(KEY, vec![7; 12], body)), |token| {
            judge::encrypted(KEY, token)
        }),
        (r#"{"open":["encrypted-ruby"]}"#, b"", forged(|body| forge::ruby(KEY, &[7; 12], body)), |token| {
            judge::ruby(KEY, token)
        }),
    ];
    for (options, data, forged, judge) in formats {
        let codec = codec(options);
        let token = forged.as_deref().unwrap_or(text);
        let opened = codec.open_bytes(token, data, NOW).ok();
        assert_eq!(opened, judge(token), "{options}: the second opinion is another");
        let _ = codec.verify(token, None, NOW);
        // Nobody guesses a tag.
        assert!(forged.is_some() || opened.is_none(), "{options}: a text that nobody forged was opened");
        if opened.is_some() {
            assert!(data.is_empty() || codec.open_bytes(token, b"", NOW).is_err(), "{options}: bound to nothing");
            for odd in [format!("{token}="), format!("{token}A"), format!(" {token}"), token.replacen('.', "..", 1)] {
                assert!(codec.open_bytes(&odd, data, NOW).is_err(), "{options}: a second spelling was opened");
            }
        }
    }
});
