//! Answers.

use pyo3::prelude::*;

use crate::convert::{optional_text, raised, text};
use crate::error;
use crate::form::Form;
use crate::guard::{guard, work};
use crate::json::written;
use crate::load::load;
use crate::outcome;

/// What a client answered.
#[pyclass(frozen, module = "mrtr._mrtr")]
pub(crate) struct Responses {
    pub(crate) inner: mrtr::message::Responses,
}

#[pymethods]
impl Responses {
    /// Of a plain value.
    #[new]
    fn new(responses: &Bound<'_, PyAny>) -> PyResult<Responses> {
        let py = responses.py();
        guard(py, || {
            let responses = written(responses, "the responses")?;
            let parsed = work(py, responses.len(), || mrtr::message::Responses::parse(&responses));
            Ok(Responses { inner: raised(py, parsed)? })
        })
    }

    /// The SDK's view of one of them.
    fn view<'py>(&self, key: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = key.py();
        guard(py, || load(py, &self.inner.view(text(key, "the key")?), "the response"))
    }

    /// The outcome; `judge` is asked after the form.
    fn answer<'py>(
        &self,
        key: &Bound<'py, PyAny>,
        form: &Bound<'py, PyAny>,
        judge: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        guard(key.py(), || {
            let (key, form) = (text(key, "the key")?, optional_form(form)?);
            outcome::of_answer(self.inner.answer(key, form.as_ref().map(|form| &form.get().inner)), judge)
        })
    }

    /// The short form: what was accepted, as the judge reads it, or None.
    fn accepted<'py>(
        &self,
        key: &Bound<'py, PyAny>,
        form: &Bound<'py, PyAny>,
        judge: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = key.py();
        guard(py, || {
            let (key, form) = (text(key, "the key")?, optional_form(form)?);
            match self.inner.accepted_content(key, form.as_ref().map(|form| &form.get().inner)) {
                Some(content) => outcome::value(content, judge),
                None => Ok(py.None().into_bound(py)),
            }
        })
    }

    /// Whether the answer is an accept with true in the boolean that was asked for.
    fn confirmed(&self, key: &Bound<'_, PyAny>, form: &Bound<'_, PyAny>, field: &Bound<'_, PyAny>) -> PyResult<bool> {
        let py = key.py();
        guard(py, || {
            let (key, form) = (text(key, "the key")?, optional_form(form)?);
            let field = optional_text(field, "the field")?;
            raised(py, self.inner.confirmed(key, form.as_ref().map(|form| &form.get().inner), field))
        })
    }

    /// All that may be seen, as a plain value.
    fn all<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        guard(py, || load(py, &self.inner.to_json(), "the responses"))
    }
}

fn optional_form<'py>(value: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, Form>>> {
    if value.is_none() {
        return Ok(None);
    }
    let form = value.cast::<Form>().map_err(|_| error::argument(value.py(), "the form must be a Form"))?;
    Ok(Some(form.clone()))
}
