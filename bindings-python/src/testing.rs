//! Functions that go wrong on purpose.

use pyo3::prelude::*;

use crate::convert::raised;
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
