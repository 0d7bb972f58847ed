//! Builders of questions, and of the result that asks them.

use mrtr::message;
use pyo3::prelude::*;

use crate::convert::{raised, text};
use crate::error;
use crate::form::Form;
use crate::guard::{guard, work};
use crate::json::written;
use crate::load::load;

/// A form as a question.
#[pyfunction]
pub(crate) fn elicit<'py>(message: &Bound<'py, PyAny>, form: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = message.py();
    guard(py, || {
        let message = written(message, "the message")?;
        let form = form.cast::<Form>().map_err(|_| error::argument(py, "the form must be a Form"))?;
        load(py, &raised(py, message::elicit_form(&message, &form.get().inner))?, "the question")
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
