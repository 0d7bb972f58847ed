//! Functions that go wrong on purpose, so that each binding can show what its caller sees. Only with the feature
//! `testing`, which no release turns on.

use crate::error::{Error, ErrorCode};

/// Panics, as a defect of this crate would.
#[allow(clippy::panic)]
pub fn panic() {
    panic!("a panic on purpose");
}

/// Fails with code `internal`.
pub fn fail() -> Result<(), Error> {
    Err(Error::new(ErrorCode::Internal, "a failure on purpose"))
}
