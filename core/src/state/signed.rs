//! The format `signed`, that of the TypeScript SDK:
//! `"v1." b64u({"p":payload,"exp":seconds,"b":tag}) "." b64u(HMAC-SHA256(key, "v1." body))`.
//!
//! The client can read it and cannot change it. There is no key id: every key of the ring is tried, all of them always.

use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;
use subtle::{Choice, ConditionallySelectable as _, ConstantTimeEq as _};

use super::key::Key;
use super::{Reason, spelling};
use crate::error::{Error, ErrorCode};
use crate::json;

const PREFIX: &str = "v1.";
const BIND_LABEL: &[u8] = b"mcp.requestState.bind:";
const BIND_BYTES: usize = 16;
const MAC_BYTES: usize = 32;
/// The tag in base64url.
const MAC_CHARACTERS: usize = 43;

/// A key made ready for HMAC.
#[derive(Clone)]
pub(super) struct Signer(Hmac<Sha256>);

impl Signer {
    pub(super) fn new(key: &Key) -> Result<Signer, Error> {
        Hmac::new_from_slice(key.secret())
            .map(Signer)
            .map_err(|_| Error::new(ErrorCode::InvalidKey, "a key does not fit HMAC-SHA256"))
    }

    pub(super) fn mac(&self, parts: &[&[u8]]) -> [u8; MAC_BYTES] {
        let mut mac = self.0.clone();
        for part in parts {
            mac.update(part);
        }
        mac.finalize().into_bytes().into()
    }

    /// The tag that binds a token to a value without showing it.
    fn bind_tag(&self, bind: &str) -> String {
        let mac = self.mac(&[BIND_LABEL, bind.as_bytes()]);
        spelling::encode(mac.get(..BIND_BYTES).unwrap_or_default())
    }
}

/// Begins an envelope around a payload of about that many bytes. The caller writes the payload and gives it to [`mint`].
pub(super) fn envelope(payload_bytes: usize) -> String {
    let mut envelope = String::with_capacity(payload_bytes + 96);
    envelope.push_str("{\"p\":");
    envelope
}

/// Mints a token around an envelope with its payload; `None` mints one without, as for JavaScript's `undefined`.
/// `expires` is Unix seconds.
pub(super) fn mint(signer: &Signer, envelope: Option<String>, expires: f64, bind: Option<&str>) -> String {
    let (mut envelope, separator) = match envelope {
        Some(envelope) => (envelope, ','),
        None => (String::with_capacity(96), '{'),
    };
    envelope.push(separator);
    envelope.push_str("\"exp\":");
    envelope.push_str(&json::ecmascript(expires));
    if let Some(bind) = bind {
        envelope.push_str(",\"b\":\"");
        envelope.push_str(&signer.bind_tag(bind));
        envelope.push('"');
    }
    envelope.push('}');

    let mut token = String::with_capacity(envelope.len() * 4 / 3 + 52);
    token.push_str(PREFIX);
    spelling::encode_into(&mut token, envelope.as_bytes());
    let mac = signer.mac(&[token.as_bytes()]);
    token.push('.');
    spelling::encode_into(&mut token, &mac);
    token
}

/// Is this payload an envelope of the boundary? ng-mcp-ui's own (`p`, `d`, `o`) is not.
pub(super) fn is_reserved(payload: json::Value<'_, '_>) -> bool {
    let purpose = payload.get("p").is_some_and(|p| ["r", "v", "u"].iter().any(|letter| p.is_str(letter)));
    purpose && ["c", "n", "f", "q", "aud", "m"].iter().any(|name| payload.get(name).is_some())
}

/// Opens a token: spelling, tag, envelope, lifetime, binding, in this order. `levels` of nesting stand around a payload
/// of the allowed depth: this envelope, and the boundary's.
///
/// Accepted while `exp >= floor(now)`; a clock that is not a finite number refuses. A binding on one side only is a refusal.
/// `read` gets the payload where it stands, so that it need not be scanned again, and the expiry in Unix seconds.
pub(super) fn open<T>(
    ring: &[Signer],
    token: &str,
    now: f64,
    bind: Option<&str>,
    levels: usize,
    read: impl FnOnce(Option<json::Value<'_, '_>>, f64) -> Result<T, Reason>,
) -> Result<T, Reason> {
    let (signed, mac) = split(token).ok_or(Reason::Malformed)?;
    let body = signed.strip_prefix(PREFIX).filter(|body| !body.is_empty()).ok_or(Reason::Malformed)?;
    let body = spelling::decode(body)?;
    let Some(mac) = spelling::decode_exact::<MAC_BYTES>(mac) else {
        // Well spelt, and no tag of this format.
        return Err(spelling::decode(mac).err().unwrap_or(Reason::Mac));
    };
    let key = signer_of(ring, signed, &mac).ok_or(Reason::Mac)?;
    let body = String::from_utf8(body).map_err(|_| Reason::Malformed)?;
    let document = json::parse(&body, body.len(), spelling::MAX_DEPTH + levels).map_err(|_| Reason::Malformed)?;
    let envelope = document.root();
    if envelope.kind() != json::Kind::Object {
        return Err(Reason::Malformed);
    }
    let expires = envelope.get("exp").and_then(json::Value::as_number).and_then(json::finite);
    let expires = expires.filter(|expires| now.is_finite() && *expires >= now.floor()).ok_or(Reason::Expired)?;
    match (bind, envelope.get("b")) {
        (None, None) => {}
        (Some(bind), Some(tag)) => {
            let tag = tag.as_str().ok_or(Reason::Bind)?;
            if !bool::from(key.bind_tag(bind).as_bytes().ct_eq(tag.as_bytes())) {
                return Err(Reason::Bind);
            }
        }
        _ => return Err(Reason::Bind),
    }
    read(envelope.get("p"), expires)
}

/// What is signed, and the tag. A tag has one length, so its place is known; a point in it is in no alphabet.
fn split(token: &str) -> Option<(&str, &str)> {
    let place = token.len().checked_sub(MAC_CHARACTERS).and_then(|at| token.split_at_checked(at));
    match place.and_then(|(signed, mac)| Some((signed.strip_suffix('.')?, mac))) {
        Some(parts) => Some(parts),
        None => token.rsplit_once('.'),
    }
}

/// The key that made the tag. All keys are tried whichever fits, so that time does not tell its place in the ring.
fn signer_of<'r>(ring: &'r [Signer], signed: &str, mac: &[u8; MAC_BYTES]) -> Option<&'r Signer> {
    let mac = words(mac);
    let mut found = Choice::from(0);
    let mut place = 0_u64;
    for (at, signer) in (0_u64..).zip(ring) {
        let fits = words(&signer.mac(&[signed.as_bytes()])).ct_eq(&mac);
        place.conditional_assign(&at, fits);
        found |= fits;
    }
    if bool::from(found) { ring.get(usize::try_from(place).ok()?) } else { None }
}

/// A tag in words, which are compared faster than bytes.
fn words(mac: &[u8; MAC_BYTES]) -> [u64; MAC_BYTES / 8] {
    let (chunks, _) = mac.as_chunks::<8>();
    let mut words = [0; MAC_BYTES / 8];
    for (word, chunk) in words.iter_mut().zip(chunks) {
        *word = u64::from_le_bytes(*chunk);
    }
    words
}
