//! The door in, and the tokens that belong to no round.

use mrtr::OsEntropy;
use mrtr::boundary::Principal;
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::PyEllipsis;

use crate::convert::{keys, optional_text, raised, seconds, text};
use crate::error;
use crate::guard::guard;
use crate::json::written;
use crate::load::load;

const PAYLOAD: &str = "the payload";

/// The boundary of a server.
#[pyclass(frozen, subclass, module = "mrtr._mrtr")]
pub(crate) struct Boundary {
    pub(crate) inner: mrtr::boundary::Boundary,
    clock: Py<PyAny>,
}

#[pymethods]
impl Boundary {
    #[new]
    fn new(ring: &Bound<'_, PyAny>, options: &Bound<'_, PyAny>, clock: Py<PyAny>) -> PyResult<Boundary> {
        let py = ring.py();
        guard(py, || {
            let inner = raised(py, mrtr::boundary::Boundary::new(keys(ring)?, text(options, "options")?))?;
            Ok(Boundary { inner, clock })
        })
    }

    /// Whether the method is one of the three that pass through the doors.
    #[staticmethod]
    fn asks(method: &Bound<'_, PyAny>) -> PyResult<bool> {
        guard(method.py(), || Ok(mrtr::boundary::Boundary::asks(text(method, "the method")?)))
    }

    fn _seal(&self, payload: &Bound<'_, PyAny>, principal: &Bound<'_, PyAny>) -> PyResult<String> {
        let py = payload.py();
        guard(py, || {
            let payload = written(payload, PAYLOAD)?;
            let principal = caller(principal)?;
            raised(py, self.inner.seal(&payload, principal, self.now(py)?, &mut OsEntropy))
        })
    }

    fn _open<'py>(&self, token: &Bound<'py, PyAny>, principal: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = token.py();
        guard(py, || {
            let (token, principal) = (text(token, "the token")?, caller(principal)?);
            let opened = self.inner.open(token, principal, self.now(py)?);
            load(py, &opened.map_err(|reason| error::refused_seal(py, reason))?, PAYLOAD)
        })
    }

    /// The payload and the flow id.
    fn _open_url_completion<'py>(
        &self,
        token: &Bound<'py, PyAny>,
        method: &Bound<'py, PyAny>,
        target: &Bound<'py, PyAny>,
        principal: &Bound<'py, PyAny>,
    ) -> PyResult<(Bound<'py, PyAny>, String)> {
        let py = token.py();
        guard(py, || {
            let (token, method) = (text(token, "the token")?, text(method, "the method")?);
            let (target, principal) = (text(target, "the target")?, caller(principal)?);
            let opened = self.inner.open_url_completion(token, method, target, principal, self.now(py)?);
            let completion = opened.map_err(|reason| error::refused_seal(py, reason))?;
            Ok((load(py, &completion.payload, PAYLOAD)?, completion.flow_id))
        })
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.clock)
    }
}

impl Boundary {
    /// What the host's clock says, in Unix seconds.
    pub(crate) fn now(&self, py: Python<'_>) -> PyResult<f64> {
        seconds(&self.clock.bind(py).call0()?)
    }
}

/// Who calls: a str, None for nobody in particular, and Ellipsis where the host could not tell.
pub(crate) fn caller<'a>(value: &'a Bound<'_, PyAny>) -> PyResult<Principal<'a>> {
    if value.is(PyEllipsis::get(value.py())) {
        return Ok(Principal::Failed);
    }
    optional_text(value, "the principal").map(Principal::from)
}
