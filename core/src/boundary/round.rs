//! One round of a call: what the handler may know, and what it may seal.

use super::method::Method;
use super::{Boundary, Refusal};
use crate::entropy::Entropy;
use crate::error::{Error, ErrorCode};
use crate::json;
use crate::message::{Asked, Capabilities, Kind, Responses};
use crate::rounds::Progress;
use crate::state::arguments::{Arguments, Digests};
use crate::state::claims::{Claims, Operation, Purpose, State};
use crate::state::spelling;

/// What the door in has found out about a call.
pub(super) struct Flow {
    pub(super) method: Method,
    pub(super) target: String,
    /// JSON text.
    pub(super) arguments: Option<String>,
    pub(super) digests: Digests,
    pub(super) principal: Option<String>,
    pub(super) progress: Progress,
    pub(super) id: String,
    pub(super) expires: Option<f64>,
    pub(super) state: State,
    pub(super) responses: Responses,
    /// `None` where the request says nothing about them.
    pub(super) capabilities: Option<Capabilities>,
    pub(super) retry: bool,
    pub(super) foreign: bool,
}

/// A token that the handler has sealed in this round, and its payload.
pub(super) struct Minted {
    pub(super) token: String,
    pub(super) payload: String,
}

/// A call that was let in. The handler reads it, may seal state with it, and its result leaves through it, once.
pub struct Round {
    pub(super) boundary: Boundary,
    pub(super) flow: Flow,
    pub(super) minted: Vec<Minted>,
    pub(super) left: bool,
}

impl std::fmt::Debug for Round {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Round")
            .field("method", &self.flow.method.as_str())
            .field("target", &self.flow.target)
            .field("number", &self.number())
            .finish_non_exhaustive()
    }
}

impl Round {
    pub(super) fn new(boundary: Boundary, flow: Flow) -> Round {
        Round { boundary, flow, minted: Vec::new(), left: false }
    }

    /// Which round of its flow this is; the first is 1.
    #[must_use]
    pub fn number(&self) -> u32 {
        self.flow.progress.number()
    }

    /// How often the call may still ask, this round included.
    #[must_use]
    pub fn rounds_left(&self) -> u32 {
        self.flow.progress.left()
    }

    /// Did the call carry retry fields, `requestState` or `inputResponses`? What comes of it depends on them, and they are
    /// in no cache's key: such a result must not be cached, see [`Round::cache_hints`].
    #[must_use]
    pub fn is_retry(&self) -> bool {
        self.flow.retry
    }

