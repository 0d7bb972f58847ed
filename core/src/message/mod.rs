//! Input requests and responses of MCP: kinds, builders, readers, URLs, capabilities.

mod kind;

pub use kind::Kind;
