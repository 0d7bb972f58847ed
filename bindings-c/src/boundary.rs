//! The boundary: the door in, and widget tokens.

use std::sync::Mutex;

use mrtr_core::OsEntropy;
use mrtr_core::boundary::{Boundary, Call};

use crate::codec::{refused, token_text};
use crate::ffi::{Out, guard, handle, mrtr_buf, mrtr_str};
use crate::keys::ring;
use crate::refusal::{mrtr_refusal, refuse};
use crate::result::{mrtr_reason, mrtr_result};
use crate::round::mrtr_round;

/// What every call of one server passes through. Safe to share between threads.
pub struct mrtr_boundary(Boundary);

/// Makes a boundary.
///
/// `keys`: `key_count` keys of at least 32 bytes each, copied; the first mints, all of them open. With none, nothing is
/// sealed, answers are not bound to their questions, and rounds have no bound.
/// `options_json`: `{"format","open","ttlSeconds","keyIds","maxRounds","audience","serverName","foreign",
/// "answersWithoutState","allowSensitive","schemes"}`, each optional.
///
/// MRTR_OK: `*boundary` is a handle for `mrtr_boundary_free`. Otherwise MRTR_ERR_INVALID_KEY, MRTR_ERR_DUPLICATE_KEY,
/// MRTR_ERR_INVALID_OPTION, MRTR_ERR_INVALID_TTL or a code for a malformed argument. `error_json` may be NULL. Any
/// thread.
#[unsafe(no_mangle)]
pub extern "C" fn mrtr_boundary_new(
    keys: *const mrtr_str,
    key_count: usize,
    options_json: mrtr_str,
    boundary: *mut *mut mrtr_boundary,
    error_json: *mut mrtr_buf,
) -> mrtr_result {
    guard!(error_json, {
        let out = Out::required(boundary, "boundary")?;
        out.hand_over(mrtr_boundary(Boundary::new(ring(keys, key_count)?, options_json.options()?)?));
        Ok(())
    })
}

/// Frees a boundary. Rounds that came from it live on, and its keys are wiped with the last of them. NULL does nothing.
#[unsafe(no_mangle)]
pub extern "C" fn mrtr_boundary_free(boundary: Option<Box<mrtr_boundary>>) {
    guard!(or(), { drop(boundary) });
}

/// Whether `method` is one of the three that pass through the doors: tools/call, prompts/get, resources/read.
///
/// MRTR_OK: `*asks` is written. `error_json` may be NULL. Any thread.
#[unsafe(no_mangle)]
pub extern "C" fn mrtr_boundary_asks(method: mrtr_str, asks: *mut bool, error_json: *mut mrtr_buf) -> mrtr_result {
    guard!(error_json, {
        let out = Out::required(asks, "asks")?;
        out.set(Boundary::asks(method.need_text("method")?));
        Ok(())
    })
}

/// The door in: opens the state that came with a call, checks that it was minted for this very call, counts the round
/// and sorts the answers, before your handler runs.
///
/// `method`: of the request. `params_json`: the text of its params as it arrived; numbers and their digits count.
/// `principal`: who calls, by your own authentication; absent for an anonymous caller, never a placeholder; empty when
/// it could not be told, which is refused.
/// `capabilities_json`: the client's capabilities where the request does not carry them itself; else absent.
///
/// MRTR_OK: `*round` is a handle for `mrtr_round_free`. MRTR_REFUSED: the handler must not run, and `*refusal` is a
/// handle for `mrtr_refusal_free` that holds what to reply; `refusal` may be NULL. Otherwise a code for a malformed
/// argument. `error_json` may be NULL. Any thread.
#[unsafe(no_mangle)]
pub extern "C" fn mrtr_boundary_enter(
    boundary: Option<&mrtr_boundary>,
    method: mrtr_str,
    params_json: mrtr_str,
    principal: mrtr_str,
    capabilities_json: mrtr_str,
    now: f64,
    round: *mut *mut mrtr_round,
    refusal: *mut *mut mrtr_refusal,
    error_json: *mut mrtr_buf,
) -> mrtr_result {
    guard!(error_json, {
        let mrtr_boundary(boundary) = handle(boundary, "boundary")?;
        let out = Out::required(round, "round")?;
        let call = Call {
            method: method.need_text("method")?,
            params: params_json.need_text("params_json")?,
            principal: principal.text("principal")?.into(),
            capabilities: capabilities_json.text("capabilities_json")?,
        };
        let entered = boundary.enter(&call, now, &mut OsEntropy).map_err(|given| refuse(*given, refusal))?;
        out.hand_over(mrtr_round(Mutex::new(entered)));
        Ok(())
    })
}

