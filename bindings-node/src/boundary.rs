//! The boundary: the door in, and the tokens that widgets and pages carry.

use mrtr::boundary::{Call, Principal};
use mrtr::{ErrorCode, OsEntropy};
use napi::bindgen_prelude::{ClassInstance, Either, FromNapiValue, Unknown};
use napi::{Env, ValueType};
use napi_derive::napi;

use crate::codec::Codec;
use crate::convert;
use crate::failure::{Failure, guard};
use crate::keys;
use crate::refusal::Refusal;
use crate::round::Round;

/// The boundary of one server.
#[napi]
pub struct Boundary {
    boundary: mrtr::boundary::Boundary,
}

#[napi]
impl Boundary {
    /// `keys`: an array of strings and `Uint8Array`s, a codec whose ring is used, or undefined; `options`: JSON text.
    #[napi(constructor)]
    pub fn new(env: Env, keys: Unknown<'_>, options: Unknown<'_>) -> napi::Result<Boundary> {
        guard(env, || {
            let keys = match ClassInstance::<Codec>::from_unknown(keys) {
                Ok(codec) => codec.keys(),
                Err(_) => keys::ring(keys)?,
            };
            let options = convert::text(options, "options")?;
            Ok(Boundary { boundary: mrtr::boundary::Boundary::new(keys, &options)? })
        })
    }

    /// Are states sealed here?
    #[napi(getter)]
    pub fn has_key(&self, env: Env) -> napi::Result<bool> {
        guard(env, || Ok(self.boundary.has_key()))
    }

    /// Lets a call in, or refuses it. `params` and `capabilities` are JSON text; a principal that is neither a string
    /// nor absent is one that the host could not tell.
    #[napi]
    pub fn enter(
        &self,
        env: Env,
        method: Unknown<'_>,
        params: Unknown<'_>,
        principal: Unknown<'_>,
        capabilities: Unknown<'_>,
        now: Unknown<'_>,
    ) -> napi::Result<Either<Round, Refusal>> {
        guard(env, || {
            let method = convert::text(method, "method")?;
            let params = convert::text(params, "params")?;
            let principal = Name::of(principal);
            let capabilities = convert::optional_text(capabilities, "capabilities")?;
            let now = convert::number(now, "now")?;
            let call = Call {
                method: &method,
                params: &params,
                principal: principal.as_principal(),
                capabilities: capabilities.as_deref(),
            };
            Ok(match self.boundary.enter(&call, now, &mut OsEntropy) {
                Ok(round) => Either::A(Round::new(env, round, &params)),
                Err(refusal) => Either::B(Refusal::from(refusal.as_ref())),
            })
        })
    }

    /// A widget's token around a payload, given as JSON text.
    #[napi]
    pub fn seal(
        &self,
        env: Env,
        payload: Unknown<'_>,
        principal: Unknown<'_>,
        now: Unknown<'_>,
    ) -> napi::Result<String> {
        guard(env, || {
            let payload = convert::text(payload, "payload")?;
            let principal = Name::of(principal);
            let now = convert::number(now, "now")?;
            Ok(self.boundary.seal(&payload, principal.as_principal(), now, &mut OsEntropy)?)
        })
    }

    /// The payload of a widget's token, as JSON text. A refusal throws, with the reason as its message.
    #[napi]
    pub fn open(&self, env: Env, token: Unknown<'_>, principal: Unknown<'_>, now: Unknown<'_>) -> napi::Result<String> {
        guard(env, || {
            let token = convert::token(token)?;
            let principal = Name::of(principal);
            let now = convert::number(now, "now")?;
            let opened = self.boundary.open(&token, principal.as_principal(), now);
            opened.map_err(|reason| Failure::new(ErrorCode::SealedStateInvalid, reason.as_str()))
        })
    }

    /// What a token that a page carried says, for the call that it must be from. A refusal throws, with the reason as
    /// its message.
    #[napi]
    pub fn open_url_completion(
        &self,
        env: Env,
        token: Unknown<'_>,
        method: Unknown<'_>,
        target: Unknown<'_>,
        principal: Unknown<'_>,
        now: Unknown<'_>,
    ) -> napi::Result<UrlCompletion> {
        guard(env, || {
            let token = convert::token(token)?;
            let method = convert::text(method, "method")?;
            let target = convert::text(target, "target")?;
            let principal = Name::of(principal);
            let now = convert::number(now, "now")?;
            let opened = self.boundary.open_url_completion(&token, &method, &target, principal.as_principal(), now);
            let opened = opened.map_err(|reason| Failure::new(ErrorCode::SealedStateInvalid, reason.as_str()))?;
            Ok(UrlCompletion { payload: opened.payload, flow_id: opened.flow_id })
        })
    }
}

/// What a token that came back from a page says.
#[napi(object, object_from_js = false)]
pub struct UrlCompletion {
    /// JSON text.
    pub payload: String,
    /// The flow that sent the user there.
    pub flow_id: String,
}

/// A principal on its way in.
enum Name {
    Anonymous,
    Named(String),
    Failed,
}

impl Name {
    fn of(value: Unknown<'_>) -> Name {
        match value.get_type() {
            Ok(ValueType::Undefined | ValueType::Null) => Name::Anonymous,
            Ok(ValueType::String) => convert::text(value, "principal").map_or(Name::Failed, Name::Named),
            _ => Name::Failed,
        }
    }

    fn as_principal(&self) -> Principal<'_> {
        match self {
            Name::Anonymous => Principal::Anonymous,
            Name::Named(name) => Principal::Named(name),
            Name::Failed => Principal::Failed,
        }
    }
}
