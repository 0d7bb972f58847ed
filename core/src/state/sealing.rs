//! Tokens of the boundary: the payload sealed together with every claim about the call, in the two main formats.

use super::claims::{self, Claims, Make, Opened, Operation, Purpose, State};
use super::codec::{Codec, finite_clock, no_key};
use super::{Format, Reason, arguments, encrypted, plain, signed, spelling};
use crate::entropy::{Drawn, Entropy};
use crate::error::{Error, ErrorCode};
use crate::json::{self, Value};

/// The method that a signed token means when it names none; ng-mcp-ui knows no other.
const DEFAULT_METHOD: &str = "tools/call";

impl Codec {
    /// Can this codec mint tokens with claims?
    pub(crate) fn seals_claims(&self) -> bool {
        matches!(self.format(), Format::Signed | Format::Encrypted)
    }

    /// When a token minted now would expire, in Unix seconds.
    pub(crate) fn expires_at(&self, now: f64) -> f64 {
        match self.format() {
            Format::Signed => now.floor() + self.inner().ttl,
            _ => now + self.inner().ttl,
        }
    }

    /// Mints a token that fits only the call, the round and the questions of its claims.
    pub(crate) fn seal_claims(
        &self,
        claims: &Claims<'_>,
        now: f64,
        entropy: &mut dyn Entropy,
    ) -> Result<String, Error> {
        let now = finite_clock(now)?;
        if let State::Json(payload) = claims.state {
            json::parse(payload, self.inner().max_token, spelling::MAX_DEPTH)
                .map_err(|fault| Error::from_fault("the payload", fault))?;
        }
        let inner = self.inner();
        let expires = self.expires_at(now);
        let token = match inner.mint {
            Format::Signed => {
                let mut envelope = signed::envelope(claims.bytes());
                write_signed(&mut envelope, claims)?;
                let signer = inner.signers.first().ok_or_else(no_key)?;
                signed::mint(signer, Some(envelope), expires, claims.operation.principal)
            }
            Format::Encrypted => {
                let salt = claims.operation.principal.map_or(0, |_| plain::SALT_BYTES);
                let mut drawn = Drawn::new(salt + encrypted::NONCE_BYTES, entropy);
                let text = encrypted_claims(claims, now, expires, &mut drawn)?;
                encrypted::mint(inner.ciphers.first().ok_or_else(no_key)?, text.as_bytes(), &mut drawn)?
            }
            Format::Rs1 | Format::Rs2 | Format::EncryptedRuby => return Err(no_key()),
        };
        self.mintable(token)
    }

    /// Opens a token of that purpose, and checks every claim against the call that it came back with.
    pub(crate) fn open_claims(
        &self,
        token: &str,
        purpose: Purpose,
        operation: &Operation<'_>,
        now: f64,
        foreign: &[Make],
    ) -> Result<Opened, Reason> {
        self.readable(token)?;
        let opened = self.first_that_opens(|format, inner| match format {
            Format::Signed => signed::open(&inner.signers, token, now, operation.principal, 2, |payload, expires| {
                read_signed(payload, expires, purpose, operation)
            })
            .map_err(|reason| if reason == Reason::Bind { Reason::Principal } else { reason }),
            Format::Encrypted => {
                let bytes = encrypted::open(&inner.ciphers, token)?;
                let document = plain::parse(&bytes)?;
                let expires = plain::lifetime(document.root(), now)?;
                read_encrypted(document.root(), expires, purpose, operation)
            }
            Format::EncryptedRuby => {
                let bytes = encrypted::open_raw(&inner.raw_ciphers, token)?;
                let document = plain::parse(&bytes)?;
                let expires = plain::lifetime_ruby(document.root(), now)?;
                read_ruby(document.root(), expires, purpose, operation)
            }
            Format::Rs1 | Format::Rs2 => Err(Reason::Malformed),
        })?;
        if opened.make == Make::Own || foreign.contains(&opened.make) { Ok(opened) } else { Err(Reason::Foreign) }
    }
}

