//! How tokens are spelt: strict base64url, so that one token has one spelling.

use std::sync::LazyLock;

use base64::Engine as _;
use base64::engine::general_purpose::NO_PAD;

use super::Reason;

/// Many bytes at a time, where the processor can.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
static BASE64URL: LazyLock<base64::engine::Simd> = LazyLock::new(|| base64::engine::Simd::url_safe(NO_PAD));
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
static BASE64URL: LazyLock<base64::engine::GeneralPurpose> =
    LazyLock::new(|| base64::engine::GeneralPurpose::new(&base64::alphabet::URL_SAFE, NO_PAD));

/// The longest token looked at, in bytes, unless the option `limits.tokenBytes` says otherwise; the same bound holds
/// when minting.
pub(crate) const MAX_TOKEN_BYTES: u32 = 64 * 1024;

/// JSON in a token or in arguments nests no deeper than this.
pub(crate) const MAX_DEPTH: usize = 128;

/// Appends bytes as base64url without padding.
pub(crate) fn encode_into(out: &mut String, bytes: &[u8]) {
    // By way of a buffer of the fitting size: digests and tags, or more.
    if bytes.len() <= 48 { encode_by::<64>(out, bytes) } else { encode_by::<2048>(out, bytes) }
}

fn encode_by<const N: usize>(out: &mut String, bytes: &[u8]) {
    for chunk in bytes.chunks(N / 4 * 3) {
        let mut buffer = [0; N];
        let spelt = BASE64URL.encode_slice(chunk, &mut buffer).ok().and_then(|length| buffer.get(..length));
        match spelt.and_then(|spelt| std::str::from_utf8(spelt).ok()) {
            Some(spelt) => out.push_str(spelt),
            // Not met: the buffer holds what a chunk becomes, and that is ASCII.
            None => BASE64URL.encode_string(chunk, out),
        }
    }
}

/// Bytes as base64url without padding.
pub(crate) fn encode(bytes: &[u8]) -> String {
    BASE64URL.encode(bytes)
}

/// Undoes [`encode`]: no padding, no other alphabet, no white space, no stray trailing bits.
pub(crate) fn decode(text: &str) -> Result<Vec<u8>, Reason> {
    BASE64URL.decode(text).map_err(|_| Reason::Malformed)
}

/// [`decode`] of a fixed number of bytes.
pub(crate) fn decode_exact<const N: usize>(text: &str) -> Option<[u8; N]> {
    let mut bytes = [0; N];
    (BASE64URL.decode_slice(text, &mut bytes) == Ok(N)).then_some(bytes)
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
