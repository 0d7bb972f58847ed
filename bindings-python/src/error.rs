//! Errors of the core as exceptions of the package.

use mrtr::state::Reason;
use mrtr::{Error, ErrorCode, Issue};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

static MAKE: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
static MAKE_REFUSAL: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
static INVALID_REQUEST_STATE: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
static INVALID_SEALED_STATE: PyOnceLock<Py<PyAny>> = PyOnceLock::new();

/// The exception for an error of the core.
pub(crate) fn of(py: Python<'_>, error: &Error) -> PyErr {
    raise(py, &MAKE, "make", (error.code().as_str(), error.message(), Issue::list_to_json(error.issues())))
}

/// An exception of this binding's own.
pub(crate) fn new(py: Python<'_>, code: ErrorCode, message: &str) -> PyErr {
    raise(py, &MAKE, "make", (code.as_str(), message))
}

/// The exception for an argument of the wrong type.
pub(crate) fn argument(py: Python<'_>, message: &str) -> PyErr {
    new(py, ErrorCode::InvalidArgument, message)
}

/// The exception for a panic.
pub(crate) fn defect(py: Python<'_>, place: Option<(String, u32)>) -> PyErr {
    let place = place.map_or_else(String::new, |(file, line)| format!(" ({file}:{line})"));
    new(py, ErrorCode::Internal, &format!("a defect of mrtr, please report it{place}"))
}

/// The exception for a `requestState` that was refused.
pub(crate) fn refused_state(py: Python<'_>, reason: Reason) -> PyErr {
    raise(py, &INVALID_REQUEST_STATE, "InvalidRequestState", (reason.as_str(),))
}

/// The exception for a widget token that was refused.
pub(crate) fn refused_seal(py: Python<'_>, reason: Reason) -> PyErr {
    raise(py, &INVALID_SEALED_STATE, "InvalidSealedState", (reason.as_str(),))
}

/// The exception for a refusal of the boundary.
pub(crate) fn refusal(py: Python<'_>, refusal: &mrtr::boundary::Refusal) -> PyErr {
    raise(
        py,
        &MAKE_REFUSAL,
        "make_refusal",
        (
            refusal.reason_str(),
            refusal.reason().is_some(),
            refusal.error_json(),
            refusal.tool_result_json(),
            refusal.method(),
            refusal.target(),
            refusal.detail(),
        ),
    )
}

fn raise<'py, A>(py: Python<'py>, cell: &PyOnceLock<Py<PyAny>>, name: &str, arguments: A) -> PyErr
where
    A: pyo3::call::PyCallArgs<'py>,
{
    let made = cell
        .get_or_try_init(py, || PyResult::Ok(py.import("mrtr._errors")?.getattr(name)?.unbind()))
        .and_then(|make| make.bind(py).call1(arguments));
    match made {
        Ok(exception) => PyErr::from_value(exception),
        Err(error) => error,
    }
}
