//! JSON text of the core as plain Python values.

use jiter::{PythonParse, StringCacheMode};
use mrtr::ErrorCode;
use pyo3::exceptions::{PyRecursionError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;

use crate::convert::text;
use crate::error;
use crate::guard::guard;

/// The value of a JSON text that the core has passed; `what` names it in the error.
#[pyfunction]
#[pyo3(name = "load")]
pub(crate) fn _load<'py>(given: &Bound<'py, PyAny>, what: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    guard(given.py(), || load(given.py(), text(given, "the text")?, text(what, "what")?))
}

/// [`_load`], for what is at hand.
pub(crate) fn load<'py>(py: Python<'py>, text: &str, what: &str) -> PyResult<Bound<'py, PyAny>> {
    // No cache of strings: what users wrote is not kept beyond its call.
    let parse = PythonParse { cache_mode: StringCacheMode::None, ..PythonParse::default() };
    match parse.python_parse(py, text.as_bytes()) {
        Ok(value) => Ok(value),
        Err(_) => standard(py, text, what),
    }
}

/// The standard library reads what the faster parser does not: lone surrogates, deep nesting, integers of many digits.
fn standard<'py>(py: Python<'py>, text: &str, what: &str) -> PyResult<Bound<'py, PyAny>> {
    let read = py.import(intern!(py, "json"))?.call_method1(intern!(py, "loads"), (text,));
    read.map_err(|fault| {
        if !fault.is_instance_of::<PyValueError>(py) && !fault.is_instance_of::<PyRecursionError>(py) {
            return fault;
        }
        let message = format!("{what} holds a number with more digits than this interpreter reads");
        error::new(py, ErrorCode::InvalidJson, &message)
    })
}
