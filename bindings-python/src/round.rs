//! One call that was let in, and the door out.

use std::sync::{Mutex, PoisonError};

use mrtr::boundary::{Call, Unasked};
use mrtr::{ErrorCode, OsEntropy};
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::{PyBool, PyString};

use crate::boundary::{Boundary, caller};
use crate::convert::{self, raised, text};
use crate::error;
use crate::guard::{guard, work};
use crate::json::{members, written};
use crate::load::load;
use crate::responses::Responses;

const PARAMS: &str = "the params";
const PAYLOAD: &str = "the payload";

/// One call that was let in.
#[pyclass(frozen, subclass, module = "mrtr._mrtr")]
pub(crate) struct Round {
    inner: Mutex<mrtr::boundary::Round>,
    boundary: Py<Boundary>,
    of_2025: bool,
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

    /// The clock is the host's, and runs before the round is locked: it may look at the round itself.
    fn now(&self, py: Python<'_>) -> PyResult<f64> {
        guard(py, || self.boundary.get().now(py))
    }
}

#[pymethods]
impl Round {
    /// Goes in by the door. `of_2025`: the client speaks a revision of 2025.
    #[new]
    fn new(
        boundary: &Bound<'_, PyAny>,
        method: &Bound<'_, PyAny>,
        params: &Bound<'_, PyAny>,
        principal: &Bound<'_, PyAny>,
        capabilities: &Bound<'_, PyAny>,
        of_2025: &Bound<'_, PyAny>,
    ) -> PyResult<Round> {
        let py = method.py();
        guard(py, || {
            let boundary =
                boundary.cast::<Boundary>().map_err(|_| error::argument(py, "a Round is made by Boundary.enter"))?;
            let params_text;
            let params = if params.is_instance_of::<PyString>() {
                text(params, PARAMS)?
            } else {
                params_text = members(params, PARAMS)?;
                &params_text
            };
            let declared = if capabilities.is_none() { None } else { Some(members(capabilities, "the capabilities")?) };
            let call = Call {
                method: text(method, "the method")?,
                params,
                principal: caller(principal)?,
                capabilities: declared.as_deref(),
            };
            let (now, inner) = (boundary.get().now(py)?, &boundary.get().inner);
            let entered = work(py, call.params.len(), || inner.enter(&call, now, &mut OsEntropy));
            let round = entered.map_err(|refusal| error::refusal(py, &refusal))?;
            let of_2025 = of_2025.cast::<PyBool>().is_ok_and(PyBoolMethods::is_true);
            Ok(Round { inner: Mutex::new(round), boundary: boundary.clone().unbind(), of_2025 })
        })
    }

    /// Which round of the logical call this is, from 1.
    #[getter]
    fn number(&self, py: Python<'_>) -> PyResult<u32> {
        self.with(py, |round| Ok(round.number()))
    }

    /// How often the call may still ask, this round included.
    #[getter]
    fn rounds_left(&self, py: Python<'_>) -> PyResult<u32> {
        self.with(py, |round| Ok(round.rounds_left()))
    }

    /// Whether the call carried a state or answers. They are in no cache's key: see `cache_hints`.
    #[getter]
    fn is_retry(&self, py: Python<'_>) -> PyResult<bool> {
        self.with(py, |round| Ok(round.is_retry()))
    }

