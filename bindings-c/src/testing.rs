//! Entries that fail on purpose, so that C can show what its caller sees, and randomness that a test can foretell.

use crate::ffi::{Out, guard, mrtr_buf, mrtr_str};
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

/// Puts `bytes` in the place of randomness on this thread, absent takes them away again; when they are used up, what
/// needs more is MRTR_ERR_ENTROPY. Only in a library built for tests.
///
/// MRTR_OK: `*left` is how many of the earlier bytes were not used; `left` may be NULL. `error_json` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn mrtr_testing_entropy(bytes: mrtr_str, left: *mut usize, error_json: *mut mrtr_buf) -> mrtr_result {
    guard!(error_json, {
        let unused = mrtr_core::testing::entropy(bytes.bytes("bytes")?);
        if let Some(out) = Out::optional(left) {
            out.set(unused);
        }
        Ok(())
    })
}
