//! The border itself: what pointers from C become. Every `unsafe` block of the crate is here.
//!
//! The crate has no Rust callers (it is built as `cdylib` and `staticlib` only), so each pointer that arrives comes
//! from C under the rules at the head of `mrtr.h`: it is NULL, or points to memory of the stated type and length that
//! nobody else changes during the call. What can be checked is checked (NULL, alignment, length, UTF-8).
//!
//! Ownership is a type: `Option<&T>` is a handle that is borrowed, `Option<Box<T>>` one that is given back, [`Out`] a
//! place to write to. Out parameters stay raw until written, because C may pass one place twice.

use std::ffi::c_char;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::NonNull;

use mrtr_core::{Error, ErrorCode};

use crate::result::mrtr_result;

/// Text or bytes that the library borrows during a call: pointer and length, no terminator needed.
///
/// NULL with length 0 is absent, any other pointer with length 0 is empty.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct mrtr_str {
    /// The first byte, or NULL for absent.
    data: *const c_char,
    /// How many bytes.
    len: usize,
}

/// Text or bytes that the caller owns: free with `mrtr_buf_free`, and do not change the fields before that.
///
/// A NUL byte follows the last byte, outside the length. `data` is NULL where a function documents "nothing".
#[repr(C)]
pub struct mrtr_buf {
    /// The first byte, or NULL for nothing.
    data: *mut c_char,
    /// How many bytes, without the NUL byte.
    len: usize,
}

/// Why a body ended without a result.
pub(crate) enum Stop {
    /// A refusal: `MRTR_REFUSED`, whose reason or refusal the body has written.
    Refused,
    /// An error, for `error_json`.
    Error(Error),
}

impl From<Error> for Stop {
    fn from(error: Error) -> Stop {
        Stop::Error(error)
    }
}

/// Runs a body behind the panic guard. `guard!(error_json, { ... Ok(()) })` gives the result code of a body that may
/// stop; `guard!(or fallback, { ... })` gives the value of one that may not.
macro_rules! guard {
    (or $fallback:expr, $body:block) => {
        $crate::ffi::value_or($fallback, || $body)
    };
    ($error_json:expr, $body:block) => {
        $crate::ffi::result($error_json, || -> Result<(), $crate::ffi::Stop> { $body })
    };
}
pub(crate) use guard;

/// The result code of `body`, its error written to `error_json`; a panic is `MRTR_ERR_INTERNAL`.
pub(crate) fn result(error_json: *mut mrtr_buf, body: impl FnOnce() -> Result<(), Stop>) -> mrtr_result {
    let error = match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(())) => return mrtr_result::MRTR_OK,
        Ok(Err(Stop::Refused)) => return mrtr_result::MRTR_REFUSED,
        Ok(Err(Stop::Error(error))) => error,
        Err(_) => Error::new(ErrorCode::Internal, "a defect in mrtr was caught; please report it"),
    };
    value_or(mrtr_result::MRTR_ERR_INTERNAL, || {
        if let Some(out) = Out::optional(error_json) {
            out.set(mrtr_buf::from(error.to_json()));
        }
        mrtr_result::from(error.code())
    })
}

/// The value of `body`, or `fallback` when it panics.
pub(crate) fn value_or<T>(fallback: T, body: impl FnOnce() -> T) -> T {
    catch_unwind(AssertUnwindSafe(body)).unwrap_or(fallback)
}

/// An argument that breaks the rules of its pointer.
pub(crate) fn invalid(message: String) -> Stop {
    Stop::Error(Error::new(ErrorCode::InvalidArgument, message))
}

/// The handle `what`, which may not be NULL.
pub(crate) fn handle<'a, T>(given: Option<&'a T>, what: &str) -> Result<&'a T, Stop> {
    given.ok_or_else(|| invalid(format!("{what} is NULL")))
}

/// As [`handle`], for a handle that C holds without `const`.
pub(crate) fn handle_mut<'a, T: Sync>(given: *mut T, what: &str) -> Result<&'a T, Stop> {
    // SAFETY: NULL, or a handle of this library that the caller keeps alive during the call. Only shared references are
    // made of it, and `T` guards its own changes, so that two calls at once are no data race.
    handle(unsafe { given.as_ref() }, what)
}

/// The array `what` of `count` items.
pub(crate) fn items<'a, T>(data: *const T, count: usize, what: &str) -> Result<&'a [T], Stop> {
    if count == 0 {
        return Ok(&[]);
    }
    if data.is_null() || !data.is_aligned() {
        return Err(invalid(format!("{what} is NULL or misaligned, with a count")));
    }
    if count.checked_mul(size_of::<T>()).is_none_or(|size| isize::try_from(size).is_err()) {
        return Err(invalid(format!("{what} has a count that no memory can hold")));
    }
    // SAFETY: not NULL, aligned, of a possible size; the caller vouches for `count` items that stay during the call.
    Ok(unsafe { std::slice::from_raw_parts(data, count) })
}

