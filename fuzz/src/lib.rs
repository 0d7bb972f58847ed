//! What the targets share: one key, one clock, and tokens forged by the letter of the formats.

use mrtr::Error;
use mrtr::boundary::{Boundary, Call};
use mrtr::state::{Codec, Key};

/// The forger of the vectors, which uses no line of the crate.
#[allow(dead_code)]
#[path = "../../core/examples/generate_vectors/forge.rs"]
pub mod forge;
pub mod judge;

pub const KEY: &[u8; 32] = b"a key of the fuzzers, 32 bytes..";
pub const NOW: f64 = 1_790_001_000.25;
/// The call that every envelope is read for.
pub const TARGET: &str = "t";

/// A codec that opens what `options` say.
pub fn codec(options: &str) -> Codec {
    Codec::new(vec![Key::new(KEY).unwrap()], options).unwrap()
}

pub fn boundary(options: &str) -> Boundary {
    Boundary::new(vec![Key::new(KEY).unwrap()], options).unwrap()
}

/// A tool call by a client that can be asked everything.
pub fn call(params: &str) -> Call<'_> {
    const CAPABILITIES: &str =
        r#"{"elicitation":{"form":{},"url":{}},"sampling":{"tools":{},"context":{}},"roots":{}}"#;
    Call { method: "tools/call", params, capabilities: Some(CAPABILITIES), ..Call::default() }
}

/// The same bytes at every draw.
pub fn random(buffer: &mut [u8]) -> Result<(), Error> {
    buffer.fill(7);
    Ok(())
}

/// Two texts, parted by the first line feed.
pub fn two(data: &[u8]) -> Option<(&str, &str)> {
    std::str::from_utf8(data).ok()?.split_once('\n')
}
