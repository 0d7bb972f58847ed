//! The two doors.

use std::cell::{RefCell, RefMut};

use mrtr::boundary::{Call, Principal};
use mrtr::{ErrorCode, OsEntropy, Revision};
use napi::bindgen_prelude::{ClassInstance, Either, FromNapiValue, ObjectFinalize, Unknown};
use napi::{Env, ValueType};
use napi_derive::napi;

use crate::codec::Codec;
use crate::convert;
use crate::failure::{Failure, guard};
use crate::keys;
use crate::responses;

/// A refusal as plain data.
#[napi(object, object_from_js = false)]
pub struct Refusal {
    /// Why, for the log.
    pub reason: &'static str,
    /// JSON text of the JSON-RPC error object.
    pub error: String,
    /// JSON text of a tool result to send instead, or null.
    pub tool_result: Option<String>,
    /// The method refused.
    pub method: String,
    /// The tool, prompt or resource refused.
    pub target: String,
    /// A sentence for the log.
    pub detail: String,
}

impl From<&mrtr::boundary::Refusal> for Refusal {
    fn from(refusal: &mrtr::boundary::Refusal) -> Refusal {
        Refusal {
            reason: refusal.reason_str(),
            error: refusal.error_json(),
            tool_result: refusal.tool_result_json().map(str::to_owned),
            method: refusal.method().to_owned(),
            target: refusal.target().to_owned(),
            detail: refusal.detail().to_owned(),
        }
    }
}

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

/// A call that was let in.
#[napi(custom_finalize)]
pub struct Round {
    round: RefCell<mrtr::boundary::Round>,
    /// Bytes that Node's collector does not see: a round keeps what it was called with.
    weight: i64,
}

impl Round {
    fn new(env: Env, round: mrtr::boundary::Round, params: &str) -> Round {
        let weight = i64::try_from(params.len()).unwrap_or(i64::MAX);
        let _ = env.adjust_external_memory(weight);
        Round { round: RefCell::new(round), weight }
    }
}

impl ObjectFinalize for Round {
    fn finalize(self, env: Env) -> napi::Result<()> {
        env.adjust_external_memory(-self.weight).map(drop)
    }
}

impl Round {
    fn change(&self) -> Result<RefMut<'_, mrtr::boundary::Round>, Failure> {
        self.round.try_borrow_mut().map_err(|_| Failure::new(ErrorCode::IllegalState, "the round is in use"))
    }
}

#[napi]
impl Round {
    /// JSON text of all that a handler may know, of the answers, whether there is nothing to read in them, and of what
    /// the result must tell caches: `[description, answers, isEmpty, cacheHints]`. One crossing, since who reads the one
    /// reads the others.
    #[napi]
    pub fn describe(&self, env: Env) -> napi::Result<String> {
        guard(env, || {
            let round = self.round.borrow();
            let responses = round.responses();
            let hints = round.cache_hints().unwrap_or("null");
            Ok(format!("[{},{},{},{hints}]", round.describe(), responses.to_json(), responses.is_empty()))
        })
    }

    /// JSON text of the SDK's view of one answer.
    #[napi]
    pub fn view(&self, env: Env, key: Unknown<'_>) -> napi::Result<String> {
        guard(env, || responses::view(self.round.borrow().responses(), key))
    }

    /// JSON text of an answer, told apart in five ways.
    #[napi]
    pub fn answer(&self, env: Env, key: Unknown<'_>, form: Unknown<'_>) -> napi::Result<String> {
        guard(env, || responses::answer(self.round.borrow().responses(), key, form))
    }

    /// JSON text of the content that was accepted, or null.
    #[napi]
    pub fn accepted_content(&self, env: Env, key: Unknown<'_>, form: Unknown<'_>) -> napi::Result<Option<String>> {
        guard(env, || responses::content(self.round.borrow().responses(), key, form))
    }

    /// Is the answer an accept with true in the boolean that was asked for?
    #[napi]
    pub fn confirmed(&self, env: Env, key: Unknown<'_>, form: Unknown<'_>, field: Unknown<'_>) -> napi::Result<bool> {
        guard(env, || responses::confirmed(self.round.borrow().responses(), key, form, field))
    }

    /// Has the client declared that it can be asked this?
    #[napi]
    pub fn may_ask(&self, env: Env, kind: Unknown<'_>) -> napi::Result<bool> {
        guard(env, || Ok(self.round.borrow().may_ask(&convert::text(kind, "kind")?)))
    }

    /// The text of the state that came back: JSON text for a sealed payload.
    #[napi]
    pub fn request_state_text(&self, env: Env) -> napi::Result<Option<String>> {
        guard(env, || Ok(self.round.borrow().request_state_text().map(str::to_owned)))
    }

    /// A token for this round's result around a payload, given as JSON text.
    #[napi]
    pub fn seal_request_state(&self, env: Env, payload: Unknown<'_>, now: Unknown<'_>) -> napi::Result<String> {
        guard(env, || {
            let payload = convert::text(payload, "payload")?;
            let now = convert::number(now, "now")?;
            Ok(self.change()?.seal_request_state(&payload, now, &mut OsEntropy)?)
        })
    }

    /// A token that a page may carry back, around a payload given as JSON text.
    #[napi]
    pub fn seal_url_completion(&self, env: Env, payload: Unknown<'_>, now: Unknown<'_>) -> napi::Result<String> {
        guard(env, || {
            let payload = convert::text(payload, "payload")?;
            let now = convert::number(now, "now")?;
            Ok(self.change()?.seal_url_completion(&payload, now, &mut OsEntropy)?)
        })
    }

    /// Lets a result out, given as JSON text: null where it asks nothing, else the result to send, or a refusal.
    /// `of_2025`: the client speaks a revision of 2025.
    #[napi]
    pub fn leave(
        &self,
        env: Env,
        result: Unknown<'_>,
        now: Unknown<'_>,
        of_2025: bool,
    ) -> napi::Result<Either<Option<String>, Refusal>> {
        guard(env, || {
            let result = convert::text(result, "result")?;
            let now = convert::number(now, "now")?;
            Ok(match self.change()?.leave(&result, now, &mut OsEntropy) {
                Ok(result) => Either::A(result),
                Err(refusal) if of_2025 => Either::B(Refusal::from(&refusal.for_2025())),
                Err(refusal) => Either::B(Refusal::from(refusal.as_ref())),
            })
        })
    }

    /// The questions of a result that has left, given as JSON text, in the words of an older revision: null for a revision
    /// that needs none, or a refusal where it cannot say one of them.
    #[napi]
    pub fn older(
        &self,
        env: Env,
        revision: Unknown<'_>,
        input_requests: Unknown<'_>,
    ) -> napi::Result<Either<Option<String>, Refusal>> {
        guard(env, || {
            let Some(revision) = Revision::from_name(&convert::text(revision, "revision")?) else {
                return Ok(Either::A(None));
            };
            let requests = convert::text(input_requests, "inputRequests")?;
            Ok(match self.change()?.older(revision, &requests, &mut OsEntropy) {
                Ok(asked) => Either::A(Some(asked)),
                Err(refusal) => Either::B(Refusal::from(&refusal.for_2025())),
            })
        })
    }
}
