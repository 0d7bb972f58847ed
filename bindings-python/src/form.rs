//! Forms.

use mrtr::Issue;
use pyo3::prelude::*;

use crate::convert::{self, raised, text};
use crate::guard::{guard, work};
use crate::json::written;
use crate::outcome;

/// A checked form.
#[pyclass(frozen, module = "mrtr._mrtr")]
pub(crate) struct Form {
    pub(crate) inner: mrtr::form::Form,
}

#[pymethods]
impl Form {
    #[staticmethod]
    fn parse(schema: &Bound<'_, PyAny>, options: &Bound<'_, PyAny>) -> PyResult<Form> {
        let py = schema.py();
        guard(py, || {
            let (schema, options) = (text(schema, "the schema")?, text(options, "options")?);
            let parsed = work(py, schema.len(), || mrtr::form::Form::parse(schema, options));
            Ok(Form { inner: raised(py, parsed)? })
        })
    }

    #[getter]
    fn wire(&self, py: Python<'_>) -> PyResult<String> {
        guard(py, || Ok(self.inner.wire().to_owned()))
    }

    /// The form in the words of an older revision, as JSON text.
    fn wire_for(&self, revision: &Bound<'_, PyAny>) -> PyResult<String> {
        let py = revision.py();
        guard(py, || raised(py, self.inner.wire_for(convert::revision(revision)?)))
    }

    #[getter]
    fn digest(&self, py: Python<'_>) -> PyResult<String> {
        guard(py, || Ok(self.inner.digest_hex()))
    }

    #[getter]
    fn lints(&self, py: Python<'_>) -> PyResult<String> {
        guard(py, || Ok(Issue::list_to_json(self.inner.lints())))
    }

    #[getter]
    fn steps(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        guard(py, || Ok(self.inner.steps().to_vec()))
    }

    fn preview(&self, py: Python<'_>) -> PyResult<String> {
        guard(py, || Ok(self.inner.preview()))
    }

    /// The outcome for a plain value; `judge` is asked after the form.
    fn accept<'py>(&self, content: &Bound<'py, PyAny>, judge: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        guard(content.py(), || self.accepted(&written(content, CONTENT)?, judge))
    }

    /// The same for a content given as JSON text.
    fn accept_json<'py>(&self, content: &Bound<'py, PyAny>, judge: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        guard(content.py(), || self.accepted(text(content, CONTENT)?, judge))
    }

    /// [`Form::accept`], with the defaults of what is left out.
    fn fill_defaults<'py>(
        &self,
        content: &Bound<'py, PyAny>,
        judge: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = content.py();
        guard(py, || {
            let content = written(content, CONTENT)?;
            outcome::of_acceptance(work(py, content.len(), || self.inner.fill_defaults(&content)), judge)
        })
    }
}

impl Form {
    fn accepted<'py>(&self, content: &str, judge: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        outcome::of_acceptance(work(judge.py(), content.len(), || self.inner.accept(content)), judge)
    }
}

const CONTENT: &str = "the content";

/// The host's own model where it is a JSON Schema.
#[pyclass(frozen, module = "mrtr._mrtr")]
pub(crate) struct HostModel {
    pub(crate) model: mrtr::form::HostModel,
}

#[pymethods]
impl HostModel {
    #[staticmethod]
    fn compile(schema: &Bound<'_, PyAny>) -> PyResult<HostModel> {
        let py = schema.py();
        guard(py, || {
            let schema = text(schema, "the schema")?;
            let compiled = work(py, schema.len(), || mrtr::form::HostModel::compile(schema));
            Ok(HostModel { model: raised(py, compiled)? })
        })
    }
}
