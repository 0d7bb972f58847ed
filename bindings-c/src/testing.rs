//! Entries that fail on purpose, so that C can show what its caller sees.

use crate::ffi::{guard, mrtr_buf};
use crate::result::mrtr_result;

/// Panics in the core. Returns MRTR_ERR_INTERNAL, and the process goes on. Only in a library built for tests.
#[unsafe(no_mangle)]
pub extern "C" fn mrtr_testing_panic(error_json: *mut mrtr_buf) -> mrtr_result {
    guard!(error_json, {
        mrtr_core::testing::panic();
        #[allow(unreachable_code)]
        Ok(())
    })
}

/// Fails in the core, and returns the code of the failure. Only in a library built for tests.
#[unsafe(no_mangle)]
pub extern "C" fn mrtr_testing_fail(error_json: *mut mrtr_buf) -> mrtr_result {
    guard!(error_json, {
        mrtr_core::testing::fail()?;
        Ok(())
    })
}
