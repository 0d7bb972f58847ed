//! Refusals of either door.

use napi_derive::napi;

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
