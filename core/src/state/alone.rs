//! A codec used alone with the format `encrypted`, and the tokens of the Python and Ruby SDKs opened against a call
//! that the caller names.

use super::arguments::{Arguments, Digests};
use super::claims::Operation;
use super::codec::{Codec, no_key};
use super::{Format, Reason, arguments, encrypted, plain, spelling};
use crate::entropy::Entropy;
use crate::error::Error;
use crate::json::{self, Document, Value};
use crate::options::{self, Options};

/// The longest description of a call, in bytes.
const MAX_CALL_BYTES: usize = 4 << 20;

/// What names a call.
const CALL: [&str; 8] =
    ["method", "target", "arguments", "argumentsJson", "argumentsDigest", "audience", "principal", "unsafeIntegers"];

impl Codec {
    pub(super) fn mint_alone(
        &self,
        payload: Option<&str>,
        bind: Option<&str>,
        now: f64,
        entropy: &mut dyn Entropy,
    ) -> Result<String, Error> {
        let inner = self.inner();
        let mut claims = plain::start(now, now + inner.ttl);
        if let Some(payload) = payload {
            claims.push_str(",\"s\":");
            json::quote(&mut claims, payload);
        }
        if let Some(bind) = bind {
            plain::write_principal(&mut claims, bind, entropy)?;
        }
        claims.push('}');
        encrypted::mint(inner.ciphers.first().ok_or_else(no_key)?, claims.as_bytes(), entropy)
    }

    pub(super) fn open_alone(&self, token: &str, bind: Option<&str>, now: f64) -> Result<Option<String>, Reason> {
        let bytes = encrypted::open(&self.inner().ciphers, token)?;
        let document = plain::parse(&bytes)?;
        let claims = document.root();
        plain::lifetime(claims, now)?;
        // A token for a call, or for another purpose, is not a codec's own.
        if ["m", "t", "a", "u"].iter().any(|name| claims.get(name).is_some()) {
            return Err(Reason::Purpose);
        }
        plain::check_principal(claims, bind).map_err(|_| Reason::Bind)?;
        claims.get("s").map(|state| state.as_str().map(Into::into).ok_or(Reason::Malformed)).transpose()
    }

    /// Opens a token that a server on the Python SDK (format `encrypted`) or the Ruby SDK (`encrypted-ruby`) has minted
    /// for a call, and gives its state text. `now` is Unix seconds. `expected` names the call as one JSON object:
    ///
    /// - `method`, `target`;
    /// - `arguments`, or their text in `argumentsJson`, or `argumentsDigest`, where only that is known;
    /// - `audience`, `principal`, where there are any;
    /// - `unsafeIntegers`: `exact` (unless given), or `refuse` on a host that hands over numbers which it has parsed.
    ///
    /// The inner result is the verdict on the token; the outer error is about `expected` itself (`invalid_option`,
    /// `invalid_json`, `duplicate_member`, `too_deep`, `too_large`).
    pub fn open_state(&self, token: &str, expected: &str, now: f64) -> Result<Result<String, Reason>, Error> {
        let fault = |fault| Error::from_fault("the expected call", fault);
        let document = json::parse(expected, MAX_CALL_BYTES, spelling::MAX_DEPTH + 1).map_err(fault)?;
        let call = Options::new(document.root(), &CALL)?;
        let needed = |name: &str| call.text(name)?.ok_or_else(|| options::invalid(format!("option {name} is missing")));
        let (method, target) = (needed("method")?, needed("target")?);
        let (audience, principal) = (call.text("audience")?, call.text("principal")?);
        let (text, digest) = (call.text("argumentsJson")?, call.text("argumentsDigest")?);
        let given = [call.get("arguments").is_some(), text.is_some(), digest.is_some()];
        if given.into_iter().filter(|given| *given).count() > 1 {
            return Err(options::invalid("give one of the options arguments, argumentsJson and argumentsDigest"));
        }
        let parsed = text.as_deref().map(|text| json::parse(text, MAX_CALL_BYTES, spelling::MAX_DEPTH)).transpose();
        let parsed = parsed.map_err(|fault| Error::from_fault("option argumentsJson", fault))?;
        let operation = Operation {
            method: &method,
            target: &target,
            arguments: Arguments::Scanned(parsed.as_ref().map(Document::root).or(call.get("arguments"))),
            digests: &Digests::default(),
            exact_numbers: !call.choice("unsafeIntegers", ["exact", "refuse"])?,
            principal: principal.as_deref(),
            audience: audience.as_deref(),
        };
        if let Err(reason) = self.readable(token) {
            return Ok(Err(reason));
        }
        Ok(self.first_that_opens(|format, inner| match format {
            Format::Encrypted => {
                let bytes = encrypted::open(&inner.ciphers, token)?;
                let document = plain::parse(&bytes)?;
                plain::lifetime(document.root(), now)?;
                fits(document.root(), &operation, arguments::Style::Python, digest.as_deref())
            }
            Format::EncryptedRuby => {
                let bytes = encrypted::open_raw(&inner.raw_ciphers, token)?;
                let document = plain::parse(&bytes)?;
                plain::lifetime_ruby(document.root(), now)?;
                fits(document.root(), &operation, arguments::Style::Ruby, digest.as_deref())
            }
            _ => Err(Reason::Malformed),
        }))
    }
}

fn fits(
    claims: Value<'_, '_>,
    operation: &Operation<'_>,
    style: arguments::Style,
    digest: Option<&str>,
) -> Result<String, Reason> {
    plain::check_operation(claims, operation)?;
    match digest {
        Some(digest) => plain::check_digest(claims, "a", digest)?,
        None => plain::check_arguments(claims, "a", operation, style)?,
    }
    plain::check_audience(claims, operation.audience)?;
    plain::check_principal(claims, operation.principal)?;
    plain::state_text(claims)
}
