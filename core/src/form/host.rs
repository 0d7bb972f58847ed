//! The host's own model of an answer where it is a JSON Schema: what zod is to Node, for every language.

use std::fmt;
use std::sync::Arc;

use mrtr_jsonschema::{Fault, Model};

use super::formats::Format;
use super::options::Limits;
use super::path::scan_issue;
use crate::{Error, ErrorCode, Issue, json};

/// A full JSON Schema, compiled once, that judges contents which a form has accepted. Cheap to clone, shared by all
/// threads.
///
/// A form's schema says only what MCP lets a client be told. Parse the full one with the option `hostModel`, compile the
/// same text here, and check each accepted content. What this refuses is a separate outcome: the verdict of the form
/// stays the same in every language.
#[derive(Clone)]
pub struct HostModel(Arc<dyn Model>);

impl HostModel {
    /// Compiles a schema given as JSON text, of draft 4 to 2020-12 (`$schema`; 2020-12 where it says none).
    ///
    /// Nothing is fetched: a reference that leads out of the schema is refused, and so is a pattern that takes more than
    /// linear time (look-around, back-references). [`ErrorCode::InvalidForm`] says where.
    pub fn compile(schema_json: &str) -> Result<HostModel, Error> {
        let refused =
            |issue: Issue| Error::with_issues(ErrorCode::InvalidForm, "the host's schema is refused", vec![issue]);
        let schema = read(schema_json).map_err(refused)?;
        // The form has judged these already, and nothing is decided twice.
        let judged = Format::ALL.map(Format::name);
        mrtr_jsonschema::compile(&schema, &judged).map(HostModel).map_err(|fault| {
            let rule =
                "must be JSON Schema of a known dialect, with references into itself and patterns of linear time";
            refused(Issue::new(fault.instance, "json_schema", rule))
        })
    }

    /// What the model refuses in a content given as JSON text; empty when it takes it. Each issue has the code `model`,
    /// the place, and the keyword that is broken, never the value.
    #[must_use]
    pub fn check(&self, content_json: &str) -> Vec<Issue> {
        match read(content_json) {
            Ok(content) => self.0.faults(&content, MOST).into_iter().map(issue).collect(),
            Err(issue) => vec![issue],
        }
    }
}

/// Faults that are listed of one content.
const MOST: usize = 100;

fn issue(fault: Fault) -> Issue {
    let message = format!("the model refuses it ({}, at {} of its schema)", fault.keyword, fault.schema);
    Issue::new(fault.instance, "model", message)
}

fn read(text: &str) -> Result<serde_json::Value, Issue> {
    let limits = Limits::default();
    json::parse(text, limits.text_bytes, limits.depth).map_err(scan_issue)?;
    // What it finds on top is a number beyond the doubles or a lone surrogate.
    serde_json::from_str(text).map_err(|_| Issue::new("", "syntax", "must be JSON of Unicode text and finite numbers"))
}

