//! mrtr decides what an MCP server may believe in a multi round-trip request (protocol revision 2026-07-28).
#![forbid(unsafe_code)]

pub mod boundary;
mod error;
pub mod form;
mod json;
pub mod message;
pub mod state;

pub use error::{Error, ErrorCode, Issue};
