//! Arguments: each comes as an unknown value and is checked here, since an automatic conversion that fails prints the
//! value it could not convert, which may be a key, a token or an answer.

use mrtr::ErrorCode;
use napi::bindgen_prelude::{Array, FromNapiValue, Uint8ArraySlice, Unknown, Utf16String};
use napi::{JsValue, ValueType};
use zeroize::Zeroizing;

use crate::failure::Failure;

fn kind(value: Unknown<'_>) -> ValueType {
    value.get_type().unwrap_or(ValueType::Unknown)
}

pub(crate) fn is_absent(value: Unknown<'_>) -> bool {
    matches!(kind(value), ValueType::Undefined | ValueType::Null)
}

/// A string; one with a lone surrogate is no Unicode text and is refused.
pub(crate) fn text(value: Unknown<'_>, what: &str) -> Result<String, Failure> {
    let units = units(value, what)?;
    narrow(&units)
        .or_else(|| String::from_utf16(&units).ok())
        .ok_or_else(|| Failure::new(ErrorCode::InvalidUtf8, format!("{what} has a lone surrogate")))
}

/// A string as it stands in the engine. Copied out in one sweep, where UTF-8 would be measured first and written then.
fn units(value: Unknown<'_>, what: &str) -> Result<Utf16String, Failure> {
    if kind(value) != ValueType::String {
        return Err(Failure::argument(format!("{what} must be a string")));
    }
    Utf16String::from_unknown(value).map_err(|_| Failure::argument(format!("{what} could not be read")))
}

/// Text that is all ASCII, as most JSON is: each unit is a byte.
fn narrow(units: &[u16]) -> Option<String> {
    let all = units.iter().fold(0, |all, unit| all | unit);
    if all > 0x7F {
        return None;
    }
    #[allow(clippy::cast_possible_truncation)]
    String::from_utf8(units.iter().map(|unit| *unit as u8).collect()).ok()
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
        return secret(value, what);
    }
    let fault = || Failure::argument(format!("{what} must be a string or a Uint8Array"));
    if kind(value) != ValueType::Object || !value.is_typedarray().unwrap_or(false) {
        return Err(fault());
    }
    let slice = Uint8ArraySlice::from_unknown(value).map_err(|_| fault())?;
    Ok(Zeroizing::new(slice.to_vec()))
}

/// A string that may be a key: copied once, so that one copy is wiped.
fn secret(value: Unknown<'_>, what: &str) -> Result<Zeroizing<Vec<u8>>, Failure> {
    let text = String::from_unknown(value).map_err(|_| Failure::argument(format!("{what} could not be read")))?;
    let bytes = Zeroizing::new(text.into_bytes());
    // Node-API has put the replacement character for a lone surrogate; it may also stand in the string itself.
    if bytes.windows(REPLACEMENT.len()).any(|window| window == REPLACEMENT) && has_lone_surrogate(value) {
        return Err(Failure::new(ErrorCode::InvalidUtf8, format!("{what} has a lone surrogate")));
    }
    Ok(bytes)
}

const REPLACEMENT: &[u8] = "\u{FFFD}".as_bytes();

fn has_lone_surrogate(value: Unknown<'_>) -> bool {
    Utf16String::from_unknown(value).map_or(true, |units| String::from_utf16(&units).is_err())
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
    let units = units(value, "a token")?;
    Ok(narrow(&units).unwrap_or_else(|| String::from_utf16_lossy(&units)))
}
