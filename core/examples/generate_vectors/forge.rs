//! Tokens made by the letter of the formats, without a line of the crate: what the crate mints is compared with these,
//! and what it must refuse can be made to be right in everything but one place.

use std::fmt::Write as _;

use aes_gcm::aead::{Aead as _, Payload};
use aes_gcm::{Aes256Gcm, KeyInit as _, Nonce};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hkdf::Hkdf;
use hmac::{Hmac, Mac as _};
use sha2::{Digest as _, Sha256};

pub fn b64u(bytes: impl AsRef<[u8]>) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

/// Undoes [`b64u`].
pub fn bytes(text: &str) -> Vec<u8> {
    URL_SAFE_NO_PAD.decode(text).expect("base64url")
}

pub fn hex(bytes: impl AsRef<[u8]>) -> String {
    bytes.as_ref().iter().fold(String::new(), |mut hex, byte| {
        write!(hex, "{byte:02x}").expect("a string takes all");
        hex
    })
}

pub fn sha256(text: impl AsRef<[u8]>) -> Vec<u8> {
    Sha256::digest(text).to_vec()
}

/// A secret of the vectors; nobody's else.
pub fn key(name: &str) -> Vec<u8> {
    Sha256::digest(format!("mrtr tests/vectors: key {name}")).to_vec()
}

/// Twelve bytes in the place of random ones, each use another.
pub fn nonce(what: &str) -> Vec<u8> {
    Sha256::digest(format!("mrtr tests/vectors: nonce {what}"))[..12].to_vec()
}

fn mac(key: &[u8], parts: &[&[u8]]) -> Vec<u8> {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes any key");
    for part in parts {
        mac.update(part);
    }
    mac.finalize().into_bytes().to_vec()
}

/// b64u of the first 16 bytes of SHA-256: the digest of arguments, given their canonical text.
pub fn digest16(canonical: &str) -> String {
    b64u(&Sha256::digest(canonical)[..16])
}

/// b64u of the first 6 bytes of SHA-256: the digest of a question, given its constraints.
pub fn digest6(constraints: &str) -> String {
    b64u(&Sha256::digest(constraints)[..6])
}

// --- signed ------------------------------------------------------------------------------------------------------

pub fn bind_tag(key: &[u8], bind: &str) -> String {
    b64u(&mac(key, &[b"mcp.requestState.bind:", bind.as_bytes()])[..16])
}

/// The envelope of the format `signed`; `expires` is its JSON text.
pub fn envelope(payload: Option<&str>, expires: &str, tag: Option<&str>) -> String {
    let payload = payload.map_or(String::new(), |payload| format!("\"p\":{payload},"));
    let tag = tag.map_or(String::new(), |tag| format!(",\"b\":\"{tag}\""));
    format!("{{{payload}\"exp\":{expires}{tag}}}")
}

/// A body signed under a prefix; `v1.` in a token that is right.
pub fn signed_under(key: &[u8], prefix: &str, body: &[u8]) -> String {
    let text = format!("{prefix}{}", b64u(body));
    let mac = b64u(mac(key, &[text.as_bytes()]));
    format!("{text}.{mac}")
}

pub fn signed(key: &[u8], envelope: &str) -> String {
    signed_under(key, "v1.", envelope.as_bytes())
}

// --- encrypted ---------------------------------------------------------------------------------------------------

fn derived(key: &[u8]) -> [u8; 32] {
    let mut derived = [0; 32];
    Hkdf::<Sha256>::new(None, key).expand(b"mcp/request-state/v1/aes-256-gcm", &mut derived).expect("32 bytes");
    derived
}

/// What tokens name a key by.
pub fn fingerprint(key: &[u8]) -> Vec<u8> {
    Sha256::digest([b"mcp/request-state/v1/kid:".as_slice(), &derived(key)].concat())[..4].to_vec()
}