/// Seals a widget token (purpose "view"): state that a user interface carries, which opens on any call of the same
/// principal.
///
/// MRTR_OK: `*token` is the token. Otherwise MRTR_ERR_NO_KEY, MRTR_ERR_INVALID_JSON, MRTR_ERR_TOO_LARGE,
/// MRTR_ERR_ENTROPY or a code for a malformed argument. `error_json` may be NULL. Any thread.
#[unsafe(no_mangle)]
pub extern "C" fn mrtr_boundary_seal(
    boundary: Option<&mrtr_boundary>,
    payload_json: mrtr_str,
    principal: mrtr_str,
    now: f64,
    token: *mut mrtr_buf,
    error_json: *mut mrtr_buf,
) -> mrtr_result {
    guard!(error_json, {
        let mrtr_boundary(boundary) = handle(boundary, "boundary")?;
        let out = Out::required(token, "token")?;
        let payload = payload_json.need_text("payload_json")?;
        let sealed = boundary.seal(payload, principal.text("principal")?.into(), now, &mut OsEntropy)?;
        out.set(sealed.into());
        Ok(())
    })
}

/// Opens a widget token.
///
/// MRTR_OK: `*payload_json` is the payload's JSON text. MRTR_REFUSED: `*reason` says why, for the log; `reason` may be
/// NULL. Otherwise a code for a malformed argument. `error_json` may be NULL. Any thread.
#[unsafe(no_mangle)]
pub extern "C" fn mrtr_boundary_open(
    boundary: Option<&mrtr_boundary>,
    token: mrtr_str,
    principal: mrtr_str,
    now: f64,
    payload_json: *mut mrtr_buf,
    reason: *mut mrtr_reason,
    error_json: *mut mrtr_buf,
) -> mrtr_result {
    guard!(error_json, {
        let mrtr_boundary(boundary) = handle(boundary, "boundary")?;
        let out = Out::required(payload_json, "payload_json")?;
        let principal = principal.text("principal")?.into();
        let opened = token_text(&token)?.and_then(|token| boundary.open(token, principal, now));
        out.set(refused(opened, reason)?.into());
        Ok(())
    })
}

/// Opens a token that `mrtr_round_seal_url_completion` has sealed and a page has carried back.
///
/// `method`, `target`: the call that it must be from. `principal`: as in `mrtr_boundary_enter`.
///
/// MRTR_OK: `*payload_json` is the payload's JSON text and `*flow_id` the flow that sent the user there; `flow_id` may
/// be NULL. MRTR_REFUSED: `*reason` says why, for the log; `reason` may be NULL. Otherwise a code for a malformed
/// argument. `error_json` may be NULL. Any thread.
#[unsafe(no_mangle)]
pub extern "C" fn mrtr_boundary_open_url_completion(
    boundary: Option<&mrtr_boundary>,
    token: mrtr_str,
    method: mrtr_str,
    target: mrtr_str,
    principal: mrtr_str,
    now: f64,
    payload_json: *mut mrtr_buf,
    flow_id: *mut mrtr_buf,
    reason: *mut mrtr_reason,
    error_json: *mut mrtr_buf,
) -> mrtr_result {
    guard!(error_json, {
        let mrtr_boundary(boundary) = handle(boundary, "boundary")?;
        let out = Out::required(payload_json, "payload_json")?;
        let (method, target) = (method.need_text("method")?, target.need_text("target")?);
        let principal = principal.text("principal")?.into();
        let opened =
            token_text(&token)?.and_then(|token| boundary.open_url_completion(token, method, target, principal, now));
        let completion = refused(opened, reason)?;
        if let Some(flow) = Out::optional(flow_id) {
            flow.set(completion.flow_id.into());
        }
        out.set(completion.payload.into());
        Ok(())
    })
}
