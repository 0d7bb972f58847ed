//! What no form can say and the host's own model checks when the answer is there (option `hostModel`).
//!
//! Only keywords of JSON Schema are set aside: what is misspelt stays a fault. What changes the question itself, such as
//! nested objects, lists of free text or options that are numbers, stays one too.

use super::Work;
use super::parts::{Part, Parts};
use crate::form::formats::Format;
use crate::form::path::Path;
use crate::json::{self, Kind};

/// Of a property. What is an option, and how many may be chosen, is on the wire.
const OF_PROPERTY: &[&str] = &[
    "pattern",
    "multipleOf",
    "not",
    "if",
    "then",
    "else",
    "allOf",
    "contains",
    "minContains",
    "maxContains",
    "contentEncoding",
    "contentMediaType",
    "contentSchema",
];

/// Of the whole, beside its properties.
const OF_ROOT: &[&str] = &[
    "not",
    "if",
    "then",
    "else",
    "allOf",
    "anyOf",
    "oneOf",
    "dependentRequired",
    "dependentSchemas",
    "dependencies",
    "minProperties",
    "maxProperties",
    "propertyNames",
    "patternProperties",
    "unevaluatedProperties",
];

impl<'d, 'a> Work<'_, 'd, 'a> {
    pub(super) fn set_aside(&mut self, parts: &mut Parts<'d, 'a>, path: Path<'_>) {
        if !self.options.host_model {
            return;
        }
        self.leave(OF_PROPERTY, parts, path);
        let unknown = |name: &str| Format::named(name).is_none() && name != "password";
        if parts.get("type").is_some_and(|kind| kind.is_str("string"))
            && parts.get("format").and_then(Part::string).is_some_and(|name| unknown(&name))
        {
            self.leave(&["format"], parts, path);
        }
    }

    pub(super) fn set_aside_of_root(&mut self, parts: &mut Parts<'d, 'a>, path: Path<'_>) {
        // Without properties of its own the whole is a union of forms, and there is nothing to ask.
        if self.options.host_model && parts.get("properties").is_some() {
            self.leave(OF_ROOT, parts, path);
        }
    }

    fn leave(&mut self, keys: &[&'static str], parts: &mut Parts<'d, 'a>, path: Path<'_>) {
        for key in keys {
            if parts.remove(key).is_some() {
                self.step(path, &format!("left {key} to the host's model"));
            }
        }
    }

    /// A box that must be ticked, or must not be: the form asks for it, and the model looks at the answer.
    pub(super) fn left_tick(&mut self, parts: &mut Parts<'d, 'a>, path: Path<'_>) -> bool {
        let is_tick = matches!(parts.get("const"), Some(Part::Given(value)) if value.kind() == Kind::Bool);
        if !self.options.host_model || !is_tick {
            return false;
        }
        parts.provide("type", "const", "\"boolean\"");
        self.leave(&["const"], parts, path);
        true
    }

    /// The exclusive bound of a number as an inclusive one, so that the user still sees it.
    pub(super) fn inclusive(&mut self, key: &'static str, parts: &mut Parts<'d, 'a>, path: Path<'_>) {
        let Some(mut bound) = parts.get(key).and_then(Part::number) else { return };
        let low = key == "exclusiveMinimum";
        let inclusive = if low { "minimum" } else { "maximum" };
        if let Some(own) = parts.get(inclusive).and_then(Part::number) {
            bound = if low { bound.max(own) } else { bound.min(own) };
            parts.remove(key);
        }
        parts.write(inclusive, key, json::ecmascript(bound));
        self.step(path, &format!("{key} -> {inclusive}, and left the bound itself to the host's model"));
    }
}

#[cfg(test)]
mod tests {
    use crate::form::{Form, FormOptions};

    fn wire(schema: &str) -> Result<String, Vec<String>> {
        assert!(
            Form::parse_with(schema, &FormOptions { normalise: true, ..FormOptions::default() }).is_err(),
            "{schema}"
        );
        let form = Form::parse_with(schema, &FormOptions { host_model: true, ..FormOptions::default() });
        let place = |issue: &crate::Issue| format!("{} {}", issue.pointer, issue.code);
        form.map(|form| form.wire().to_owned()).map_err(|error| error.issues().iter().map(place).collect())
    }

    fn property(given: &str, wanted: &str) {
        let whole = |property: &str| format!(r#"{{"type":"object","properties":{{"f":{property}}}}}"#);
        assert_eq!(wire(&whole(given)).as_deref(), Ok(whole(wanted).as_str()), "{given}");
    }

    #[test]
    fn what_a_property_cannot_say_is_left_to_the_model() {
        property(r#"{"type":"string","pattern":"^a","maxLength":5}"#, r#"{"type":"string","maxLength":5}"#);
        property(r#"{"type":"string","format":"uuid"}"#, r#"{"type":"string"}"#);
        property(r#"{"type":"integer","multipleOf":5,"minimum":0}"#, r#"{"type":"integer","minimum":0}"#);
        property(
            r#"{"type":"number","exclusiveMinimum":0,"maximum":1}"#,
            r#"{"type":"number","minimum":0,"maximum":1}"#,
        );
        property(r#"{"type":"number","exclusiveMaximum":2,"maximum":1}"#, r#"{"type":"number","maximum":1}"#);
        property(r#"{"type":"boolean","const":true}"#, r#"{"type":"boolean"}"#);
        property(r#"{"const":true}"#, r#"{"type":"boolean"}"#);
        property(r#"{"type":"string","not":{"const":"root"}}"#, r#"{"type":"string"}"#);
        property(
            r#"{"type":"array","items":{"enum":["a","b"]},"contains":{"const":"a"}}"#,
            r#"{"type":"array","items":{"type":"string","enum":["a","b"]}}"#,
        );
    }

    #[test]
    fn what_the_whole_cannot_say_is_left_to_the_model() {
        let fields = r#""properties":{"a":{"type":"string"},"b":{"type":"boolean"}}"#;
        for rule in [
            r#""if":{"required":["a"]},"then":{"required":["b"]},"else":{}"#,
            r#""anyOf":[{"required":["a"]},{"required":["b"]}]"#,
            r#""dependentRequired":{"a":["b"]}"#,
            r#""minProperties":1,"not":{"required":["a","b"]}"#,
        ] {
            let schema = format!(r#"{{"type":"object",{fields},{rule}}}"#);
            assert_eq!(wire(&schema), Ok(format!(r#"{{"type":"object",{fields}}}"#)), "{rule}");
        }
        assert_eq!(wire(r#"{"anyOf":[{"type":"object"}],"type":"object"}"#), Err(vec!["/anyOf root_union".to_owned()]));
    }

    #[test]
    fn what_changes_the_question_or_is_misspelt_stays_a_fault() {
        for (bad, issue) in [
            (r#"{"type":"string","patern":"^a"}"#, "/properties/f/patern unknown_keyword"),
            (r#"{"type":"array","items":{"type":"string"}}"#, "/properties/f/items items_not_options"),
            (r#"{"enum":[1,2]}"#, "/properties/f/enum enum_type"),
            (r#"{"const":1}"#, "/properties/f/const const_type"),
            (r#"{"type":"string","format":"password"}"#, "/properties/f/format sensitive"),
            (r#"{"type":"string","format":1}"#, "/properties/f/format format"),
        ] {
            let schema = format!(r#"{{"type":"object","properties":{{"f":{bad}}}}}"#);
            assert_eq!(wire(&schema), Err(vec![issue.to_owned()]), "{bad}");
        }
    }
}