/// AES-256-GCM: nonce, ciphertext, tag.
fn aead(key: &[u8], nonce: &[u8], aad: &[u8], text: &[u8]) -> Vec<u8> {
    let aead = Aes256Gcm::new_from_slice(key).expect("a key of 32 bytes");
    let nonce: [u8; 12] = nonce.try_into().expect("a nonce of 12 bytes");
    let sealed = aead.encrypt(&Nonce::from(nonce), Payload { msg: text, aad }).expect("a short text");
    [nonce.as_slice(), &sealed].concat()
}

/// The bytes of an encrypted token, each part of which may be another than the right one.
pub struct Encrypted<'a> {
    pub key: &'a [u8],
    pub nonce: Vec<u8>,
    pub fingerprint: Vec<u8>,
    pub aad: Vec<u8>,
    pub derive: bool,
}

impl<'a> Encrypted<'a> {
    pub fn new(key: &'a [u8], nonce: Vec<u8>) -> Encrypted<'a> {
        let fingerprint = fingerprint(key);
        let aad = [b"v1.".as_slice(), &fingerprint].concat();
        Encrypted { key, nonce, fingerprint, aad, derive: true }
    }

    pub fn bytes(&self, claims: &[u8]) -> Vec<u8> {
        let key = if self.derive { derived(self.key).to_vec() } else { self.key.to_vec() };
        [self.fingerprint.clone(), aead(&key, &self.nonce, &self.aad, claims)].concat()
    }

    pub fn token(&self, claims: impl AsRef<[u8]>) -> String {
        format!("v1.{}", b64u(self.bytes(claims.as_ref())))
    }
}

pub fn encrypted(key: &[u8], nonce: Vec<u8>, claims: &str) -> String {
    Encrypted::new(key, nonce).token(claims)
}

/// The claim `p`.
pub fn principal(salt: &[u8], principal: &str) -> String {
    let hash = Sha256::digest([b"mcp/request-state/principal:", salt, principal.as_bytes()].concat());
    b64u([salt, &hash[..16]].concat())
}

/// The Ruby SDK's form.
pub fn ruby(key: &[u8], iv: &[u8], claims: &str) -> String {
    format!("v1.{}", b64u(aead(key, iv, b"v1.", claims.as_bytes())))
}

// --- rs1, rs2 ----------------------------------------------------------------------------------------------------

pub fn body(expiry_ms: i64, payload: &[u8]) -> Vec<u8> {
    [&expiry_ms.to_be_bytes(), payload].concat()
}

fn length(bytes: &[u8]) -> [u8; 8] {
    (bytes.len() as u64).to_be_bytes()
}

pub fn rs1(key: &[u8], data: &[u8], body: &[u8]) -> String {
    let mac = mac(key, &[b"rmcp/mrtr/request-state/v1", &length(data), data, body]);
    format!("rs1.{}.{}", b64u(body), b64u(mac))
}

pub fn rs2(key: &[u8], id: &[u8], data: &[u8], body: &[u8]) -> String {
    let mac = mac(key, &[b"rmcp/mrtr/request-state/v2", &length(id), id, &length(data), data, body]);
    format!("rs2.{}.{}.{}", b64u(id), b64u(body), b64u(mac))
}

// --- faults of spelling ------------------------------------------------------------------------------------------

/// The token with the character at `at` (from the end, if negative) replaced by its neighbour in the alphabet.
pub fn flip(token: &str, at: isize) -> String {
    let mut bytes = token.as_bytes().to_vec();
    let place =
        usize::try_from(if at < 0 { bytes.len().cast_signed() + at } else { at }).expect("a place in the token");
    bytes[place] = if bytes[place] == b'A' { b'B' } else { b'A' };
    String::from_utf8(bytes).expect("ASCII")
}

/// The token with stray bits after its last byte: the same bytes in another spelling.
pub fn stray_bits(token: &str) -> String {
    const ALPHABET: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let (rest, last) = token.split_at(token.len() - 1);
    let place = ALPHABET.iter().position(|symbol| [*symbol] == last.as_bytes()).expect("base64url");
    assert_eq!(place % 4, 0, "the last character has spare bits");
    format!("{rest}{}", char::from(ALPHABET[place + 1]))
}
