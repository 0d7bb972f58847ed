//! No panic crosses into Python: PyO3 would make it a `PanicException`, which `except Exception` does not catch.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use pyo3::prelude::*;

use crate::error;

thread_local! {
    /// Where the last panic of this thread arose: the file's own name and the line.
    static PLACE: Cell<Option<(String, u32)>> = const { Cell::new(None) };
}

/// Texts from here on are worked on without holding the interpreter; below, letting go of it costs more than it gives.
const DETACH_FROM: usize = 32 * 1024;

/// Runs the body of an entry; a panic becomes `InternalError` and the process goes on.
pub(crate) fn guard<T>(py: Python<'_>, body: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    catch_unwind(AssertUnwindSafe(body)).unwrap_or_else(|_| Err(error::defect(py, PLACE.take())))
}

/// Runs work on texts of `size` bytes in all, without the interpreter when they are large.
pub(crate) fn work<T: Send>(py: Python<'_>, size: usize, work: impl FnOnce() -> T + Send) -> T {
    if size < DETACH_FROM { work() } else { py.detach(work) }
}

/// Keeps the panic's own text, which may quote a value, off the standard error stream; the place is kept for the error.
///
/// The hook is that of this module's own copy of the standard library: no other Rust code in the process is touched.
pub(crate) fn quiet_panics() {
    std::panic::set_hook(Box::new(|panic| {
        let place = panic.location().map(|location| {
            let file = Path::new(location.file()).file_name().unwrap_or_default();
            (file.to_string_lossy().into_owned(), location.line())
        });
        PLACE.set(place);
    }));
}
