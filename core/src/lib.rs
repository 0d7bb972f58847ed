//! mrtr decides what an MCP server may believe in a multi round-trip request (protocol revision 2026-07-28).
//!
//! A server wraps its handler with the two doors of [`boundary::Boundary`]. Under them lie four rooms, each public by
//! itself: [`state`] (keys, token formats), [`form`] (the restricted schema and its content), [`message`] (input
//! requests and responses) and the bound on rounds. Clock and randomness come in from outside; nothing here does I/O.
//!
//! The project's README shows a whole tool; its Rust example is run as a test of this crate.
//!
//! # Features
//!
//! | feature | by default | what it adds |
//! |---|---|---|
//! | `os-entropy` | yes | [`OsEntropy`], the operating system's randomness; without it bring an [`Entropy`] of your own |
//! | `jsonschema` | no | `form::HostModel`: a full JSON Schema that judges what a form has accepted |
//! | `testing` | no | functions that fail and panic on purpose, for the tests of bindings; never in a release |
//!
//! None of them weakens a check. The formats of tokens are chosen at run time, by the options of a boundary or a codec.
//!
//! The oldest Rust is the `rust-version` of the manifest.
#![forbid(unsafe_code)]

pub mod boundary;
pub mod command;
mod entropy;
mod error;
pub mod form;
mod json;
pub mod message;
mod near;
mod options;
mod revision;
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
pub use options::misspelt_option;
pub use revision::Revision;

#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct ReadmeExample;
