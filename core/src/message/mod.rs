//! Input requests and responses of MCP: kinds, builders, readers, URLs, capabilities.