impl mrtr_str {
    /// The bytes of the argument `what`, none when absent.
    pub(crate) fn bytes(&self, what: &str) -> Result<Option<&[u8]>, Stop> {
        if self.data.is_null() && self.len == 0 {
            return Ok(None);
        }
        items(self.data.cast::<u8>(), self.len, what).map(Some)
    }

    /// The text of the argument `what`, none when absent.
    pub(crate) fn text(&self, what: &str) -> Result<Option<&str>, Stop> {
        let Some(bytes) = self.bytes(what)? else { return Ok(None) };
        let not_text = |_| Stop::Error(Error::new(ErrorCode::InvalidUtf8, format!("{what} is not UTF-8")));
        std::str::from_utf8(bytes).map(Some).map_err(not_text)
    }

    /// The bytes of the argument `what`, which may not be absent.
    pub(crate) fn need_bytes(&self, what: &str) -> Result<&[u8], Stop> {
        self.bytes(what)?.ok_or_else(|| invalid(format!("{what} is absent")))
    }

    /// The text of the argument `what`, which may not be absent.
    pub(crate) fn need_text(&self, what: &str) -> Result<&str, Stop> {
        self.text(what)?.ok_or_else(|| invalid(format!("{what} is absent")))
    }

    /// The options of a call: the empty text, which the core reads as its defaults, when absent.
    pub(crate) fn options(&self) -> Result<&str, Stop> {
        Ok(self.text("options_json")?.unwrap_or_default())
    }
}

impl mrtr_buf {
    /// No text at all.
    pub(crate) const NOTHING: mrtr_buf = mrtr_buf { data: std::ptr::null_mut(), len: 0 };

    /// Takes back what was handed out, and leaves nothing.
    pub(crate) fn free(place: *mut mrtr_buf) {
        let Some(place) = NonNull::new(place).filter(|place| place.is_aligned()) else { return };
        // SAFETY: not NULL and aligned; the caller vouches for a buffer that it had initialised.
        let given = unsafe { place.replace(mrtr_buf::NOTHING) };
        if given.data.is_null() {
            return;
        }
        let whole = std::ptr::slice_from_raw_parts_mut(given.data.cast::<u8>(), given.len + 1);
        // SAFETY: `From<Vec<u8>>` below leaked a boxed slice of exactly this start and length, and the caller left
        // the fields alone, as the type asks.
        drop(unsafe { Box::from_raw(whole) });
    }
}

impl From<Vec<u8>> for mrtr_buf {
    fn from(mut bytes: Vec<u8>) -> mrtr_buf {
        let len = bytes.len();
        bytes.reserve_exact(1);
        bytes.push(0);
        mrtr_buf { data: Box::into_raw(bytes.into_boxed_slice()).cast(), len }
    }
}

impl From<String> for mrtr_buf {
    fn from(text: String) -> mrtr_buf {
        mrtr_buf::from(text.into_bytes())
    }
}

impl From<&str> for mrtr_buf {
    fn from(text: &str) -> mrtr_buf {
        mrtr_buf::from(text.as_bytes().to_vec())
    }
}

impl<T: Into<mrtr_buf>> From<Option<T>> for mrtr_buf {
    fn from(text: Option<T>) -> mrtr_buf {
        text.map_or(mrtr_buf::NOTHING, Into::into)
    }
}

/// A place of the caller's, checked and not yet written.
pub(crate) struct Out<T>(NonNull<T>);

impl<T> Out<T> {
    /// The place `what`, which may not be NULL.
    pub(crate) fn required(place: *mut T, what: &str) -> Result<Out<T>, Stop> {
        Out::optional(place).ok_or_else(|| invalid(format!("{what} is NULL or misaligned")))
    }

    /// A place that the caller may leave out.
    pub(crate) fn optional(place: *mut T) -> Option<Out<T>> {
        NonNull::new(place).filter(|place| place.is_aligned()).map(Out)
    }

    /// Writes the place, whatever was there before.
    pub(crate) fn set(self, value: T) {
        // SAFETY: not NULL and aligned; the caller vouches for memory of this type that it may write to.
        unsafe { self.0.write(value) }
    }
}

impl<T> Out<*mut T> {
    /// Hands a new handle to the caller, who gives it back through the `_free` of its type.
    pub(crate) fn hand_over(self, value: T) {
        self.set(Box::into_raw(Box::new(value)));
    }
}

#[cfg(test)]
#[path = "ffi_tests.rs"]
mod tests;