impl fmt::Debug for HostModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("HostModel(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::form::{Acceptance, Form};

    const SCHEMA: &str = r#"{"type":"object","properties":{
        "zip":{"type":"string","pattern":"^[0-9]{5}$"},"step":{"type":"number","multipleOf":0.1},
        "id":{"type":"string","format":"uuid"},"mail":{"type":"string","format":"email"},
        "terms":{"type":"boolean","const":true}
    },"required":["zip"],"if":{"required":["step"]},"then":{"required":["mail"]}}"#;

    /// The verdict of form and model together: accepted, or by whom it is refused and where.
    fn verdict(content: &str) -> Result<(), Vec<String>> {
        let form = Form::parse(SCHEMA, r#"{"hostModel":true}"#).unwrap();
        let model = HostModel::compile(SCHEMA).unwrap();
        let told = |by: &str, issues: &[Issue]| {
            issues.iter().map(|issue| format!("{by} {} {}", issue.pointer, issue.message)).collect()
        };
        match form.accept(content) {
            Acceptance::Invalid(issues) => Err(told("form", &issues)),
            Acceptance::Accepted(canonical) => {
                let issues = model.check(&canonical);
                if issues.is_empty() { Ok(()) } else { Err(told("model", &issues)) }
            }
        }
    }

    #[test]
    fn a_model_shows_nothing_of_its_schema() {
        assert_eq!(format!("{:?}", HostModel::compile(SCHEMA).unwrap()), "HostModel(..)");
    }

    #[test]
    fn the_form_comes_first_and_then_the_model() {
        assert_eq!(verdict(r#"{"zip":"01234","more":"dropped"}"#), Ok(()));
        assert_eq!(verdict(r#"{"zip":"01234","step":0.3,"mail":"a@localhost","terms":true}"#), Ok(()));
        for (content, wanted) in [
            (r#"{"zip":1}"#, "form /zip must be a string"),
            (
                r#"{"zip":"x1234"}"#,
                "model /zip the model refuses it (pattern, at /properties/zip/pattern of its schema)",
            ),
            (
                r#"{"zip":"01234\n"}"#,
                "model /zip the model refuses it (pattern, at /properties/zip/pattern of its schema)",
            ),
            (
                r#"{"zip":"01234","step":0.25,"mail":"a@b"}"#,
                "model /step the model refuses it (multipleOf, at /properties/step/multipleOf of its schema)",
            ),
            (
                r#"{"zip":"01234","id":"x"}"#,
                "model /id the model refuses it (format, at /properties/id/format of its schema)",
            ),
            (
                r#"{"zip":"01234","terms":false}"#,
                "model /terms the model refuses it (const, at /properties/terms/const of its schema)",
            ),
            (r#"{"zip":"01234","step":1}"#, "model  the model refuses it (required, at /then/required of its schema)"),
        ] {
            assert_eq!(verdict(content), Err(vec![wanted.to_owned()]), "{content}");
        }
    }

    #[test]
    fn nothing_is_fetched_and_no_pattern_takes_longer_than_linear_time() {
        for (bad, place) in [
            (r#"{"$ref":"https://example.com/a.json"}"#, ""),
            (r#"{"$ref":"file:///etc/hostname"}"#, ""),
            (r#"{"$ref":"other.json"}"#, ""),
            (r#"{"$schema":"https://example.com/dialect"}"#, ""),
            (r#"{"type":"strin"}"#, "/type"),
            (r#"{"pattern":"("}"#, "/pattern"),
            ("[", ""),
            (r#"{"a":1,"a":2}"#, ""),
        ] {
            let error = HostModel::compile(bad).unwrap_err();
            assert_eq!((error.code(), error.issues().len()), (ErrorCode::InvalidForm, 1), "{bad}");
            assert_eq!(error.issues().first().map(|issue| issue.pointer.as_str()), Some(place), "{bad}");
        }
        for pattern in ["(?=a)(a+)+$", "(a)\\\\1", "(?<!a)b"] {
            assert!(HostModel::compile(&format!(r#"{{"pattern":"{pattern}"}}"#)).is_err(), "{pattern}");
        }
        let model = HostModel::compile(r#"{"properties":{"a":{"pattern":"^(a+)+$"}}}"#).unwrap();
        assert!(model.check(r#"{"a":"aaa"}"#).is_empty());
        assert_eq!(model.check(&format!(r#"{{"a":"{}!"}}"#, "a".repeat(1_000_000))).len(), 1);
    }

    #[test]
    fn no_value_is_told_and_any_text_has_a_verdict() {
        let model = HostModel::compile(SCHEMA).unwrap();
        let text = format!("{:?}{:?}", model.check(r#"{"zip":"hunter2","id":"hunter2"}"#), model);
        assert!(text.contains("/zip") && !text.contains("hunter2"), "{text}");
        for bad in ["", "{", r#"{"zip":"\ud800"}"#, r#"{"zip":1e999}"#, r#"{"zip":"a","zip":"b"}"#] {
            assert_eq!(model.check(bad).len(), 1, "{bad}");
        }
        let many = HostModel::compile(r#"{"additionalProperties":{"type":"string"}}"#).unwrap();
        let content: Vec<String> = (0..1000).map(|at| format!("\"p{at}\":{at}")).collect();
        assert_eq!(many.check(&format!("{{{}}}", content.join(","))).len(), MOST);
    }
}
