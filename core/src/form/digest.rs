//! The question digest: what a form constrains, however it is spelt.
//!
//! Two forms have one digest exactly when they admit the same answers under the same names. The text that is hashed is
//! JSON without white space, members sorted by code point at every level:
//!
//! - the root is `{"properties":{…},"required":[…],"type":"object"}`; `required` is sorted, and left out when empty;
//! - `$schema`, titles, descriptions, defaults and legacy `enumNames` are left out, and a titled option is its `const`:
//!   options are one sorted list, `{"enum":[…],"type":"string"}`, and in a multi-select the same under `items`;
//! - a bound that says nothing is left out: a count of at least 0, an integer's bound at or beyond ±(2^53 - 1), a length
//!   that every text of the format has;
//! - numbers are written as ECMAScript writes them.

use sha2::{Digest as _, Sha256};

use super::accept::member;
use super::model::{Choices, Constraint, Counts, Field, Fields};
use crate::json::{self, quote};

/// The first six bytes of SHA-256 over the canonical constraints.
pub(super) fn digest(fields: &Fields) -> [u8; 6] {
    let hash = Sha256::digest(constraints(fields).as_bytes());
    let mut first = [0; 6];
    for (to, from) in first.iter_mut().zip(hash) {
        *to = from;
    }
    first
}

/// The text that is hashed.
pub(super) fn constraints(fields: &Fields) -> String {
    let mut sorted: Vec<&Field> = fields.iter().collect();
    // UTF-8 sorts as code points do.
    sorted.sort_unstable_by(|a, b| a.name.cmp(&b.name));
    let mut out = String::from("{\"properties\":{");
    for field in &sorted {
        member(&mut out, &field.name);
        property(&field.constraint, &mut out);
    }
    out.push('}');
    let required: Vec<&str> = sorted.iter().filter(|field| field.required).map(|field| field.name.as_str()).collect();
    if !required.is_empty() {
        out.push_str(",\"required\":");
        strings(&required, &mut out);
    }
    out.push_str(",\"type\":\"object\"}");
    out
}

fn property(constraint: &Constraint, out: &mut String) {
    out.push('{');
    match constraint {
        Constraint::Text { lengths, format } => {
            let (mut shortest, mut longest) = (0, u32::MAX);
            if let Some(format) = format {
                (shortest, longest) = format.lengths();
                member(out, "format");
                quote(out, format.name());
            }
            counts(*lengths, shortest, longest, "maxLength", "minLength", out);
            kind("string", out);
        }
        Constraint::Choice(choices) => options(choices, out),
        Constraint::Number { minimum, maximum } => {
            number("maximum", *maximum, out);
            number("minimum", *minimum, out);
            kind("number", out);
        }
        Constraint::Integer { minimum, maximum } => {
            let inside = |bound: &i64| bound.unsigned_abs() < (1 << 53) - 1;
            #[allow(clippy::cast_precision_loss)]
            let exact = |bound: i64| bound as f64;
            number("maximum", maximum.filter(inside).map(exact), out);
            number("minimum", minimum.filter(inside).map(exact), out);
            kind("integer", out);
        }
        Constraint::Boolean => kind("boolean", out),
        Constraint::Multiple { choices, items } => {
            out.push_str("\"items\":{");
            options(choices, out);
            out.push('}');
            counts(*items, 0, u32::MAX, "maxItems", "minItems", out);
            kind("array", out);
        }
    }
    out.push('}');
}

fn kind(name: &str, out: &mut String) {
    member(out, "type");
    quote(out, name);
}

fn number(key: &str, bound: Option<f64>, out: &mut String) {
    if let Some(bound) = bound {
        member(out, key);
        out.push_str(&json::ecmascript(bound));
    }
}

fn counts(counts: Counts, shortest: u32, longest: u32, most: &str, least: &str, out: &mut String) {
    number(most, counts.most.filter(|most| *most < longest).map(f64::from), out);
    number(least, counts.least.filter(|least| *least > shortest).map(f64::from), out);
}

fn options(choices: &Choices, out: &mut String) {
    let mut sorted: Vec<&str> = choices.values.iter().map(String::as_str).collect();
    sorted.sort_unstable();
    member(out, "enum");
    strings(&sorted, out);
    kind("string", out);
}

fn strings(list: &[&str], out: &mut String) {
    out.push('[');
    for (at, text) in list.iter().enumerate() {
        if at > 0 {
            out.push(',');
        }
        quote(out, text);
    }
    out.push(']');
}

#[cfg(test)]
mod tests {
    use super::constraints;
    use crate::form::Form;

