//! Randomness comes from outside, like the clock.

use crate::error::{Error, ErrorCode};

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

/// The most random bytes that one token takes.
const MOST: usize = 32;

/// The random bytes of one token, asked for at once when the first is needed: a question to the operating system takes as
/// long as sealing does. They outlive no token, so that a forked process never has them, too.
pub(crate) struct Drawn<'a> {
    source: &'a mut dyn Entropy,
    bytes: [u8; MOST],
    next: usize,
    count: usize,
}

impl<'a> Drawn<'a> {
    /// So many bytes of that source.
    pub(crate) fn new(count: usize, source: &'a mut dyn Entropy) -> Drawn<'a> {
        Drawn { source, bytes: [0; MOST], next: 0, count }
    }
}

impl Entropy for Drawn<'_> {
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), Error> {
        if self.next == 0 {
            self.source.fill(self.bytes.get_mut(..self.count).ok_or_else(spent)?)?;
        }
        let after = self.next + bytes.len();
        let given = self.bytes.get(self.next..after).filter(|_| after <= self.count).ok_or_else(spent)?;
        bytes.copy_from_slice(given);
        self.next = after;
        Ok(())
    }
}

fn spent() -> Error {
    Error::new(ErrorCode::Entropy, "a token takes more random bytes than were drawn for it")
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
        getrandom::fill(bytes)
            .map_err(|_| Error::new(ErrorCode::Entropy, "the operating system's source of randomness failed"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_drawn_is_given_once_and_in_order() {
        let mut asked = 0;
        let mut source = |bytes: &mut [u8]| {
            asked += 1;
            bytes.iter_mut().zip(1..).for_each(|(byte, number)| *byte = number);
            Ok(())
        };
        let mut drawn = Drawn::new(5, &mut source);
        let (mut two, mut three) = ([0; 2], [0; 3]);
        drawn.fill(&mut two).unwrap();
        drawn.fill(&mut three).unwrap();
        assert_eq!((two, three), ([1, 2], [3, 4, 5]));
        assert_eq!(drawn.fill(&mut [0]).unwrap_err().code(), ErrorCode::Entropy);
        assert_eq!(asked, 1);
        assert!(Drawn::new(MOST + 1, &mut |_: &mut [u8]| Ok(())).fill(&mut [0]).is_err());
    }
}
