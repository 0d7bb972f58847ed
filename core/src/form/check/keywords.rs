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

#[cfg(test)]
mod tests {
    use crate::form::Form;

    /// The wire form of one property `f`, or `pointer message` of each issue, below the property.
    fn checked(property: &str) -> Result<String, Vec<String>> {
        let whole = |property: &str| format!(r#"{{"type":"object","properties":{{"f":{property}}}}}"#);
        match Form::parse(&whole(property), "") {
            Ok(form) => {
                let (before, after) = (whole("").len() - 2, 2);
                Ok(form.wire()[before..form.wire().len() - after].to_owned())
            }
            Err(error) => {
                let below = |pointer: &str| pointer.strip_prefix("/properties/f").unwrap_or("?").to_owned();
                Err(error.issues().iter().map(|issue| format!("{} {}", below(&issue.pointer), issue.message)).collect())
            }
        }
    }

    fn said(property: &str, wanted: &str) {
        assert_eq!(checked(property), Err(vec![wanted.to_owned()]), "{property}");
    }

    #[test]
    fn a_keyword_that_forms_lack_comes_with_what_to_do_instead() {
        assert_eq!(checked(r#"{"type":"string"}"#).as_deref(), Ok(r#"{"type":"string"}"#));
        let combined =
            "; schemas cannot be combined: a choice is enum, or oneOf (in items: anyOf) with const and title";
        let written_out = "; write the definition out, or parse with the option normalise";
        let named = "; a form asks for the properties it names";
        let options = "; options are strings, and stand in a string property or in items";
        for (key, advice) in [
            ("pattern", "; a pattern cannot be sent: check it when the answer is there (option hostModel)"),
            ("multipleOf", "; a step cannot be sent: check it when the answer is there (option hostModel)"),
            ("const", "; a fixed string is an enum with one option"),
            ("anyOf", combined),
            ("oneOf", combined),
            ("allOf", combined),
            ("not", combined),
            ("if", combined),
            ("then", combined),
            ("else", combined),
            ("$ref", written_out),
            ("$defs", written_out),
            ("definitions", written_out),
            ("exclusiveMinimum", "; use minimum"),
            ("exclusiveMaximum", "; use maximum"),
            ("additionalProperties", named),
            ("patternProperties", named),
            ("propertyNames", named),
            ("maxlength", "; it is spelt maxLength"),
            ("minlength", "; it is spelt minLength"),
            ("uniqueItems", "; repeats cannot be forbidden on the wire"),
            ("enum", options),
            ("enumNames", options),
            ("dependentSchemas", ""),
        ] {
            let wanted = format!("/{key} is not a keyword of this type of property{advice}");
            said(&format!(r#"{{"type":"integer","{key}":1}}"#), &wanted);
        }
    }

    #[test]
    fn annotations_are_taken_wherever_a_schema_stands_and_are_not_sent() {
        let annotations =
            r#""$comment":"c","examples":[],"deprecated":true,"readOnly":false,"writeOnly":false,"x-icon":1"#;
        for (with, wire) in [
            (r#"{"type":"string",@}"#, r#"{"type":"string"}"#),
            (
                r#"{"type":"string","oneOf":[{"const":"a","title":"A",@}]}"#,
                r#"{"type":"string","oneOf":[{"const":"a","title":"A"}]}"#,
            ),
            (
                r#"{"type":"array","items":{"type":"string","enum":["a"],@}}"#,
                r#"{"type":"array","items":{"type":"string","enum":["a"]}}"#,
            ),
            (
                r#"{"type":"array","items":{"anyOf":[{"const":"a","title":"A",@}],@}}"#,
                r#"{"type":"array","items":{"anyOf":[{"const":"a","title":"A"}]}}"#,
            ),
        ] {
            assert_eq!(checked(&with.replace('@', annotations)).as_deref(), Ok(wire), "{with}");
        }
        said(r#"{"type":"string","$comment":1}"#, "/$comment must be a string");
        said(r#"{"type":"string","examples":1}"#, "/examples must be a list");
        said(r#"{"type":"string","readOnly":1}"#, "/readOnly must be true or false");
    }

    #[test]
    fn items_have_one_kind_of_options() {
        let array = |items: &str| format!(r#"{{"type":"array","items":{items}}}"#);
        let titled = r#""anyOf":[{"const":"a","title":"A"}]"#;
        assert!(checked(&array(&format!("{{{titled}}}"))).is_ok());
        let options = "; options are strings, and stand in a string property or in items";
        for (key, value, advice) in [("type", "\"string\"", ""), ("enum", "[\"a\"]", options), ("minLength", "1", "")] {
            let wanted = format!("/items/{key} is not a keyword beside anyOf{advice}");
            said(&array(&format!(r#"{{{titled},"{key}":{value}}}"#)), &wanted);
        }
        let plain = r#"{"type":"string","enum":["a"],"minLength":1}"#;
        said(&array(plain), "/items/minLength is not a keyword of items");
    }

    #[test]
    fn a_property_is_no_object() {
        let rule = "must not be object: a form is flat, and asks for each part under its own name";
        said(r#"{"type":"object"}"#, &format!("/type {rule}"));
        said(r#"{"type":"null"}"#, "/type must be one of string, number, integer, boolean and array");
    }

    #[test]
    fn a_count_is_whole_and_has_32_bits() {
        let least = |count: &str| format!(r#"{{"type":"string","minLength":{count}}}"#);
        for (written, sent) in [("0", "0"), ("2.0", "2"), ("4294967295", "4294967295")] {
            assert_eq!(checked(&least(written)), Ok(least(sent)));
        }
        for count in ["-1", "1.5", "-1.5", "true", "\"1\"", "null"] {
            said(&least(count), "/minLength must be a whole number, 0 or more");
        }
        for count in ["4294967296", "1e300"] {
            said(&least(count), "/minLength must not be above 2^32 - 1");
        }
    }
}
