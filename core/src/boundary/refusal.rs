//! What a door answers when a call may not pass: a ready JSON-RPC error, or a ready tool result.

use super::method::Method;
use crate::error::{Error, ErrorCode};
use crate::json;
use crate::state::{REFUSAL_MESSAGE, REFUSAL_REASON, Reason};

const INVALID_PARAMS: i64 = -32602;
const INTERNAL_ERROR: i64 = -32603;
const MISSING_CAPABILITY: i64 = -32021;

/// Why a call was not let through, for the server's own log.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Cause {
    State(Reason),
    Params,
    Capability,
    Rounds,
    Unasked,
    Principal,
    Server(ErrorCode),
}

/// A refusal, ready to be sent. What the wire says and what the log says are kept apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    cause: Cause,
    code: i64,
    message: String,
    /// JSON text.
    data: Option<String>,
    tool_result: Option<String>,
    detail: String,
    method: String,
    target: String,
}

impl Refusal {
    fn new(cause: Cause, code: i64, message: impl Into<String>) -> Refusal {
        let message = message.into();
        Refusal {
            cause,
            code,
            detail: message.clone(),
            message,
            data: None,
            tool_result: None,
            method: String::new(),
            target: String::new(),
        }
    }

    /// The one refusal of a `requestState`, the same whatever the cause.
    pub(super) fn state(reason: Reason) -> Refusal {
        let data = format!("{{\"reason\":\"{REFUSAL_REASON}\"}}");
        let detail = format!("requestState refused: {reason}");
        Refusal { data: Some(data), detail, ..Refusal::new(Cause::State(reason), INVALID_PARAMS, REFUSAL_MESSAGE) }
    }

    /// The request itself is malformed.
    pub(super) fn params(message: impl Into<String>) -> Refusal {
        Refusal::new(Cause::Params, INVALID_PARAMS, message)
    }

    /// The client has not declared what the questions need; `required` is the JSON text of all that is missing.
    pub(super) fn capability(required: &str) -> Refusal {
        let names = json::parse(required, required.len(), 8).map_or_else(
            |_| String::new(),
            |document| {
                let names: Vec<_> = document.root().members().filter_map(|(name, _)| name.into_unicode()).collect();
                names.join(", ")
            },
        );
        let data = format!("{{\"requiredCapabilities\":{required}}}");
        let message = format!("Missing required client capabilities: {names}");
        Refusal { data: Some(data), ..Refusal::new(Cause::Capability, MISSING_CAPABILITY, message) }
    }

    /// The principal could not be told, and no state may be bound to a guess.
    pub(super) fn principal() -> Refusal {
        Refusal {
            detail: "the principal could not be determined: it must be non-empty text, or absent for anonymous callers"
                .to_owned(),
            ..Refusal::new(Cause::Principal, INTERNAL_ERROR, "Internal error")
        }
    }

    /// The server's own mistake; the message names it and its remedy.
    pub(super) fn server(code: ErrorCode, message: impl Into<String>) -> Refusal {
        Refusal::new(Cause::Server(code), INTERNAL_ERROR, message)
    }

    /// The call has asked as often as it may: a result for tools, whose callers read results, else an error. Where
    /// `again` names questions that were answered and are asked once more, the log is told what that comes of.
    pub(super) fn rounds(method: Method, max: u32, again: &[&str]) -> Refusal {
        let message = format!(
            "The call still needed input after {max} rounds, the most that this server allows (maxRounds). Nothing more was asked."
        );
        let hint = if again.is_empty() {
            String::new()
        } else {
            format!(
                " This round answered what is asked again ({}): the handler may read an answer under another key, or by \
                 another form, than it asks with.",
                again.join(", ")
            )
        };
        let detail = format!("{message}{hint}");
        Refusal { detail, ..Refusal::new(Cause::Rounds, INTERNAL_ERROR, message).told_as_result(method) }
    }

    /// The client was not asked, or has not answered.
    pub(super) fn unasked(method: Method, message: String, detail: String) -> Refusal {
        Refusal { detail, ..Refusal::new(Cause::Unasked, INTERNAL_ERROR, message).told_as_result(method) }
    }

    /// A tool's caller reads results, so that is where it is told.
    fn told_as_result(mut self, method: Method) -> Refusal {
        if method == Method::ToolsCall {
            let mut result = String::from("{\"content\":[{\"type\":\"text\",\"text\":");
            json::quote(&mut result, &self.message);
            result.push_str("}],\"isError\":true}");
            self.tool_result = Some(result);
        }
        self
    }

    /// The same refusal for a client of the revisions of 2025, which know no error for missing capabilities: an
    /// `isError` result for tools, -32603 for prompts and resources. Every other refusal stays as it is.
    #[must_use]
    pub fn for_2025(mut self) -> Refusal {
        if self.cause != Cause::Capability {
            return self;
        }
        self.code = INTERNAL_ERROR;
        self.data = None;
        match Method::from_name(&self.method) {
            Some(method) => self.told_as_result(method),
            None => self,
        }
    }

    pub(super) fn of(mut self, method: &str, target: &str) -> Refusal {
        method.clone_into(&mut self.method);
        target.clone_into(&mut self.target);
        self
    }

    /// Why a `requestState` was refused; `None` for refusals of another kind. For the log, never for the wire.
    #[must_use]
    pub fn reason(&self) -> Option<Reason> {
        match self.cause {
            Cause::State(reason) => Some(reason),
            _ => None,
        }
    }

    /// Stable name of the cause, for the log: a [`Reason`], or `params`, `capability`, `rounds`, `unasked`, `principal`, or
    /// the [`ErrorCode`] of a server's mistake.
    #[must_use]
    pub fn reason_str(&self) -> &'static str {
        match &self.cause {
            Cause::State(reason) => reason.as_str(),
            Cause::Params => "params",
            Cause::Capability => "capability",
            Cause::Rounds => "rounds",
            Cause::Unasked => "unasked",
            Cause::Principal => "principal",
            Cause::Server(code) => code.as_str(),
        }
    }

    /// A sentence for the log; holds no token, no payload and no answer.
    #[must_use]
    pub fn detail(&self) -> &str {
        &self.detail
    }

    /// The JSON-RPC error code.
    #[must_use]
    pub fn code(&self) -> i64 {
        self.code
    }

    /// The JSON-RPC error message.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The JSON-RPC error's `data`, as JSON text.
    #[must_use]
    pub fn data(&self) -> Option<&str> {
        self.data.as_deref()
    }

    /// The JSON-RPC error object: `{"code":…,"message":…}` and `"data"` where there is any.
    #[must_use]
    pub fn error_json(&self) -> String {
        let mut out = format!("{{\"code\":{},\"message\":", self.code);
        json::quote(&mut out, &self.message);
        if let Some(data) = &self.data {
            out.push_str(",\"data\":");
            out.push_str(data);
        }
        out.push('}');
        out
    }

    /// A complete tool result (`isError`) to send in place of the error, where there is one.
    #[must_use]
    pub fn tool_result_json(&self) -> Option<&str> {
        self.tool_result.as_deref()
    }

    /// The method refused.
    #[must_use]
    pub fn method(&self) -> &str {
        &self.method
    }

    /// The tool, prompt or resource refused; empty when the request named none.
    #[must_use]
    pub fn target(&self) -> &str {
        &self.target
    }
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Refusal {
        Refusal::server(error.code(), error.message())
    }
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.message)
    }
}

impl std::error::Error for Refusal {}
