//! Tokens that travel elsewhere than in `requestState`: with a widget, or through a page that the user was sent to.

use super::method::Method;
use super::round::payload_json;
use super::{Boundary, Principal};
use crate::entropy::Entropy;
use crate::error::{Error, ErrorCode};
use crate::state::arguments::{Arguments, Digests};
use crate::state::claims::{Claims, Opened, Operation, Purpose, State};
use crate::state::{Codec, Reason};

/// What a token that came back from a page says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UrlCompletion {
    /// JSON text of the payload.
    pub payload: String,
    /// The flow that sent the user there.
    pub flow_id: String,
}

impl Boundary {
    /// Seals a payload, given as JSON text, for a widget to carry: bound to audience and principal, not to a call.
    ///
    /// Errors: `no_key`, `invalid_argument` for a principal that is not known, and those of the payload.
    pub fn seal(
        &self,
        payload: &str,
        principal: Principal<'_>,
        now: f64,
        entropy: &mut dyn Entropy,
    ) -> Result<String, Error> {
        let principal = named(principal)
            .ok_or_else(|| Error::new(ErrorCode::InvalidArgument, "the principal must be non-empty text, or absent"))?;
        let digests = Digests::default();
        let claims = Claims {
            purpose: Purpose::View,
            operation: self.anywhere(principal, &digests),
            round: 1,
            flow: "",
            asked: &[],
            state: &State::Json(payload.to_owned()),
        };
        self.codec()?.seal_claims(&claims, now, entropy)
    }

    /// Opens a widget's token: the payload's JSON text.
    pub fn open(&self, token: &str, principal: Principal<'_>, now: f64) -> Result<String, Reason> {
        let principal = named(principal).ok_or(Reason::Principal)?;
        let opened = self.open_for(token, Purpose::View, &self.anywhere(principal, &Digests::default()), now)?;
        payload_json(&opened.state).ok_or(Reason::Malformed)
    }

    /// Opens a token that [`super::Round::seal_url_completion`] has sealed, against the call that it must be from.
    pub fn open_url_completion(
        &self,
        token: &str,
        method: &str,
        target: &str,
        principal: Principal<'_>,
        now: f64,
    ) -> Result<UrlCompletion, Reason> {
        let method = Method::from_name(method).ok_or(Reason::Operation)?;
        let principal = named(principal).ok_or(Reason::Principal)?;
        let digests = Digests::default();
        let operation = Operation { method: method.as_str(), target, ..self.anywhere(principal, &digests) };
        let opened = self.open_for(token, Purpose::UrlCompletion, &operation, now)?;
        let payload = payload_json(&opened.state).ok_or(Reason::Malformed)?;
        Ok(UrlCompletion { payload, flow_id: opened.flow.ok_or(Reason::Malformed)? })
    }

    fn open_for(&self, token: &str, purpose: Purpose, operation: &Operation<'_>, now: f64) -> Result<Opened, Reason> {
        let codec = self.settings.codec.as_ref().ok_or(Reason::UnknownKey)?;
        codec.open_claims(token, purpose, operation, now, &self.settings.foreign)
    }

    fn codec(&self) -> Result<&Codec, Error> {
        self.settings.codec.as_ref().ok_or_else(|| {
            Error::new(ErrorCode::NoKey, "no key is configured, so no state can be sealed (option state.key)")
        })
    }

    fn anywhere<'a>(&'a self, principal: Option<&'a str>, digests: &'a Digests) -> Operation<'a> {
        Operation {
            method: "",
            target: "",
            arguments: Arguments::Text(None),
            digests,
            exact_numbers: self.settings.exact_numbers,
            principal,
            audience: self.settings.audience.as_deref(),
        }
    }
}

/// The principal's text; `None` where it could not be told.
#[allow(clippy::option_option)]
fn named(principal: Principal<'_>) -> Option<Option<&str>> {
    match principal {
        Principal::Anonymous => Some(None),
        Principal::Named(name) if !name.is_empty() => Some(Some(name)),
        _ => None,
    }
}
