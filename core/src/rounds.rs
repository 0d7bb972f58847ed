//! The bound on rounds: how often one logical call may ask, wherever its retries land.

use crate::state::spelling;

/// How often a call may ask, unless told otherwise; the TypeScript and Ruby SDKs' legacy shims have the same bound.
pub(crate) const DEFAULT_MAX_ROUNDS: u32 = 8;

/// Where a call stands in its flow. The first call is round 1; the retry that echoes the token of round `n` is round
/// `n + 1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Progress {
    number: u32,
    max: u32,
}

impl Progress {
    /// The first round of a flow.
    pub(crate) fn first(max: u32) -> Progress {
        Progress { number: 1, max }
    }

    /// The round that answers a token of round `answered`; `None` past the bound, where no token of ours can be from.
    pub(crate) fn after(answered: u32, max: u32) -> Option<Progress> {
        (answered <= max).then(|| Progress { number: answered.saturating_add(1), max })
    }

    /// Counted from 1.
    pub(crate) fn number(self) -> u32 {
        self.number
    }

    /// How often this call may still ask, this round included.
    pub(crate) fn left(self) -> u32 {
        self.max.saturating_sub(self.number - 1)
    }

    /// The bound.
    pub(crate) fn max(self) -> u32 {
        self.max
    }
}

/// Names one logical call over all its rounds: 16 random bytes as base64url.
pub(crate) fn flow_id(bytes: [u8; 16]) -> String {
    spelling::encode(&bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn asks_are_counted_and_end() {
        let mut progress = Progress::first(3);
        let mut asked = 0;
        while progress.left() > 0 {
            asked += 1;
            progress = Progress::after(progress.number(), 3).unwrap();
        }
        assert_eq!((asked, progress.number()), (3, 4));
        assert_eq!(Progress::after(4, 3), None);
        assert_eq!(Progress::after(u32::MAX, u32::MAX).unwrap().number(), u32::MAX);
        assert_eq!(Progress::first(u32::MAX).left(), u32::MAX);
    }
}
