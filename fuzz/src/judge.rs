//! Opens tokens by the letter of the formats, without a line of the crate: the second opinion on what it opens.

use aes_gcm::aead::{Aead as _, Payload};
use aes_gcm::{Aes256Gcm, KeyInit as _, Nonce};
use hkdf::Hkdf;
use hmac::{Hmac, Mac as _};
use sha2::{Digest as _, Sha256};

/// base64url without padding, bit by bit: no other symbol, and no stray bits at the end.
pub fn unspell(text: &str) -> Option<Vec<u8>> {
    const ALPHABET: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let (mut bytes, mut held, mut bits) = (Vec::new(), 0_u32, 0);
    for symbol in text.chars() {
        held = held << 6 | u32::try_from(ALPHABET.find(symbol)?).ok()?;
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            bytes.push(u8::try_from(held >> bits).ok()?);
            held &= (1 << bits) - 1;
        }
    }
    (bits < 6 && held == 0).then_some(bytes)
}

/// Expiry in milliseconds, 0 for none, and the payload: signed together with what stands before them.
fn signed_body(key: &[u8], label: &[u8], texts: &[&[u8]], body: &str, tag: &str, now_ms: i64) -> Option<Vec<u8>> {
    let (body, tag) = (unspell(body)?, unspell(tag)?);
    let mut mac = Hmac::<Sha256>::new_from_slice(key).ok()?;
    mac.update(label);
    for text in texts {
        mac.update(&u64::try_from(text.len()).ok()?.to_be_bytes());
        mac.update(text);
    }
    mac.update(&body);
    mac.verify_slice(&tag).ok()?;
    let (expiry, payload) = body.split_first_chunk::<8>()?;
    let expiry = i64::from_be_bytes(*expiry);
    (expiry == 0 || expiry >= now_ms).then(|| payload.to_vec())
}

pub fn rs1(key: &[u8], data: &[u8], token: &str, now_ms: i64) -> Option<Vec<u8>> {
    let parts: Vec<&str> = token.split('.').collect();
    let ["rs1", body, tag] = parts[..] else { return None };
    signed_body(key, b"rmcp/mrtr/request-state/v1", &[data], body, tag, now_ms)
}

pub fn rs2(key: &[u8], id: &[u8], data: &[u8], token: &str, now_ms: i64) -> Option<Vec<u8>> {
    let parts: Vec<&str> = token.split('.').collect();
    let ["rs2", named, body, tag] = parts[..] else { return None };
    if unspell(named)? != id {
        return None;
    }
    signed_body(key, b"rmcp/mrtr/request-state/v2", &[id, data], body, tag, now_ms)
}

/// Key id, nonce, ciphertext and tag, under a key derived from the secret.
pub fn encrypted(key: &[u8], token: &str) -> Option<Vec<u8>> {
    let mut derived = [0; 32];
    Hkdf::<Sha256>::new(None, key).expand(b"mcp/request-state/v1/aes-256-gcm", &mut derived).ok()?;
    let fingerprint = Sha256::digest([b"mcp/request-state/v1/kid:".as_slice(), &derived].concat());
    let bytes = unspell(token.strip_prefix("v1.")?)?;
    let (named, sealed) = bytes.split_at_checked(4)?;
    if *named != fingerprint[..4] {
        return None;
    }
    decrypted(&derived, &[b"v1.", named].concat(), sealed)
}

/// The same without a key id, and under the secret itself.
pub fn ruby(key: &[u8], token: &str) -> Option<Vec<u8>> {
    decrypted(key, b"v1.", &unspell(token.strip_prefix("v1.")?)?)
}

fn decrypted(key: &[u8], aad: &[u8], sealed: &[u8]) -> Option<Vec<u8>> {
    let (nonce, msg) = sealed.split_first_chunk::<12>()?;
    Aes256Gcm::new_from_slice(key).ok()?.decrypt(&Nonce::from(*nonce), Payload { msg, aad }).ok()
}
