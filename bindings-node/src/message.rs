//! Building questions, and reading the text of a request.

use mrtr::ErrorCode;
use mrtr::state::{SEALED_STATE_INVALID_MESSAGE, STATE_META_KEY};
use napi::Env;
use napi::bindgen_prelude::Unknown;
use napi_derive::napi;

use crate::convert;
use crate::failure::guard;

/// An input request with a form, as JSON text; `params` and `options` are JSON text.
#[napi]
pub fn elicit(env: Env, params: Unknown<'_>, options: Unknown<'_>) -> napi::Result<String> {
    guard(env, || {
        let params = convert::text(params, "params")?;
        Ok(mrtr::message::elicit(&params, &convert::text(options, "options")?)?)
    })
}

/// An input request with a URL.
#[napi]
pub fn elicit_url(env: Env, params: Unknown<'_>, options: Unknown<'_>) -> napi::Result<String> {
    guard(env, || {
        let params = convert::text(params, "params")?;
        Ok(mrtr::message::elicit_url(&params, &convert::text(options, "options")?)?)
    })
}

/// An input request to the client's model.
#[napi]
pub fn create_message(env: Env, params: Unknown<'_>) -> napi::Result<String> {
    guard(env, || Ok(mrtr::message::create_message(&convert::text(params, "params")?)?))
}

/// An input request for the client's roots.
#[napi]
pub fn list_roots(env: Env) -> napi::Result<String> {
    guard(env, || Ok(mrtr::message::list_roots()))
}

/// A result that asks, as JSON text, from `inputRequests` and `requestState`.
#[napi]
pub fn input_required(env: Env, spec: Unknown<'_>) -> napi::Result<String> {
    guard(env, || Ok(mrtr::message::input_required(&convert::text(spec, "spec")?)?))
}

/// The text of `params` in a request's text; null where it has none, and where the method does not pass through the
/// doors.
#[napi]
pub fn rpc_params(env: Env, method: Unknown<'_>, body: Unknown<'_>) -> napi::Result<Option<String>> {
    guard(env, || {
        if !mrtr::boundary::Boundary::asks(&convert::text(method, "method")?) {
            return Ok(None);
        }
        Ok(mrtr::rpc::request_params(&convert::text(body, "the request")?)?.map(str::to_owned))
    })
}

/// What the core has fixed.
#[napi(object, object_from_js = false)]
pub struct Constants {
    /// The version of this build.
    pub version: &'static str,
    /// The `_meta` key of widget tokens.
    pub state_meta_key: &'static str,
    /// The message for a widget token that does not open.
    pub sealed_state_invalid_message: &'static str,
    /// The methods that pass through the doors.
    pub asking: Vec<&'static str>,
    /// What a result that ends a call has one of.
    pub endings: Vec<&'static str>,
    /// Every code an error may carry.
    pub error_codes: Vec<&'static str>,
}

/// What the core has fixed.
#[napi]
pub fn constants(env: Env) -> napi::Result<Constants> {
    guard(env, || {
        Ok(Constants {
            version: env!("CARGO_PKG_VERSION"),
            state_meta_key: STATE_META_KEY,
            sealed_state_invalid_message: SEALED_STATE_INVALID_MESSAGE,
            asking: mrtr::boundary::Boundary::asking().to_vec(),
            endings: mrtr::boundary::Round::endings().to_vec(),
            error_codes: ErrorCode::ALL.iter().map(|code| code.as_str()).collect(),
        })
    })
}