/// A fault of the arguments as an error for the operator.
fn digest(operation: &Operation<'_>, style: arguments::Style) -> Result<arguments::Digest, Error> {
    operation.digest(style).map_err(|fault| match fault {
        arguments::Fault::UnsafeInteger => Error::new(
            ErrorCode::UnsafeInteger,
            "the arguments hold an integer beyond ±(2^53-1), which this host cannot tell from its neighbour; send such ids as strings",
        ),
        arguments::Fault::Range | arguments::Fault::Spelling => Error::new(
            ErrorCode::InvalidArgument,
            "the arguments hold a number beyond the range of doubles; no state can be bound to them",
        ),
    })
}

fn push_member(out: &mut String, name: &str, text: &str) {
    out.push_str(",\"");
    out.push_str(name);
    out.push_str("\":");
    json::quote(out, text);
}

fn write_signed(out: &mut String, claims: &Claims<'_>) -> Result<(), Error> {
    let operation = &claims.operation;
    out.push_str("{\"p\":\"");
    out.push_str(claims.purpose.letter());
    out.push('"');
    match claims.state {
        State::Absent => {}
        State::Json(payload) => {
            out.push_str(",\"d\":");
            out.push_str(payload);
        }
        State::Text(text) => {
            push_member(out, "d", text);
            // Plain text, not a payload that happens to be a string.
            out.push_str(",\"s\":1");
        }
    }
    if claims.purpose != Purpose::View {
        push_member(out, "o", operation.target);
        if operation.method != DEFAULT_METHOD {
            push_member(out, "m", operation.method);
        }
    }
    match claims.purpose {
        Purpose::RequestState => claims::write_own(out, claims, digest(operation, arguments::Style::Own)?.as_str()),
        Purpose::UrlCompletion => push_member(out, "f", claims.flow),
        Purpose::View => {}
    }
    if let Some(audience) = operation.audience {
        push_member(out, "aud", audience);
    }
    out.push('}');
    Ok(())
}

fn encrypted_claims(claims: &Claims<'_>, now: f64, expires: f64, entropy: &mut dyn Entropy) -> Result<String, Error> {
    let operation = &claims.operation;
    let mut out = plain::start(now, expires);
    if claims.purpose != Purpose::View {
        push_member(&mut out, "m", operation.method);
        push_member(&mut out, "t", operation.target);
    }
    match claims.purpose {
        Purpose::RequestState => {
            push_member(&mut out, "a", digest(operation, arguments::Style::Python)?.as_str());
            claims::write_own(&mut out, claims, digest(operation, arguments::Style::Own)?.as_str());
        }
        // Without `a`, the Python SDK never takes it for a requestState.
        Purpose::UrlCompletion => push_member(&mut out, "f", claims.flow),
        Purpose::View => {}
    }
    if claims.purpose != Purpose::RequestState {
        push_member(&mut out, "u", claims.purpose.letter());
    }
    match claims.state {
        // The Python SDK wants a state in every token; ours marks one without.
        State::Absent => out.push_str(",\"s\":\"\",\"d\":0"),
        State::Json(text) | State::Text(text) => push_member(&mut out, "s", text),
    }
    if let Some(audience) = operation.audience {
        push_member(&mut out, "aud", audience);
    }
    if let Some(principal) = operation.principal {
        plain::write_principal(&mut out, principal, entropy)?;
    }
    out.push('}');
    Ok(out)
}

fn read_signed(
    payload: Option<Value<'_, '_>>,
    expires: f64,
    purpose: Purpose,
    operation: &Operation<'_>,
) -> Result<Opened, Reason> {
    // Of no round and no flow, as tokens are that name no call or are of a foreign make.
    let bare = |make, state| Opened { make, round: 1, flow: None, asked: Vec::new(), state, expires };
    let marked = payload.and_then(|envelope| Some((envelope, envelope.get("p")?)));
    let Some((envelope, letter)) =
        marked.filter(|(_, letter)| ["r", "v", "u"].iter().any(|known| letter.is_str(known)))
    else {
        // Any payload at all: what a codec of the TypeScript SDK mints. It names no purpose and no call.
        if purpose != Purpose::RequestState {
            return Err(Reason::Purpose);
        }
        let state = payload.map_or(State::Absent, |payload| State::Json(payload.raw().to_owned()));
        // No envelope of the boundary's stands around this one.
        if let State::Json(text) = &state {
            json::parse(text, text.len(), spelling::MAX_DEPTH).map_err(|_| Reason::Malformed)?;
        }
        return Ok(bare(Make::TypeScriptSdk, state));
    };
    if !letter.is_str(purpose.letter()) {
        return Err(Reason::Purpose);
    }
    let state = signed_state(envelope)?;
    if purpose == Purpose::View {
        plain::check_audience(envelope, operation.audience)?;
        return Ok(bare(Make::Own, state));
    }
    let method = envelope.get("m").map_or(Some(DEFAULT_METHOD.into()), Value::as_str);
    let target = envelope.get("o").and_then(Value::as_str);
    if method.as_deref() != Some(operation.method) || target.as_deref() != Some(operation.target) {
        return Err(Reason::Operation);
    }
    if purpose == Purpose::UrlCompletion {
        plain::check_audience(envelope, operation.audience)?;
        let flow = envelope.get("f").and_then(Value::as_str).ok_or(Reason::Malformed)?.into_owned();
        return Ok(Opened { flow: Some(flow), ..bare(Make::Own, state) });
    }
    let Some(own) = claims::read_own(envelope)? else {
        // ng-mcp-ui's envelope: purpose, payload and tool, nothing more.
        return Ok(bare(Make::NgMcpUi, state));
    };
    own_fits(envelope, operation, own, state, expires)
}

