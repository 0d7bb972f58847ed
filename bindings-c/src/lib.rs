//! libmrtr: the C binding. Pointers in, result codes out; every decision is the core's.
//!
//! `ffi` holds the border and all unsafe blocks, `result` the codes; the other files are one handle or job each. The
//! doc comments become `include/mrtr.h`, so they speak to a C programmer.

#![deny(clippy::undocumented_unsafe_blocks)]
// The header's generator reads what is `pub`, though no Rust crate can reach it.
#![allow(unreachable_pub)]
// The names are C's, and the doc comments speak to C.
#![allow(non_camel_case_types, clippy::doc_markdown)]
// A NULL handle, a second `mrtr_buf_free` and so on are part of the interface: C passes what it likes.
#![allow(clippy::needless_pass_by_value)]

// In the order of the header.
mod ffi;

mod result;

mod keys;

mod codec;

mod form;

mod model;

mod responses;

mod message;

mod boundary;

mod round;

mod refusal;

mod era;

#[cfg(feature = "testing")]
mod testing;

use std::ffi::c_char;
use std::time::{SystemTime, UNIX_EPOCH};

use ffi::{guard, mrtr_buf};

/// The number in the shared library's name; a program runs with a libmrtr of the number it was linked with.
pub const MRTR_ABI_VERSION: u32 = 0;

/// The version of the library that is running, such as "1.2.3". `MRTR_VERSION` is that of the header.
///
/// Returns a NUL-terminated text owned by the library. Any thread.
#[unsafe(no_mangle)]
pub extern "C" fn mrtr_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

/// The `MRTR_ABI_VERSION` of the library that is running. Any thread.
#[unsafe(no_mangle)]
pub extern "C" fn mrtr_abi_version() -> u32 {
    MRTR_ABI_VERSION
}

/// The system's clock as Unix seconds, for the `now` of the other functions. Any thread.
#[unsafe(no_mangle)]
pub extern "C" fn mrtr_now() -> f64 {
    guard!(or f64::NAN, { SystemTime::now().duration_since(UNIX_EPOCH).map_or(f64::NAN, |since| since.as_secs_f64()) })
}

/// Frees the text or bytes in `buf` and sets it to nothing, so that freeing it again does nothing.
///
/// NULL, and a buffer whose data is NULL, are fine. The mrtr_buf itself remains the caller's.
#[unsafe(no_mangle)]
pub extern "C" fn mrtr_buf_free(buf: *mut mrtr_buf) {
    guard!(or(), { mrtr_buf::free(buf) });
}
