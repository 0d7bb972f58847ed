//! Functions that go wrong on purpose, and randomness that a test can foretell.

use pyo3::prelude::*;

use crate::convert::{bytes, raised};
use crate::guard::guard;

/// Panics in the core.
#[pyfunction]
pub(crate) fn _testing_panic(py: Python<'_>) -> PyResult<()> {
    guard(py, || {
        mrtr::testing::panic();
        Ok(())
    })
}

/// Fails in the core.
#[pyfunction]
pub(crate) fn _testing_fail(py: Python<'_>) -> PyResult<()> {
    guard(py, || raised(py, mrtr::testing::fail()))
}

/// Puts bytes in the place of randomness on this thread, or with None takes them away; how many were left of the last.
#[pyfunction]
pub(crate) fn _testing_entropy(given: &Bound<'_, PyAny>) -> PyResult<usize> {
    guard(given.py(), || {
        if given.is_none() {
            return Ok(mrtr::testing::entropy(None));
        }
        Ok(mrtr::testing::entropy(Some(&bytes(given, "the bytes")?)))
    })
}
