//! The command `mrtr check`.

use mrtr::command::{Input, run};
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::convert::{bytes, text};
use crate::error;
use crate::guard::{guard, work};

/// The next step as JSON text. `given`: None before the file is read, False where it cannot be, else its bytes.
#[pyfunction]
pub(crate) fn command(arguments: &Bound<'_, PyAny>, given: &Bound<'_, PyAny>) -> PyResult<String> {
    let py = arguments.py();
    guard(py, || {
        let list = arguments.cast::<PyList>().map_err(|_| error::argument(py, "the arguments must be a list"))?;
        let items: Vec<Bound<'_, PyAny>> = list.iter().collect();
        let arguments = items.iter().map(|one| text(one, "an argument")).collect::<PyResult<Vec<_>>>()?;
        let read;
        let input = if given.is_none() {
            Input::Unread
        } else if matches!(given.extract::<bool>(), Ok(false)) {
            Input::Unreadable
        } else {
            read = bytes(given, "the input")?;
            Input::Bytes(&read)
        };
        let size = if let Input::Bytes(bytes) = input { bytes.len() } else { 0 };
        Ok(work(py, size, || run(&arguments, input)).to_json())
    })
}
