//! Faults met in the field by people who ask with forms: the smallest input of each, and the right behaviour. The
//! numbers are those of the list they were collected in.
#![allow(missing_docs, clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use mrtr::{Acceptance, Form, Issue};

fn form(schema: &str) -> Form {
    Form::parse(schema, "").unwrap_or_else(|error| panic!("{schema}: {error}"))
}

/// A form of one property `x`.
fn one(property: &str) -> String {
    format!(r#"{{"type":"object","properties":{{"x":{property}}}}}"#)
}

/// `pointer code` of each issue with a schema.
fn faults(schema: &str) -> Vec<String> {
    match Form::parse(schema, "") {
        Ok(form) => panic!("{schema} is taken as {}", form.wire()),
        Err(error) => spelt(error.issues()),
    }
}

fn spelt(issues: &[Issue]) -> Vec<String> {
    issues.iter().map(|issue| format!("{} {}", issue.pointer, issue.code)).collect()
}

fn taken(form: &Form, content: &str) -> String {
    match form.accept(content) {
        Acceptance::Accepted(content) => content,
        Acceptance::Invalid(issues) => panic!("{content}: {issues:?}"),
    }
}

fn refused(form: &Form, content: &str) -> Vec<String> {
    match form.accept(content) {
        Acceptance::Accepted(content) => panic!("{content} is taken"),
        Acceptance::Invalid(issues) => spelt(&issues),
    }
}

#[test]
fn case_45_null_is_not_an_empty_answer() {
    let form = form(r#"{"type":"object","properties":{"ok":{"type":"boolean"}},"required":["ok"]}"#);
    assert_eq!(taken(&form, r#"{"ok":true}"#), r#"{"ok":true}"#);
    assert_eq!(refused(&form, "null"), [" type"]);
    assert_eq!(refused(&form, "{}"), ["/ok required"]);
}

#[test]
fn case_46_an_empty_content_is_an_answer() {
    assert_eq!(taken(&form(r#"{"type":"object","properties":{}}"#), "{}"), "{}");
}

#[test]
fn case_54_values_are_strings_numbers_booleans_and_lists_of_strings() {
    let form = form(r#"{"type":"object","properties":{}}"#);
    for good in [r#"{"a":"b"}"#, r#"{"a":1.5}"#, r#"{"a":true}"#, r#"{"a":["x"]}"#, r#"{"a":[]}"#] {
        assert_eq!(taken(&form, good), "{}");
    }
    assert_eq!(refused(&form, "5"), [" type"]);
    for bad in [r#"{"a":{"b":1}}"#, r#"{"a":[1]}"#, r#"{"a":null}"#, r#"{"a":["x",1]}"#] {
        assert_eq!(refused(&form, bad), ["/a value_kind"], "{bad}");
    }
}

#[test]
fn case_55_a_number_may_have_a_fraction_and_an_integer_none() {
    assert_eq!(taken(&form(&one(r#"{"type":"number"}"#)), r#"{"x":1.5}"#), r#"{"x":1.5}"#);
    assert_eq!(refused(&form(&one(r#"{"type":"integer"}"#)), r#"{"x":1.5}"#), ["/x not_integer"]);
}

#[test]
fn case_58_content_is_checked_against_what_was_asked() {
    let form = form(
        r#"{"type":"object","properties":{"name":{"type":"string"},"age":{"type":"integer","minimum":0}},
            "required":["name"]}"#,
    );
    assert_eq!(taken(&form, r#"{"name":"Alice","age":5}"#), r#"{"name":"Alice","age":5}"#);
    assert_eq!(refused(&form, "{}"), ["/name required"]);
    assert_eq!(refused(&form, r#"{"name":42}"#), ["/name type"]);
    assert_eq!(refused(&form, r#"{"name":"Alice","age":-5}"#), ["/age below_minimum"]);
    assert_eq!(refused(&form, r#"{"name":42,"age":-5}"#), ["/name type", "/age below_minimum"]);
}

#[test]
fn case_61_an_empty_accept_is_no_approval() {
    let form = form(r#"{"type":"object","properties":{"confirm":{"type":"boolean"}},"required":["confirm"]}"#);
    assert_eq!(taken(&form, r#"{"confirm":false}"#), r#"{"confirm":false}"#);
    assert_eq!(refused(&form, "{}"), ["/confirm required"]);
}

#[test]
fn case_69_an_empty_text_is_a_text() {
    let form = form(
        r#"{"type":"object","properties":{"nickname":{"type":"string"},"name":{"type":"string"},
            "long":{"type":"string","minLength":1}},"required":["name"]}"#,
    );
    assert_eq!(taken(&form, r#"{"name":"","nickname":""}"#), r#"{"nickname":"","name":""}"#);
    assert_eq!(taken(&form, r#"{"name":""}"#), r#"{"name":""}"#);
    assert_eq!(refused(&form, r#"{"name":"","long":""}"#), ["/long too_short"]);
}

#[test]
fn case_70_an_absent_selection_is_not_an_empty_one() {
    let form = form(&one(r#"{"type":"array","items":{"type":"string","enum":["a"]},"minItems":1}"#));
    assert_eq!(taken(&form, "{}"), "{}");
    assert_eq!(refused(&form, r#"{"x":[]}"#), ["/x too_few_items"]);
}

#[test]
fn case_72_titled_selections_are_any_of() {
    let good = one(r#"{"type":"array","items":{"anyOf":[{"const":"r","title":"Read"}]}}"#);
    assert_eq!(form(&good).wire(), good);
    assert_eq!(faults(&one(r#"{"type":"object","enum":["a"]}"#)), ["/properties/x/type unsupported_type"]);
    let one_of = one(r#"{"type":"array","items":{"oneOf":[{"const":"r","title":"Read"}]}}"#);
    assert!(faults(&one_of).contains(&"/properties/x/items/oneOf unknown_keyword".to_owned()));
}

#[test]
fn case_73_options_stand_in_the_items() {
    assert_eq!(
        faults(&one(r#"{"type":"array","enum":["a","b"]}"#)),
        ["/properties/x/enum unknown_keyword", "/properties/x/items missing"]
    );
    assert_eq!(
        faults(&one(r#"{"type":"array","items":{"type":"string"},"enum":["a"]}"#)),
        ["/properties/x/items/enum missing", "/properties/x/enum unknown_keyword"]
    );
}

#[test]
fn case_75_a_form_may_be_empty_but_must_have_properties() {
    let empty = form(r#"{"type":"object","properties":{}}"#);
    assert_eq!(spelt(empty.lints()), ["/properties empty_form"]);
    assert_eq!(faults(r#"{"type":"object"}"#), ["/properties missing"]);
}

#[test]
fn case_76_references_are_refused_or_written_out() {
    let schema = r##"{"type":"object","properties":{"p":{"$ref":"#/$defs/Priority"}},
        "$defs":{"Priority":{"type":"string","title":"Priority","enum":["low","high"]}}}"##;
    assert_eq!(
        faults(schema),
        ["/properties/p/type missing", "/properties/p/$ref unknown_keyword", "/$defs unknown_keyword"]
    );
    let normalised = Form::parse(schema, r#"{"normalise":true}"#).unwrap();
    assert_eq!(normalised.wire(), r#"{"type":"object","properties":{"p":{"type":"string","enum":["low","high"]}}}"#);
    for bad in [r#"{"allOf":[{"type":"string"}]}"#, r#"{"type":"object","properties":{}}"#] {
        assert!(faults(&one(bad)).iter().all(|fault| fault.starts_with("/properties/x/")), "{bad}");
    }
}

#[test]
fn case_78_legacy_titles_come_back_as_they_went() {
    let schema = one(r#"{"type":"string","enum":["a","b"],"enumNames":["A","B"]}"#);
    assert_eq!(form(&schema).wire(), schema);
    let plain = one(r#"{"type":"string","enum":["a","b"]}"#);
    assert_eq!(form(&plain).wire(), plain);
}

#[test]
fn case_79_the_dialect_is_kept_as_written_and_absent_stays_absent() {
    let with = r#"{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{}}"#;
    assert_eq!(form(with).wire(), with);
    let without = r#"{"type":"object","properties":{}}"#;
    assert_eq!(form(without).wire(), without);
}

#[test]
fn case_81_a_title_may_be_missing_but_not_of_another_type() {
    form(&one(r#"{"type":"boolean"}"#));
    assert_eq!(faults(&one(r#"{"type":"boolean","title":1}"#)), ["/properties/x/title type"]);
    assert_eq!(faults(&one(r#"{"type":"string","oneOf":[{"const":"a"}]}"#)), ["/properties/x/oneOf/0/title missing"]);
}

#[test]
fn case_84_the_root_has_four_keywords() {
    for (key, value) in [("$defs", "{}"), ("additionalProperties", r#"{"type":"object"}"#), ("allOf", "[]")] {
        let schema = format!(r#"{{"type":"object","properties":{{}},"{key}":{value}}}"#);
        assert_eq!(faults(&schema), [format!("/{key} unknown_keyword")]);
    }
    let shown = r#"{"type":"object","properties":{},"title":"T","description":"D"}"#;
    assert_eq!(form(shown).wire(), r#"{"type":"object","properties":{}}"#);
}

#[test]
fn case_85_annotations_are_dropped_and_constraints_are_not() {
    let schema = one(r#"{"type":"string","title":"Name","examples":["Ada"],"deprecated":false,"x-order":3}"#);
    assert_eq!(form(&schema).wire(), one(r#"{"type":"string","title":"Name"}"#));
    for key in ["pattern", "multipleOf", "const", "minProperties"] {
        let schema = one(&format!(r#"{{"type":"string","{key}":1}}"#));
        assert_eq!(faults(&schema), [format!("/properties/x/{key} unknown_keyword")]);
    }
}

#[test]
fn case_87_a_type_is_looked_up_nowhere_else() {
    for kind in [r#""constructor""#, r#""toString""#, r#""__proto__""#, r#"["string","null"]"#, "null"] {
        assert_eq!(faults(&one(&format!(r#"{{"type":{kind}}}"#))), ["/properties/x/type unsupported_type"], "{kind}");
    }
}

#[test]
fn case_88_what_cannot_travel_is_refused() {
    let pattern = one(r#"{"type":"string","format":"email","pattern":"@corp\\.com$"}"#);
    assert_eq!(faults(&pattern), ["/properties/x/pattern unknown_keyword"]);
    let normalised = Form::parse(&pattern, r#"{"normalise":true}"#).unwrap_err();
    assert_eq!(spelt(normalised.issues()), ["/properties/x/pattern unknown_keyword"]);
    let vouched = r#"{"normalise":true,"ownPatterns":{"email":["@corp\\.com$"]}}"#;
    assert!(Form::parse(&pattern, vouched).is_ok());
    let consts = one(r#"{"anyOf":[{"const":"a"},{"const":"b"}]}"#);
    assert_eq!(faults(&consts), ["/properties/x/type missing", "/properties/x/anyOf unknown_keyword"]);
}

#[test]
fn case_90_defaults_fit_and_are_filled_in_only_when_asked() {
    for (property, code) in [
        (r#"{"type":"string","enum":["one","two"],"default":"three"}"#, "not_an_option"),
        (r#"{"type":"integer","default":1.5}"#, "not_integer"),
        (r#"{"type":"boolean","default":"true"}"#, "type"),
    ] {
        assert_eq!(faults(&one(property)), [format!("/properties/x/default {code}")]);
    }
    assert_eq!(faults("null"), [" type"]);
    let form = form(
        r#"{"type":"object","properties":{"a":{"type":"string","default":"d"},"b":{"type":"integer","default":1.0},
            "c":{"type":"string"}},"required":["c"]}"#,
    );
    assert_eq!(taken(&form, r#"{"c":"x"}"#), r#"{"c":"x"}"#);
    let filled = |content: &str| form.fill_defaults(content);
    assert_eq!(filled(r#"{"c":"x"}"#), Acceptance::Accepted(r#"{"a":"d","b":1,"c":"x"}"#.to_owned()));
    assert_eq!(filled(r#"{"c":"x","a":""}"#), Acceptance::Accepted(r#"{"a":"","b":1,"c":"x"}"#.to_owned()));
    assert!(matches!(filled("{}"), Acceptance::Invalid(issues) if issues[0].code == "required"));
}

#[test]
fn case_93_formats_are_assertions() {
    let moments = form(&one(r#"{"type":"string","format":"date-time"}"#));
    for good in ["2018-11-13T20:20:39+00:00", "2016-12-31T23:59:60Z"] {
        taken(&moments, &format!(r#"{{"x":"{good}"}}"#));
    }
    for bad in ["2026-02-30T00:00:00Z", "2026-07-28"] {
        assert_eq!(refused(&moments, &format!(r#"{{"x":"{bad}"}}"#)), ["/x format"]);
    }
    assert_eq!(faults(&one(r#"{"type":"string","format":"hostname"}"#)), ["/properties/x/format format"]);
}

#[test]
fn case_94_counts_are_whole_and_can_be_met() {
    let list =
        |bounds: &str| one(&format!(r#"{{"type":"array","items":{{"type":"string","enum":["a","b"]}},{bounds}}}"#));
    assert_eq!(form(&list(r#""minItems":2.0"#)).wire(), list(r#""minItems":2"#));
    assert_eq!(faults(&list(r#""minItems":1.5"#)), ["/properties/x/minItems count"]);
    assert_eq!(faults(&list(r#""minItems":-1"#)), ["/properties/x/minItems count"]);
    assert_eq!(faults(&list(r#""minItems":3"#)), ["/properties/x/minItems unsatisfiable"]);
    assert_eq!(faults(&list(r#""minItems":2,"maxItems":1"#)), ["/properties/x unsatisfiable"]);
    assert_eq!(faults(&one(r#"{"type":"string","enum":["a","a"]}"#)), ["/properties/x/enum/1 duplicate_option"]);
    assert_eq!(faults(&one(r#"{"type":"number","minimum":2,"maximum":1}"#)), ["/properties/x unsatisfiable"]);
    assert_eq!(faults(&one(r#"{"type":"string","minLength":2,"maxLength":1}"#)), ["/properties/x unsatisfiable"]);
}

#[test]
fn case_96_errors_are_flat() {
    let good = form(&one(r#"{"type":"array","items":{"enum":["apple","banana"],"type":"string"}}"#));
    assert_eq!(taken(&good, r#"{"x":["banana"]}"#), r#"{"x":["banana"]}"#);
    let error = Form::parse(&one(r#"{"type":"array","items":{"enum":["apple",1],"type":"number"}}"#), "").unwrap_err();
    assert_eq!(spelt(error.issues()), ["/properties/x/items/enum/1 type", "/properties/x/items/type unsupported_type"]);
}

#[test]
fn case_162_sizes_are_bounded() {
    let text = form(&one(r#"{"type":"string"}"#));
    taken(&text, &format!(r#"{{"x":"{}"}}"#, "y".repeat(1 << 20)));
    assert_eq!(refused(&text, &format!(r#"{{"x":"{}"}}"#, "y".repeat(4 << 20))), [" too_large"]);
    let options: Vec<String> = (0..100_000).map(|at| format!("\"{at}\"")).collect();
    let schema = one(&format!(r#"{{"type":"string","enum":[{}]}}"#, options.join(",")));
    assert_eq!(faults(&schema), ["/properties/x/enum too_many_options"]);
    let properties: Vec<String> = (0..1001).map(|at| format!(r#""{at}":{{"type":"string"}}"#)).collect();
    let schema = format!(r#"{{"type":"object","properties":{{{}}}}}"#, properties.join(","));
    assert_eq!(faults(&schema), ["/properties too_many_properties"]);
}
