//! Any text as a token, in each format: nothing panics, and only what the key's owner can forge is opened, in that very
//! spelling.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mrtr_fuzz::{KEY, NOW, codec, forge};

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    // The tag is put right where the text asks for it, so that what is behind it is reached, too.
    let body = text.strip_prefix('!').map(str::as_bytes);
    for (format, forged) in [
        (r#"{"format":"rs1"}"#, body.map(|body| forge::rs1(KEY, b"", body))),
        (r#"{"format":"rs2","keyIds":["k"]}"#, body.map(|body| forge::rs2(KEY, b"k", b"", body))),
        (
            r#"{"format":"encrypted"}"#,
            body.map(|body| forge::encrypted(KEY, vec![7; 12], &String::from_utf8_lossy(body))),
        ),
        (r#"{"open":["encrypted-ruby"]}"#, body.map(|body| forge::ruby(KEY, &[7; 12], &String::from_utf8_lossy(body)))),
    ] {
        let codec = codec(format);
        let token = forged.as_deref().unwrap_or(text);
        let opened = codec.open_bytes(token, b"", NOW);
        let _ = codec.verify(token, None, NOW);
        match (&opened, body) {
            (Ok(bytes), Some(body)) => assert!(body.ends_with(bytes), "other bytes were opened"),
            // Nobody guesses a tag.
            (Ok(_), None) => panic!("a text that nobody forged was opened"),
            (Err(_), _) => {}
        }
        if opened.is_ok() {
            for odd in [format!("{token}="), format!("{token}A"), format!(" {token}"), token.replacen('.', "..", 1)] {
                assert!(codec.open_bytes(&odd, b"", NOW).is_err(), "a second spelling was opened");
            }
        }
    }
});
