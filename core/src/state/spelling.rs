//! How tokens are spelt: strict base64url, so that one token has one spelling.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use super::Reason;

/// The longest token looked at, in bytes, unless the option `limits.tokenBytes` says otherwise; the same bound holds
/// when minting.
pub(crate) const MAX_TOKEN_BYTES: u32 = 64 * 1024;

/// JSON in a token or in arguments nests no deeper than this.
pub(crate) const MAX_DEPTH: usize = 128;

/// Appends bytes as base64url without padding.
pub(crate) fn encode_into(out: &mut String, bytes: &[u8]) {
    URL_SAFE_NO_PAD.encode_string(bytes, out);
}

/// Bytes as base64url without padding.
pub(crate) fn encode(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

/// Undoes [`encode`]: no padding, no other alphabet, no white space, no stray trailing bits.
pub(crate) fn decode(text: &str) -> Result<Vec<u8>, Reason> {
    URL_SAFE_NO_PAD.decode(text).map_err(|_| Reason::Malformed)
}

/// [`decode`] of a fixed number of bytes.
pub(crate) fn decode_exact<const N: usize>(text: &str) -> Option<[u8; N]> {
    decode(text).ok()?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_spelling() {
        assert_eq!(decode("AQID").unwrap(), [1, 2, 3]);
        assert_eq!(decode("AQ").unwrap(), [1]);
        for bad in ["AQ==", "AR", "A", "AQ\n", " AQ", "A+", "A/", "A\u{e9}", "AQ=ID"] {
            assert_eq!(decode(bad), Err(Reason::Malformed), "{bad}");
        }
        assert_eq!(decode_exact::<3>("AQID"), Some([1, 2, 3]));
        assert_eq!(decode_exact::<4>("AQID"), None);
    }
}
