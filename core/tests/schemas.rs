//! Runs the shared cases of `tests/schemas`: requested schemas (verdict and wire form), contents (verdict and canonical
//! value) and what libraries emit (verdict, wire form and steps of narrowing).
//!
//! Prints one line, `rust: 649 schema cases, 649 as wanted`, and fails when it is another one.

// A program of its own, which the exceptions for #[test] functions do not reach.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod support;

use std::fmt::Write as _;
use std::path::Path;
use std::process::ExitCode;

use mrtr::{Acceptance, ErrorCode, Form};
use support::Ordered;

/// Accepted and refused cases of each file.
const REQUESTED: (usize, usize) = (73, 181);
const CONTENTS: (usize, usize) = (85, 139);
const CONVERSIONS: (usize, usize) = (129, 42);
/// Cases given as a Python expression, whose text is built here.
const BUILT: usize = 8;

#[derive(Default)]
struct Tally {
    cases: usize,
    as_wanted: usize,
    /// Accepted and refused cases of the file that runs.
    verdicts: (usize, usize),
    built: usize,
}

impl Tally {
    /// Counts a case; `fault` says what is not as wanted.
    fn judge(&mut self, file: &str, case: &Ordered, accepted: bool, fault: Option<String>) {
        self.cases += 1;
        if accepted {
            self.verdicts.0 += 1;
        } else {
            self.verdicts.1 += 1;
        }
        match fault {
            None => self.as_wanted += 1,
            Some(fault) => eprintln!("rust: {file}: {}: {fault}", case.text("id").expect("id")),
        }
    }

    fn run(
        &mut self,
        file: &str,
        wanted: (usize, usize),
        one: fn(&Ordered, &mut Tally) -> (bool, Option<String>),
    ) -> bool {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/schemas").join(file);
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        self.verdicts = (0, 0);
        for case in Ordered::parse(&text).items() {
            let (accepted, fault) = one(case, self);
            self.judge(file, case, accepted, fault);
        }
        if self.verdicts != wanted {
            eprintln!("rust: {file}: {:?} accepted and refused, not {wanted:?}", self.verdicts);
        }
        self.verdicts == wanted
    }
}

fn main() -> ExitCode {
    let mut tally = Tally::default();
    let complete = [
        tally.run("requested-schemas.json", REQUESTED, requested),
        tally.run("contents.json", CONTENTS, content),
        tally.run("conversions.json", CONVERSIONS, conversion),
        tally.built == BUILT,
        tally.as_wanted == tally.cases,
    ];
    println!("rust: {} schema cases, {} as wanted", tally.cases, tally.as_wanted);
    if complete == [true; 5] { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn requested(case: &Ordered, tally: &mut Tally) -> (bool, Option<String>) {
    let right = case.text("right");
    match Form::parse(&text_of(case, "schema", tally), "") {
        Ok(form) => {
            let wire = Ordered::parse(form.wire());
            let again = Form::parse(form.wire(), "").map(|form| form.wire().to_owned());
            let fault = if right != Some("accept") {
                Some("accepted".to_owned())
            } else if case.get("wire").is_some_and(|wanted| *wanted != wire) {
                Some(format!("wire {}", form.wire()))
            } else {
                (again.as_deref() != Ok(form.wire())).then(|| format!("the wire form is not stable: {again:?}"))
            };
            (true, fault)
        }
        Err(error) => {
            let told = error.code() == ErrorCode::InvalidForm && !error.issues().is_empty();
            (false, (right != Some("reject") || !told).then(|| error.to_string()))
        }
    }
}

fn content(case: &Ordered, tally: &mut Tally) -> (bool, Option<String>) {
    let right = case.text("right");
    let form = match Form::parse(&case.get("schema").expect("schema").to_text(), "") {
        Ok(form) => form,
        Err(error) => return (false, Some(format!("its schema: {error}"))),
    };
    match form.accept(&text_of(case, "content", tally)) {
        Acceptance::Accepted(content) => {
            let value = Ordered::parse(&content);
            let fault = if right != Some("accept") {
                Some("accepted".to_owned())
            } else if case.get("value").is_some_and(|wanted| *wanted != value) {
                Some(format!("value {content}"))
            } else {
                let again = form.accept(&content);
                (again != Acceptance::Accepted(content)).then(|| "the value is not stable".to_owned())
            };
            (true, fault)
        }
        Acceptance::Invalid(issues) => {
            (false, (right != Some("reject") || issues.is_empty()).then(|| format!("{issues:?}")))
        }
    }
}

fn conversion(case: &Ordered, _: &mut Tally) -> (bool, Option<String>) {
    let right = case.text("normalised");
    match Form::parse(&case.get("json_schema").expect("json_schema").to_text(), r#"{"normalise":true}"#) {
        Ok(form) => {
            let steps = form.steps().iter().map(|step| Ordered::Text(step.clone())).collect::<Vec<_>>();
            let fault = if right != Some("accept") {
                Some(format!("accepted {}", form.wire()))
            } else if Some(Ordered::parse(form.wire()).sorted()) != case.get("wire").map(Ordered::sorted) {
                Some(format!("wire {}", form.wire()))
            } else {
                (case.get("steps").map(Ordered::items) != Some(&steps)).then(|| format!("steps {:?}", form.steps()))
            };
            (true, fault)
        }
        Err(error) => (false, (right != Some("reject")).then(|| error.to_string())),
    }
}

/// What the case's text is: given, or built here where the file gives a Python expression for a huge one.
fn text_of(case: &Ordered, member: &str, tally: &mut Tally) -> String {
    if let Some(text) = case.text(&format!("{member}_text")) {
        return text.to_owned();
    }
    assert!(case.text(&format!("{member}_py")).is_some());
    tally.built += 1;
    match case.text("id").expect("id") {
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
        write!(out, "\"k{at}\": \"v\", ").expect("a String takes it");
    }
    out
}
