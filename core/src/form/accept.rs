//! Content against a checked form (the rules of `accept`): canonical content out, or every fault.

use std::fmt::Write as _;

use super::model::{Choices, Constraint, Counts, Fields};
use super::path::{Faults, Path, list_defects};
use crate::json::{self, Kind, Value, quote};

/// Checks a content and writes the canonical one to `out`: schema order, declared names only.
pub(super) fn content(fields: &Fields, null_as_absent: bool, value: Value<'_, '_>, faults: &mut Faults) -> String {
    let root = Path::ROOT;
    if value.has_defects() {
        list_defects(value, root, faults);
        return String::new();
    }
    if value.kind() != Kind::Object {
        faults.push(root, "type", "content must be an object");
        return String::new();
    }
    let given = sort_in(fields, null_as_absent, value, faults);
    for (field, given) in fields.iter().zip(&given) {
        if field.required && matches!(given, Given::Absent) {
            faults.push(root.name(&field.name), "required", "is required");
        }
    }
    let mut out = String::with_capacity(value.raw().len().min(1 << 16));
    out.push('{');
    for (field, given) in fields.iter().zip(given) {
        if let Given::Plain(value) = given {
            member(&mut out, &field.name);
            check(&field.constraint, value, root.name(&field.name), faults, &mut out);
        }
    }
    out.push('}');
    out
}

/// What the content says for a field.
#[derive(Clone, Copy)]
enum Given<'d, 'a> {
    Absent,
    /// A value of a kind that no content may hold; the fault is listed already.
    Refused,
    Plain(Value<'d, 'a>),
}

/// Puts each member at its field's place, and refuses what is no string, number, boolean or list of strings, under a
/// declared name or not (`ElicitResult.content` in schema.ts).
fn sort_in<'d, 'a>(
    fields: &Fields,
    null_as_absent: bool,
    content: Value<'d, 'a>,
    faults: &mut Faults,
) -> Vec<Given<'d, 'a>> {
    let mut given = vec![Given::Absent; fields.len()];
    let mut next = 0;
    for (name, value) in content.members() {
        let name = name.as_unicode().unwrap_or("");
        let at = fields.position(name, next);
        let slot = at.and_then(|at| given.get_mut(at));
        next = at.map_or(next, |at| at + 1);
        if value.is_null() && null_as_absent && slot.is_some() {
            continue;
        }
        let plain = is_plain(value);
        if !plain {
            const RULE: &str = "must be a string, a number, a boolean or a list of strings";
            // A name that the form does not declare came from outside: a pointer repeats it only while it is short.
            if slot.is_some() || name.len() <= 256 {
                faults.push(Path::ROOT.name(name), "value_kind", RULE);
            } else {
                faults.push(Path::ROOT, "value_kind", format!("a member with a long name {RULE}"));
            }
        }
        if let Some(slot) = slot {
            *slot = if plain { Given::Plain(value) } else { Given::Refused };
        }
    }
    given
}

fn is_plain(value: Value<'_, '_>) -> bool {
    match value.kind() {
        Kind::String | Kind::Number | Kind::Bool => true,
        Kind::Array => value.items().all(|item| item.kind() == Kind::String),
        Kind::Null | Kind::Object => false,
    }
}

/// Writes the comma where one is due, the name and the colon.
pub(super) fn member(out: &mut String, name: &str) {
    if !out.ends_with('{') {
        out.push(',');
    }
    quote(out, name);
    out.push(':');
}

/// Checks one value; appends its canonical text, which means something only when no fault was added.
pub(super) fn check(
    constraint: &Constraint,
    value: Value<'_, '_>,
    path: Path<'_>,
    faults: &mut Faults,
    out: &mut String,
) {
    match constraint {
        Constraint::Text { lengths, format } => {
            let Some(text) = value.as_str() else { return faults.push(path, "type", "must be a string") };
            length(*lengths, &text, path, faults);
            if let Some(format) = format.filter(|format| !format.admits(&text)) {
                faults.push(path, "format", format.rule());
            }
            quote(out, &text);
        }
        Constraint::Choice(choices) => {
            let Some(text) = value.as_str() else { return faults.push(path, "type", "must be a string") };
            if !choices.admit(&text) {
                faults.push(path, "not_an_option", "must be one of the options, spelt exactly");
            }
            quote(out, &text);
        }
        Constraint::Number { minimum, maximum } => {
            let Some(number) = number(value) else { return faults.push(path, "type", "must be a number") };
            if minimum.is_some_and(|minimum| number < minimum) {
                faults.push(path, "below_minimum", "must not be below the minimum");
            }
            if maximum.is_some_and(|maximum| number > maximum) {
                faults.push(path, "above_maximum", "must not be above the maximum");
            }
            write_number(out, number);
        }
        Constraint::Integer { minimum, maximum } => integer(*minimum, *maximum, value, path, faults, out),
        Constraint::Boolean => match value.as_bool() {
            Some(true) => out.push_str("true"),
            Some(false) => out.push_str("false"),
            None => faults.push(path, "type", "must be true or false"),
        },
        Constraint::Multiple { choices, items } => multiple(choices, *items, value, path, faults, out),
    }
}