    /// What a final result of this call must tell caches; `None` where that is the handler's to say.
    #[getter]
    fn cache_hints<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.with(py, |round| round.cache_hints().map(|hints| load(py, hints, "the cache hints")).transpose())
    }

    /// The same on every round of one logical call: an idempotency key.
    #[getter]
    fn flow_id(&self, py: Python<'_>) -> PyResult<String> {
        self.with(py, |round| Ok(round.flow_id().to_owned()))
    }

    /// When the presented state runs out, in Unix seconds; None in the first round.
    #[getter]
    fn expires_at(&self, py: Python<'_>) -> PyResult<Option<f64>> {
        self.with(py, |round| Ok(round.expires_at()))
    }

    /// The text of the state that was presented, as it was minted; None where there is none.
    #[getter]
    fn request_state_text(&self, py: Python<'_>) -> PyResult<Option<String>> {
        self.with(py, |round| Ok(round.request_state_text().map(str::to_owned)))
    }

    /// The payload of the state that was presented; None where there is none.
    fn request_state<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let payload = self.with(py, |round| Ok(round.request_state()))?;
        guard(py, || match payload {
            Some(payload) => load(py, &payload, "the state"),
            None => Ok(py.None().into_bound(py)),
        })
    }

    /// What the server's log may want to know, as plain values.
    fn _notes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let notes = self.with(py, |round| Ok(round.notes()))?;
        guard(py, || load(py, &notes, "the notes"))
    }

    /// The answers that may be read.
    fn _responses(&self, py: Python<'_>) -> PyResult<Responses> {
        self.with(py, |round| Ok(Responses { inner: round.responses().clone() }))
    }

    /// Whether this client declared that it can be asked for a `form`, a `url`, `sampling` or `roots`.
    fn may_ask(&self, kind: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.with(kind.py(), |round| Ok(round.may_ask(text(kind, "the kind")?)))
    }

    /// A token for the result of this round; sealed anew with the round's questions when the result leaves.
    fn seal_request_state(&self, payload: &Bound<'_, PyAny>) -> PyResult<String> {
        let py = payload.py();
        let (payload, now) = (guard(py, || written(payload, PAYLOAD))?, self.now(py)?);
        self.with(py, |round| raised(py, round.seal_request_state(&payload, now, &mut OsEntropy)))
    }

    /// A token that a page may carry back to this server: see `Boundary.open_url_completion`.
    fn seal_url_completion(&self, payload: &Bound<'_, PyAny>) -> PyResult<String> {
        let py = payload.py();
        let (payload, now) = (guard(py, || written(payload, PAYLOAD))?, self.now(py)?);
        self.with(py, |round| raised(py, round.seal_url_completion(&payload, now, &mut OsEntropy)))
    }

    /// The result to send in place of one that asks, None for any other; or raise `Refusal`.
    fn leave<'py>(&self, result: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = result.py();
        // None is no result, which the core says better than we.
        let result = if result.is_none() { "null".to_owned() } else { guard(py, || members(result, "the result"))? };
        let now = self.now(py)?;
        let sent = self.with(py, |round| {
            round.leave(&result, now, &mut OsEntropy).map_err(|refusal| {
                let refusal = if self.of_2025 { refusal.for_2025() } else { *refusal };
                error::refusal(py, &refusal)
            })
        })?;
        guard(py, || match sent {
            Some(sent) => load(py, &sent, "the result"),
            None => Ok(py.None().into_bound(py)),
        })
    }

    /// The questions of a result that has left, for a client of an older revision; `Refusal` where it cannot be asked.
    fn older<'py>(
        &self,
        revision: &Bound<'py, PyAny>,
        input_requests: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = revision.py();
        let requests = guard(py, || members(input_requests, "the questions"))?;
        let asked = self.with(py, |round| {
            round
                .older(convert::revision(revision)?, &requests, &mut OsEntropy)
                .map_err(|refusal| error::refusal(py, &refusal))
        })?;
        guard(py, || load(py, &asked, "the questions"))
    }

    /// The `Refusal` for a client that has no session to be asked in.
    fn no_session(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.with(py, |round| Ok(error::refusal(py, &round.unasked(&Unasked::NoSession)).into_value(py).into_any()))
    }

    /// The `Refusal` for a question that the client has not answered; `why` is told to the client again.
    fn unanswered(&self, key: &Bound<'_, PyAny>, why: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let py = key.py();
        self.with(py, |round| {
            let why = Unasked::Unanswered { key: text(key, "the key")?, why: text(why, "the reason")? };
            Ok(error::refusal(py, &round.unasked(&why)).into_value(py).into_any())
        })
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.boundary)
    }
}