    /// What a final result of this call must tell caches, as a JSON object; `None` where that is the handler's to say. The
    /// result of a retried `resources/read` must not be cached, and must have hints all the same (specification,
    /// caching): the ones that no cache can use.
    #[must_use]
    pub fn cache_hints(&self) -> Option<&'static str> {
        let uncacheable = self.flow.retry && self.flow.method == Method::ResourcesRead;
        uncacheable.then_some("{\"ttlMs\":0,\"cacheScope\":\"private\"}")
    }

    /// Names the logical call, the same on every round: the handler's idempotency key.
    #[must_use]
    pub fn flow_id(&self) -> &str {
        &self.flow.id
    }

    /// When the echoed state expires, in Unix seconds; `None` on the first round.
    #[must_use]
    pub fn expires_at(&self) -> Option<f64> {
        self.flow.expires
    }

    /// The payload of the echoed state as JSON text: the JSON that was sealed, or the text as a JSON string.
    #[must_use]
    pub fn request_state(&self) -> Option<String> {
        payload_json(&self.flow.state)
    }

    /// The echoed state as the text that the handler put in: JSON text for a sealed payload.
    #[must_use]
    pub fn request_state_text(&self) -> Option<&str> {
        match &self.flow.state {
            State::Absent => None,
            State::Json(text) | State::Text(text) => Some(text),
        }
    }

    /// The answers that may be read, bound to the questions that were asked.
    #[must_use]
    pub fn responses(&self) -> &Responses {
        &self.flow.responses
    }

    /// Has the client declared that it can be asked this (`form`, `url`, `sampling` or `roots`)?
    #[must_use]
    pub fn may_ask(&self, kind: &str) -> bool {
        let declared = self.flow.capabilities.unwrap_or_default();
        Kind::from_name(kind).is_some_and(|kind| declared.may_ask(kind))
    }

    /// Things for the server's log, as a JSON array: `{"code":"foreign"}` for a state of another make, and for each
    /// answer that was put aside `{"code":…,"key":…}` with `unasked`, `wrapped`, `unknown_shape` or `other_kind`.
    #[must_use]
    pub fn notes(&self) -> String {
        let mut out = String::from("[");
        if self.flow.foreign {
            out.push_str("{\"code\":\"foreign\"}");
        }
        for note in self.flow.responses.notes() {
            if out.len() > 1 {
                out.push(',');
            }
            out.push_str("{\"code\":");
            json::quote(&mut out, note.code);
            out.push_str(",\"key\":");
            json::quote(&mut out, &note.key);
            out.push('}');
        }
        out.push(']');
        out
    }

    /// All that a handler may know, as one JSON object: `round`, `roundsLeft`, `retry`, `flowId`, `expiresAt` (null on
    /// the first round), `requestState` (left out when there is none) and `notes`.
    #[must_use]
    pub fn describe(&self) -> String {
        let (round, left, retry) = (self.number(), self.rounds_left(), self.is_retry());
        let mut out = format!("{{\"round\":{round},\"roundsLeft\":{left},\"retry\":{retry},\"flowId\":");
        json::quote(&mut out, self.flow_id());
        out.push_str(",\"expiresAt\":");
        out.push_str(&self.flow.expires.map_or_else(|| "null".to_owned(), json::ecmascript));
        if let Some(payload) = self.request_state() {
            out.push_str(",\"requestState\":");
            out.push_str(&payload);
        }
        out.push_str(",\"notes\":");
        out.push_str(&self.notes());
        out.push('}');
        out
    }

    /// Seals a payload, given as JSON text, for the next round of this call. The token is bound to the call as it
    /// stands; [`Round::leave`] recognises it and seals its payload anew, with the questions that go with it.
    ///
    /// Errors: `no_key`, `illegal_state` after the round has left, `invalid_json`, `too_deep`, `duplicate_member`,
    /// `too_large`, `unsafe_integer`, `entropy`.
    pub fn seal_request_state(&mut self, payload: &str, now: f64, entropy: &mut dyn Entropy) -> Result<String, Error> {
        if self.left {
            return Err(left_already());
        }
        let state = State::Json(payload.to_owned());
        let token = self.seal(&state, &[], now, entropy)?;
        self.minted.push(Minted { token: token.clone(), payload: payload.to_owned() });
        Ok(token)
    }

    /// Seals a payload, given as JSON text, into a token that a page may carry back to this server: it names the call
    /// and its flow, and passes neither for a `requestState` nor for a widget token. Opened by
    /// [`Boundary::open_url_completion`].
    ///
    /// Errors: as [`Round::seal_request_state`].
    pub fn seal_url_completion(&self, payload: &str, now: f64, entropy: &mut dyn Entropy) -> Result<String, Error> {
        let state = State::Json(payload.to_owned());
        self.seal_for(Purpose::UrlCompletion, &state, &[], now, entropy)
    }

    pub(super) fn seal(
        &self,
        state: &State,
        asked: &[Asked],
        now: f64,
        entropy: &mut dyn Entropy,
    ) -> Result<String, Error> {
        self.seal_for(Purpose::RequestState, state, asked, now, entropy)
    }

    fn seal_for(
        &self,
        purpose: Purpose,
        state: &State,
        asked: &[Asked],
        now: f64,
        entropy: &mut dyn Entropy,
    ) -> Result<String, Error> {
        let settings = &self.boundary.settings;
        let codec = settings.codec.as_ref().ok_or_else(no_key)?;
        let claims = Claims {
            purpose,
            operation: Operation {
                method: self.flow.method.as_str(),
                target: &self.flow.target,
                arguments: Arguments::Text(self.flow.arguments.as_deref()),
                digests: &self.flow.digests,
                exact_numbers: settings.exact_numbers,
                principal: self.flow.principal.as_deref(),
                audience: settings.audience.as_deref(),
            },
            round: self.number(),
            flow: self.flow_id(),
            asked,
            state,
        };
        codec.seal_claims(&claims, now, entropy)
    }

    pub(super) fn refusal(&self, refusal: Refusal) -> Box<Refusal> {
        Box::new(refusal.of(self.flow.method.as_str(), &self.flow.target))
    }
}

/// The state as the JSON text of a payload; text that is no JSON becomes a JSON string.
pub(super) fn payload_json(state: &State) -> Option<String> {
    match state {
        State::Absent => None,
        State::Json(text) => Some(text.clone()),
        State::Text(text) => {
            if json::parse(text, text.len(), spelling::MAX_DEPTH).is_ok() {
                return Some(text.trim().to_owned());
            }
            let mut quoted = String::new();
            json::quote(&mut quoted, text);
            Some(quoted)
        }
    }
}

fn left_already() -> Error {
    Error::new(ErrorCode::IllegalState, "the round has left through the boundary already")
}

fn no_key() -> Error {
    Error::new(ErrorCode::NoKey, "no key is configured, so no state can be sealed (option state.key)")
}
