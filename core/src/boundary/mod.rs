//! The two doors that every call passes: `enter` and `leave`.