/// Counts Unicode code points, as JSON Schema does.
fn length(lengths: Counts, text: &str, path: Path<'_>, faults: &mut Faults) {
    if lengths == Counts::default() {
        return;
    }
    let length = text.chars().count() as u64;
    if lengths.least.is_some_and(|least| length < u64::from(least)) {
        faults.push(path, "too_short", "has fewer characters than minLength");
    }
    if lengths.most.is_some_and(|most| length > u64::from(most)) {
        faults.push(path, "too_long", "has more characters than maxLength");
    }
}

fn number(value: Value<'_, '_>) -> Option<f64> {
    value.as_number().and_then(json::finite)
}

fn integer(
    minimum: Option<i64>,
    maximum: Option<i64>,
    value: Value<'_, '_>,
    path: Path<'_>,
    faults: &mut Faults,
    out: &mut String,
) {
    let Some(number) = number(value) else { return faults.push(path, "type", "must be an integer") };
    let Some(integer) = json::safe_integer(number) else {
        return if number.fract() == 0.0 {
            faults.push(path, "unsafe_integer", "must lie within ±(2^53 - 1), where every host reads the same integer");
        } else {
            faults.push(path, "not_integer", "must be an integer");
        };
    };
    if minimum.is_some_and(|minimum| integer < minimum) {
        faults.push(path, "below_minimum", "must not be below the minimum");
    }
    if maximum.is_some_and(|maximum| integer > maximum) {
        faults.push(path, "above_maximum", "must not be above the maximum");
    }
    write_number(out, number);
}

/// A double as ECMAScript writes it; the shorter way for integers.
pub(super) fn write_number(out: &mut String, number: f64) {
    match json::safe_integer(number) {
        // Writing to a String cannot fail.
        Some(integer) => drop(write!(out, "{integer}")),
        None => out.push_str(&json::ecmascript(number)),
    }
}

fn multiple(
    choices: &Choices,
    counts: Counts,
    value: Value<'_, '_>,
    path: Path<'_>,
    faults: &mut Faults,
    out: &mut String,
) {
    if value.kind() != Kind::Array {
        return faults.push(path, "type", "must be a list of strings");
    }
    out.push('[');
    let mut count = 0_u64;
    for (at, item) in value.items().enumerate() {
        if count > 0 {
            out.push(',');
        }
        count += 1;
        match item.as_str() {
            None => faults.push(path.item(at), "type", "must be a string"),
            Some(text) if !choices.admit(&text) => {
                faults.push(path.item(at), "not_an_option", "must be one of the options, spelt exactly");
            }
            Some(text) => quote(out, &text),
        }
    }
    out.push(']');
    if counts.least.is_some_and(|least| count < u64::from(least)) {
        faults.push(path, "too_few_items", "has fewer items than minItems");
    }
    if counts.most.is_some_and(|most| count > u64::from(most)) {
        faults.push(path, "too_many_items", "has more items than maxItems");
    }
}

#[cfg(test)]
mod tests {
    use crate::form::{Acceptance, Form};

