//! Exports that fail and panic on purpose, so that the tests can show what a caller sees.

use napi::Env;
use napi_derive::napi;

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
