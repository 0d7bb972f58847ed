//! `mrtr-tokens.json`: the codec by itself, in every format.

mod encrypted;
mod expected;
mod rings;
mod rmcp;
mod signed;

use serde_json::{Value, json};

use crate::case::Case;

/// The payload of every vector that does not say otherwise.
const PAYLOAD: &str = r#"{"target":"q3.pdf","step":2}"#;

pub const DESCRIPTION: &str = "Tokens of a codec used alone, in every format. Each vector is one call: `op` verify (the \
payload's JSON text, null for a token without one), mint, openBytes and sealBytes (bytes with associated data), openState (a \
token of the Python or the Ruby SDK against the call in `call`, whose argumentsJson is the text of its arguments), or construct \
(the codec alone is made). `keysHex` is the ring, the first key mints; `options` are the codec's; `now` is the clock in Unix \
seconds; `bind` the binding, absent for none; `entropyHex` the bytes that stand in for randomness, in the order in which they \
are drawn: for the format encrypted the salt of the binding (8), where there is one, then the nonce (12). `payload` is JSON \
text, absent for no payload. A token is lengthened with A to `padTokenTo` bytes, and with `padPayloadTo` the payload is a JSON \
string of x of that many bytes. `expect` is what must come of it: a payload, a token, bytes, a state, `refused` with the reason \
for the log, or `error` with its code. A vector that fails has one fault, which it is named after; `positive` names the vector \
that differs in that fault alone and passes.";

pub fn cases() -> Vec<Case> {
    [signed::cases(), encrypted::cases(), rmcp::cases(), expected::cases(), rings::cases()].concat()
}

fn verify(id: &str, keys: &[&[u8]], options: &Value, now: f64, token: &str) -> Case {
    Case::new(id, "verify").keys(keys).put("options", options.clone()).put("now", now).put("token", token)
}

fn mint(id: &str, keys: &[&[u8]], options: &Value, now: f64, payload: Option<&str>) -> Case {
    Case::new(id, "mint").keys(keys).put("options", options.clone()).put("now", now).put("payload", payload)
}

fn opens(case: Case, payload: Option<&str>) -> Case {
    case.expect(json!({ "payload": payload }))
}

fn mints(case: Case, token: &str) -> Case {
    case.expect(json!({ "token": token }))
}

/// Arrays around a 0, that deep in all.
fn nested(depth: usize) -> String {
    format!("{}0{}", "[".repeat(depth), "]".repeat(depth))
}
