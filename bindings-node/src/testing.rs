//! Exports that fail and panic on purpose, so that the tests can show what a caller sees, and randomness that a test can
//! foretell.

use napi::Env;
use napi::bindgen_prelude::Unknown;
use napi_derive::napi;

use crate::convert;
use crate::failure::guard;

/// Panics inside the core.
#[napi(js_name = "__testingPanic")]
pub fn testing_panic(env: Env) -> napi::Result<()> {
    guard(env, || {
        mrtr::testing::panic();
        #[allow(unreachable_code)]
        Ok(())
    })
}

/// Fails inside the core.
#[napi(js_name = "__testingFail")]
pub fn testing_fail(env: Env) -> napi::Result<()> {
    guard(env, || Ok(mrtr::testing::fail()?))
}

/// Puts bytes in the place of randomness on this thread, or without any takes them away; how many were left of the last.
#[napi(js_name = "__testingEntropy")]
pub fn testing_entropy(env: Env, given: Unknown<'_>) -> napi::Result<u32> {
    guard(env, || {
        let left = if convert::is_absent(given) {
            mrtr::testing::entropy(None)
        } else {
            mrtr::testing::entropy(Some(&convert::bytes(given, "the bytes")?))
        };
        Ok(u32::try_from(left).unwrap_or(u32::MAX))
    })
}
