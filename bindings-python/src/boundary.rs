//! The two doors.

use std::sync::{Mutex, PoisonError};

use mrtr::boundary::{Call, Principal};
use mrtr::{ErrorCode, OsEntropy};
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::PyEllipsis;

use crate::convert::{keys, optional_text, raised, seconds, text};
use crate::error;
use crate::guard::{guard, work};
use crate::responses::Responses;

/// The boundary of a server.
#[pyclass(frozen, module = "mrtr._mrtr")]
pub(crate) struct Boundary {
    inner: mrtr::boundary::Boundary,
}

#[pymethods]
impl Boundary {
    #[new]
    fn new(ring: &Bound<'_, PyAny>, options: &Bound<'_, PyAny>) -> PyResult<Boundary> {
        let py = ring.py();
        guard(py, || {
            let inner = raised(py, mrtr::boundary::Boundary::new(keys(ring)?, text(options, "options")?))?;
            Ok(Boundary { inner })
        })
    }

    #[staticmethod]
    fn asks(method: &Bound<'_, PyAny>) -> PyResult<bool> {
        guard(method.py(), || Ok(mrtr::boundary::Boundary::asks(text(method, "the method")?)))
    }

    fn enter(
        &self,
        method: &Bound<'_, PyAny>,
        params: &Bound<'_, PyAny>,
        principal: &Bound<'_, PyAny>,
        capabilities: &Bound<'_, PyAny>,
        now: &Bound<'_, PyAny>,
    ) -> PyResult<Round> {
        let py = method.py();
        guard(py, || {
            let call = Call {
                method: text(method, "the method")?,
                params: text(params, "the params")?,
                principal: caller(principal)?,
                capabilities: optional_text(capabilities, "the capabilities")?,
            };
            let now = seconds(now)?;
            let entered = work(py, call.params.len(), || self.inner.enter(&call, now, &mut OsEntropy));
            let round = entered.map_err(|refusal| error::refusal(py, &refusal))?;
            Ok(Round { inner: Mutex::new(round) })
        })
    }

    fn seal(
        &self,
        payload: &Bound<'_, PyAny>,
        principal: &Bound<'_, PyAny>,
        now: &Bound<'_, PyAny>,
    ) -> PyResult<String> {
        let py = payload.py();
        guard(py, || {
            let payload = text(payload, "the payload")?;
            let principal = caller(principal)?;
            raised(py, self.inner.seal(payload, principal, seconds(now)?, &mut OsEntropy))
        })
    }

    fn open(&self, token: &Bound<'_, PyAny>, principal: &Bound<'_, PyAny>, now: &Bound<'_, PyAny>) -> PyResult<String> {
        let py = token.py();
        guard(py, || {
            let token = text(token, "the token")?;
            let principal = caller(principal)?;
            self.inner.open(token, principal, seconds(now)?).map_err(|reason| error::refused_seal(py, reason))
        })
    }

    /// The payload and the flow id.
    fn open_url_completion(
        &self,
        token: &Bound<'_, PyAny>,
        method: &Bound<'_, PyAny>,
        target: &Bound<'_, PyAny>,
        principal: &Bound<'_, PyAny>,
        now: &Bound<'_, PyAny>,
    ) -> PyResult<(String, String)> {
        let py = token.py();
        guard(py, || {
            let (token, method) = (text(token, "the token")?, text(method, "the method")?);
            let (target, principal) = (text(target, "the target")?, caller(principal)?);
            self.inner
                .open_url_completion(token, method, target, principal, seconds(now)?)
                .map(|completion| (completion.payload, completion.flow_id))
                .map_err(|reason| error::refused_seal(py, reason))
        })
    }
}

/// Who calls: a str, None for nobody in particular, and Ellipsis where the host could not tell.
fn caller<'a>(value: &'a Bound<'_, PyAny>) -> PyResult<Principal<'a>> {
    if value.is(PyEllipsis::get(value.py())) {
        return Ok(Principal::Failed);
    }
    optional_text(value, "the principal").map(Principal::from)
}

/// One call that was let in.
#[pyclass(frozen, module = "mrtr._mrtr")]
pub(crate) struct Round {
    inner: Mutex<mrtr::boundary::Round>,
}

impl Round {
    /// A round whose owner panicked half way is not used again.
    fn with<T>(&self, py: Python<'_>, body: impl FnOnce(&mut mrtr::boundary::Round) -> PyResult<T>) -> PyResult<T> {
        guard(py, || {
            let mut round = self
                .inner
                .lock_py_attached(py)
                .map_err(|_: PoisonError<_>| error::new(py, ErrorCode::Internal, "the round is broken"))?;
            body(&mut round)
        })
    }
}

#[pymethods]
impl Round {
    #[getter]
    fn number(&self, py: Python<'_>) -> PyResult<u32> {
        self.with(py, |round| Ok(round.number()))
    }

    #[getter]
    fn rounds_left(&self, py: Python<'_>) -> PyResult<u32> {
        self.with(py, |round| Ok(round.rounds_left()))
    }

    #[getter]
    fn is_retry(&self, py: Python<'_>) -> PyResult<bool> {
        self.with(py, |round| Ok(round.is_retry()))
    }

    #[getter]
    fn flow_id(&self, py: Python<'_>) -> PyResult<String> {
        self.with(py, |round| Ok(round.flow_id().to_owned()))
    }

    #[getter]
    fn expires_at(&self, py: Python<'_>) -> PyResult<Option<f64>> {
        self.with(py, |round| Ok(round.expires_at()))
    }

    #[getter]
    fn request_state(&self, py: Python<'_>) -> PyResult<Option<String>> {
        self.with(py, |round| Ok(round.request_state()))
    }

    #[getter]
    fn request_state_text(&self, py: Python<'_>) -> PyResult<Option<String>> {
        self.with(py, |round| Ok(round.request_state_text().map(str::to_owned)))
    }

    #[getter]
    fn notes(&self, py: Python<'_>) -> PyResult<String> {
        self.with(py, |round| Ok(round.notes()))
    }

    fn responses(&self, py: Python<'_>) -> PyResult<Responses> {
        self.with(py, |round| Ok(Responses { inner: round.responses().clone() }))
    }

    fn may_ask(&self, kind: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.with(kind.py(), |round| Ok(round.may_ask(text(kind, "the kind")?)))
    }

    fn seal_request_state(&self, payload: &Bound<'_, PyAny>, now: &Bound<'_, PyAny>) -> PyResult<String> {
        let py = payload.py();
        self.with(py, |round| {
            let payload = text(payload, "the payload")?;
            raised(py, round.seal_request_state(payload, seconds(now)?, &mut OsEntropy))
        })
    }

    fn seal_url_completion(&self, payload: &Bound<'_, PyAny>, now: &Bound<'_, PyAny>) -> PyResult<String> {
        let py = payload.py();
        self.with(py, |round| {
            let payload = text(payload, "the payload")?;
            raised(py, round.seal_url_completion(payload, seconds(now)?, &mut OsEntropy))
        })
    }

    /// `of_2025`: the client speaks a revision of 2025.
    fn leave(&self, result: &Bound<'_, PyAny>, now: &Bound<'_, PyAny>, of_2025: bool) -> PyResult<Option<String>> {
        let py = result.py();
        self.with(py, |round| {
            let result = text(result, "the result")?;
            round.leave(result, seconds(now)?, &mut OsEntropy).map_err(|refusal| {
                let refusal = if of_2025 { refusal.for_2025() } else { *refusal };
                error::refusal(py, &refusal)
            })
        })
    }
}
