//! A round: what a handler may know of the call, and the door out.

use std::sync::{Mutex, MutexGuard};

use mrtr_core::boundary::Round;
use mrtr_core::{Error, ErrorCode, OsEntropy};

use crate::ffi::{Out, Stop, guard, handle, handle_mut, mrtr_buf, mrtr_str};
use crate::form::mrtr_form;
use crate::refusal::{mrtr_refusal, refuse};
use crate::responses::{write_accepted_content, write_answer, write_confirmed};
use crate::result::{mrtr_outcome, mrtr_result};

/// One round of one call, between the two doors. For one thread at a time; the lock makes a second one wait.
pub struct mrtr_round(pub(crate) Mutex<Round>);

impl mrtr_round {
    pub(crate) fn lock(&self) -> Result<MutexGuard<'_, Round>, Stop> {
        let poisoned = |_| Error::new(ErrorCode::Internal, "an earlier call on this round ended in a defect");
        Ok(self.0.lock().map_err(poisoned)?)
    }
}

/// Frees a round. NULL does nothing.
#[unsafe(no_mangle)]
pub extern "C" fn mrtr_round_free(round: Option<Box<mrtr_round>>) {
    guard!(or(), { drop(round) });
}

/// Everything at once, as JSON:
/// `{"round":1,"roundsLeft":8,"retry":false,"flowId":"...","expiresAt":null,"requestState":...,"notes":[...]}`.
/// "requestState" is left out where there is none; the notes are for the log; the result of a retry, which carried a
/// state or answers, must not be cached: of `resources/read` it has `"ttlMs":0,"cacheScope":"private"`.
///
/// MRTR_OK: `*round_json` is the text. `error_json` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn mrtr_round_describe(
    round: Option<&mrtr_round>,
    round_json: *mut mrtr_buf,
    error_json: *mut mrtr_buf,
) -> mrtr_result {
    guard!(error_json, {
        let round = handle(round, "round")?.lock()?;
        Out::required(round_json, "round_json")?.set(round.describe().into());
        Ok(())
    })
}

/// The number of this round, 1 for the first; 0 for NULL.
#[unsafe(no_mangle)]
pub extern "C" fn mrtr_round_number(round: Option<&mrtr_round>) -> u32 {
    guard!(or 0, { round.and_then(|round| round.lock().ok()).map_or(0, |round| round.number()) })
}

/// How often the call may still ask, this round included; 0 for NULL.
#[unsafe(no_mangle)]
pub extern "C" fn mrtr_round_rounds_left(round: Option<&mrtr_round>) -> u32 {
    guard!(or 0, { round.and_then(|round| round.lock().ok()).map_or(0, |round| round.rounds_left()) })
}

/// The flow id, the same on every round of one call: use it as the idempotency key of what the handler does.
///
/// MRTR_OK: `*flow_id` is the text. `error_json` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn mrtr_round_flow_id(
    round: Option<&mrtr_round>,
    flow_id: *mut mrtr_buf,
    error_json: *mut mrtr_buf,
) -> mrtr_result {
    guard!(error_json, {
        let round = handle(round, "round")?.lock()?;
        Out::required(flow_id, "flow_id")?.set(round.flow_id().into());
        Ok(())
    })
}

/// The payload of the verified state that came with the call, as JSON text.
///
/// MRTR_OK: `*payload_json` is the text, or nothing (data NULL) when no state came. `error_json` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn mrtr_round_request_state(
    round: Option<&mrtr_round>,
    payload_json: *mut mrtr_buf,
    error_json: *mut mrtr_buf,
) -> mrtr_result {
    guard!(error_json, {
        let round = handle(round, "round")?.lock()?;
        Out::required(payload_json, "payload_json")?.set(round.request_state().into());
        Ok(())
    })
}

