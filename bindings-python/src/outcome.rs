//! Verdicts on answers as the outcomes of the package.

use std::sync::OnceLock;

use mrtr::Issue;
use mrtr::form::Acceptance;
use mrtr::message::Answer;
use pyo3::basic::CompareOp;
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyTuple;

use crate::form::HostModel;
use crate::guard::{guard, work};
use crate::load::load;

/// The user agreed, and what was filled in fits the form. Truthy, whatever the content holds: look at that, too.
#[pyclass(frozen, generic, module = "mrtr")]
pub(crate) struct Accepted {
    value: Py<PyAny>,
    /// Made of the text when it is first asked for.
    content: OnceLock<Py<PyAny>>,
    text: Option<String>,
}

#[allow(clippy::unused_self)] // Python calls what answers for all alike on an instance, too.
#[pymethods]
impl Accepted {
    #[classattr]
    #[pyo3(name = "outcome")]
    const OUTCOME: &'static str = "accepted";

    #[classattr]
    #[pyo3(name = "__match_args__")]
    const MATCH_ARGS: (&'static str, &'static str) = ("value", "content");

    #[new]
    fn new(value: Py<PyAny>, content: Py<PyAny>) -> Accepted {
        Accepted { value, content: OnceLock::from(content), text: None }
    }

    /// The content as the given model reads it; the content itself where no model was given.
    #[getter]
    fn value<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        self.value.bind(py).clone()
    }

    /// The canonical content as a plain value; None where there is none to read, as with a URL.
    #[getter]
    fn content<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        guard(py, || {
            if let Some(made) = self.content.get() {
                return Ok(made.bind(py).clone());
            }
            let made = load(py, self.text.as_deref().unwrap_or("null"), "the content")?.unbind();
            // Another thread may have been first.
            Ok(self.content.get_or_init(|| made).bind(py).clone())
        })
    }

    fn __bool__(&self) -> bool {
        true
    }

    fn __repr__(&self) -> &'static str {
        "Accepted(..)"
    }

    fn __eq__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        let Ok(other) = other.cast::<Accepted>() else { return Ok(py.NotImplemented().into_bound(py)) };
        self.members(py)?.into_any().rich_compare(other.get().members(py)?, CompareOp::Eq)
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        self.members(py)?.into_any().hash()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        Ok((py.get_type::<Accepted>().into_any(), self.members(py)?))
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.value)?;
        self.content.get().map_or(Ok(()), |content| visit.call(content))
    }
}

impl Accepted {
    fn members<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, [self.value(py), self.content(py)?])
    }
}

/// The outcome of an acceptance, of which `judge` has the last word: None, a [`HostModel`], or a callable that reads
/// JSON text.
pub(crate) fn of_acceptance<'py>(acceptance: Acceptance, judge: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    match acceptance {
        Acceptance::Accepted(content) => judged(content, judge),
        Acceptance::Invalid(issues) => invalid(judge.py(), &issues, "form"),
    }
}

/// The outcome of an answer.
pub(crate) fn of_answer<'py>(answer: Answer, judge: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = judge.py();
    match answer {
        Answer::Missing => plain(py, &MISSING, "MISSING"),
        Answer::Declined => plain(py, &DECLINED, "DECLINED"),
        Answer::Cancelled => plain(py, &CANCELLED, "CANCELLED"),
        Answer::Accepted { content: Some(content) } => judged(content, judge),
        Answer::Accepted { content: None } => accepted(py, py.None().into_bound(py)),
        Answer::Invalid { issues } => invalid(py, &issues, "form"),
    }
}

/// What was accepted, as the judge reads it; None where it refuses.
pub(crate) fn value<'py>(content: String, judge: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let outcome = judged(content, judge)?;
    Ok(match outcome.cast_exact::<Accepted>() {
        Ok(accepted) => accepted.get().value(judge.py()),
        Err(_) => judge.py().None().into_bound(judge.py()),
    })
}

/// What the model says of a canonical content.
fn judged<'py>(content: String, judge: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = judge.py();
    if judge.is_none() {
        return accepted(py, load(py, &content, "the content")?);
    }
    if let Ok(model) = judge.cast_exact::<HostModel>() {
        let model = &model.get().model;
        let issues = work(py, content.len(), || model.check(&content));
        return if issues.is_empty() {
            accepted(py, load(py, &content, "the content")?)
        } else {
            invalid(py, &issues, "model")
        };
    }
    match judge.call1((&content,)) {
        Ok(value) => {
            let accepted = Accepted { value: value.unbind(), content: OnceLock::new(), text: Some(content) };
            Ok(Bound::new(py, accepted)?.into_any())
        }
        Err(fault) => made(py, &REFUSED, "mrtr._models", "refused")?.call1((fault.into_value(py),)),
    }
}

/// Without a model, what is read is the content itself.
fn accepted<'py>(py: Python<'py>, content: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let (value, content) = (content.clone().unbind(), OnceLock::from(content.unbind()));
    Ok(Bound::new(py, Accepted { value, content, text: None })?.into_any())
}

fn invalid<'py>(py: Python<'py>, issues: &[Issue], by: &str) -> PyResult<Bound<'py, PyAny>> {
    made(py, &INVALID, "mrtr._outcomes", "invalid")?.call1((Issue::list_to_json(issues), by))
}

fn plain<'py>(py: Python<'py>, cell: &'static PyOnceLock<Py<PyAny>>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    made(py, cell, "mrtr._outcomes", name).cloned()
}

fn made<'py>(
    py: Python<'py>,
    cell: &'static PyOnceLock<Py<PyAny>>,
    module: &str,
    name: &str,
) -> PyResult<&'py Bound<'py, PyAny>> {
    cell.get_or_try_init(py, || Ok(py.import(module)?.getattr(name)?.unbind())).map(|made| made.bind(py))
}

static MISSING: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
static DECLINED: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
static CANCELLED: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
static INVALID: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
static REFUSED: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
