//! Any text is a form or a list of faults, any content is accepted or invalid, and never anything else.
#![allow(missing_docs, clippy::unwrap_used, clippy::indexing_slicing)]

mod support;

use mrtr::{Acceptance, ErrorCode, Form};
use support::Ordered;

const FILES: [&str; 2] =
    [include_str!("../../tests/schemas/requested-schemas.json"), include_str!("../../tests/schemas/conversions.json")];

/// The schemas of the shared cases, as texts.
fn schemas() -> Vec<String> {
    let mut texts = Vec::new();
    for file in FILES {
        for case in Ordered::parse(file).items() {
            texts.extend(case.text("schema_text").map(str::to_owned));
            texts.extend(case.get("json_schema").map(Ordered::to_text));
        }
    }
    texts
}

/// What is put in the place of a piece of the text.
const PIECES: &[&str] = &[
    "",
    "null",
    "true",
    "0",
    "-1",
    "1.5",
    "1e400",
    "9007199254740992",
    "\"a\"",
    "\"\\ud800\"",
    "\"type\"",
    "\"$ref\"",
    "\"#\"",
    "\"anyOf\"",
    "\"oneOf\"",
    "\"const\"",
    "\"enum\"",
    "\"items\"",
    "\"default\"",
    "[]",
    "{}",
    "[null]",
    "{\"type\":\"null\"}",
    "{\"$ref\":\"#/properties/f\"}",
    "{\"const\":\"a\"}",
    ",",
    ":",
    "}",
    "]",
];

fn look(text: &str, counts: &mut [usize; 2]) {
    for options in ["", r#"{"normalise":true}"#] {
        match Form::parse(text, options) {
            Ok(form) => {
                counts[0] += 1;
                let again = Form::parse(form.wire(), "").unwrap();
                assert_eq!((again.wire(), again.digest()), (form.wire(), form.digest()), "{text}");
                for content in ["{}", r#"{"f":"a"}"#, r#"{"f":["a"]}"#, r#"{"f":1}"#, text] {
                    if let Acceptance::Accepted(content) = form.accept(content) {
                        assert_eq!(again.accept(&content), Acceptance::Accepted(content), "{text}");
                    }
                }
            }
            Err(error) => {
                counts[1] += 1;
                assert_eq!(error.code(), ErrorCode::InvalidForm);
                assert!(!error.issues().is_empty(), "{text}");
            }
        }
    }
}

#[test]
fn pieces_replaced() {
    let mut counts = [0; 2];
    let mut seed = 7_usize;
    for text in schemas() {
        let breaks: Vec<usize> =
            text.char_indices().filter(|(_, c)| "{}[],:\"".contains(*c)).map(|(at, _)| at).collect();
        for _ in 0..40 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let random = seed >> 20;
            let Some(from) = breaks.get(random % breaks.len().max(1)).copied() else { continue };
            let to = breaks.iter().copied().find(|at| *at > from).unwrap_or(text.len());
            let piece = PIECES[(random >> 12) % PIECES.len()];
            look(&format!("{}{piece}{}", &text[..from], &text[to..]), &mut counts);
            let to = breaks[(random >> 20) % breaks.len()].max(from);
            look(&format!("{}{piece}{}", &text[..from], &text[to..]), &mut counts);
        }
    }
    assert!(counts[0] > 500 && counts[1] > 10_000, "{counts:?}");
}

#[test]
fn members_replaced() {
    let mut counts = [0; 2];
    for text in schemas() {
        let Some(schema) = Ordered::parse_lenient(&text) else { continue };
        for at in 0..schema.size() {
            for piece in PIECES.iter().skip(at % 4).step_by(4) {
                let Some(piece) = Ordered::parse_lenient(piece) else { continue };
                let mut place = at;
                look(&schema.with(&mut place, &piece).to_text(), &mut counts);
            }
        }
    }
    assert!(counts[0] > 1_000 && counts[1] > 20_000, "{counts:?}");
}