/// The verified state as plain text, for servers that keep something other than JSON in it.
///
/// MRTR_OK: `*state` is the text, or nothing (data NULL) when no state came. `error_json` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn mrtr_round_request_state_text(
    round: Option<&mrtr_round>,
    state: *mut mrtr_buf,
    error_json: *mut mrtr_buf,
) -> mrtr_result {
    guard!(error_json, {
        let round = handle(round, "round")?.lock()?;
        Out::required(state, "state")?.set(round.request_state_text().into());
        Ok(())
    })
}

/// Whether the client can be asked in this way: `kind` is "form", "url", "sampling" or "roots".
///
/// MRTR_OK: `*may_ask` is written. `error_json` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn mrtr_round_may_ask(
    round: Option<&mrtr_round>,
    kind: mrtr_str,
    may_ask: *mut bool,
    error_json: *mut mrtr_buf,
) -> mrtr_result {
    guard!(error_json, {
        let round = handle(round, "round")?.lock()?;
        let out = Out::required(may_ask, "may_ask")?;
        out.set(round.may_ask(kind.need_text("kind")?));
        Ok(())
    })
}

/// All answers of this round, bound to the questions that were asked, as the JSON text of an object.
///
/// MRTR_OK: `*responses_json` is the text. `error_json` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn mrtr_round_responses(
    round: Option<&mrtr_round>,
    responses_json: *mut mrtr_buf,
    error_json: *mut mrtr_buf,
) -> mrtr_result {
    guard!(error_json, {
        let round = handle(round, "round")?.lock()?;
        Out::required(responses_json, "responses_json")?.set(round.responses().to_json().into());
        Ok(())
    })
}

/// The view of the answer under `key`, as `mrtr_responses_view`: for sampling, roots and URLs.
///
/// MRTR_OK: `*view_json` is the text. `error_json` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn mrtr_round_view(
    round: Option<&mrtr_round>,
    key: mrtr_str,
    view_json: *mut mrtr_buf,
    error_json: *mut mrtr_buf,
) -> mrtr_result {
    guard!(error_json, {
        let round = handle(round, "round")?.lock()?;
        let out = Out::required(view_json, "view_json")?;
        out.set(round.responses().view(key.need_text("key")?).into());
        Ok(())
    })
}

/// Reads the answer under `key` in five ways, as `mrtr_responses_answer`; and with a `form`, an answer to a question
/// that has changed since is MRTR_OUTCOME_MISSING.
///
/// MRTR_OK: `*outcome` and `*detail_json` are written; `detail_json` may be NULL. `error_json` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn mrtr_round_answer(
    round: Option<&mrtr_round>,
    key: mrtr_str,
    form: Option<&mrtr_form>,
    outcome: *mut mrtr_outcome,
    detail_json: *mut mrtr_buf,
    error_json: *mut mrtr_buf,
) -> mrtr_result {
    guard!(error_json, {
        let round = handle(round, "round")?.lock()?;
        write_answer(round.responses(), &key, form, outcome, detail_json)
    })
}

/// The short form of `mrtr_round_answer`: the content of an accepted answer, or nothing (data NULL).
///
/// MRTR_OK: `*content_json` is written. `error_json` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn mrtr_round_accepted_content(
    round: Option<&mrtr_round>,
    key: mrtr_str,
    form: Option<&mrtr_form>,
    content_json: *mut mrtr_buf,
    error_json: *mut mrtr_buf,
) -> mrtr_result {
    guard!(error_json, {
        let round = handle(round, "round")?.lock()?;
        write_accepted_content(round.responses(), &key, form, content_json)
    })
}

/// Whether the user said yes under `key`, as `mrtr_responses_confirmed`; and with a `form`, an answer to a question that
/// has changed since is no yes.
///
/// MRTR_OK: `*confirmed` is written. Otherwise as `mrtr_responses_confirmed`. `error_json` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn mrtr_round_confirmed(
    round: Option<&mrtr_round>,
    key: mrtr_str,
    form: Option<&mrtr_form>,
    field: mrtr_str,
    confirmed: *mut bool,
    error_json: *mut mrtr_buf,
) -> mrtr_result {
    guard!(error_json, {
        let round = handle(round, "round")?.lock()?;
        write_confirmed(round.responses(), &key, form, &field, confirmed)
    })
}

