//! Text that stands for itself in a string of JSON, looked at sixteen bytes at a time.

use wide::u8x16;

/// Sixteen bytes of a text, looked at together: strings are most of every text that is scanned.
pub(super) struct Block {
    /// How many of them stand for themselves in a string: up to a quote, a backslash or a control character.
    pub(super) plain: usize,
    /// The first eight.
    pub(super) word: u64,
}

impl Block {
    pub(super) const BYTES: usize = 16;

    #[inline]
    pub(super) fn at(bytes: &[u8], at: usize) -> Block {
        let rest = bytes.get(at..).unwrap_or_default();
        let block = rest.first_chunk::<{ Block::BYTES }>().copied().unwrap_or_else(|| Block::padded(rest));
        let plain = Block::special(u8x16::new(block)).to_bitmask().trailing_zeros().min(16) as usize;
        let word = block.first_chunk::<8>().map_or(0, |word| u64::from_le_bytes(*word));
        Block { plain, word }
    }

    /// A set lane for each byte that does not stand for itself.
    #[inline]
    fn special(lanes: u8x16) -> u8x16 {
        lanes.simd_eq(u8x16::splat(b'"'))
            | lanes.simd_eq(u8x16::splat(b'\\'))
            | lanes.simd_eq(lanes.min(u8x16::splat(0x1F)))
    }

    /// The end of a text, and control characters behind it, where a string would have to end.
    #[cold]
    fn padded(rest: &[u8]) -> [u8; Block::BYTES] {
        let mut block = [0; Block::BYTES];
        for (place, byte) in block.iter_mut().zip(rest) {
            *place = *byte;
        }
        block
    }
}

/// Where bytes that stand for themselves in a string end.
pub(super) fn skip_plain(bytes: &[u8], mut at: usize) -> usize {
    // Long strings in pairs of blocks.
    let (pairs, _) = bytes.get(at..).unwrap_or_default().as_chunks::<{ 2 * Block::BYTES }>();
    let special = |pair: &[u8; 2 * Block::BYTES]| {
        let (one, two) = pair.split_at(Block::BYTES);
        let lanes = |half: &[u8]| Block::special(u8x16::new(half.first_chunk().copied().unwrap_or_default()));
        (lanes(one) | lanes(two)).to_bitmask() != 0
    };
    at += pairs.iter().position(special).unwrap_or(pairs.len()) * 2 * Block::BYTES;
    loop {
        let block = Block::at(bytes, at);
        at += block.plain;
        if block.plain < Block::BYTES {
            return at;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_end_at_the_first_special_byte_wherever_it_stands() {
        for special in [b'"', b'\\', 0, 0x1F] {
            for other in [b' ', b'!', b'#', b'[', b']', 0x7F, 0x80, 0xFF, b'a'] {
                for length in [1, 15, 16, 17, 32, 33, 70] {
                    assert_eq!(skip_plain(&vec![other; length], 0), length);
                    for at in 0..length {
                        let mut bytes = vec![other; length];
                        bytes[at] = special;
                        assert_eq!(skip_plain(&bytes, 0), at, "{special} after {other}");
                        bytes[length - 1] = special;
                        assert_eq!(skip_plain(&bytes, 0), at);
                        assert_eq!(skip_plain(&bytes, at), at);
                    }
                }
            }
        }
        assert_eq!(skip_plain(b"", 0), 0);
    }
}
