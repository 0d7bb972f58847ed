//! A text of arguments: a digest or an error, and the same digest for the text as serde_json writes it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mrtr::state::arguments_digest;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(digest) = arguments_digest(text) else { return };
    assert_eq!(digest.len(), 22);
    // serde_json reads integers of more digits as doubles, and a float one bit off; neither is ours to judge.
    let exact = !text.contains(['.', 'e', 'E']) && !text.split(|c: char| !c.is_ascii_digit()).any(|run| run.len() > 18);
    let Some(value) = exact.then(|| serde_json::from_str::<serde_json::Value>(text).ok()).flatten() else { return };
    assert_eq!(arguments_digest(&value.to_string()).ok(), Some(digest));
});
