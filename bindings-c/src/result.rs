//! What a function says: result codes, reasons of a refused token, outcomes of an answer, and their names.
//!
//! The numbers are spelled out because the header's generator reads text; a test compares them with the core's.

use std::collections::BTreeMap;
use std::ffi::{CString, c_char};
use std::sync::OnceLock;

use mrtr_core::ErrorCode;
use mrtr_core::state::Reason;

use crate::ffi::guard;

/// What every call returns. Numbers are stable, come in families with gaps, and are never used again once retired.
///
/// The same codes have the same names in every language of mrtr; `mrtr_result_name` gives them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum mrtr_result {
    /// Done: the results are written.
    MRTR_OK = 0,
    /// No error: a token or a call that must not be believed. The reason or the refusal is written.
    MRTR_REFUSED = 1,
    /// An argument is NULL, absent or out of range.
    MRTR_ERR_INVALID_ARGUMENT = 100,
    /// Bytes that should be UTF-8 are not.
    MRTR_ERR_INVALID_UTF8 = 101,
    /// A text that should be JSON is not.
    MRTR_ERR_INVALID_JSON = 102,
    /// An input is longer than its limit.
    MRTR_ERR_TOO_LARGE = 103,
    /// JSON nests deeper than its limit.
    MRTR_ERR_TOO_DEEP = 104,
    /// A JSON object names a member twice.
    MRTR_ERR_DUPLICATE_MEMBER = 105,
    /// The method is not one that passes through the boundary.
    MRTR_ERR_UNKNOWN_METHOD = 106,
    /// A key is too short, or a key id is malformed.
    MRTR_ERR_INVALID_KEY = 200,
    /// Two keys of a ring are equal or share an id.
    MRTR_ERR_DUPLICATE_KEY = 201,
    /// An option is unknown, of the wrong type, or out of range.
    MRTR_ERR_INVALID_OPTION = 202,
    /// The lifetime is not finite or not positive.
    MRTR_ERR_INVALID_TTL = 203,
    /// A requestState was refused. Not returned by the functions here, which return MRTR_REFUSED.
    MRTR_ERR_INVALID_REQUEST_STATE = 300,
    /// A widget token was refused. Not returned by the functions here, which return MRTR_REFUSED.
    MRTR_ERR_SEALED_STATE_INVALID = 301,
    /// A payload looks like a token of the boundary and is not minted by a codec alone.
    MRTR_ERR_RESERVED_PAYLOAD = 302,
    /// A payload is not of the type asked for. Not returned by the functions here, which take and give text.
    MRTR_ERR_INVALID_PAYLOAD = 303,
    /// Arguments hold an integer that this host cannot tell from its neighbour.
    MRTR_ERR_UNSAFE_INTEGER = 304,
    /// The operation needs a key and none is configured.
    MRTR_ERR_NO_KEY = 305,
    /// A form's schema breaks the restricted grammar; the issues list where.
    MRTR_ERR_INVALID_FORM = 400,
    /// An input request is malformed; the issues list where.
    MRTR_ERR_INVALID_REQUEST = 401,
    /// An input_required result is malformed; the issues list where.
    MRTR_ERR_INVALID_INPUT_REQUIRED = 402,
    /// A door was used out of turn.
    MRTR_ERR_ILLEGAL_STATE = 500,
    /// A defect of this library, caught at the language border.
    MRTR_ERR_INTERNAL = 900,
    /// The source of randomness failed.
    MRTR_ERR_ENTROPY = 901,
}

use mrtr_result::{
    MRTR_ERR_DUPLICATE_KEY, MRTR_ERR_DUPLICATE_MEMBER, MRTR_ERR_ENTROPY, MRTR_ERR_ILLEGAL_STATE, MRTR_ERR_INTERNAL,
    MRTR_ERR_INVALID_ARGUMENT, MRTR_ERR_INVALID_FORM, MRTR_ERR_INVALID_INPUT_REQUIRED, MRTR_ERR_INVALID_JSON,
    MRTR_ERR_INVALID_KEY, MRTR_ERR_INVALID_OPTION, MRTR_ERR_INVALID_PAYLOAD, MRTR_ERR_INVALID_REQUEST,
    MRTR_ERR_INVALID_REQUEST_STATE, MRTR_ERR_INVALID_TTL, MRTR_ERR_INVALID_UTF8, MRTR_ERR_NO_KEY,
    MRTR_ERR_RESERVED_PAYLOAD, MRTR_ERR_SEALED_STATE_INVALID, MRTR_ERR_TOO_DEEP, MRTR_ERR_TOO_LARGE,
    MRTR_ERR_UNKNOWN_METHOD, MRTR_ERR_UNSAFE_INTEGER, MRTR_OK, MRTR_REFUSED,
};

