//! Forms.

use mrtr::Issue;
use mrtr::form::Acceptance;
use pyo3::prelude::*;

use crate::convert::{raised, text};
use crate::guard::{guard, work};

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

    /// The canonical content, or the issues.
    fn accept(&self, content: &Bound<'_, PyAny>) -> PyResult<Verdict> {
        let py = content.py();
        guard(py, || {
            let content = text(content, "the content")?;
            Ok(verdict(work(py, content.len(), || self.inner.accept(content))))
        })
    }

    /// The same, with the defaults of what is left out.
    fn fill_defaults(&self, content: &Bound<'_, PyAny>) -> PyResult<Verdict> {
        let py = content.py();
        guard(py, || {
            let content = text(content, "the content")?;
            Ok(verdict(work(py, content.len(), || self.inner.fill_defaults(content))))
        })
    }
}

/// The host's own model where it is a JSON Schema.
#[pyclass(frozen, module = "mrtr._mrtr")]
pub(crate) struct HostModel {
    model: mrtr::form::HostModel,
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

    /// What the model refuses in a canonical content.
    fn check(&self, content: &Bound<'_, PyAny>) -> PyResult<String> {
        let py = content.py();
        guard(py, || {
            let content = text(content, "the content")?;
            Ok(Issue::list_to_json(&work(py, content.len(), || self.model.check(content))))
        })
    }
}

/// The canonical content, or the issues.
type Verdict = (Option<String>, Option<String>);

fn verdict(acceptance: Acceptance) -> Verdict {
    match acceptance {
        Acceptance::Accepted(canonical) => (Some(canonical), None),
        Acceptance::Invalid(issues) => (None, Some(Issue::list_to_json(&issues))),
    }
}
