//! Functions that go wrong on purpose, so that each binding can show what its caller sees, and randomness that a test can
//! foretell. Only with the feature `testing`, which no release turns on.

use std::cell::RefCell;

use crate::error::{Error, ErrorCode};

thread_local! {
    /// What is left of the bytes that a test has put in the place of randomness; `None` where there are none.
    static BYTES: RefCell<Option<Vec<u8>>> = const { RefCell::new(None) };
}

/// Panics, as a defect of this crate would.
///
/// # Panics
///
/// Always: that is what it is for.
#[allow(clippy::panic)]
pub fn panic() {
    panic!("a panic on purpose");
}

/// Fails with code `internal`.
pub fn fail() -> Result<(), Error> {
    Err(Error::new(ErrorCode::Internal, "a failure on purpose"))
}

/// Puts these bytes in the place of the operating system's randomness, on this thread and for [`crate::OsEntropy`]
/// alone, so that every binding mints the tokens of the vectors byte for byte. When they are used up, randomness fails
/// with code `entropy`. `None` gives the operating system back. Tells how many earlier bytes were not used.
pub fn entropy(bytes: Option<&[u8]>) -> usize {
    BYTES.replace(bytes.map(<[u8]>::to_vec)).map_or(0, |left| left.len())
}

/// Fills the buffer from a test's bytes; `None` where no test has given any.
#[cfg(feature = "os-entropy")]
pub(crate) fn fill(buffer: &mut [u8]) -> Option<Result<(), Error>> {
    BYTES.with_borrow_mut(|bytes| {
        let bytes = bytes.as_mut()?;
        let Some((first, rest)) = bytes.split_at_checked(buffer.len()) else {
            return Some(Err(Error::new(ErrorCode::Entropy, "the bytes of the test are used up")));
        };
        buffer.copy_from_slice(first);
        *bytes = rest.to_vec();
        Some(Ok(()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Entropy as _, OsEntropy};

    #[test]
    fn bytes_of_a_test_are_given_in_order_and_end() {
        assert_eq!(entropy(Some(&[1, 2, 3, 4])), 0);
        let mut pair = [0; 2];
        OsEntropy.fill(&mut pair).unwrap();
        assert_eq!(pair, [1, 2]);
        assert_eq!(OsEntropy.fill(&mut [0; 3]).unwrap_err().code(), ErrorCode::Entropy);
        assert_eq!(entropy(None), 2);
        let mut random = [0; 32];
        OsEntropy.fill(&mut random).unwrap();
        assert_ne!(random, [0; 32]);
    }
}