impl From<ErrorCode> for mrtr_result {
    fn from(code: ErrorCode) -> mrtr_result {
        match code {
            ErrorCode::InvalidArgument => MRTR_ERR_INVALID_ARGUMENT,
            ErrorCode::InvalidUtf8 => MRTR_ERR_INVALID_UTF8,
            ErrorCode::InvalidJson => MRTR_ERR_INVALID_JSON,
            ErrorCode::TooLarge => MRTR_ERR_TOO_LARGE,
            ErrorCode::TooDeep => MRTR_ERR_TOO_DEEP,
            ErrorCode::DuplicateMember => MRTR_ERR_DUPLICATE_MEMBER,
            ErrorCode::UnknownMethod => MRTR_ERR_UNKNOWN_METHOD,
            ErrorCode::InvalidKey => MRTR_ERR_INVALID_KEY,
            ErrorCode::DuplicateKey => MRTR_ERR_DUPLICATE_KEY,
            ErrorCode::InvalidOption => MRTR_ERR_INVALID_OPTION,
            ErrorCode::InvalidTtl => MRTR_ERR_INVALID_TTL,
            ErrorCode::InvalidRequestState => MRTR_ERR_INVALID_REQUEST_STATE,
            ErrorCode::SealedStateInvalid => MRTR_ERR_SEALED_STATE_INVALID,
            ErrorCode::ReservedPayload => MRTR_ERR_RESERVED_PAYLOAD,
            ErrorCode::InvalidPayload => MRTR_ERR_INVALID_PAYLOAD,
            ErrorCode::UnsafeInteger => MRTR_ERR_UNSAFE_INTEGER,
            ErrorCode::NoKey => MRTR_ERR_NO_KEY,
            ErrorCode::InvalidForm => MRTR_ERR_INVALID_FORM,
            ErrorCode::InvalidRequest => MRTR_ERR_INVALID_REQUEST,
            ErrorCode::InvalidInputRequired => MRTR_ERR_INVALID_INPUT_REQUIRED,
            ErrorCode::IllegalState => MRTR_ERR_ILLEGAL_STATE,
            ErrorCode::Entropy => MRTR_ERR_ENTROPY,
            // A code that the core has and this table has not is a defect, which the test below finds.
            _ => MRTR_ERR_INTERNAL,
        }
    }
}

/// Why a token was refused: for the operator's log, never for the wire. Numbers are stable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum mrtr_reason {
    /// No token was refused.
    MRTR_REASON_NONE = 0,
    /// Not a token of a format that is opened here, or one with a second spelling.
    MRTR_REASON_MALFORMED = 1,
    /// The tag does not fit: forged, changed, or minted under another key.
    MRTR_REASON_MAC = 2,
    /// Past its lifetime, or without one.
    MRTR_REASON_EXPIRED = 3,
    /// The binding of a codec used alone does not fit, or stands on one side only.
    MRTR_REASON_BIND = 4,
    /// Minted for another purpose: a widget token as requestState, say.
    MRTR_REASON_PURPOSE = 5,
    /// Minted for another method or target.
    MRTR_REASON_OPERATION = 6,
    /// Minted for other arguments.
    MRTR_REASON_ARGUMENTS = 7,
    /// Minted by another service, or the audience stands on one side only.
    MRTR_REASON_AUDIENCE = 8,
    /// Minted for another principal, or the principal stands on one side only.
    MRTR_REASON_PRINCIPAL = 9,
    /// No key of the ring has the token's key id.
    MRTR_REASON_UNKNOWN_KEY = 10,
    /// Minted more than a minute ahead of this clock.
    MRTR_REASON_FUTURE = 11,
    /// Minted by another SDK under the same key, which is not listed as welcome.
    MRTR_REASON_FOREIGN = 12,
    /// Its round lies beyond the bound.
    MRTR_REASON_ROUNDS = 13,
    /// Longer than the limit.
    MRTR_REASON_TOO_LARGE = 14,
    /// A reason that this header does not know.
    MRTR_REASON_OTHER = 99,
}

