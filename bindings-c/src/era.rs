//! Clients of 2025, which know no `input_required`: they are asked over a session while their call waits.

use mrtr_core::boundary::Unasked;
use mrtr_core::{OsEntropy, Revision};

use crate::ffi::{Out, guard, handle, mrtr_buf, mrtr_str};
use crate::refusal::{mrtr_refusal, refuse};
use crate::result::mrtr_result;
use crate::round::mrtr_round;

/// The questions of a result that `mrtr_round_leave` has passed, its "inputRequests", in the words of an older revision
/// of the protocol, such as "2025-06-18". Put each to the client as a request, and call again with the answers.
///
/// MRTR_OK: `*questions_json` is the JSON text of an object, or nothing (data NULL) for a revision whose clients are not
/// asked so. MRTR_REFUSED: the revision cannot say one of them; nothing may be asked, and `*refusal` is a handle for
/// `mrtr_refusal_free` that holds what to reply; `refusal` may be NULL. Otherwise a code for a malformed argument.
/// `error_json` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn mrtr_round_older(
    round: Option<&mrtr_round>,
    revision: mrtr_str,
    input_requests_json: mrtr_str,
    questions_json: *mut mrtr_buf,
    refusal: *mut *mut mrtr_refusal,
    error_json: *mut mrtr_buf,
) -> mrtr_result {
    guard!(error_json, {
        let round = handle(round, "round")?.lock()?;
        let out = Out::required(questions_json, "questions_json")?;
        let revision = Revision::from_name(revision.need_text("revision")?);
        let requests = input_requests_json.need_text("input_requests_json")?;
        let older = revision.map(|revision| round.older(revision, requests, &mut OsEntropy));
        out.set(older.transpose().map_err(|given| refuse(*given, refusal))?.into());
        Ok(())
    })
}

/// What a call is answered whose client was not asked: there is no session to ask it in (`key` without data), or the
/// question under `key` has no answer, and `why` says what the client or the host of it said.
///
/// MRTR_OK: `*refusal` is a handle for `mrtr_refusal_free`. `error_json` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn mrtr_round_unasked(
    round: Option<&mrtr_round>,
    key: mrtr_str,
    why: mrtr_str,
    refusal: *mut *mut mrtr_refusal,
    error_json: *mut mrtr_buf,
) -> mrtr_result {
    guard!(error_json, {
        let round = handle(round, "round")?.lock()?;
        let out = Out::required(refusal, "refusal")?;
        let unasked = match key.text("key")? {
            None => Unasked::NoSession,
            Some(key) => Unasked::Unanswered { key, why: why.need_text("why")? },
        };
        out.hand_over(mrtr_refusal(*round.unasked(&unasked)));
        Ok(())
    })
}

/// A refusal of `mrtr_round_leave` in the words for a client of 2025, whose revisions know no error for missing
/// capabilities: it becomes a tool result, or an internal error for prompts and resources. Every other refusal is the same.
///
/// MRTR_OK: `*reworded` is another handle for `mrtr_refusal_free`; the first one stays. `error_json` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn mrtr_refusal_for_2025(
    refusal: Option<&mrtr_refusal>,
    reworded: *mut *mut mrtr_refusal,
    error_json: *mut mrtr_buf,
) -> mrtr_result {
    guard!(error_json, {
        let mrtr_refusal(refusal) = handle(refusal, "refusal")?;
        Out::required(reworded, "reworded")?.hand_over(mrtr_refusal(refusal.clone().for_2025()));
        Ok(())
    })
}
