//! An independent judge: the crate `jsonschema` reads the wire form as a JSON Schema, and must agree with `accept`.
//! Where it does not, a reason stands here.
#![allow(missing_docs, clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

mod support;

use mrtr::{Acceptance, Form};
use serde_json::Value;
use support::Ordered;

const CONTENTS: &str = include_str!("../../tests/schemas/contents.json");
const CONVERSIONS: &str = include_str!("../../tests/schemas/conversions.json");
const FORMATS: &str = include_str!("../../tests/schemas/formats-suite.json");

fn judge(wire: &str) -> jsonschema::Validator {
    jsonschema::options().should_validate_formats(true).build(&serde_json::from_str(wire).unwrap()).unwrap()
}

fn accepted(form: &Form, content: &str) -> bool {
    matches!(form.accept(content), Acceptance::Accepted(_))
}

/// Cases where the judge and `accept` differ, and why `accept` is right.
#[rustfmt::skip]
const DIFFERENCES: &[(&str, &str)] = &[
    ("extra.object", PLAIN), ("extra.array-of-numbers", PLAIN), ("extra.array-of-objects", PLAIN),
    ("int.2^53", SAFE), ("int.-2^53-1", SAFE), ("int.i64max", SAFE), ("int.u64max+1", SAFE), ("int.1e30", SAFE),
    ("int.safe+half", SAFE),
    ("range.big-max", "a JSON number is one double, so that 2^53 + 1 is 2^53; the judge compares exact integers"),
    ("dup.same", TWICE), ("dup.first-bad", TWICE), ("dup.escaped", TWICE), ("dup.extra", TWICE),
    ("email.angle", "RFC 5321 has no display name; the judge lets it through"),
];
const PLAIN: &str = "ElicitResult.content holds strings, numbers, booleans and lists of strings, under any name";
const SAFE: &str = "integers keep to ±(2^53 - 1), where every host reads the same one";
const TWICE: &str = "a member named twice is a defect of the text, which serde_json hides from the judge";

#[test]
fn the_shared_contents() {
    let cases = Ordered::parse(CONTENTS);
    let (mut judged, mut differ) = (0, Vec::new());
    for case in cases.items() {
        let Some(text) = case.text("content_text") else { continue };
        // What is no JSON to serde_json, or holds a member twice, the judge never sees.
        let Ok(content) = serde_json::from_str::<Value>(text) else { continue };
        let form = Form::parse(&case.get("schema").unwrap().to_text(), "").unwrap();
        judged += 1;
        if judge(form.wire()).is_valid(&content) != accepted(&form, text) {
            differ.push(case.text("id").unwrap());
        }
    }
    assert_eq!(differ, DIFFERENCES.iter().map(|(id, _)| *id).collect::<Vec<_>>());
    assert_eq!(judged, 207);
}