    const FORM: &str = r#"{"type":"object","properties":{"s":{"type":"string","maxLength":3},"n":{"type":"number"},
        "i":{"type":"integer","minimum":-5},"b":{"type":"boolean"},"c":{"type":"string","enum":["x","y"]},
        "m":{"type":"array","items":{"type":"string","enum":["x","y"]}}},"required":["i"]}"#;

    fn outcome(options: &str, content: &str) -> String {
        match Form::parse(FORM, options).unwrap().accept(content) {
            Acceptance::Accepted(content) => content,
            Acceptance::Invalid(issues) => {
                let one = |issue: &crate::Issue| format!("{} {}", issue.pointer, issue.code);
                issues.iter().map(one).collect::<Vec<_>>().join(", ")
            }
        }
    }

    #[test]
    fn the_value_out_is_canonical() {
        let given =
            r#" {"m":["y","x","y"],"extra":["é"],"c":"\u0078","b":false,"i":-0.0,"n":1.50e1,"s":"\ud83d\ude00\/\""} "#;
        assert_eq!(outcome("", given), r#"{"s":"😀/\"","n":15,"i":0,"b":false,"c":"x","m":["y","x","y"]}"#);
        for (given, wanted) in [("1e0", "1"), ("-0", "0"), ("-5", "-5"), ("9007199254740991", "9007199254740991")] {
            assert_eq!(outcome("", &format!(r#"{{"i":{given}}}"#)), format!(r#"{{"i":{wanted}}}"#));
        }
        for (given, wanted) in
            [("1e21", "1e+21"), ("0.1e-6", "1e-7"), ("123456789012345678", "123456789012345680"), ("-0.0", "0")]
        {
            assert_eq!(outcome("", &format!(r#"{{"i":1,"n":{given}}}"#)), format!(r#"{{"n":{wanted},"i":1}}"#));
        }
    }

    #[test]
    fn every_fault_is_told_and_kinds_come_first() {
        let given = r#"{"s":"long text","n":"1","b":1,"c":"z","m":["x","z",1],"zz":{}}"#;
        assert_eq!(
            outcome("", given),
            "/m value_kind, /zz value_kind, /i required, /s too_long, /n type, /b type, /c not_an_option"
        );
        assert_eq!(outcome("", r#"{"i":-6,"m":["x","z"]}"#), "/i below_minimum, /m/1 not_an_option");
        assert_eq!(outcome("", r#"{"i":0.5}"#), "/i not_integer");
        assert_eq!(outcome("", r#"{"i":9007199254740992}"#), "/i unsafe_integer");
    }

    #[test]
    fn a_bound_itself_is_inside() {
        let form = Form::parse(
            r#"{"type":"object","properties":{"n":{"type":"number","minimum":-2.5,"maximum":7.5},
            "i":{"type":"integer","minimum":-2,"maximum":7},"s":{"type":"string","minLength":2,"maxLength":3},
            "m":{"type":"array","items":{"type":"string","enum":["x"]},"minItems":1,"maxItems":2}}}"#,
            "",
        )
        .unwrap();
        for (inside, outside) in [
            (r#"{"n":-2.5}"#, r#"{"n":-2.5000000000000004}"#),
            (r#"{"n":7.5}"#, r#"{"n":7.500000000000001}"#),
            (r#"{"i":-2}"#, r#"{"i":-3}"#),
            (r#"{"i":7}"#, r#"{"i":8}"#),
            (r#"{"s":"éé"}"#, r#"{"s":"é"}"#),
            (r#"{"s":"ééé"}"#, r#"{"s":"éééé"}"#),
            (r#"{"m":["x"]}"#, r#"{"m":[]}"#),
            (r#"{"m":["x","x"]}"#, r#"{"m":["x","x","x"]}"#),
        ] {
            assert_eq!(form.accept(inside), Acceptance::Accepted(inside.to_owned()));
            assert!(matches!(form.accept(outside), Acceptance::Invalid(issues) if issues.len() == 1), "{outside}");
        }
    }

    #[test]
    fn null_is_refused_unless_it_may_mean_absent() {
        let given = r#"{"i":1,"s":null}"#;
        assert_eq!(outcome("", given), "/s value_kind");
        assert_eq!(outcome(r#"{"nullAsAbsent":true}"#, given), r#"{"i":1}"#);
        assert_eq!(outcome(r#"{"nullAsAbsent":true}"#, r#"{"i":null}"#), "/i required");
        assert_eq!(outcome(r#"{"nullAsAbsent":true}"#, r#"{"i":1,"other":null}"#), "/other value_kind");
        assert_eq!(outcome(r#"{"nullAsAbsent":true}"#, r#"{"i":1,"m":["x",null]}"#), "/m value_kind");
    }

    #[test]
    fn defects_of_the_text_are_told_by_themselves() {
        assert_eq!(outcome("", r#"{"i":1,"s":"a"}"#), r#"{"s":"a","i":1}"#);
        assert_eq!(
            outcome("", r#"{"i":1,"s":"\ud800","x":1e999,"\udc00":1}"#),
            "/s lone_surrogate, /x number_range,  lone_surrogate"
        );
        assert_eq!(outcome("", r#"{"i":1,"i":1}"#), " duplicate_member");
        assert_eq!(outcome("", r#"{"i":1"#), " syntax");
        assert_eq!(outcome("", &format!(r#"{{"i":1,"x":{}}}"#, "[".repeat(64))), " too_deep");
        assert_eq!(outcome(r#"{"limits":{"textBytes":500}}"#, &format!("{:500}", r#"{"i":1}"#)), r#"{"i":1}"#);
        assert_eq!(outcome(r#"{"limits":{"textBytes":500}}"#, &format!("{:501}", r#"{"i":1}"#)), " too_large");
    }

    #[test]
    fn a_long_name_from_outside_is_not_repeated() {
        assert_eq!(outcome("", &format!(r#"{{"i":1,"{}":null}}"#, "a".repeat(257))), " value_kind");
    }

    #[test]
    fn outcomes_as_json() {
        let form = Form::parse(FORM, "").unwrap();
        assert_eq!(form.accept(r#"{"i":1}"#).to_json(), r#"{"outcome":"accepted","content":{"i":1}}"#);
        assert_eq!(
            form.accept("{}").to_json(),
            r#"{"outcome":"invalid","issues":[{"pointer":"/i","code":"required","message":"is required"}]}"#
        );
    }
}
