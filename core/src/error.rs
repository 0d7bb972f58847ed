//! The one error type, its stable codes, and the issues that list what is wrong with an input.

use crate::json;

/// One fault in a schema, a content or a request: where it is, a stable code for programs, and a sentence for people.
///
/// Never holds a value that came from a user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Issue {
    /// JSON Pointer (RFC 6901) to the faulty place; empty for the whole.
    pub pointer: String,
    /// Stable, machine-readable rule name such as `required` or `unknown_keyword`.
    pub code: &'static str,
    /// Names the rule broken and what would satisfy it.
    pub message: String,
}

impl Issue {
    /// Builds an issue.
    pub fn new(pointer: impl Into<String>, code: &'static str, message: impl Into<String>) -> Issue {
        Issue { pointer: pointer.into(), code, message: message.into() }
    }

    /// Writes `{"pointer":…,"code":…,"message":…}`.
    pub(crate) fn write_json(&self, out: &mut String) {
        out.push_str("{\"pointer\":");
        json::quote(out, &self.pointer);
        out.push_str(",\"code\":");
        json::quote(out, self.code);
        out.push_str(",\"message\":");
        json::quote(out, &self.message);
        out.push('}');
    }

    /// A list of issues as a JSON array.
    #[must_use]
    pub fn list_to_json(issues: &[Issue]) -> String {
        let mut out = String::from("[");
        for (at, issue) in issues.iter().enumerate() {
            if at > 0 {
                out.push(',');
            }
            issue.write_json(&mut out);
        }
        out.push(']');
        out
    }
}

/// Appends one reference token to a JSON Pointer (RFC 6901: `~` is `~0`, `/` is `~1`).
pub(crate) fn pointer_push(pointer: &str, token: &str) -> String {
    format!("{pointer}/{}", token.replace('~', "~0").replace('/', "~1"))
}

macro_rules! error_codes {
    ($($(#[$doc:meta])* $name:ident = $number:literal $text:literal,)*) => {
        /// What kind of error it is. Numbers and names are stable: C returns the number, Node and Python show the
        /// name as `code`. Families leave gaps; a retired number is never used again.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(i32)]
        #[non_exhaustive]
        pub enum ErrorCode { $($(#[$doc])* $name = $number,)* }

        impl ErrorCode {
            /// Every code, in the order of the numbers.
            pub const ALL: &'static [ErrorCode] = &[$(ErrorCode::$name,)*];

            /// The stable name.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self { $(ErrorCode::$name => $text,)* }
            }

            /// The stable number.
            #[must_use]
            pub fn number(self) -> i32 {
                self as i32
            }
        }
    };
}

error_codes! {
    /// An argument is missing, of the wrong type, or out of range.
    InvalidArgument = 100 "invalid_argument",
    /// Bytes that should be UTF-8 are not.
    InvalidUtf8 = 101 "invalid_utf8",
    /// A text that should be JSON is not.
    InvalidJson = 102 "invalid_json",
    /// An input is longer than its limit.
    TooLarge = 103 "too_large",
    /// JSON nests deeper than its limit.
    TooDeep = 104 "too_deep",
    /// A JSON object names a member twice.
    DuplicateMember = 105 "duplicate_member",
    /// The method is not one that passes through the boundary.
    UnknownMethod = 106 "unknown_method",
    /// A key is too short, or a key id is malformed.
    InvalidKey = 200 "invalid_key",
    /// Two keys of a ring are equal or share an id.
    DuplicateKey = 201 "duplicate_key",
    /// An option is unknown, of the wrong type, or out of range.
    InvalidOption = 202 "invalid_option",
    /// The lifetime is not finite or not positive.
    InvalidTtl = 203 "invalid_ttl",
    /// A `requestState` was refused.
    InvalidRequestState = 300 "invalid_request_state",
    /// A widget token was refused.
    SealedStateInvalid = 301 "sealed_state_invalid",
    /// A payload looks like a token of the boundary and is not minted by a codec alone.
    ReservedPayload = 302 "reserved_payload",
    /// A payload of the caller's own type cannot be written as JSON, or an opened one is not of the type asked for.
    InvalidPayload = 303 "invalid_payload",
    /// Arguments hold an integer that this host cannot tell from its neighbour.
    UnsafeInteger = 304 "unsafe_integer",
    /// The operation needs a key and none is configured.
    NoKey = 305 "no_key",
    /// A form's schema breaks the restricted grammar; the issues list where.
    InvalidForm = 400 "invalid_form",
    /// An input request is malformed; the issues list where.
    InvalidRequest = 401 "invalid_request",
    /// An `input_required` result is malformed; the issues list where.
    InvalidInputRequired = 402 "invalid_input_required",
    /// A door was used out of turn.
    IllegalState = 500 "illegal_state",
    /// A defect of this library, caught at the language border.
    Internal = 900 "internal",
    /// The source of randomness failed.
    Entropy = 901 "entropy",
}

/// An error with a stable code and a message that never holds a key, a token or a user's value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Error {
    code: ErrorCode,
    message: String,
    issues: Vec<Issue>,
}

impl Error {
    /// Builds an error without issues.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Error {
        Error { code, message: message.into(), issues: Vec::new() }
    }

    /// Builds an error that lists issues; the message ends with the first of them.
    pub(crate) fn with_issues(code: ErrorCode, summary: &str, issues: Vec<Issue>) -> Error {
        let more = issues.len().saturating_sub(1);
        let message = match issues.first() {
            None => summary.to_owned(),
            Some(first) => {
                let place = if first.pointer.is_empty() { "the whole" } else { &first.pointer };
                let tail = if more == 0 { String::new() } else { format!(" (and {more} more)") };
                format!("{summary}: {place}: {}{tail}", first.message)
            }
        };
        Error { code, message, issues }
    }

    /// The stable code.
    #[must_use]
    pub fn code(&self) -> ErrorCode {
        self.code
    }

    /// The sentence for people.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Every fault found, for errors about forms and requests.
    #[must_use]
    pub fn issues(&self) -> &[Issue] {
        &self.issues
    }

    /// `{"code":…,"message":…}`, with `"issues"` where there are any.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut out = String::from("{\"code\":");
        json::quote(&mut out, self.code.as_str());
        out.push_str(",\"message\":");
        json::quote(&mut out, &self.message);
        if !self.issues.is_empty() {
            out.push_str(",\"issues\":");
            out.push_str(&Issue::list_to_json(&self.issues));
        }
        out.push('}');
        out
    }

    /// A fault of a scanned text as an error; `what` names the input.
    pub(crate) fn from_fault(what: &str, fault: json::Fault) -> Error {
        match fault {
            json::Fault::Syntax(at) => Error::new(ErrorCode::InvalidJson, format!("{what} is not JSON at byte {at}")),
            json::Fault::Duplicate(at) => Error::new(
                ErrorCode::DuplicateMember,
                format!("{what} names a member twice in the object at byte {at}"),
            ),
            json::Fault::TooDeep => Error::new(ErrorCode::TooDeep, format!("{what} nests too deeply")),
            json::Fault::TooLarge => Error::new(ErrorCode::TooLarge, format!("{what} is too large")),
        }
    }
}
