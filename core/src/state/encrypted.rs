//! The format `encrypted`, that of the Python SDK:
//! `"v1." b64u(kid || nonce || AES-256-GCM(k, nonce, claims, aad = "v1." || kid))`, and the same without a key id and
//! under the raw key, as the Ruby SDK writes it.

use aes_gcm::aead::{Aead as _, Payload};
use aes_gcm::{Aes256Gcm, KeyInit as _, Nonce};
use hkdf::Hkdf;
use sha2::{Digest as _, Sha256};
use zeroize::Zeroizing;

use super::key::Key;
use super::{Reason, spelling};
use crate::entropy::Entropy;
use crate::error::{Error, ErrorCode};

const PREFIX: &str = "v1.";
const KDF_INFO: &[u8] = b"mcp/request-state/v1/aes-256-gcm";
const KID_LABEL: &[u8] = b"mcp/request-state/v1/kid:";
const KID_BYTES: usize = 4;
pub(super) const NONCE_BYTES: usize = 12;
const TAG_BYTES: usize = 16;

/// A key made ready for AES-256-GCM, with the fingerprint that tokens name it by (none in the Ruby SDK's form).
#[derive(Clone)]
pub(super) struct Cipher {
    kid: Vec<u8>,
    aead: Aes256Gcm,
}

fn unfit() -> Error {
    Error::new(ErrorCode::InvalidKey, "a key does not fit AES-256-GCM")
}

impl Cipher {
    /// The Python SDK's derivation, for a secret of any length.
    pub(super) fn derived(key: &Key) -> Result<Cipher, Error> {
        let mut derived = Zeroizing::new([0_u8; 32]);
        Hkdf::<Sha256>::new(None, key.secret()).expand(KDF_INFO, derived.as_mut_slice()).map_err(|_| unfit())?;
        let mut kid = Sha256::new();
        kid.update(KID_LABEL);
        kid.update(derived.as_slice());
        let kid = kid.finalize().get(..KID_BYTES).unwrap_or_default().to_vec();
        let aead = Aes256Gcm::new_from_slice(derived.as_slice()).map_err(|_| unfit())?;
        Ok(Cipher { kid, aead })
    }

    /// The Ruby SDK's use of a secret of exactly 32 bytes.
    pub(super) fn raw(key: &Key) -> Result<Cipher, Error> {
        let aead = Aes256Gcm::new_from_slice(key.secret()).map_err(|_| {
            Error::new(ErrorCode::InvalidKey, "the format encrypted-ruby takes keys of exactly 32 bytes")
        })?;
        Ok(Cipher { kid: Vec::new(), aead })
    }
}

/// Two keys with one fingerprint would hide one another.
pub(super) fn distinct(ring: &[Cipher]) -> Result<(), Error> {
    let mut rest = ring;
    while let Some((cipher, tail)) = rest.split_first() {
        if tail.iter().any(|other| other.kid == cipher.kid) {
            return Err(Error::new(ErrorCode::DuplicateKey, "two keys of the ring have the same fingerprint"));
        }
        rest = tail;
    }
    Ok(())
}

/// Encrypts claims into a token.
pub(super) fn mint(cipher: &Cipher, claims: &[u8], entropy: &mut dyn Entropy) -> Result<String, Error> {
    let mut nonce = [0_u8; NONCE_BYTES];
    entropy.fill(&mut nonce)?;
    let aad = [PREFIX.as_bytes(), &cipher.kid].concat();
    let sealed = cipher
        .aead
        .encrypt(&Nonce::from(nonce), Payload { msg: claims, aad: &aad })
        .map_err(|_| Error::new(ErrorCode::TooLarge, "the claims are too large to encrypt"))?;
    let bytes = [cipher.kid.as_slice(), &nonce, &sealed].concat();
    let mut token = String::with_capacity(bytes.len() * 4 / 3 + 8);
    token.push_str(PREFIX);
    spelling::encode_into(&mut token, &bytes);
    Ok(token)
}

/// Decrypts a token with the key that it names.
pub(super) fn open(ring: &[Cipher], token: &str) -> Result<Zeroizing<Vec<u8>>, Reason> {
    let bytes = decode(token, KID_BYTES)?;
    let (kid, rest) = bytes.split_at_checked(KID_BYTES).ok_or(Reason::Malformed)?;
    let cipher = ring.iter().find(|cipher| cipher.kid == kid).ok_or(Reason::UnknownKey)?;
    decrypt(cipher, rest).ok_or(Reason::Mac)
}

/// Decrypts a token of the Ruby SDK, which names no key: each is tried.
pub(super) fn open_raw(ring: &[Cipher], token: &str) -> Result<Zeroizing<Vec<u8>>, Reason> {
    let bytes = decode(token, 0)?;
    ring.iter().find_map(|cipher| decrypt(cipher, &bytes)).ok_or(Reason::Mac)
}

fn decode(token: &str, kid_bytes: usize) -> Result<Vec<u8>, Reason> {
    let body = token.strip_prefix(PREFIX).ok_or(Reason::Malformed)?;
    let bytes = spelling::decode(body)?;
    if bytes.len() < kid_bytes + NONCE_BYTES + TAG_BYTES { Err(Reason::Malformed) } else { Ok(bytes) }
}

fn decrypt(cipher: &Cipher, bytes: &[u8]) -> Option<Zeroizing<Vec<u8>>> {
    let (nonce, sealed) = bytes.split_at_checked(NONCE_BYTES)?;
    let nonce: [u8; NONCE_BYTES] = nonce.try_into().ok()?;
    let aad = [PREFIX.as_bytes(), &cipher.kid].concat();
    let opened = cipher.aead.decrypt(&Nonce::from(nonce), Payload { msg: sealed, aad: &aad }).ok()?;
    Some(Zeroizing::new(opened))
}
