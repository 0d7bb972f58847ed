//! The claims inside an encrypted token: `v`, `iat`, `exp`, `m`, `t`, `a`, `s`, `aud`, `p`, written and checked as the
//! Python SDK does.

use sha2::{Digest as _, Sha256};
use subtle::ConstantTimeEq as _;

use super::claims::Operation;
use super::{Reason, arguments, spelling};
use crate::entropy::Entropy;
use crate::error::Error;
use crate::json::{self, Document, Kind, Value};

const PRINCIPAL_LABEL: &[u8] = b"mcp/request-state/principal:";
pub(super) const SALT_BYTES: usize = 8;
const PRINCIPAL_BYTES: usize = 16;

/// How far ahead of this clock a token may have been minted, in seconds.
const FUTURE_SKEW: f64 = 60.0;

/// Opens a claims object: version and lifetime, in Unix seconds. The caller closes it.
pub(super) fn start(issued: f64, expires: f64) -> String {
    format!("{{\"v\":1,\"iat\":{},\"exp\":{}", json::python_float(issued), json::python_float(expires))
}

/// Writes `p`: a salted digest of the principal, so that equal principals do not show.
pub(super) fn write_principal(out: &mut String, principal: &str, entropy: &mut dyn Entropy) -> Result<(), Error> {
    let mut salt = [0_u8; SALT_BYTES];
    entropy.fill(&mut salt)?;
    out.push_str(",\"p\":\"");
    spelling::encode_into(out, &[salt.as_slice(), &principal_tag(&salt, principal)].concat());
    out.push('"');
    Ok(())
}

fn principal_tag(salt: &[u8], principal: &str) -> [u8; PRINCIPAL_BYTES] {
    let mut hash = Sha256::new();
    hash.update(PRINCIPAL_LABEL);
    hash.update(salt);
    hash.update(principal.as_bytes());
    let hash: [u8; 32] = hash.finalize().into();
    hash.first_chunk().copied().unwrap_or_default()
}

/// Scans decrypted claims; they are an object of version 1 or malformed.
pub(super) fn parse(bytes: &[u8]) -> Result<Document<'_>, Reason> {
    let text = std::str::from_utf8(bytes).map_err(|_| Reason::Malformed)?;
    let document = json::parse(text, text.len(), spelling::MAX_DEPTH + 1).map_err(|_| Reason::Malformed)?;
    let version = document.root().get("v").and_then(Value::as_number).and_then(json::finite);
    if document.root().kind() != Kind::Object || version != Some(1.0) {
        return Err(Reason::Malformed);
    }
    Ok(document)
}

fn number(claims: Value<'_, '_>, name: &str) -> Option<f64> {
    claims.get(name)?.as_number().and_then(json::finite)
}

/// Accepted while `iat <= now + 60` and `now < exp`; gives `exp`. A clock that is not a number refuses.
pub(super) fn lifetime(claims: Value<'_, '_>, now: f64) -> Result<f64, Reason> {
    number(claims, "iat").filter(|issued| *issued <= now + FUTURE_SKEW).ok_or(Reason::Future)?;
    number(claims, "exp").filter(|expires| now < *expires).ok_or(Reason::Expired)
}

/// The Ruby SDK's rule: accepted while `floor(now) <= exp`, `exp` being whole, and no `iat`.
pub(super) fn lifetime_ruby(claims: Value<'_, '_>, now: f64) -> Result<f64, Reason> {
    let expires = claims.get("exp").and_then(Value::as_number).filter(|literal| json::is_integer_literal(literal));
    expires.and_then(json::finite).filter(|expires| now.is_finite() && now.floor() <= *expires).ok_or(Reason::Expired)
}

/// The token is for this method and target.
pub(super) fn check_operation(claims: Value<'_, '_>, operation: &Operation<'_>) -> Result<(), Reason> {
    let same = |name: &str, wanted: &str| claims.get(name).is_some_and(|claim| claim.is_str(wanted));
    if same("m", operation.method) && same("t", operation.target) { Ok(()) } else { Err(Reason::Operation) }
}

/// The token is for these arguments.
pub(super) fn check_arguments(
    claims: Value<'_, '_>,
    name: &str,
    operation: &Operation<'_>,
    style: arguments::Style,
) -> Result<(), Reason> {
    check_digest(claims, name, operation.digest(style).map_err(|_| Reason::Arguments)?.as_str())
}

pub(super) fn check_digest(claims: Value<'_, '_>, name: &str, digest: &str) -> Result<(), Reason> {
    if claims.get(name).is_some_and(|claim| claim.is_str(digest)) { Ok(()) } else { Err(Reason::Arguments) }
}

/// The audience is the same on both sides, or on neither.
pub(super) fn check_audience(claims: Value<'_, '_>, audience: Option<&str>) -> Result<(), Reason> {
    match (claims.get("aud").filter(|claim| !claim.is_null()), audience) {
        (None, None) => Ok(()),
        (Some(claim), Some(audience)) if claim.is_str(audience) => Ok(()),
        _ => Err(Reason::Audience),
    }
}

/// The principal is the same on both sides, or on neither.
pub(super) fn check_principal(claims: Value<'_, '_>, principal: Option<&str>) -> Result<(), Reason> {
    match (claims.get("p").filter(|claim| !claim.is_null()), principal) {
        (None, None) => Ok(()),
        (Some(claim), Some(principal)) => {
            let claim =
                claim.as_str().and_then(|claim| spelling::decode_exact::<24>(&claim)).ok_or(Reason::Principal)?;
            let (salt, tag) = claim.split_at(SALT_BYTES);
            if bool::from(principal_tag(salt, principal).ct_eq(tag)) { Ok(()) } else { Err(Reason::Principal) }
        }
        _ => Err(Reason::Principal),
    }
}

/// The state text, which every token of a call has.
pub(super) fn state_text(claims: Value<'_, '_>) -> Result<String, Reason> {
    claims.get("s").and_then(Value::as_str).map(Into::into).ok_or(Reason::Malformed)
}
