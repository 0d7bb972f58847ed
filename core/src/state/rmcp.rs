//! The formats `rs1` and `rs2`, those of the Rust SDK (`rmcp`): an expiry and the payload's bytes, signed together with
//! associated data that the token does not hold.

use subtle::ConstantTimeEq as _;

use super::key::Key;
use super::signed::Signer;
use super::{Reason, spelling};
use crate::error::{Error, ErrorCode};

const RS1_LABEL: &[u8] = b"rmcp/mrtr/request-state/v1";
const RS2_LABEL: &[u8] = b"rmcp/mrtr/request-state/v2";
const EXPIRY_BYTES: usize = 8;

/// A key and, for `rs2`, its id, and the id as tokens spell it.
#[derive(Clone)]
pub(super) struct Named {
    id: Option<String>,
    spelt_id: String,
    signer: Signer,
}

impl Named {
    pub(super) fn new(key: &Key) -> Result<Named, Error> {
        let spelt_id = spelling::encode(key.id().unwrap_or_default().as_bytes());
        Ok(Named { id: key.id().map(str::to_owned), spelt_id, signer: Signer::new(key)? })
    }
}

/// `rs2` finds its key by id: each key has one, and no two share it.
pub(super) fn identified(ring: &[Named]) -> Result<(), Error> {
    let mut rest = ring;
    while let Some((key, tail)) = rest.split_first() {
        if key.id.is_none() {
            return Err(Error::new(ErrorCode::InvalidKey, "the format rs2 needs an id for every key (option keyIds)"));
        }
        if tail.iter().any(|other| other.id == key.id) {
            return Err(Error::new(ErrorCode::DuplicateKey, "two keys of the ring have the same id"));
        }
        rest = tail;
    }
    Ok(())
}

fn length(bytes: &[u8]) -> [u8; 8] {
    (bytes.len() as u64).to_be_bytes()
}

fn mac_rs1(key: &Named, associated_data: &[u8], body: &[u8]) -> [u8; 32] {
    key.signer.mac(&[RS1_LABEL, &length(associated_data), associated_data, body])
}

fn mac_rs2(key: &Named, id: &[u8], associated_data: &[u8], body: &[u8]) -> [u8; 32] {
    key.signer.mac(&[RS2_LABEL, &length(id), id, &length(associated_data), associated_data, body])
}

fn body(payload: &[u8], expires_ms: i64) -> Vec<u8> {
    [&expires_ms.to_be_bytes(), payload].concat()
}

/// Mints an `rs1` token; `expires_ms` is Unix milliseconds.
pub(super) fn mint_rs1(key: &Named, payload: &[u8], associated_data: &[u8], expires_ms: i64) -> String {
    let body = body(payload, expires_ms);
    let mut token = String::with_capacity(body.len() * 4 / 3 + 56);
    token.push_str("rs1.");
    spelling::encode_into(&mut token, &body);
    token.push('.');
    spelling::encode_into(&mut token, &mac_rs1(key, associated_data, &body));
    token
}

/// Mints an `rs2` token; `expires_ms` is Unix milliseconds.
pub(super) fn mint_rs2(key: &Named, payload: &[u8], associated_data: &[u8], expires_ms: i64) -> String {
    let id = key.id.as_deref().unwrap_or_default().as_bytes();
    let body = body(payload, expires_ms);
    let mut token = String::with_capacity((id.len() + body.len()) * 4 / 3 + 60);
    token.push_str("rs2.");
    token.push_str(&key.spelt_id);
    token.push('.');
    spelling::encode_into(&mut token, &body);
    token.push('.');
    spelling::encode_into(&mut token, &mac_rs2(key, id, associated_data, &body));
    token
}

/// Opens an `rs1` token: it names no key, so all are tried.
pub(super) fn open_rs1(
    ring: &[Named],
    token: &str,
    associated_data: &[u8],
    now_ms: Option<i64>,
) -> Result<Vec<u8>, Reason> {
    let rest = token.strip_prefix("rs1.").ok_or(Reason::Malformed)?;
    let (body, mac) = rest.split_once('.').ok_or(Reason::Malformed)?;
    let (body, mac) = (spelling::decode(body)?, spelling::decode(mac)?);
    let mut fits = false;
    for key in ring {
        fits |= bool::from(mac_rs1(key, associated_data, &body).ct_eq(&mac));
    }
    if fits { alive(body, now_ms) } else { Err(Reason::Mac) }
}

/// Opens an `rs2` token with the key that it names.
pub(super) fn open_rs2(
    ring: &[Named],
    token: &str,
    associated_data: &[u8],
    now_ms: Option<i64>,
) -> Result<Vec<u8>, Reason> {
    let rest = token.strip_prefix("rs2.").ok_or(Reason::Malformed)?;
    let (id, rest) = rest.split_once('.').ok_or(Reason::Malformed)?;
    let (body, mac) = rest.split_once('.').ok_or(Reason::Malformed)?;
    let (body, mac) = (spelling::decode(body)?, spelling::decode(mac)?);
    // An id has one spelling, so that it can be compared as it is spelt.
    let key = ring.iter().find(|key| key.id.is_some() && key.spelt_id == id).ok_or_else(|| unknown(id))?;
    let id = key.id.as_deref().unwrap_or_default().as_bytes();
    if bool::from(mac_rs2(key, id, associated_data, &body).ct_eq(&mac)) {
        alive(body, now_ms)
    } else {
        Err(Reason::Mac)
    }
}

/// Is it an id at all that no key has?
fn unknown(id: &str) -> Reason {
    match spelling::decode(id) {
        Ok(id) if (1..=255).contains(&id.len()) => Reason::UnknownKey,
        _ => Reason::Malformed,
    }
}

/// Takes the payload off a genuine body that has not expired; an expiry of 0 is none. Without a clock nothing is alive.
fn alive(mut body: Vec<u8>, now_ms: Option<i64>) -> Result<Vec<u8>, Reason> {
    let expiry = i64::from_be_bytes(*body.first_chunk::<EXPIRY_BYTES>().ok_or(Reason::Malformed)?);
    match now_ms {
        Some(now_ms) if expiry == 0 || now_ms <= expiry => {
            body.drain(..EXPIRY_BYTES);
            Ok(body)
        }
        _ => Err(Reason::Expired),
    }
}