/// What a result that ends the call must tell caches: members to set in it, whatever the handler has said.
///
/// MRTR_OK: `*hints_json` is the JSON text of an object, or nothing (data NULL) where the handler decides. `error_json` may
/// be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn mrtr_round_cache_hints(
    round: Option<&mrtr_round>,
    hints_json: *mut mrtr_buf,
    error_json: *mut mrtr_buf,
) -> mrtr_result {
    guard!(error_json, {
        let round = handle(round, "round")?.lock()?;
        Out::required(hints_json, "hints_json")?.set(round.cache_hints().into());
        Ok(())
    })
}

/// Mints the state for the next round, bound to this call. Put the token into `requestState` of the result.
///
/// MRTR_OK: `*token` is the token. Otherwise MRTR_ERR_NO_KEY, MRTR_ERR_ILLEGAL_STATE (the round has left),
/// MRTR_ERR_INVALID_JSON, MRTR_ERR_TOO_DEEP, MRTR_ERR_TOO_LARGE, MRTR_ERR_ENTROPY or a code for a malformed argument.
/// `error_json` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn mrtr_round_seal_request_state(
    round: *mut mrtr_round,
    payload_json: mrtr_str,
    now: f64,
    token: *mut mrtr_buf,
    error_json: *mut mrtr_buf,
) -> mrtr_result {
    guard!(error_json, {
        let mut round = handle_mut(round, "round")?.lock()?;
        let out = Out::required(token, "token")?;
        let payload = payload_json.need_text("payload_json")?;
        out.set(round.seal_request_state(payload, now, &mut OsEntropy)?.into());
        Ok(())
    })
}

/// Seals a payload into a token that a page may carry back to this server: it names the call and its flow, and passes
/// neither for a requestState nor for a widget token. `mrtr_boundary_open_url_completion` opens it.
///
/// MRTR_OK: `*token` is the token. Otherwise as `mrtr_round_seal_request_state`. `error_json` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn mrtr_round_seal_url_completion(
    round: Option<&mrtr_round>,
    payload_json: mrtr_str,
    now: f64,
    token: *mut mrtr_buf,
    error_json: *mut mrtr_buf,
) -> mrtr_result {
    guard!(error_json, {
        let round = handle(round, "round")?.lock()?;
        let out = Out::required(token, "token")?;
        let payload = payload_json.need_text("payload_json")?;
        out.set(round.seal_url_completion(payload, now, &mut OsEntropy)?.into());
        Ok(())
    })
}

/// The door out: checks each question of an `input_required` result, the client's capabilities and the bound on rounds,
/// and seals the state. Any other result passes unchanged.
///
/// MRTR_OK: `*sent_json` is the result to send. MRTR_REFUSED: the result must not be sent, and `*refusal` is a handle
/// for `mrtr_refusal_free` that holds what to reply instead; `refusal` may be NULL. Otherwise a code for a malformed
/// argument. `error_json` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn mrtr_round_leave(
    round: *mut mrtr_round,
    result_json: mrtr_str,
    now: f64,
    sent_json: *mut mrtr_buf,
    refusal: *mut *mut mrtr_refusal,
    error_json: *mut mrtr_buf,
) -> mrtr_result {
    guard!(error_json, {
        let mut round = handle_mut(round, "round")?.lock()?;
        let out = Out::required(sent_json, "sent_json")?;
        let result = result_json.need_text("result_json")?;
        let left = round.leave(result, now, &mut OsEntropy).map_err(|given| refuse(*given, refusal))?;
        out.set(left.map_or_else(|| result.into(), mrtr_buf::from));
        Ok(())
    })
}
