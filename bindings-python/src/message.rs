//! Builders of questions, and of the result that asks them.

use mrtr::message;
use pyo3::prelude::*;

use crate::convert::{raised, text};
use crate::guard::{guard, work};

/// A form as a question.
#[pyfunction]
pub(crate) fn elicit(params: &Bound<'_, PyAny>, options: &Bound<'_, PyAny>) -> PyResult<String> {
    let py = params.py();
    guard(py, || {
        let (params, options) = (text(params, "the params")?, text(options, "options")?);
        raised(py, work(py, params.len(), || message::elicit(params, options)))
    })
}

/// A page as a question.
#[pyfunction]
pub(crate) fn elicit_url(params: &Bound<'_, PyAny>, options: &Bound<'_, PyAny>) -> PyResult<String> {
    let py = params.py();
    guard(py, || raised(py, message::elicit_url(text(params, "the params")?, text(options, "options")?)))
}

/// A question to the client's model.
#[pyfunction]
pub(crate) fn create_message(params: &Bound<'_, PyAny>) -> PyResult<String> {
    let py = params.py();
    guard(py, || {
        let params = text(params, "the params")?;
        raised(py, work(py, params.len(), || message::create_message(params)))
    })
}

/// A question for the client's roots.
#[pyfunction]
pub(crate) fn list_roots(py: Python<'_>) -> PyResult<String> {
    guard(py, || Ok(message::list_roots()))
}

/// The result that asks.
#[pyfunction]
pub(crate) fn input_required(spec: &Bound<'_, PyAny>) -> PyResult<String> {
    let py = spec.py();
    guard(py, || {
        let spec = text(spec, "the result")?;
        raised(py, work(py, spec.len(), || message::input_required(spec)))
    })
}