    fn form(schema: &str) -> Form {
        Form::parse(schema, r#"{"normalise":true}"#).unwrap()
    }

    fn one(property: &str) -> Form {
        form(&format!(r#"{{"type":"object","properties":{{"f":{property}}}}}"#))
    }

    #[test]
    fn the_hashed_text_is_pinned() {
        let all = form(
            r#"{"$schema":"https://json-schema.org/draft/2020-12/schema","required":["z","a"],"type":"object","properties":{
            "z":{"type":"string","title":"T","minLength":1,"maxLength":9,"default":"d"},
            "a":{"type":"number","maximum":1.50,"minimum":-0.0},
            "é":{"type":"integer","minimum":0.5},
            "b":{"type":"boolean","description":"D"},
            "c":{"type":"string","enum":["y","x"],"enumNames":["Y","X"]},
            "d":{"type":"array","items":{"anyOf":[{"const":"q","title":"Q"}]},"minItems":1,"maxItems":3},
            "e":{"type":"string","format":"email"}}}"#,
        );
        assert_eq!(
            constraints(&all.0.fields),
            concat!(
                r#"{"properties":{"a":{"maximum":1.5,"minimum":0,"type":"number"},"b":{"type":"boolean"},"#,
                r#""c":{"enum":["x","y"],"type":"string"},"#,
                r#""d":{"items":{"enum":["q"],"type":"string"},"maxItems":3,"minItems":1,"type":"array"},"#,
                r#""e":{"format":"email","type":"string"},"z":{"maxLength":9,"minLength":1,"type":"string"},"#,
                r#""é":{"minimum":1,"type":"integer"}},"required":["a","z"],"type":"object"}"#
            )
        );
        // SHA-256 of the text above, by another program.
        assert_eq!(all.digest(), [0x2D, 0xC3, 0x7C, 0x6C, 0x20, 0xB3]);
        assert_eq!(all.digest(), Form::parse(all.wire(), "").unwrap().digest());
    }

    #[test]
    fn spellings_of_one_question_agree() {
        let same = [
            (
                r#"{"type":"integer"}"#,
                r#"{"type":"integer","minimum":-9007199254740991,"maximum":1e300,"format":"int64"}"#,
            ),
            (r#"{"type":"integer","minimum":1}"#, r#"{"type":"integer","exclusiveMinimum":0,"title":"F"}"#),
            (r#"{"type":"string","format":"uri"}"#, r#"{"type":"string","format":"uri","minLength":1}"#),
            (
                r#"{"type":"string","format":"date"}"#,
                r#"{"type":"string","format":"date","maxLength":10,"minLength":10}"#,
            ),
            (r#"{"type":"string"}"#, r#"{"anyOf":[{"type":"string","minLength":0},{"type":"null"}],"default":null}"#),
            (
                r#"{"type":"string","enum":["a","b"]}"#,
                r#"{"oneOf":[{"const":"b","title":"B"},{"const":"a","title":"A"}]}"#,
            ),
            (
                r#"{"type":"array","items":{"type":"string","enum":["a"]}}"#,
                r#"{"type":"array","items":{"anyOf":[{"const":"a","title":"A"}]},"minItems":0,"uniqueItems":true}"#,
            ),
        ];
        // A bound that every integer keeps is none, in a plain form as well.
        let bounded = r#"{"type":"object","properties":{"f":{"type":"integer","minimum":-9007199254740991,"maximum":9007199254740991}}}"#;
        let free = r#"{"type":"object","properties":{"f":{"type":"integer"}}}"#;
        assert_eq!(Form::parse(bounded, "").unwrap().digest(), Form::parse(free, "").unwrap().digest());
        for (left, right) in same {
            assert_eq!(one(left).digest(), one(right).digest(), "{left} {right}");
        }
    }

    #[test]
    fn whatever_constrains_counts() {
        let all = [
            r#"{"type":"string"}"#,
            r#"{"type":"string","minLength":1}"#,
            r#"{"type":"string","maxLength":1}"#,
            r#"{"type":"string","format":"email"}"#,
            r#"{"type":"string","format":"uri"}"#,
            r#"{"type":"string","format":"uri","minLength":3}"#,
            r#"{"type":"string","enum":["a"]}"#,
            r#"{"type":"string","enum":["a","b"]}"#,
            r#"{"type":"string","enum":["a,b"]}"#,
            r#"{"type":"array","items":{"type":"string","enum":["a"]}}"#,
            r#"{"type":"array","items":{"type":"string","enum":["a"]},"minItems":1}"#,
            r#"{"type":"array","items":{"type":"string","enum":["a"]},"maxItems":1}"#,
            r#"{"type":"number"}"#,
            r#"{"type":"number","minimum":1}"#,
            r#"{"type":"number","maximum":1}"#,
            r#"{"type":"number","maximum":9007199254740991}"#,
            r#"{"type":"integer"}"#,
            r#"{"type":"integer","minimum":1}"#,
            r#"{"type":"integer","minimum":-9007199254740990}"#,
            r#"{"type":"integer","maximum":9007199254740990}"#,
            r#"{"type":"boolean"}"#,
        ];
        let mut seen = std::collections::HashSet::new();
        for property in all {
            assert!(seen.insert(one(property).digest()), "{property}");
            let required = format!(r#"{{"type":"object","properties":{{"f":{property}}},"required":["f"]}}"#);
            assert!(seen.insert(form(&required).digest()), "{property}, required");
            let renamed = format!(r#"{{"type":"object","properties":{{"g":{property}}}}}"#);
            assert!(seen.insert(form(&renamed).digest()), "{property}, renamed");
        }
        assert_eq!(seen.len(), all.len() * 3);
    }
}