impl From<Reason> for mrtr_reason {
    fn from(reason: Reason) -> mrtr_reason {
        match reason {
            Reason::Malformed => mrtr_reason::MRTR_REASON_MALFORMED,
            Reason::Mac => mrtr_reason::MRTR_REASON_MAC,
            Reason::Expired => mrtr_reason::MRTR_REASON_EXPIRED,
            Reason::Bind => mrtr_reason::MRTR_REASON_BIND,
            Reason::Purpose => mrtr_reason::MRTR_REASON_PURPOSE,
            Reason::Operation => mrtr_reason::MRTR_REASON_OPERATION,
            Reason::Arguments => mrtr_reason::MRTR_REASON_ARGUMENTS,
            Reason::Audience => mrtr_reason::MRTR_REASON_AUDIENCE,
            Reason::Principal => mrtr_reason::MRTR_REASON_PRINCIPAL,
            Reason::UnknownKey => mrtr_reason::MRTR_REASON_UNKNOWN_KEY,
            Reason::Future => mrtr_reason::MRTR_REASON_FUTURE,
            Reason::Foreign => mrtr_reason::MRTR_REASON_FOREIGN,
            Reason::Rounds => mrtr_reason::MRTR_REASON_ROUNDS,
            Reason::TooLarge => mrtr_reason::MRTR_REASON_TOO_LARGE,
            _ => mrtr_reason::MRTR_REASON_OTHER,
        }
    }
}

/// What has become of a question. Numbers are stable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum mrtr_outcome {
    /// No answer, or one to another question: ask.
    MRTR_OUTCOME_MISSING = 0,
    /// The user agreed, and what came fits the question.
    MRTR_OUTCOME_ACCEPTED = 1,
    /// The user said no. Do not ask again.
    MRTR_OUTCOME_DECLINED = 2,
    /// The user closed the question without an answer.
    MRTR_OUTCOME_CANCELLED = 3,
    /// The user agreed, and what came does not fit the question: ask again.
    MRTR_OUTCOME_INVALID = 4,
}

/// The stable name of a result: "ok", "refused", or the code's name such as "invalid_form", as in error_json.
///
/// Takes any number; an unknown one is NULL. Returns a NUL-terminated text owned by the library. Any thread.
#[unsafe(no_mangle)]
pub extern "C" fn mrtr_result_name(result: i32) -> *const c_char {
    static NAMES: OnceLock<Names> = OnceLock::new();
    guard!(or std::ptr::null(), {
        let own = [(MRTR_OK as i32, "ok"), (MRTR_REFUSED as i32, "refused")];
        let core = ErrorCode::ALL.iter().map(|code| (code.number(), code.as_str()));
        name(&NAMES, own.into_iter().chain(core), result)
    })
}

/// The stable name of a reason such as "expired", for the log; "none" for MRTR_REASON_NONE.
///
/// Takes any number; an unknown one is NULL. Returns a NUL-terminated text owned by the library. Any thread.
#[unsafe(no_mangle)]
pub extern "C" fn mrtr_reason_name(reason: i32) -> *const c_char {
    static NAMES: OnceLock<Names> = OnceLock::new();
    guard!(or std::ptr::null(), {
        let own = [(mrtr_reason::MRTR_REASON_NONE as i32, "none"), (mrtr_reason::MRTR_REASON_OTHER as i32, "other")];
        let core = Reason::ALL.iter().map(|reason| (mrtr_reason::from(*reason) as i32, reason.as_str()));
        name(&NAMES, core.chain(own), reason)
    })
}

/// Names by number, NUL-terminated, made once.
type Names = BTreeMap<i32, CString>;

fn name(names: &'static OnceLock<Names>, all: impl Iterator<Item = (i32, &'static str)>, number: i32) -> *const c_char {
    let names =
        names.get_or_init(|| all.filter_map(|(number, name)| Some((number, CString::new(name).ok()?))).collect());
    names.get(&number).map_or(std::ptr::null(), |name| name.as_ptr())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_of_the_core_keeps_its_number() {
        assert!(ErrorCode::ALL.len() >= 22);
        for code in ErrorCode::ALL {
            assert_eq!(mrtr_result::from(*code) as i32, code.number(), "{}", code.as_str());
            let expected = format!("MRTR_ERR_{}", code.as_str().to_uppercase());
            assert_eq!(format!("{:?}", mrtr_result::from(*code)), expected);
        }
    }

    #[test]
    fn every_reason_of_the_core_has_a_number() {
        assert_eq!(Reason::ALL.len(), 14);
        for (at, reason) in Reason::ALL.iter().enumerate() {
            assert_eq!(mrtr_reason::from(*reason) as usize, at + 1);
            let expected = format!("MRTR_REASON_{}", reason.as_str().to_uppercase());
            assert_eq!(format!("{:?}", mrtr_reason::from(*reason)), expected);
        }
    }
}
