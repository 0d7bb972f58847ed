//! One call that was let in, and the door out.

use std::cell::{RefCell, RefMut};

use mrtr::{ErrorCode, OsEntropy, Revision};
use napi::Env;
use napi::bindgen_prelude::{Either, ObjectFinalize, Unknown};
use napi_derive::napi;

use crate::convert;
use crate::failure::{Failure, guard};
use crate::refusal::Refusal;
use crate::responses;

/// A call that was let in.
#[napi(custom_finalize)]
pub struct Round {
    round: RefCell<mrtr::boundary::Round>,
    /// Bytes that Node's collector does not see: a round keeps what it was called with.
    weight: i64,
}

impl Round {
    pub(crate) fn new(env: Env, round: mrtr::boundary::Round, params: &str) -> Round {
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
