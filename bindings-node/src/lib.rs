//! The Node binding of mrtr.
//!
//! It converts values and decides nothing: what crosses is JSON text, keys as bytes, and the clock; every rule, limit
//! and default is the core's. The TypeScript layer beside it gives the host's manners.

// The macro of napi exports what is public inside these modules; no Rust crate ever sees them.
#![allow(unreachable_pub)]

mod boundary;
mod codec;
mod command;
mod convert;
mod failure;
mod form;
mod keys;
mod message;
mod options;
mod refusal;
mod responses;
mod round;
#[cfg(feature = "testing")]
mod testing;

/// Runs once, when Node loads the addon.
#[napi_derive::module_init]
fn init() {
    failure::quiet_panics();
}
