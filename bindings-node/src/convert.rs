//! Arguments: each comes as an unknown value and is checked here, since an automatic conversion that fails prints the
//! value it could not convert, which may be a key, a token or an answer.

use mrtr::ErrorCode;
use napi::bindgen_prelude::{Array, FromNapiValue, Uint8ArraySlice, Unknown, Utf16String};
use napi::{JsValue, ValueType};
use zeroize::Zeroizing;

use crate::failure::Failure;

/// What Node-API writes where a string has a lone surrogate.
const REPLACEMENT: &str = "\u{FFFD}";

fn kind(value: Unknown<'_>) -> ValueType {
    value.get_type().unwrap_or(ValueType::Unknown)
}

pub(crate) fn is_absent(value: Unknown<'_>) -> bool {
    matches!(kind(value), ValueType::Undefined | ValueType::Null)
}

/// A string; one with a lone surrogate is no Unicode text and is refused.
pub(crate) fn text(value: Unknown<'_>, what: &str) -> Result<String, Failure> {
    if kind(value) != ValueType::String {
        return Err(Failure::argument(format!("{what} must be a string")));
    }
    let text = String::from_unknown(value).map_err(|_| Failure::argument(format!("{what} could not be read")))?;
    if text.contains(REPLACEMENT) && has_lone_surrogate(value) {
        return Err(Failure::new(ErrorCode::InvalidUtf8, format!("{what} has a lone surrogate")));
    }
    Ok(text)
}

fn has_lone_surrogate(value: Unknown<'_>) -> bool {
    // Asked a second time and unconverted: the replacement character may also stand in the string itself.
    Utf16String::from_unknown(value).map_or(true, |units| String::from_utf16(&units).is_err())
}

/// A string, or nothing where the value is undefined or null.
pub(crate) fn optional_text(value: Unknown<'_>, what: &str) -> Result<Option<String>, Failure> {
    if is_absent(value) { Ok(None) } else { text(value, what).map(Some) }
}

/// A number of any kind; the core judges it.
pub(crate) fn number(value: Unknown<'_>, what: &str) -> Result<f64, Failure> {
    if kind(value) != ValueType::Number {
        return Err(Failure::argument(format!("{what} must be a number")));
    }
    f64::from_unknown(value).map_err(|_| Failure::argument(format!("{what} could not be read")))
}

/// A copy of the bytes of a `Uint8Array` (a `Buffer` is one), or of a string in UTF-8; the copy is wiped when dropped.
pub(crate) fn bytes(value: Unknown<'_>, what: &str) -> Result<Zeroizing<Vec<u8>>, Failure> {
    if kind(value) == ValueType::String {
        return text(value, what).map(|text| Zeroizing::new(text.into_bytes()));
    }
    let fault = || Failure::argument(format!("{what} must be a string or a Uint8Array"));
    if kind(value) != ValueType::Object || !value.is_typedarray().unwrap_or(false) {
        return Err(fault());
    }
    let slice = Uint8ArraySlice::from_unknown(value).map_err(|_| fault())?;
    Ok(Zeroizing::new(slice.to_vec()))
}

/// Such bytes, or none where the value is undefined or null.
pub(crate) fn optional_bytes(value: Unknown<'_>, what: &str) -> Result<Zeroizing<Vec<u8>>, Failure> {
    if is_absent(value) { Ok(Zeroizing::default()) } else { bytes(value, what) }
}

/// The items of an array.
pub(crate) fn items<'env>(value: Unknown<'env>, what: &str) -> Result<Vec<Unknown<'env>>, Failure> {
    let fault = || Failure::argument(format!("{what} must be an array"));
    if kind(value) != ValueType::Object || !value.is_array().unwrap_or(false) {
        return Err(fault());
    }
    let array = Array::from_unknown(value).map_err(|_| fault())?;
    (0..array.len()).map(|at| array.get::<Unknown>(at).ok().flatten().ok_or_else(fault)).collect()
}

/// A token: a string. One with a lone surrogate is no spelling of any token; it goes on with the replacement
/// character, which no spelling has either, so that the core refuses it like all others.
pub(crate) fn token(value: Unknown<'_>) -> Result<String, Failure> {
    if kind(value) != ValueType::String {
        return Err(Failure::argument("a token must be a string"));
    }
    String::from_unknown(value).map_err(|_| Failure::argument("a token could not be read"))
}