fn signed_state(envelope: Value<'_, '_>) -> Result<State, Reason> {
    let payload = envelope.get("d");
    if envelope.get("s").is_some() {
        return payload.and_then(Value::as_str).map(|text| State::Text(text.into())).ok_or(Reason::Malformed);
    }
    Ok(payload.map_or(State::Absent, |payload| State::Json(payload.raw().to_owned())))
}

fn read_encrypted(
    claims: Value<'_, '_>,
    expires: f64,
    purpose: Purpose,
    operation: &Operation<'_>,
) -> Result<Opened, Reason> {
    match (purpose, claims.get("u")) {
        (Purpose::RequestState, None) => {}
        (Purpose::View | Purpose::UrlCompletion, Some(claim)) if claim.is_str(purpose.letter()) => {}
        _ => return Err(Reason::Purpose),
    }
    if purpose != Purpose::View {
        plain::check_operation(claims, operation)?;
    }
    let state = match claims.get("d") {
        Some(_) => State::Absent,
        None => State::Text(plain::state_text(claims)?),
    };
    let base = Opened { make: Make::Own, round: 1, flow: None, asked: Vec::new(), state, expires };
    if purpose == Purpose::RequestState {
        if let Some(own) = claims::read_own(claims)? {
            plain::check_principal(claims, operation.principal)?;
            return own_fits(claims, operation, own, base.state, expires);
        }
        plain::check_arguments(claims, "a", operation, arguments::Style::Python)?;
    }
    plain::check_audience(claims, operation.audience)?;
    plain::check_principal(claims, operation.principal)?;
    let make = if purpose == Purpose::RequestState { Make::PythonSdk } else { Make::Own };
    let flow = claims.get("f").and_then(Value::as_str).map(Into::into);
    Ok(Opened { make, flow, ..base })
}

fn read_ruby(
    claims: Value<'_, '_>,
    expires: f64,
    purpose: Purpose,
    operation: &Operation<'_>,
) -> Result<Opened, Reason> {
    if purpose != Purpose::RequestState {
        return Err(Reason::Purpose);
    }
    plain::check_operation(claims, operation)?;
    plain::check_arguments(claims, "a", operation, arguments::Style::Ruby)?;
    plain::check_audience(claims, operation.audience)?;
    plain::check_principal(claims, operation.principal)?;
    let state = State::Text(plain::state_text(claims)?);
    Ok(Opened { make: Make::RubySdk, round: 1, flow: None, asked: Vec::new(), state, expires })
}

/// Arguments and audience of a token with all our claims.
fn own_fits(
    claims: Value<'_, '_>,
    operation: &Operation<'_>,
    own: claims::OwnClaims<'_>,
    state: State,
    expires: f64,
) -> Result<Opened, Reason> {
    let wanted = operation.digest(arguments::Style::Own).map_err(|_| Reason::Arguments)?;
    if own.digest != wanted.as_str() {
        return Err(Reason::Arguments);
    }
    plain::check_audience(claims, operation.audience)?;
    Ok(Opened { make: Make::Own, round: own.round, flow: Some(own.flow), asked: own.asked, state, expires })
}
