//! Randomness comes from outside, like the clock.

use crate::error::Error;

/// A source of random bytes.
pub trait Entropy {
    /// Fills the whole buffer with bytes nobody can foretell.
    ///
    /// An error (code `entropy`) means that nothing may be minted.
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), Error>;
}

impl<F: FnMut(&mut [u8]) -> Result<(), Error>> Entropy for F {
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), Error> {
        self(bytes)
    }
}

/// The operating system's generator.
#[cfg(feature = "os-entropy")]
#[derive(Clone, Copy, Debug, Default)]
pub struct OsEntropy;

#[cfg(feature = "os-entropy")]
impl Entropy for OsEntropy {
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), Error> {
        #[cfg(feature = "testing")]
        if let Some(filled) = crate::testing::fill(bytes) {
            return filled;
        }
        getrandom::fill(bytes).map_err(|_| {
            Error::new(crate::error::ErrorCode::Entropy, "the operating system's source of randomness failed")
        })
    }
}
