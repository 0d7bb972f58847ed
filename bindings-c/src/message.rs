//! Builders: the questions of a round and the result that carries them.

use mrtr_core::message;

use crate::ffi::{Out, guard, mrtr_buf, mrtr_str};
use crate::result::mrtr_result;

/// Builds a form question: an `elicitation/create` request.
///
/// `params_json`: `{"message","requestedSchema"}`. `options_json`: as in `mrtr_form_parse`.
///
/// MRTR_OK: `*request_json` is an entry for `inputRequests`. MRTR_ERR_INVALID_REQUEST or MRTR_ERR_INVALID_FORM:
/// error_json lists the issues. Otherwise a code for a malformed argument. `error_json` may be NULL. Any thread.
#[unsafe(no_mangle)]
pub extern "C" fn mrtr_elicit(
    params_json: mrtr_str,
    options_json: mrtr_str,
    request_json: *mut mrtr_buf,
    error_json: *mut mrtr_buf,
) -> mrtr_result {
    guard!(error_json, {
        let out = Out::required(request_json, "request_json")?;
        out.set(message::elicit(params_json.need_text("params_json")?, options_json.options()?)?.into());
        Ok(())
    })
}

/// Builds a URL question: an `elicitation/create` request of mode "url".
///
/// `params_json`: `{"message","url"}`. `options_json`: `{"schemes":[...]}` to allow more than https.
///
/// MRTR_OK: `*request_json` is an entry for `inputRequests`. MRTR_ERR_INVALID_REQUEST: error_json lists the issues.
/// Otherwise a code for a malformed argument. `error_json` may be NULL. Any thread.
#[unsafe(no_mangle)]
pub extern "C" fn mrtr_elicit_url(
    params_json: mrtr_str,
    options_json: mrtr_str,
    request_json: *mut mrtr_buf,
    error_json: *mut mrtr_buf,
) -> mrtr_result {
    guard!(error_json, {
        let out = Out::required(request_json, "request_json")?;
        out.set(message::elicit_url(params_json.need_text("params_json")?, options_json.options()?)?.into());
        Ok(())
    })
}

/// Builds a sampling question: a `sampling/createMessage` request of the given params.
///
/// MRTR_OK: `*request_json` is an entry for `inputRequests`. MRTR_ERR_INVALID_REQUEST: error_json lists the issues.
/// Otherwise a code for a malformed argument. `error_json` may be NULL. Any thread.
#[unsafe(no_mangle)]
pub extern "C" fn mrtr_create_message(
    params_json: mrtr_str,
    request_json: *mut mrtr_buf,
    error_json: *mut mrtr_buf,
) -> mrtr_result {
    guard!(error_json, {
        let out = Out::required(request_json, "request_json")?;
        out.set(message::create_message(params_json.need_text("params_json")?)?.into());
        Ok(())
    })
}

/// Builds a question for the client's roots: a `roots/list` request.
///
/// MRTR_OK: `*request_json` is an entry for `inputRequests`. `error_json` may be NULL. Any thread.
#[unsafe(no_mangle)]
pub extern "C" fn mrtr_list_roots(request_json: *mut mrtr_buf, error_json: *mut mrtr_buf) -> mrtr_result {
    guard!(error_json, {
        Out::required(request_json, "request_json")?.set(message::list_roots().into());
        Ok(())
    })
}

/// Builds the result that asks: `{"resultType":"input_required",...}`.
///
/// `spec_json`: `{"inputRequests":{key: request},"requestState":token}`, at least one of the two.
///
/// MRTR_OK: `*result_json` is the result, for `mrtr_round_leave`. MRTR_ERR_INVALID_INPUT_REQUIRED: error_json lists the
/// issues. Otherwise a code for a malformed argument. `error_json` may be NULL. Any thread.
#[unsafe(no_mangle)]
pub extern "C" fn mrtr_input_required(
    spec_json: mrtr_str,
    result_json: *mut mrtr_buf,
    error_json: *mut mrtr_buf,
) -> mrtr_result {
    guard!(error_json, {
        let out = Out::required(result_json, "result_json")?;
        out.set(message::input_required(spec_json.need_text("spec_json")?)?.into());
        Ok(())
    })
}
