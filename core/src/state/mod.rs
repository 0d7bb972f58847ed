//! Request state: keys, token formats, claims, seal and open.
//!
//! mrtr invents no token format: every token it mints can be opened by at least one official SDK, and it opens what
//! those SDKs mint, so that a retry may land on any server of a mixed fleet.

mod alone;
pub(crate) mod arguments;
pub(crate) mod claims;
mod codec;
mod encrypted;
mod key;
mod plain;
mod reason;
mod rmcp;
mod sealing;
mod signed;
pub(crate) mod spelling;
mod values;

pub use codec::{Codec, DEFAULT_TTL_SECONDS};
pub(crate) use codec::{OPTIONS as CODEC_OPTIONS, TOKEN_LIMIT};
pub use key::{Key, MIN_KEY_BYTES};
pub use reason::Reason;
pub use values::Unopened;

use crate::error::{Error, ErrorCode};
use crate::json;
use crate::options;

/// A token format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// The TypeScript SDK's: signed with HMAC-SHA256, readable by the client.
    Signed,
    /// The Python SDK's: AES-256-GCM under a derived key, not readable by the client.
    Encrypted,
    /// The Rust SDK's first: signed, without a key id.
    Rs1,
    /// The Rust SDK's second: signed, with a key id.
    Rs2,
    /// The Ruby SDK's: AES-256-GCM under the raw key. Opened, never minted.
    EncryptedRuby,
}

impl Format {
    /// Every format.
    pub const ALL: [Format; 5] = [Format::Signed, Format::Encrypted, Format::Rs1, Format::Rs2, Format::EncryptedRuby];

    /// The name that options use.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Format::Signed => "signed",
            Format::Encrypted => "encrypted",
            Format::Rs1 => "rs1",
            Format::Rs2 => "rs2",
            Format::EncryptedRuby => "encrypted-ruby",
        }
    }

    fn from_name(name: &str) -> Result<Format, Error> {
        Format::ALL.into_iter().find(|format| format.as_str() == name).ok_or_else(|| {
            options::invalid("unknown format; the formats are signed, encrypted, rs1, rs2 and encrypted-ruby")
        })
    }
}

/// What the wire says of every refused `requestState`, whatever the cause.
pub const REFUSAL_MESSAGE: &str = "Invalid or expired requestState";

/// `data.reason` of that refusal.
pub const REFUSAL_REASON: &str = "invalid_request_state";

/// Key under which widgets find their sealed state in a result's `_meta`; they depend on the value.
pub const STATE_META_KEY: &str = "ng-mcp-ui/state";

/// Message of the error for a widget token that does not open; widgets depend on the value.
pub const SEALED_STATE_INVALID_MESSAGE: &str = "ng-mcp-ui: sealed state is invalid or expired";

/// The digest of a call's arguments that tokens carry (claim `c`): base64url of the first 16 bytes of SHA-256 over
/// their canonical text. `arguments` is JSON text; the empty text stands for absent arguments, which are `{}`.
///
/// Members are sorted by code point, strings escaped as in RFC 8785, integers keep their digits, and other numbers are
/// spelt as ECMAScript spells the double: no two different integers share a digest, and `1`, `1.0` and `1e0` do.
///
/// Errors: `invalid_json`, `duplicate_member`, `too_deep`, and `invalid_argument` for a number beyond the doubles.
pub fn arguments_digest(arguments: &str) -> Result<String, Error> {
    let text = if arguments.is_empty() { "{}" } else { arguments };
    let document =
        json::parse(text, 64 << 20, spelling::MAX_DEPTH).map_err(|fault| Error::from_fault("the arguments", fault))?;
    arguments::digest(Some(document.root()), arguments::Style::Own, true)
        .map(|digest| digest.as_str().to_owned())
        .map_err(|_| Error::new(ErrorCode::InvalidArgument, "the arguments hold a number beyond the range of doubles"))
}
