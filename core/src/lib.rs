//! mrtr decides what an MCP server may believe in a multi round-trip request (protocol revision 2026-07-28).
#![forbid(unsafe_code)]

pub mod boundary;
mod entropy;
mod error;
pub mod form;
mod json;
pub mod message;
mod options;
mod rounds;
pub mod rpc;

pub mod state;
#[cfg(feature = "testing")]
pub mod testing;

pub use entropy::Entropy;
#[cfg(feature = "os-entropy")]
pub use entropy::OsEntropy;
pub use error::{Error, ErrorCode, Issue};
pub use form::{Acceptance, Form, FormOptions, Limits};
