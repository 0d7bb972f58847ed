//! The codec alone.

use mrtr::OsEntropy;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::convert::{bytes, keys, optional_text, raised, seconds, text};
use crate::error;
use crate::guard::{guard, work};
use crate::json::written;
use crate::load::load;

const PAYLOAD: &str = "the payload";

/// The digest of arguments, given as JSON text.
#[pyfunction]
pub(crate) fn arguments_digest(given: &Bound<'_, PyAny>) -> PyResult<String> {
    let py = given.py();
    guard(py, || {
        let given = text(given, "the arguments")?;
        raised(py, work(py, given.len(), || mrtr::state::arguments_digest(given)))
    })
}

/// A key ring and the formats it mints and opens.
#[pyclass(frozen, module = "mrtr._mrtr")]
pub(crate) struct Codec {
    inner: mrtr::state::Codec,
}

#[pymethods]
impl Codec {
    #[new]
    fn new(ring: &Bound<'_, PyAny>, options: &Bound<'_, PyAny>) -> PyResult<Codec> {
        let py = ring.py();
        guard(py, || {
            let inner = raised(py, mrtr::state::Codec::new(keys(ring)?, text(options, "options")?))?;
            Ok(Codec { inner })
        })
    }

    fn mint(&self, payload: &Bound<'_, PyAny>, bind: &Bound<'_, PyAny>, now: &Bound<'_, PyAny>) -> PyResult<String> {
        let py = payload.py();
        guard(py, || {
            let payload = text(payload, PAYLOAD)?;
            let (bind, now) = (optional_text(bind, "the binding")?, seconds(now)?);
            let minted = work(py, payload.len(), || self.inner.mint(Some(payload), bind, now, &mut OsEntropy));
            raised(py, minted)
        })
    }

    /// [`Codec::mint`] of a plain value.
    fn mint_value(
        &self,
        payload: &Bound<'_, PyAny>,
        bind: &Bound<'_, PyAny>,
        now: &Bound<'_, PyAny>,
    ) -> PyResult<String> {
        let py = payload.py();
        guard(py, || {
            let payload = written(payload, PAYLOAD)?;
            let (bind, now) = (optional_text(bind, "the binding")?, seconds(now)?);
            let minted = work(py, payload.len(), || self.inner.mint(Some(&payload), bind, now, &mut OsEntropy));
            raised(py, minted)
        })
    }

    /// [`Codec::verify`], giving the plain value; None for a token without one.
    fn verify_value<'py>(
        &self,
        token: &Bound<'py, PyAny>,
        bind: &Bound<'py, PyAny>,
        now: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = token.py();
        guard(py, || match self.verified(token, bind, now)? {
            Some(payload) => load(py, &payload, PAYLOAD),
            None => Ok(py.None().into_bound(py)),
        })
    }

    fn verify(
        &self,
        token: &Bound<'_, PyAny>,
        bind: &Bound<'_, PyAny>,
        now: &Bound<'_, PyAny>,
    ) -> PyResult<Option<String>> {
        guard(token.py(), || self.verified(token, bind, now))
    }

    fn open_state(
        &self,
        token: &Bound<'_, PyAny>,
        expected: &Bound<'_, PyAny>,
        now: &Bound<'_, PyAny>,
    ) -> PyResult<String> {
        let py = token.py();
        guard(py, || {
            let token = text(token, "the token")?;
            let (expected, now) = (text(expected, "the expected call")?, seconds(now)?);
            let opened = work(py, token.len() + expected.len(), || self.inner.open_state(token, expected, now));
            raised(py, opened)?.map_err(|reason| error::refused_state(py, reason))
        })
    }

    fn seal_bytes(
        &self,
        payload: &Bound<'_, PyAny>,
        associated_data: &Bound<'_, PyAny>,
        now: &Bound<'_, PyAny>,
    ) -> PyResult<String> {
        let py = payload.py();
        guard(py, || {
            let payload = bytes(payload, "the payload")?;
            let associated_data = bytes(associated_data, "the associated data")?;
            let now = seconds(now)?;
            let sealed =
                work(py, payload.len(), || self.inner.seal_bytes(&payload, &associated_data, now, &mut OsEntropy));
            raised(py, sealed)
        })
    }

    fn open_bytes<'py>(
        &self,
        token: &Bound<'py, PyAny>,
        associated_data: &Bound<'py, PyAny>,
        now: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let py = token.py();
        guard(py, || {
            let token = text(token, "the token")?;
            let associated_data = bytes(associated_data, "the associated data")?;
            let now = seconds(now)?;
            let opened = work(py, token.len(), || self.inner.open_bytes(token, &associated_data, now))
                .map_err(|reason| error::refused_state(py, reason))?;
            Ok(PyBytes::new(py, &opened))
        })
    }
}

impl Codec {
    fn verified(
        &self,
        token: &Bound<'_, PyAny>,
        bind: &Bound<'_, PyAny>,
        now: &Bound<'_, PyAny>,
    ) -> PyResult<Option<String>> {
        let py = token.py();
        let token = text(token, "the token")?;
        let (bind, now) = (optional_text(bind, "the binding")?, seconds(now)?);
        work(py, token.len(), || self.inner.verify(token, bind, now)).map_err(|reason| error::refused_state(py, reason))
    }
}
