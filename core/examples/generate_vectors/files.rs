//! The files, as they stand in `tests/vectors/`.

use serde_json::{Value, json};

use crate::case::Case;
use crate::{arguments, boundary, tokens};

/// Name and text of each file.
pub fn all() -> Vec<(&'static str, String)> {
    vec![
        ("mrtr-tokens.json", file("tokens", tokens::DESCRIPTION, &tokens::cases())),
        ("mrtr-boundary.json", file("boundary", boundary::DESCRIPTION, &boundary::cases())),
        ("mrtr-arguments.json", file("arguments", arguments::DESCRIPTION, &arguments::cases())),
    ]
}

fn file(kind: &str, description: &str, cases: &[Case]) -> String {
    check(kind, cases);
    let cases: Vec<Value> = cases.iter().map(|case| Value::Object(case.0.clone())).collect();
    let whole = json!({
        "$schema": "schema.json", "kind": kind, "version": 1, "description": description,
        "generator": "cargo run -p mrtr --example generate_vectors", "cases": cases,
    });
    let mut text = serde_json::to_string_pretty(&whole).expect("JSON");
    text.push('\n');
    text
}

/// Names are unique; what fails names something that passes and stands before it, so that each fault is shown to be the
/// only one; and, but for arguments, what fails is the greater part.
fn check(kind: &str, cases: &[Case]) {
    let mut passed: Vec<&str> = Vec::new();
    let mut names: Vec<&str> = Vec::new();
    for case in cases {
        assert!(!names.contains(&case.id()), "{kind}: {} stands twice", case.id());
        names.push(case.id());
        let positive = case.0.get("positive").and_then(Value::as_str);
        if case.fails() {
            assert!(
                positive.is_some_and(|name| passed.contains(&name)),
                "{kind}: {} has no positive before it",
                case.id()
            );
        } else {
            assert!(positive.is_none(), "{kind}: {} passes", case.id());
            passed.push(case.id());
        }
    }
    assert!(kind == "arguments" || cases.len() > 2 * passed.len(), "{kind}: {} of {} pass", passed.len(), cases.len());
}
