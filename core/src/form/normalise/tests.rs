//! The fine print of normalising; the table as a whole is in `tests/schemas/conversions.json`.

use std::time::Instant;

use crate::form::{Form, FormOptions, Limits};

/// The wire form, or `pointer code` of each issue.
fn normalised(schema: &str) -> Result<String, Vec<String>> {
    with(schema, &FormOptions { normalise: true, ..FormOptions::default() })
}

fn with(schema: &str, options: &FormOptions) -> Result<String, Vec<String>> {
    match Form::parse_with(schema, options) {
        Ok(form) => Ok(form.wire().to_owned()),
        Err(error) => Err(error.issues().iter().map(|issue| format!("{} {}", issue.pointer, issue.code)).collect()),
    }
}

/// One property `f`, with definitions.
fn one(property: &str, definitions: &str) -> Result<String, Vec<String>> {
    let schema = format!(r#"{{"type":"object","properties":{{"f":{property}}},"$defs":{{{definitions}}}}}"#);
    let wire = normalised(&schema)?;
    let inside = wire.strip_prefix(r#"{"type":"object","properties":{"f":"#).and_then(|rest| rest.strip_suffix("}}"));
    Ok(inside.unwrap().to_owned())
}

fn taken(property: &str, definitions: &str, wanted: &str) {
    assert_eq!(one(property, definitions).as_deref(), Ok(wanted), "{property} {definitions}");
}

fn refused(property: &str, definitions: &str, wanted: &[&str]) {
    let wanted: Vec<String> = wanted.iter().map(|fault| format!("/properties/f{fault}")).collect();
    assert_eq!(one(property, definitions), Err(wanted), "{property} {definitions}");
}

#[test]
fn references_are_followed_as_pointers_are_spelt() {
    taken(r##"{"$ref":"#/$defs/a~1b~0c"}"##, r#""a/b~c":{"type":"string"}"#, r#"{"type":"string"}"#);
    taken(r##"{"$ref":"#/$defs/a%20%C3%A9"}"##, r#""a é":{"type":"string"}"#, r#"{"type":"string"}"#);
    taken(r##"{"$ref":"#/$defs/A/x-list/1"}"##, r#""A":{"x-list":[0,{"type":"boolean"}]}"#, r#"{"type":"boolean"}"#);
    for (target, code) in [
        ("https://example.com/x", "remote_ref"),
        ("other.json#/A", "remote_ref"),
        ("#/$defs/B", "unknown_ref"),
        ("#A", "unknown_ref"),
        ("#/$defs/A/x-list/7", "unknown_ref"),
        ("#/%", "unknown_ref"),
        ("#/%ff", "unknown_ref"),
    ] {
        refused(&format!(r#"{{"$ref":"{target}"}}"#), r#""A":{"x-list":[0]}"#, &[&format!("/$ref {code}")]);
    }
    refused(r#"{"$ref":1}"#, "", &["/$ref type"]);
    refused(r##"{"$ref":"#/$defs/A"}"##, r#""A":true"#, &[" type"]);
}

#[test]
fn a_definition_that_leads_back_to_itself_is_refused() {
    let recursive = "/$ref recursive_ref";
    refused(r##"{"$ref":"#/$defs/A"}"##, r##""A":{"$ref":"#/$defs/A"}"##, &[recursive]);
    refused(r##"{"$ref":"#/$defs/A"}"##, r##""A":{"$ref":"#/$defs/B"},"B":{"$ref":"#/$defs/A"}"##, &[recursive]);
    refused(r##"{"$ref":"#/$defs/A"}"##, r##""A":{"anyOf":[{"$ref":"#/$defs/A"},{"type":"null"}]}"##, &[recursive]);
    refused(r##"{"$ref":"#/$defs/A"}"##, r##""A":{"anyOf":[{"$ref":"#/$defs/A"},{"const":"a"}]}"##, &[recursive]);
    refused(
        r##"{"anyOf":[{"const":"b"},{"$ref":"#/$defs/A"}]}"##,
        r##""A":{"oneOf":[{"const":"a"},{"anyOf":[{"$ref":"#/$defs/A"}]}]}"##,
        &[recursive],
    );
    assert_eq!(normalised(r##"{"$ref":"#"}"##), Err(vec!["/$ref recursive_ref".to_owned()]));
    // The same definition beside itself is no recursion.
    taken(
        r##"{"anyOf":[{"$ref":"#/$defs/A"},{"$ref":"#/$defs/A"}]}"##,
        r#""A":{"const":"a"}"#,
        r#"{"type":"string","enum":["a"]}"#,
    );
}

#[test]
fn definitions_that_unfold_without_end_are_stopped_soon() {
    let start = Instant::now();
    let chain = |last: &str, link: &dyn Fn(usize) -> String| {
        let links: Vec<String> = (0..60).map(|at| format!("\"A{at}\":{}", link(at + 1))).collect();
        format!("{},\"A60\":{last}", links.join(","))
    };
    let twice = |at: usize| format!(r##"{{"anyOf":[{{"$ref":"#/$defs/A{at}"}},{{"$ref":"#/$defs/A{at}"}}]}}"##);
    let laughs = r##"{"$ref":"#/$defs/A0"}"##;
    for last in [r#"{"type":"null"}"#, r#"{"const":"a"}"#] {
        assert_eq!(one(laughs, &chain(last, &twice)), Err(vec![" too_large".to_owned()]), "{last}");
    }
    let all_of = |at: usize| format!(r##"{{"allOf":[{{"$ref":"#/$defs/A{at}"}}],"x-{at}":0}}"##);
    taken(laughs, &chain(r#"{"type":"string"}"#, &all_of), r#"{"type":"string"}"#);
    let long: Vec<String> = (0..5000).map(|at| format!(r##""A{at}":{{"$ref":"#/$defs/A{}"}}"##, at + 1)).collect();
    refused(laughs, &long.join(","), &["/$ref too_deep"]);
    let wide: Vec<String> = (0..1000).map(|at| format!(r##""f{at}":{{"$ref":"#/$defs/A"}}"##)).collect();
    let options: Vec<String> = (0..9000).map(|at| format!("\"option {at}\"")).collect();
    let schema = format!(
        r#"{{"type":"object","properties":{{{}}},"$defs":{{"A":{{"enum":[{}]}}}}}}"#,
        wide.join(","),
        options.join(",")
    );
    assert_eq!(normalised(&schema), Err(vec![" too_large".to_owned()]));
    // Without the bound it would not end in a lifetime; with it, a fraction of a second where the machine is idle.
    assert!(start.elapsed().as_secs() < 300, "{:?}", start.elapsed());
}

#[test]
fn what_unfolds_too_far_is_told_as_that_and_not_as_a_long_text() {
    let options = FormOptions { normalise: true, ..FormOptions::default() };
    let schema = |fields: usize| {
        let fields: Vec<String> = (0..fields).map(|at| format!(r##""f{at}":{{"$ref":"#/$defs/A"}}"##)).collect();
        let list: Vec<String> = (0..9000).map(|at| format!("\"option {at}\"")).collect();
        let (fields, list) = (fields.join(","), list.join(","));
        format!(r#"{{"type":"object","properties":{{{fields}}},"$defs":{{"A":{{"enum":[{list}]}}}}}}"#)
    };
    assert!(Form::parse_with(&schema(20), &options).is_ok());
    let error = Form::parse_with(&schema(1000), &options).unwrap_err();
    let [issue] = error.issues() else { panic!("{error:?}") };
    assert_eq!((issue.pointer.as_str(), issue.code), ("", "too_large"));
    assert!(issue.message.contains("definitions unfold"), "{}", issue.message);
}

#[test]
fn what_is_visited_and_written_counts_once_and_no_less() {
    let within = |text_bytes: usize, schema: &str| {
        assert!(schema.len() <= text_bytes, "{}", schema.len());
        let limits = Limits { text_bytes, ..Limits::default() };
        with(schema, &FormOptions { normalise: true, limits, ..FormOptions::default() })
    };
    let form = |count: usize, property: &str, definitions: &str| {
        let properties: Vec<String> = (0..count).map(|at| format!("\"{at}\":{property}")).collect();
        format!(r#"{{"type":"object","properties":{{{}}},"$defs":{{{definitions}}}}}"#, properties.join(","))
    };
    let many = |count: usize, member: &dyn Fn(usize) -> String| (0..count).map(member).collect::<Vec<_>>().join(",");
    let too_large = Err(vec![" too_large".to_owned()]);
    let reference = r##"{"$ref":"#/$defs/A"}"##;
    // A small bound on the text leaves room for what small schemas refer to.
    assert!(within(4_000, &form(100, reference, r#""A":{"type":"boolean"}"#)).is_ok());
    // A property counts by its own text, not by what was written before it.
    let described = format!(r#"{{"type":"boolean","description":"{}"}}"#, "d".repeat(300));
    assert!(within(40_000, &form(100, &described, "")).is_ok());
    // Members meet those of a base one by one.
    let base = format!(r#""A":{{"type":"boolean",{}}}"#, many(200, &|at| format!("\"x-a{at}\":0")));
    let beside = format!(r##"{{{},"$ref":"#/$defs/A"}}"##, many(200, &|at| format!("\"x-b{at}\":0")));
    assert!(within(20_000, &form(1, &beside, &base)).is_ok());
    // Names that are passed on the way to a definition count, and options without a text do.
    let passed = |count: usize| format!(r#"{},"A":{{"type":"boolean"}}"#, many(count, &|at| format!("\"{at}\":0")));
    assert!(within(100_000, &form(900, reference, &passed(10))).is_ok());
    assert_eq!(within(100_000, &form(900, reference, &passed(7_000))), too_large);
    let options = |count: usize| format!(r#""A":{{"enum":[{}]}}"#, many(count, &|_| "\"\"".to_owned()));
    let either = r##"{"anyOf":[{"$ref":"#/$defs/A"},{"const":"a"}]}"##;
    assert!(within(100_000, &form(100, either, &options(10))).is_ok());
    assert_eq!(within(100_000, &form(100, either, &options(20_000))), too_large);
}

#[test]
fn what_cannot_be_reduced_has_the_faults_that_it_has_unreduced() {
    let boolean = r#"{"type":"boolean"}"#;
    let whole = |properties: &str| format!(r#"{{"type":"object",{properties}}}"#);
    assert!(normalised(&whole(&format!(r#""properties":{{"f":{boolean}}}"#))).is_ok());
    for text in ["[]", "null", "true", "\"object\"", "1"] {
        assert_eq!(normalised(text), with(text, &FormOptions::default()), "{text}");
        assert_eq!(normalised(text).unwrap_err().len(), 1, "{text}");
    }
    let twice = whole(&format!(r#""properties":{{"f":{boolean}}},"properties":{{"f":{boolean}}}"#));
    assert_eq!(normalised(&twice), Err(vec![" duplicate_member".to_owned()]));
}

#[test]
fn what_stands_beside_a_reference_narrows_and_never_widens() {
    let definition = r#""A":{"type":"string","title":"Class","description":"Theirs","minLength":3,"maxLength":9}"#;
    let reference = |beside: &str| format!(r##"{{"$ref":"#/$defs/A"{beside}}}"##);
    taken(&reference(""), definition, r#"{"type":"string","description":"Theirs","minLength":3,"maxLength":9}"#);
    taken(
        &reference(r#","title":"Mine","description":"Ours","minLength":1,"maxLength":5"#),
        definition,
        r#"{"type":"string","title":"Mine","description":"Ours","minLength":3,"maxLength":5}"#,
    );
    taken(
        &reference(r#","minLength":5,"maxLength":50"#),
        definition,
        r#"{"type":"string","description":"Theirs","minLength":5,"maxLength":9}"#,
    );
    refused(&reference(r#","type":"integer""#), definition, &["/type conflict"]);
    refused(&reference(r#","enum":["a"]"#), r#""A":{"enum":["b"]}"#, &["/enum conflict"]);
    taken(
        r##"{"allOf":[{"$ref":"#/$defs/A"}],"default":"abc"}"##,
        definition,
        r#"{"type":"string","description":"Theirs","minLength":3,"maxLength":9,"default":"abc"}"#,
    );
    refused(r#"{"allOf":[{"minLength":1},{"minLength":2}],"type":"string"}"#, "", &["/allOf unknown_keyword"]);
}

#[test]
fn unions_of_options_are_lists() {
    let string = |list: &str| format!(r#"{{"type":"string",{list}}}"#);
    taken(r#"{"anyOf":[{"const":"a"},{"enum":["b","c"]},{"const":"a"}]}"#, "", &string(r#""enum":["a","b","c"]"#));
    refused(r#"{"oneOf":[{"const":"a"},{"enum":["a","b"]}]}"#, "", &["/enum/1 duplicate_option"]);
    refused(r#"{"anyOf":[{"oneOf":[{"const":"a"},{"const":"a"}]},{"const":"b"}]}"#, "", &["/anyOf union"]);
    for inner in
        [r#"{"oneOf":[{"const":"a"},{"const":"b"}]}"#, r#"{"anyOf":[{"const":"a"},{"const":"b"},{"const":"a"}]}"#]
    {
        taken(&format!(r#"{{"anyOf":[{inner},{{"const":"c"}}]}}"#), "", &string(r#""enum":["a","b","c"]"#));
    }
    // No text is a text, too.
    taken(r#"{"anyOf":[{"enum":["","a"]},{"const":"b"}]}"#, "", &string(r#""enum":["","a","b"]"#));
    taken(
        r#"{"oneOf":[{"const":"a","title":"A"},{"const":"b"}],"description":"D"}"#,
        "",
        &string(r#""oneOf":[{"const":"a","title":"A"},{"const":"b","title":"b"}],"description":"D""#),
    );
    taken(
        r#"{"title":"F","anyOf":[{"const":"a","title":"A"},{"type":"null"}],"default":null}"#,
        "",
        r#"{"title":"F","type":"string","oneOf":[{"const":"a","title":"A"}]}"#,
    );
    for bad in [
        r#"{"anyOf":[{"const":"a"},{"const":1}]}"#,
        r#"{"anyOf":[{"type":"string"},{"type":"integer"}]}"#,
        r#"{"anyOf":[{"const":"a"},{"type":"string","minLength":1}]}"#,
        r#"{"anyOf":[{"const":"a","pattern":"a"},{"const":"b"}]}"#,
        r#"{"anyOf":[{"type":"null"}]}"#,
        r#"{"anyOf":[]}"#,
        r#"{"anyOf":"a"}"#,
    ] {
        refused(bad, "", &["/anyOf union"]);
    }
    refused(r#"{"anyOf":[{"const":"a"}],"oneOf":[{"const":"a"}]}"#, "", &[" union"]);
    refused(r#"{"enum":["a","b"],"anyOf":[{"const":"a"},{"const":"c"}]}"#, "", &["/enum conflict"]);
    refused(r#"{"anyOf":[{"const":"a"},true]}"#, "", &[" type"]);
    refused(
        r#"{"type":"string","minLength":2,"anyOf":[{"const":"a"},{"const":"b"}]}"#,
        "",
        &["/minLength unknown_keyword"],
    );
}

#[test]
fn a_branch_beside_null_is_the_property() {
    taken(
        r#"{"anyOf":[{"type":"integer","exclusiveMinimum":0},{"type":"null"}],"default":null,"title":"F"}"#,
        "",
        r#"{"type":"integer","minimum":1,"title":"F"}"#,
    );
    taken(
        r##"{"anyOf":[{"$ref":"#/$defs/A"},{"type":"null"}]}"##,
        r#""A":{"oneOf":[{"const":"a","description":"D"},{"const":"b"}]}"#,
        r#"{"type":"string","enum":["a","b"]}"#,
    );
    taken(
        r#"{"anyOf":[{"type":"array","items":{"anyOf":[{"const":"a"},{"type":"null"}]}},{"type":"null"}]}"#,
        "",
        r#"{"type":"array","items":{"type":"string","enum":["a"]}}"#,
    );
    taken(r#"{"type":["null","boolean"]}"#, "", r#"{"type":"boolean"}"#);
    taken(r#"{"enum":["a",null,"b"]}"#, "", r#"{"type":"string","enum":["a","b"]}"#);
    refused(r#"{"type":["string","integer","null"]}"#, "", &["/type union"]);
    refused(r#"{"type":[]}"#, "", &["/type union"]);
    refused(r#"{"enum":[null]}"#, "", &["/enum no_options"]);
    for null in [r#"{"type":"null"}"#, r#"{"const":null}"#, r#"{"enum":[null]}"#] {
        taken(&format!(r#"{{"anyOf":[{null},{{"type":"boolean"}}]}}"#), "", r#"{"type":"boolean"}"#);
    }
    refused(r#"{"anyOf":[{"enum":[]},{"type":"boolean"}]}"#, "", &["/anyOf union"]);
}

#[test]
fn the_name_that_zod_writes_into_a_definition_is_dropped() {
    taken(r##"{"$ref":"#/$defs/E"}"##, r#""E":{"id":"E","enum":["a"]}"#, r#"{"type":"string","enum":["a"]}"#);
    let schema = r#"{"id":"X","type":"object","properties":{"f":{"id":"F","type":"boolean"},"id":{"type":"boolean"}}}"#;
    let plain = r#"{"type":"object","properties":{"f":{"type":"boolean"},"id":{"type":"boolean"}}}"#;
    assert_eq!(normalised(schema).as_deref(), Ok(plain));
    refused(r#"{"type":"boolean","id":1}"#, "", &["/id unknown_keyword"]);
}

#[test]
fn constants_are_lists_of_one_string() {
    taken(r#"{"const":"a","title":"F"}"#, "", r#"{"type":"string","enum":["a"],"title":"F"}"#);
    taken(r#"{"const":"a","enum":["a","b"]}"#, "", r#"{"type":"string","enum":["a"]}"#);
    taken(r#"{"const":"a","enum":["a",null]}"#, "", r#"{"type":"string","enum":["a"]}"#);
    for bad in [
        r#"{"const":"c","enum":["a","b"]}"#,
        r#"{"const":"c","enum":["a",null]}"#,
        r#"{"const":"a","anyOf":[{"const":"a"},{"const":"b"}]}"#,
        r#"{"const":"a","oneOf":[{"const":"a","title":"A"}]}"#,
    ] {
        refused(bad, "", &["/const conflict"]);
    }
    refused(r#"{"const":1}"#, "", &["/const const_type"]);
    refused(r#"{"const":true,"type":"boolean"}"#, "", &["/const const_type"]);
    refused(r#"{"const":null}"#, "", &["/const const_type"]);
    let told = |schema: &str| {
        let issues = Form::parse(schema, r#"{"normalise":true}"#).unwrap_err().issues().to_vec();
        issues.into_iter().map(|issue| issue.message).collect::<Vec<_>>()
    };
    let ticked = "a box that must be ticked cannot be sent: ask for a boolean and check the answer";
    let fixed = "a fixed value is a string: ask for text, a number or a boolean and check the answer";
    for (constant, rule) in [("true", ticked), ("1", fixed), ("null", fixed)] {
        let schema = format!(r#"{{"type":"object","properties":{{"f":{{"const":{constant}}}}}}}"#);
        assert_eq!(told(&schema), [rule], "{constant}");
    }
    refused(r#"{"enum":[1,2],"type":"integer"}"#, "", &["/enum enum_type"]);
    refused(r#"{"enum":"a"}"#, "", &["/type missing"]);
}

#[test]
fn bounds_next_to_an_exclusive_one() {
    let integer = |bounds: &str| format!(r#"{{"type":"integer",{bounds}}}"#);
    taken(&integer(r#""exclusiveMinimum":0.5,"exclusiveMaximum":9.5"#), "", &integer(r#""minimum":1,"maximum":9"#));
    taken(&integer(r#""minimum":7,"exclusiveMinimum":3"#), "", &integer(r#""minimum":7"#));
    taken(&integer(r#""maximum":7,"exclusiveMaximum":3"#), "", &integer(r#""maximum":2"#));
    taken(&integer(r#""minimum":-9007199254740991,"maximum":9007199254740991"#), "", r#"{"type":"integer"}"#);
    refused(&integer(r#""exclusiveMinimum":9007199254740991"#), "", &[" unsatisfiable"]);
    refused(&integer(r#""exclusiveMinimum":true,"minimum":3"#), "", &["/exclusiveMinimum unknown_keyword"]);
    refused(r#"{"type":"number","exclusiveMaximum":1}"#, "", &["/exclusiveMaximum exclusive_bound"]);
    // On a number the ends of the safe integers are bounds like any other.
    let number = r#"{"type":"number","maximum":9007199254740991}"#;
    taken(number, "", number);
    taken(r#"{"type":"number","format":"float"}"#, "", r#"{"type":"number"}"#);
    refused(&integer(r#""format":"decimal""#), "", &["/format unknown_keyword"]);
}

#[test]
fn the_tighter_of_two_bounds_holds_wherever_it_stands() {
    for (least, most) in [("minLength", "maxLength"), ("minimum", "maximum"), ("minItems", "maxItems")] {
        let (kind, rest) = match least {
            "minLength" => ("string", ""),
            "minimum" => ("number", ""),
            _ => ("array", r#","items":{"type":"string","enum":["a","b","c","d","e"]}"#),
        };
        for (own, theirs) in [((1, 4), (2, 5)), ((2, 5), (1, 4)), ((1, 5), (2, 4)), ((2, 4), (1, 5)), ((2, 4), (2, 4))]
        {
            taken(
                &format!(r##"{{"$ref":"#/$defs/A","{least}":{},"{most}":{}}}"##, own.0, own.1),
                &format!(r#""A":{{"type":"{kind}"{rest},"{least}":{},"{most}":{}}}"#, theirs.0, theirs.1),
                &format!(r#"{{"type":"{kind}"{rest},"{least}":2,"{most}":4}}"#),
            );
        }
    }
    // The same bound in two spellings is one bound.
    for (own, theirs) in [("1", "1.0"), ("1.0", "1"), ("10e-1", "1")] {
        let property = format!(r##"{{"$ref":"#/$defs/A","minimum":{own},"maximum":{own}}}"##);
        let definition = format!(r#""A":{{"type":"number","minimum":{theirs},"maximum":{theirs}}}"#);
        taken(&property, &definition, r#"{"type":"number","minimum":1,"maximum":1}"#);
    }
}

#[test]
fn items_are_options_or_nothing() {
    let array = |items: &str| format!(r#"{{"type":"array","items":{items}}}"#);
    let titled = r#"[{"const":"a","title":"A"},{"const":"b","title":"B"}]"#;
    for items in [
        format!(r#"{{"oneOf":{titled}}}"#),
        format!(r#"{{"type":"string","anyOf":{titled}}}"#),
        format!(r#"{{"title":"Class","type":"string","oneOf":{titled}}}"#),
    ] {
        taken(&array(&items), "", &array(&format!(r#"{{"anyOf":{titled}}}"#)));
    }
    taken(&array(r#"{"const":"a"}"#), "", &array(r#"{"type":"string","enum":["a"]}"#));
    for items in [r#"{"type":"string"}"#, r#"{"type":"integer"}"#, r#"{"type":"object"}"#, "{}"] {
        refused(&array(items), "", &["/items items_not_options"]);
    }
    refused(&array(r#"{"enum":[1]}"#), "", &["/items/enum enum_type"]);
    refused(r#"{"type":"array","prefixItems":[]}"#, "", &["/prefixItems unknown_keyword", "/items missing"]);
}

#[test]
fn marks_of_secrets_point_to_url_mode() {
    let schema = r#"{"type":"object","properties":{"f":{"type":"string","format":"password","writeOnly":true}}}"#;
    assert_eq!(normalised(schema), Err(vec!["/properties/f/format sensitive".to_owned()]));
    refused(r#"{"type":"string","writeOnly":true}"#, "", &["/writeOnly sensitive"]);
    let options = FormOptions { normalise: true, allow_sensitive: vec!["f".to_owned()], ..FormOptions::default() };
    assert_eq!(with(schema, &options).as_deref(), Ok(r#"{"type":"object","properties":{"f":{"type":"string"}}}"#));
}

#[test]
fn the_root_is_one_closed_or_open_object() {
    let empty = Ok(r#"{"type":"object","properties":{}}"#.to_owned());
    for good in [
        r#"{"type":"object"}"#,
        r#"{"type":"object","properties":{},"required":[],"title":"T","additionalProperties":false}"#,
        r#"{"type":"object","additionalProperties":{},"definitions":{"A":{"type":"nonsense"}}}"#,
        r#"{"$schema":"http://json-schema.org/draft-07/schema#","type":"object"}"#,
        r##"{"$ref":"#/$defs/R","$defs":{"R":{"title":"R","type":"object"}}}"##,
    ] {
        assert_eq!(normalised(good), empty, "{good}");
    }
    for (bad, issue) in [
        (r#"{"type":"object","additionalProperties":{"type":"string"}}"#, "/additionalProperties open_map"),
        (r#"{"anyOf":[{"type":"object"},{"type":"null"}]}"#, "/anyOf root_union"),
        (r#"{"type":"object","oneOf":[]}"#, "/oneOf root_union"),
        (r#"{"type":"object","properties":{},"patternProperties":{}}"#, "/patternProperties unknown_keyword"),
        (
            r#"{"type":"object","properties":{},"$schema":"http://json-schema.org/draft-04/schema#"}"#,
            "/$schema dialect",
        ),
        (r#"{"type":"object","properties":[]}"#, "/properties type"),
        (r#"{"type":"object","properties":{"f":true}}"#, "/properties/f type"),
        ("[]", " type"),
        (r#"{"type":"object","properties":{"f":{"default":"\ud800"}}}"#, "/properties/f/default lone_surrogate"),
    ] {
        assert_eq!(normalised(bad), Err(vec![issue.to_owned()]), "{bad}");
    }
}

#[test]
fn a_defect_is_told_even_where_nothing_refers_to_it() {
    let schema = |definition: &str| format!(r#"{{"type":"object","properties":{{}},"$defs":{{"A":{definition}}}}}"#);
    assert_eq!(normalised(&schema(r#"{"title":"T"}"#)).as_deref(), Ok(r#"{"type":"object","properties":{}}"#));
    let lone = normalised(&schema(r#"{"title":"\ud800"}"#));
    assert_eq!(lone, Err(vec!["/$defs/A/title lone_surrogate".to_owned()]));
}

#[test]
fn a_property_may_be_called_like_a_keyword() {
    let schema = r#"{"type":"object","properties":{"$ref":{"type":"string"},"anyOf":{"type":"boolean"},"properties":{"type":"number"}},"required":["anyOf"]}"#;
    assert_eq!(normalised(schema).as_deref(), Ok(schema));
}

#[test]
fn every_fault_is_told_at_once() {
    let schema = r##"{"type":"object","properties":{
        "a":{"anyOf":[{"type":"integer"},{"type":"string"}]},
        "b":{"type":"string","pattern":"x","default":1},
        "c":{"$ref":"#/$defs/Nested"},
        "d":{"const":1},
        "password":{"type":"string"}
    },"required":["a","zzz"],"$defs":{"Nested":{"type":"object","properties":{}}},"nope":1}"##;
    let mut faults = normalised(schema).unwrap_err();
    faults.sort();
    assert_eq!(
        faults,
        [
            "/nope unknown_keyword",
            "/properties/a/anyOf union",
            "/properties/b/pattern unknown_keyword",
            "/properties/c/properties unknown_keyword",
            "/properties/c/type unsupported_type",
            "/properties/d/const const_type",
            "/properties/password sensitive",
            "/required/1 required_unknown",
        ]
    );
}
