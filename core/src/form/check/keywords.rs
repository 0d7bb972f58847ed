//! Keywords that more than one kind of property has, and what is said about those that none has.

use crate::form::path::{Faults, Path};
use crate::json::{self, Kind, Value};

/// Checks an annotation that is accepted anywhere and dropped from the wire; false when the key is none.
pub(super) fn annotation(key: &str, value: Value<'_, '_>, path: Path<'_>, faults: &mut Faults) -> bool {
    match key {
        "examples" => {
            if value.kind() != Kind::Array {
                faults.push(path, "type", "must be a list");
            }
        }
        "deprecated" | "readOnly" | "writeOnly" => {
            if value.kind() != Kind::Bool {
                faults.push(path, "type", "must be true or false");
            }
        }
        "$comment" => text(value, path, faults),
        _ => return key.starts_with("x-"),
    }
    true
}

/// A keyword whose value is any string.
pub(super) fn text(value: Value<'_, '_>, path: Path<'_>, faults: &mut Faults) {
    if value.kind() != Kind::String {
        faults.push(path, "type", "must be a string");
    }
}

/// A length or a count: a whole number, 0 to 2^32 - 1.
pub(super) fn count(value: Value<'_, '_>, path: Path<'_>, faults: &mut Faults) -> Option<u32> {
    let number = value.as_number().and_then(json::finite);
    let whole = number.filter(|number| number.fract() == 0.0 && *number >= 0.0);
    if whole.is_none() {
        faults.push(path, "count", "must be a whole number, 0 or more");
    }
    let count = whole.and_then(json::safe_integer).and_then(|whole| u32::try_from(whole).ok());
    if whole.is_some() && count.is_none() {
        faults.push(path, "count", "must not be above 2^32 - 1");
    }
    count
}

/// A bound of a number.
pub(super) fn bound(value: Value<'_, '_>, path: Path<'_>, faults: &mut Faults) -> Option<f64> {
    let number = value.as_number().and_then(json::finite);
    if number.is_none() {
        faults.push(path, "type", "must be a number");
    }
    number
}

/// Refuses a keyword; where it is one of JSON Schema that people reach for, says what to do instead.
pub(super) fn unknown(key: &str, path: Path<'_>, faults: &mut Faults, place: &str) {
    let advice = match key {
        "pattern" => "; a pattern cannot be sent: check it when the answer is there (option hostModel)",
        "multipleOf" => "; a step cannot be sent: check it when the answer is there (option hostModel)",
        "const" => "; a fixed string is an enum with one option",
        "anyOf" | "oneOf" | "allOf" | "not" | "if" | "then" | "else" => {
            "; schemas cannot be combined: a choice is enum, or oneOf (in items: anyOf) with const and title"
        }
        "$ref" | "$defs" | "definitions" => "; write the definition out, or parse with the option normalise",
        "exclusiveMinimum" => "; use minimum",
        "exclusiveMaximum" => "; use maximum",
        "additionalProperties" | "patternProperties" | "propertyNames" => "; a form asks for the properties it names",
        "maxlength" => "; it is spelt maxLength",
        "minlength" => "; it is spelt minLength",
        "uniqueItems" => "; repeats cannot be forbidden on the wire",
        "enum" | "enumNames" => "; options are strings, and stand in a string property or in items",
        _ => "",
    };
    faults.push(path, "unknown_keyword", format!("{place}{advice}"));
}
