//! Answers.

use mrtr::Issue;
use mrtr::message::Answer;
use pyo3::prelude::*;

use crate::convert::{optional_text, raised, text};
use crate::error;
use crate::form::Form;
use crate::guard::{guard, work};

/// What a client answered.
#[pyclass(frozen, module = "mrtr._mrtr")]
pub(crate) struct Responses {
    pub(crate) inner: mrtr::message::Responses,
}

#[pymethods]
impl Responses {
    #[new]
    fn new(responses: &Bound<'_, PyAny>) -> PyResult<Responses> {
        let py = responses.py();
        guard(py, || {
            let responses = text(responses, "the responses")?;
            let parsed = work(py, responses.len(), || mrtr::message::Responses::parse(responses));
            Ok(Responses { inner: raised(py, parsed)? })
        })
    }

    fn view(&self, key: &Bound<'_, PyAny>) -> PyResult<String> {
        let py = key.py();
        guard(py, || Ok(self.inner.view(text(key, "the key")?)))
    }

    /// The outcome's name, with the content or the issues.
    fn answer(&self, key: &Bound<'_, PyAny>, form: &Bound<'_, PyAny>) -> PyResult<(&'static str, Option<String>)> {
        let py = key.py();
        guard(py, || {
            let (key, form) = (text(key, "the key")?, optional_form(form)?);
            let form = form.as_ref().map(|form| &form.get().inner);
            Ok(match self.inner.answer(key, form) {
                Answer::Missing => ("missing", None),
                Answer::Accepted { content } => ("accepted", content),
                Answer::Declined => ("declined", None),
                Answer::Cancelled => ("cancelled", None),
                Answer::Invalid { issues } => ("invalid", Some(Issue::list_to_json(&issues))),
            })
        })
    }

    fn accepted_content(&self, key: &Bound<'_, PyAny>, form: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
        let py = key.py();
        guard(py, || {
            let (key, form) = (text(key, "the key")?, optional_form(form)?);
            Ok(self.inner.accepted_content(key, form.as_ref().map(|form| &form.get().inner)))
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

    fn to_json(&self, py: Python<'_>) -> PyResult<String> {
        guard(py, || Ok(self.inner.to_json()))
    }
}

fn optional_form<'py>(value: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, Form>>> {
    if value.is_none() {
        return Ok(None);
    }
    let form = value.cast::<Form>().map_err(|_| error::argument(value.py(), "the form must be a Form"))?;
    Ok(Some(form.clone()))
}
