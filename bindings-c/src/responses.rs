//! A client's answers, read without a boundary; `round.rs` has the same readers for answers that a token vouches for.

use mrtr_core::Issue;
use mrtr_core::message::{Answer, Responses};

use crate::ffi::{Out, Stop, guard, handle, mrtr_buf, mrtr_str};
use crate::form::mrtr_form;
use crate::result::{mrtr_outcome, mrtr_result};

/// Parsed `inputResponses`.
pub struct mrtr_responses(Responses);

/// Parses `inputResponses` (JSON text of the object).
///
/// MRTR_OK: `*responses` is a handle for `mrtr_responses_free`. Otherwise a code for a malformed argument.
/// `error_json` may be NULL. Any thread.
#[unsafe(no_mangle)]
pub extern "C" fn mrtr_responses_parse(
    responses_json: mrtr_str,
    responses: *mut *mut mrtr_responses,
    error_json: *mut mrtr_buf,
) -> mrtr_result {
    guard!(error_json, {
        let out = Out::required(responses, "responses")?;
        out.hand_over(mrtr_responses(Responses::parse(responses_json.need_text("responses_json")?)?));
        Ok(())
    })
}

/// Frees responses. NULL does nothing.
#[unsafe(no_mangle)]
pub extern "C" fn mrtr_responses_free(responses: Option<Box<mrtr_responses>>) {
    guard!(or(), { drop(responses) });
}

/// The view of the answer under `key`, as the official SDKs give it: `{"kind":"missing"}`,
/// `{"kind":"elicit","action":"accept","content":{...}}`, `{"kind":"sampling","result":{...}}` or
/// `{"kind":"roots","roots":[...]}`.
///
/// MRTR_OK: `*view_json` is the text. `error_json` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn mrtr_responses_view(
    responses: Option<&mrtr_responses>,
    key: mrtr_str,
    view_json: *mut mrtr_buf,
    error_json: *mut mrtr_buf,
) -> mrtr_result {
    guard!(error_json, {
        let mrtr_responses(responses) = handle(responses, "responses")?;
        let out = Out::required(view_json, "view_json")?;
        out.set(responses.view(key.need_text("key")?).into());
        Ok(())
    })
}

/// Reads the answer under `key` in five ways. A decline is never taken for consent, nor asked again by accident.
///
/// `form`: what the content is checked against; NULL takes content of any plain values.
///
/// MRTR_OK: `*outcome` says which. `*detail_json` is the canonical content with MRTR_OUTCOME_ACCEPTED (nothing where
/// the kind has none, such as a URL), a JSON array of issues with MRTR_OUTCOME_INVALID, and nothing otherwise.
/// `detail_json` may be NULL. Otherwise a code for a malformed argument. `error_json` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn mrtr_responses_answer(
    responses: Option<&mrtr_responses>,
    key: mrtr_str,
    form: Option<&mrtr_form>,
    outcome: *mut mrtr_outcome,
    detail_json: *mut mrtr_buf,
    error_json: *mut mrtr_buf,
) -> mrtr_result {
    guard!(error_json, {
        let mrtr_responses(responses) = handle(responses, "responses")?;
        write_answer(responses, &key, form, outcome, detail_json)
    })
}

/// The short form: the content of an accepted answer under `key`, or nothing (a buffer whose data is NULL) for every
/// other outcome.
///
/// `form`: as in `mrtr_responses_answer`. MRTR_OK: `*content_json` is written. `error_json` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn mrtr_responses_accepted_content(
    responses: Option<&mrtr_responses>,
    key: mrtr_str,
    form: Option<&mrtr_form>,
    content_json: *mut mrtr_buf,
    error_json: *mut mrtr_buf,
) -> mrtr_result {
    guard!(error_json, {
        let mrtr_responses(responses) = handle(responses, "responses")?;
        write_accepted_content(responses, &key, form, content_json)
    })
}

/// Whether the user said yes under `key`: an accept whose content fits the form and holds true in the boolean `field`.
/// Everything else is false: nothing yet, a decline, a cancel, false, an answer that does not fit. To know whether to
/// ask, use `mrtr_responses_answer`.
///
/// `field` may be absent where the form has one boolean only, and `form` NULL where a field is named.
///
/// MRTR_OK: `*confirmed` is written. MRTR_ERR_INVALID_ARGUMENT, whatever was answered: a field that is no boolean of the
/// form, a form with none or several and no field, neither of the two. `error_json` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn mrtr_responses_confirmed(
    responses: Option<&mrtr_responses>,
    key: mrtr_str,
    form: Option<&mrtr_form>,
    field: mrtr_str,
    confirmed: *mut bool,
    error_json: *mut mrtr_buf,
) -> mrtr_result {
    guard!(error_json, {
        let mrtr_responses(responses) = handle(responses, "responses")?;
        write_confirmed(responses, &key, form, &field, confirmed)
    })
}

/// All answers that may be read, as the JSON text of an object.
///
/// MRTR_OK: `*responses_json` is the text. `error_json` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn mrtr_responses_json(
    responses: Option<&mrtr_responses>,
    responses_json: *mut mrtr_buf,
    error_json: *mut mrtr_buf,
) -> mrtr_result {
    guard!(error_json, {
        let mrtr_responses(responses) = handle(responses, "responses")?;
        Out::required(responses_json, "responses_json")?.set(responses.to_json().into());
        Ok(())
    })
}

/// The body of the two `_answer` functions.
pub(crate) fn write_answer(
    responses: &Responses,
    key: &mrtr_str,
    form: Option<&mrtr_form>,
    outcome: *mut mrtr_outcome,
    detail_json: *mut mrtr_buf,
) -> Result<(), Stop> {
    let out = Out::required(outcome, "outcome")?;
    let (verdict, detail) = match responses.answer(key.need_text("key")?, form.map(|mrtr_form(form)| form)) {
        Answer::Missing => (mrtr_outcome::MRTR_OUTCOME_MISSING, None),
        Answer::Accepted { content } => (mrtr_outcome::MRTR_OUTCOME_ACCEPTED, content),
        Answer::Declined => (mrtr_outcome::MRTR_OUTCOME_DECLINED, None),
        Answer::Cancelled => (mrtr_outcome::MRTR_OUTCOME_CANCELLED, None),
        Answer::Invalid { issues } => (mrtr_outcome::MRTR_OUTCOME_INVALID, Some(Issue::list_to_json(&issues))),
    };
    if let Some(out) = Out::optional(detail_json) {
        out.set(detail.into());
    }
    out.set(verdict);
    Ok(())
}

/// The body of the two `_accepted_content` functions.
pub(crate) fn write_accepted_content(
    responses: &Responses,
    key: &mrtr_str,
    form: Option<&mrtr_form>,
    content_json: *mut mrtr_buf,
) -> Result<(), Stop> {
    let out = Out::required(content_json, "content_json")?;
    out.set(responses.accepted_content(key.need_text("key")?, form.map(|mrtr_form(form)| form)).into());
    Ok(())
}

/// The body of the two `_confirmed` functions.
pub(crate) fn write_confirmed(
    responses: &Responses,
    key: &mrtr_str,
    form: Option<&mrtr_form>,
    field: &mrtr_str,
    confirmed: *mut bool,
) -> Result<(), Stop> {
    let out = Out::required(confirmed, "confirmed")?;
    let form = form.map(|mrtr_form(form)| form);
    out.set(responses.confirmed(key.need_text("key")?, form, field.text("field")?)?);
    Ok(())
}
