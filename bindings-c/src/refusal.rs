//! A refusal: what to reply, and what to log.

use mrtr_core::boundary::Refusal;

use crate::ffi::{Out, Stop, guard, handle, mrtr_buf};
use crate::result::{mrtr_reason, mrtr_result};

/// A call or a result that was refused. The reply says as little as the protocol asks; the reason is for the log.
pub struct mrtr_refusal(pub(crate) Refusal);

/// Hands a refusal to C, where C wants it, and stops with it.
pub(crate) fn refuse(refusal: Refusal, place: *mut *mut mrtr_refusal) -> Stop {
    if let Some(out) = Out::optional(place) {
        out.hand_over(mrtr_refusal(refusal));
    }
    Stop::Refused
}

/// Frees a refusal. NULL does nothing.
#[unsafe(no_mangle)]
pub extern "C" fn mrtr_refusal_free(refusal: Option<Box<mrtr_refusal>>) {
    guard!(or(), { drop(refusal) });
}

/// The JSON-RPC error to reply with: `{"code":...,"message":...,"data":...}`, the value of "error".
///
/// MRTR_OK: `*reply_json` is the text. `error_json` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn mrtr_refusal_error_json(
    refusal: Option<&mrtr_refusal>,
    reply_json: *mut mrtr_buf,
    error_json: *mut mrtr_buf,
) -> mrtr_result {
    guard!(error_json, {
        let mrtr_refusal(refusal) = handle(refusal, "refusal")?;
        Out::required(reply_json, "reply_json")?.set(refusal.error_json().into());
        Ok(())
    })
}

/// The tool result to reply with instead of an error, where the refusal is one that a model should read (such as the
/// bound on rounds).
///
/// MRTR_OK: `*result_json` is the value of "result", or nothing (data NULL): then reply with the error. `error_json`
/// may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn mrtr_refusal_tool_result_json(
    refusal: Option<&mrtr_refusal>,
    result_json: *mut mrtr_buf,
    error_json: *mut mrtr_buf,
) -> mrtr_result {
    guard!(error_json, {
        let mrtr_refusal(refusal) = handle(refusal, "refusal")?;
        Out::required(result_json, "result_json")?.set(refusal.tool_result_json().into());
        Ok(())
    })
}

/// The JSON-RPC code of the error, such as -32602; 0 for NULL.
#[unsafe(no_mangle)]
pub extern "C" fn mrtr_refusal_code(refusal: Option<&mrtr_refusal>) -> i64 {
    guard!(or 0, { refusal.map_or(0, |mrtr_refusal(refusal)| refusal.code()) })
}

/// Why a state was refused, for the log only; MRTR_REASON_NONE where the state is not the cause, and for NULL.
#[unsafe(no_mangle)]
pub extern "C" fn mrtr_refusal_reason(refusal: Option<&mrtr_refusal>) -> mrtr_reason {
    guard!(or mrtr_reason::MRTR_REASON_NONE, {
        refusal.and_then(|mrtr_refusal(refusal)| refusal.reason()).map_or(mrtr_reason::MRTR_REASON_NONE, Into::into)
    })
}

/// The stable name of the cause, for the log only: that of the reason, or "params", "capability", "rounds", "unasked",
/// "principal", or the name of a result code where the server made the mistake.
///
/// MRTR_OK: `*cause` is the text. `error_json` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn mrtr_refusal_cause(
    refusal: Option<&mrtr_refusal>,
    cause: *mut mrtr_buf,
    error_json: *mut mrtr_buf,
) -> mrtr_result {
    guard!(error_json, {
        let mrtr_refusal(refusal) = handle(refusal, "refusal")?;
        Out::required(cause, "cause")?.set(refusal.reason_str().into());
        Ok(())
    })
}

/// A sentence for the log: what was refused and why; it holds no token, no payload and no answer. Never send it.
///
/// MRTR_OK: `*detail` is the text. `error_json` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn mrtr_refusal_detail(
    refusal: Option<&mrtr_refusal>,
    detail: *mut mrtr_buf,
    error_json: *mut mrtr_buf,
) -> mrtr_result {
    guard!(error_json, {
        let mrtr_refusal(refusal) = handle(refusal, "refusal")?;
        Out::required(detail, "detail")?.set(refusal.detail().into());
        Ok(())
    })
}

/// The method of the call that was refused, for the log.
///
/// MRTR_OK: `*method` is the text. `error_json` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn mrtr_refusal_method(
    refusal: Option<&mrtr_refusal>,
    method: *mut mrtr_buf,
    error_json: *mut mrtr_buf,
) -> mrtr_result {
    guard!(error_json, {
        let mrtr_refusal(refusal) = handle(refusal, "refusal")?;
        Out::required(method, "method")?.set(refusal.method().into());
        Ok(())
    })
}

/// The target of the call that was refused (tool, prompt or URI), for the log.
///
/// MRTR_OK: `*target` is the text. `error_json` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn mrtr_refusal_target(
    refusal: Option<&mrtr_refusal>,
    target: *mut mrtr_buf,
    error_json: *mut mrtr_buf,
) -> mrtr_result {
    guard!(error_json, {
        let mrtr_refusal(refusal) = handle(refusal, "refusal")?;
        Out::required(target, "target")?.set(refusal.target().into());
        Ok(())
    })
}