#[test]
fn the_string_tests_of_the_official_suite() {
    let suite = Ordered::parse(FORMATS);
    let cases = suite.get("cases").unwrap().items();
    for case in cases {
        let (format, text) = (case.text("format").unwrap(), case.text("text").unwrap());
        let schema = format!(r#"{{"type":"object","properties":{{"x":{{"type":"string","format":"{format}"}}}}}}"#);
        let form = Form::parse(&schema, "").unwrap();
        let content = serde_json::json!({ "x": text }).to_string();
        let valid = *case.get("valid").unwrap() == Ordered::Bool(true);
        assert_eq!(accepted(&form, &content), valid, "{format} {text:?}: {:?}", case.text("description"));
    }
    assert_eq!(cases.len(), 163);
}

/// What normalising leaves to the host's own model, by the step that says so.
const LEFT_TO_THE_MODEL: [&str; 2] = ["dropped the library pattern of the format", "dropped uniqueItems"];

#[test]
fn normalising_never_widens() {
    let cases = Ordered::parse(CONVERSIONS);
    let mut random = Random(2);
    let (mut forms, mut good, mut left) = (0, 0, 0);
    for case in cases.items() {
        let emitted = case.get("json_schema").unwrap().to_text();
        let Ok(form) = Form::parse(&emitted, r#"{"normalise":true}"#) else { continue };
        forms += 1;
        if form.steps().iter().any(|step| LEFT_TO_THE_MODEL.iter().any(|kind| step.ends_with(kind))) {
            left += 1;
            continue;
        }
        let judge = judge(&emitted);
        let wire = Ordered::parse(form.wire());
        let Some(Ordered::Object(properties)) = wire.get("properties") else { panic!("{}", form.wire()) };
        for _ in 0..200 {
            let members: Vec<String> = properties
                .iter()
                .map(|(name, property)| format!("\"{name}\":{}", random.fitting(&property.to_text())))
                .collect();
            if let Acceptance::Accepted(content) = form.accept(&format!("{{{}}}", members.join(","))) {
                good += 1;
                assert!(judge.is_valid(&serde_json::from_str(&content).unwrap()), "{emitted}\n{content}");
            }
        }
    }
    assert!((forms, left) == (129, 8) && good > 5_000, "{forms} {left} {good}");
}

/// A small generator (SplitMix64): the same forms and answers on every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next() % bound as u64).unwrap()
    }

    fn one<'t>(&mut self, of: &[&'t str]) -> &'t str {
        of[self.below(of.len())]
    }

    fn maybe(&mut self, text: String) -> String {
        if self.below(2) == 0 { text } else { String::new() }
    }

    fn property(&mut self) -> String {
        let (low, high) = (self.below(4), 3 + self.below(3));
        match self.below(7) {
            0 => {
                let bounds =
                    self.maybe(format!(r#","minLength":{low}"#)) + &self.maybe(format!(r#","maxLength":{high}"#));
                format!(r#"{{"type":"string"{bounds}}}"#)
            }
            1 => format!(r#"{{"type":"string","format":"{}"}}"#, self.one(&["email", "uri", "date", "date-time"])),
            2 => {
                let kind = self.one(&["number", "integer"]);
                let bounds =
                    self.maybe(format!(r#","minimum":{low}.5"#)) + &self.maybe(format!(r#","maximum":{high}.25"#));
                format!(r#"{{"type":"{kind}"{bounds}}}"#)
            }
            3 => r#"{"type":"boolean"}"#.to_owned(),
            4 => r#"{"type":"string","enum":["a","b","","ä"]}"#.to_owned(),
            5 => r#"{"type":"string","oneOf":[{"const":"a","title":"A"},{"const":"b","title":"B"}]}"#.to_owned(),
            _ => {
                let bounds = self.maybe(format!(r#","minItems":{}"#, low.min(2)))
                    + &self.maybe(format!(r#","maxItems":{high}"#));
                let items = self.one(&[
                    r#"{"type":"string","enum":["a","b"]}"#,
                    r#"{"anyOf":[{"const":"a","title":"A"},{"const":"c","title":"C"}]}"#,
                ]);
                format!(r#"{{"type":"array","items":{items}{bounds}}}"#)
            }
        }
    }

    /// A value that often fits the property.
    fn fitting(&mut self, property: &str) -> String {
        let of: &[&str] = if self.below(4) == 0 {
            &[]
        } else if property.contains("\"array\"") {
            &[r#"["a"]"#, r#"["a","a"]"#, r#"["a","a","a"]"#, "[]"]
        } else if property.contains("\"string\"") {
            &[
                "\"a\"",
                "\"b\"",
                "\"abc\"",
                "\"a@b.de\"",
                "\"a:b\"",
                "\"2024-02-29\"",
                "\"2024-02-29T12:00:00Z\"",
                "\"red\"",
                "\"Red\"",
            ]
        } else if property.contains("\"boolean\"") {
            &["true", "false"]
        } else {
            &["3", "2.5", "4"]
        };
        if of.is_empty() { self.value() } else { self.one(of).to_owned() }
    }

    fn value(&mut self) -> String {
        match self.below(6) {
            0 => format!(
                "{}{}",
                self.one(&["", "-"]),
                self.one(&["0", "1", "2", "3", "5", "2.5", "3.25", "1e0", "15e-1", "4.0"])
            ),
            1 => self.one(&["true", "false"]).to_owned(),
            2 => {
                let count = self.below(6);
                let items: Vec<&str> = (0..count).map(|_| self.one(&["\"a\"", "\"a\"", "\"b\"", "\"c\""])).collect();
                format!("[{}]", items.join(","))
            }
            _ => {
                let text = self.one(&[
                    "",
                    "a",
                    "b",
                    "A",
                    "ä",
                    "abc",
                    "abcd",
                    "😀😀",
                    "a@b.de",
                    "a@localhost",
                    "a@",
                    "https://a.de/",
                    "a:b",
                    "/a",
                    "2024-02-29",
                    "2023-02-29",
                    "2024-02-29T12:00:00Z",
                    "2024-02-29T12:00:00",
                    "1998-12-31T23:59:60Z",
                ]);
                format!("\"{text}\"")
            }
        }
    }
}

#[test]
fn forms_and_answers_at_random() {
    let mut random = Random(1);
    let (mut forms, mut good, mut bad) = (0, 0, 0);
    while forms < 1500 {
        let names = ["a", "b", "c"];
        let properties: Vec<String> = names.iter().map(|name| format!("\"{name}\":{}", random.property())).collect();
        let required = random.one(&["", r#","required":["a"]"#, r#","required":["a","c"]"#]);
        let schema = format!(r#"{{"type":"object","properties":{{{}}}{required}}}"#, properties.join(","));
        // Some ranges are empty; those forms are refused, which other tests look at.
        let Ok(form) = Form::parse(&schema, "") else { continue };
        forms += 1;
        let judge = judge(form.wire());
        for _ in 0..20 {
            let mut members = Vec::new();
            for (name, property) in names.iter().zip(&properties).rev() {
                if random.below(4) > 0 {
                    members.push(format!("\"{name}\":{}", random.fitting(property)));
                }
            }
            members.push(random.maybe(r#""z":["extra"]"#.to_owned()));
            members.retain(|member| !member.is_empty());
            let content = format!("{{{}}}", members.join(","));
            let ours = accepted(&form, &content);
            let theirs = judge.is_valid(&serde_json::from_str(&content).unwrap());
            assert_eq!(ours, theirs, "{schema}\n{content}\n{:?}", form.accept(&content));
            *(if ours { &mut good } else { &mut bad }) += 1;
        }
    }
    assert!(good > 3_000 && bad > 10_000, "{good} {bad}");
}
