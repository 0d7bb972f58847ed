//! What Python gives, checked by hand: a failed conversion names the argument and the type, never the value.

use mrtr::state::Key;
use mrtr::{Error, ErrorCode, Revision};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyByteArray, PyBytes, PyFloat, PyInt, PyList, PyString};
use zeroize::Zeroizing;

use crate::error;

/// A str as UTF-8; a lone surrogate has no UTF-8 and is `invalid_utf8`.
pub(crate) fn text<'a>(value: &'a Bound<'_, PyAny>, name: &str) -> PyResult<&'a str> {
    let py = value.py();
    let string = value.cast::<PyString>().map_err(|_| error::argument(py, &format!("{name} must be a str")))?;
    string.to_str().map_err(|_| error::new(py, ErrorCode::InvalidUtf8, &format!("{name} holds a lone surrogate")))
}

/// [`text`], or None.
pub(crate) fn optional_text<'a>(value: &'a Bound<'_, PyAny>, name: &str) -> PyResult<Option<&'a str>> {
    if value.is_none() { Ok(None) } else { text(value, name).map(Some) }
}

/// The host's clock: an int or a float, no bool.
pub(crate) fn seconds(value: &Bound<'_, PyAny>) -> PyResult<f64> {
    let fault = || error::argument(value.py(), "the clock must give a number of seconds");
    let number = value.is_instance_of::<PyFloat>() || value.is_instance_of::<PyInt>();
    if !number || value.is_instance_of::<PyBool>() {
        return Err(fault());
    }
    value.extract::<f64>().map_err(|_| fault())
}

/// Bytes, copied; nothing is coerced (`bytes(32)` would be a key of zeros).
pub(crate) fn bytes(value: &Bound<'_, PyAny>, name: &str) -> PyResult<Zeroizing<Vec<u8>>> {
    if let Ok(bytes) = value.cast::<PyBytes>() {
        return Ok(Zeroizing::new(bytes.as_bytes().to_vec()));
    }
    if let Ok(bytes) = value.cast::<PyByteArray>() {
        return Ok(Zeroizing::new(bytes.to_vec()));
    }
    Err(error::argument(value.py(), &format!("{name} must be bytes or bytearray")))
}

/// A key ring: each key bytes, bytearray or str.
pub(crate) fn keys(value: &Bound<'_, PyAny>) -> PyResult<Vec<Key>> {
    let py = value.py();
    let list = value.cast::<PyList>().map_err(|_| error::argument(py, "keys must be a list"))?;
    list.iter()
        .map(|item| {
            let made = if item.is_instance_of::<PyString>() {
                Key::new(text(&item, "a key")?.as_bytes())
            } else {
                let secret =
                    bytes(&item, "a key").map_err(|_| error::argument(py, "a key must be bytes, bytearray or str"))?;
                Key::new(&secret)
            };
            made.map_err(|fault| error::of(py, &fault))
        })
        .collect()
}

/// A revision that came before `input_required`, by its name.
pub(crate) fn revision(value: &Bound<'_, PyAny>) -> PyResult<Revision> {
    let named = Revision::from_name(text(value, "the revision")?);
    named.ok_or_else(|| error::argument(value.py(), "the revision must be the name of one before 2026-07-28"))
}

/// Maps the core's errors.
pub(crate) fn raised<T>(py: Python<'_>, result: Result<T, Error>) -> PyResult<T> {
    result.map_err(|fault| error::of(py, &fault))
}
