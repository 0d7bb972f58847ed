//! The shared cases of `tests/schemas`: every verdict, every wire form, every value, and how many there were.
#![allow(missing_docs, clippy::unwrap_used, clippy::panic)]

mod support;

use std::fmt::Write as _;

use mrtr::{Acceptance, ErrorCode, Form};
use support::Ordered;

const REQUESTED: &str = include_str!("../../tests/schemas/requested-schemas.json");
const CONTENTS: &str = include_str!("../../tests/schemas/contents.json");

const CONVERSIONS: &str = include_str!("../../tests/schemas/conversions.json");

/// What the case's text is: given, or built here where the file gives a Python expression for a huge one.
fn text_of(case: &Ordered, member: &str) -> String {
    if let Some(text) = case.text(&format!("{member}_text")) {
        return text.to_owned();
    }
    assert!(case.text(&format!("{member}_py")).is_some());
    match case.text("id").unwrap() {
        "prop.deep-nesting-200" => {
            let open = r#"{"type":"object","properties":{"f":"#;
            format!("{open}{}{{\"type\":\"string\"}}{}}}}}", open.repeat(200), "}}".repeat(200))
        }
        "prop.deep-nesting-20k" => {
            format!(r#"{{"type":"object","properties":{{"f":{}{}}}}}"#, "[".repeat(20_000), "]".repeat(20_000))
        }
        "str.default-long" => format!(
            r#"{{"type": "object", "properties": {{"f": {{"type": "string", "default": "{}"}}}}}}"#,
            "x".repeat(70_000)
        ),
        "enum.100k" => {
            let options: Vec<String> = (0..100_000).map(|at| format!("\"o{at}\"")).collect();
            format!(
                r#"{{"type": "object", "properties": {{"f": {{"type": "string", "enum": [{}]}}}}}}"#,
                options.join(", ")
            )
        }
        "extra.1000" => format!("{{{}\"a\": \"x\"}}", keys(1000)),
        "big.10k-extra-keys" => format!("{{{}}}", keys(10_000).trim_end_matches(", ")),
        "len.5MB" => format!("{{\"f\": \"{}\"}}", "x".repeat(5_000_000)),
        "multi.100k-dup" => format!("{{\"f\": [{}]}}", vec!["\"a\""; 100_000].join(", ")),
        other => panic!("no text is written here for {other}"),
    }
}

fn keys(count: usize) -> String {
    let mut out = String::new();
    for at in 0..count {
        write!(out, "\"k{at}\": \"v\", ").unwrap();
    }
    out
}

#[test]
fn requested_schemas() {
    let cases = Ordered::parse(REQUESTED);
    let mut wrong = Vec::new();
    let (mut accepted, mut refused) = (0, 0);
    for case in cases.items() {
        let id = case.text("id").unwrap();
        let text = text_of(case, "schema");
        match Form::parse(&text, "") {
            Ok(form) => {
                accepted += 1;
                if case.text("right") != Some("accept") {
                    wrong.push(format!("{id}: accepted"));
                }
                let wire = Ordered::parse(form.wire());
                if case.get("wire").is_some_and(|wanted| *wanted != wire) {
                    wrong.push(format!("{id}: wire {}", form.wire()));
                }
                let again = Form::parse(form.wire(), "").map(|form| form.wire().to_owned());
                if again.as_deref() != Ok(form.wire()) {
                    wrong.push(format!("{id}: wire is not stable: {again:?}"));
                }
            }
            Err(error) => {
                refused += 1;
                if case.text("right") != Some("reject") {
                    wrong.push(format!("{id}: {error}"));
                }
                if error.code() != ErrorCode::InvalidForm || error.issues().is_empty() {
                    wrong.push(format!("{id}: code {:?}", error.code()));
                }
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
    assert_eq!((cases.items().len(), accepted, refused), (254, 73, 181));
}

#[test]
fn contents() {
    let cases = Ordered::parse(CONTENTS);
    let mut wrong = Vec::new();
    let (mut accepted, mut refused) = (0, 0);
    for case in cases.items() {
        let id = case.text("id").unwrap();
        let form =
            Form::parse(&case.get("schema").unwrap().to_text(), "").unwrap_or_else(|error| panic!("{id}: {error}"));
        match form.accept(&text_of(case, "content")) {
            Acceptance::Accepted(content) => {
                accepted += 1;
                if case.text("right") != Some("accept") {
                    wrong.push(format!("{id}: accepted"));
                }
                let value = Ordered::parse(&content);
                if case.get("value").is_some_and(|wanted| *wanted != value) {
                    wrong.push(format!("{id}: value {content}"));
                }
                assert_eq!(form.accept(&content), Acceptance::Accepted(content), "{id}: not stable");
            }
            Acceptance::Invalid(issues) => {
                refused += 1;
                if case.text("right") != Some("reject") || issues.is_empty() {
                    wrong.push(format!("{id}: {issues:?}"));
                }
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
    assert_eq!((cases.items().len(), accepted, refused), (224, 85, 139));
}

#[test]
fn conversions() {
    let cases = Ordered::parse(CONVERSIONS);
    let mut wrong = Vec::new();
    let (mut accepted, mut refused) = (0, 0);
    for case in cases.items() {
        let id = case.text("id").unwrap();
        match Form::parse(&case.get("json_schema").unwrap().to_text(), r#"{"normalise":true}"#) {
            Ok(form) => {
                accepted += 1;
                if case.text("normalised") != Some("accept") {
                    wrong.push(format!("{id}: accepted {}", form.wire()));
                    continue;
                }
                if Ordered::parse(form.wire()).sorted() != case.get("wire").unwrap().sorted() {
                    wrong.push(format!("{id}: wire {}", form.wire()));
                }
                let steps: Vec<&Ordered> = case.get("steps").unwrap().items().iter().collect();
                let ours: Vec<Ordered> = form.steps().iter().map(|step| Ordered::Text(step.clone())).collect();
                if steps != ours.iter().collect::<Vec<_>>() {
                    wrong.push(format!("{id}: steps {:?}", form.steps()));
                }
            }
            Err(error) => {
                refused += 1;
                if case.text("normalised") != Some("reject") {
                    wrong.push(format!("{id}: {error}"));
                }
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
    assert_eq!((cases.items().len(), accepted, refused), (171, 129, 42));
}
