//! Native schemas of schemars, written out as the types that emit them: emitted as the shared cases say, narrowed as
//! wanted, and read back by serde on the canonical content.
#![allow(missing_docs, dead_code, clippy::unwrap_used, clippy::panic)]

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroU32;
use std::time::Duration;

use mrtr::{Acceptance, Form};
use schemars::{JsonSchema, generate::SchemaSettings};
use serde::Deserialize;
use serde_json::{Value, json};

const CONVERSIONS: &str = include_str!("../../tests/schemas/conversions.json");
const QUESTIONS: &str = include_str!("../../tests/schemas/questions.json");

#[derive(Clone, Copy, Debug, Deserialize, JsonSchema, PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "lowercase")]
enum Color {
    Red,
    Blue,
}

/// Doc of the enum
#[derive(JsonSchema)]
enum DocColor {
    /// Warm
    Red,
    /// Cold
    Blue,
}

#[derive(JsonSchema)]
enum PartDoc {
    /// Warm
    Red,
    Blue,
    Green,
}

#[derive(JsonSchema)]
enum Single {
    Only,
}

#[derive(JsonSchema)]
enum Titled2 {
    Red,
    Blue,
}

#[derive(JsonSchema)]
enum Data {
    A(String),
    B,
}

#[derive(JsonSchema)]
struct Newtype(String);

/// Docs on the struct
#[derive(JsonSchema)]
#[serde(deny_unknown_fields)]
struct Deny {
    f: String,
}

#[derive(JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Camel {
    full_name: String,
    #[serde(default)]
    age: u8,
}

#[derive(JsonSchema)]
struct Empty {}

/// The schema of a struct `M` with one field `f`.
macro_rules! field {
    ($(#[$attribute:meta])* $kind:ty) => {{
        #[derive(JsonSchema)]
        struct M {
            $(#[$attribute])*
            f: $kind,
        }
        schema::<M>()
    }};
}

fn schema<T: JsonSchema>() -> Value {
    SchemaSettings::draft2020_12().into_generator().into_root_schema_for::<T>().to_value()
}

fn rows() -> Vec<(&'static str, Value)> {
    vec![
        ("schemars.string", field!(String)),
        (
            "schemars.string.doc",
            field!(
                #[doc = "Docs"]
                String
            ),
        ),
        (
            "schemars.string.email",
            field!(
                #[schemars(email)]
                String
            ),
        ),
        (
            "schemars.string.url",
            field!(
                #[schemars(url)]
                String
            ),
        ),
        (
            "schemars.string.regex",
            field!(
                #[schemars(regex(pattern = "^a"))]
                String
            ),
        ),
        (
            "schemars.string.format",
            field!(
                #[schemars(extend("format" = "date"))]
                String
            ),
        ),
        ("schemars.u8", field!(u8)),
        ("schemars.i32", field!(i32)),
        ("schemars.i64", field!(i64)),
        ("schemars.i128", field!(i128)),
        ("schemars.usize", field!(usize)),
        ("schemars.nonzero", field!(NonZeroU32)),
        (
            "schemars.range.f64",
            field!(
                #[schemars(range(min = 0.0, max = 1.0))]
                f64
            ),
        ),
        ("schemars.f32", field!(f32)),
        ("schemars.f64", field!(f64)),
        ("schemars.option.u8", field!(Option<u8>)),
        ("schemars.bool", field!(bool)),
        (
            "schemars.bool.default",
            field!(
                #[serde(default)]
                bool
            ),
        ),
        ("schemars.enum.doc", field!(DocColor)),
        ("schemars.enum.partdoc", field!(PartDoc)),
        ("schemars.enum.single", field!(Single)),
        ("schemars.enum.data", field!(Data)),
        ("schemars.option.enum", field!(Option<Color>)),
        ("schemars.vec.enum", field!(Vec<Color>)),
        ("schemars.vec.enum.doc", field!(Vec<DocColor>)),
        ("schemars.vec.enum.len", field!(#[schemars(length(min = 1, max = 2))] Vec<Color>)),
        ("schemars.set.enum", field!(BTreeSet<Titled2>)),
        ("schemars.vec.string", field!(Vec<String>)),
        ("schemars.newtype", field!(Newtype)),
        ("schemars.map", field!(BTreeMap<String, String>)),
        ("schemars.unit", field!(())),
        ("schemars.box", field!(Box<String>)),
        ("schemars.cow", field!(Cow<'static, str>)),
        ("schemars.duration", field!(Duration)),
        ("schemars.deny_unknown", schema::<Deny>()),
        ("schemars.camel", schema::<Camel>()),
        ("schemars.empty", schema::<Empty>()),
    ]
}

fn parse(schema: &Value) -> Result<Form, mrtr::Error> {
    Form::parse(&schema.to_string(), r#"{"normalise":true}"#)
}

#[test]
fn every_row_is_a_type_and_every_type_a_row() {
    let cases: Vec<Value> = serde_json::from_str(CONVERSIONS).unwrap();
    let mut wanted: BTreeMap<&str, &Value> = cases.iter().map(|case| (case["id"].as_str().unwrap(), case)).collect();
    wanted.retain(|id, _| id.starts_with("schemars."));
    let (mut accepted, mut refused) = (0, 0);
    for (id, emitted) in rows() {
        let case = wanted.remove(id).unwrap_or_else(|| panic!("no row {id}"));
        assert_eq!(emitted, case["json_schema"], "{id}: the emitted schema comes first");
        match parse(&emitted) {
            Ok(form) => {
                accepted += 1;
                assert_eq!(case["normalised"], "accept", "{id}");
                assert_eq!(serde_json::from_str::<Value>(form.wire()).unwrap(), case["wire"], "{id}");
            }
            Err(error) => {
                refused += 1;
                assert_eq!(case["normalised"], "reject", "{id}");
                // The note of the case names the place before the colon.
                let place = case["note"].as_str().unwrap().split(':').next().unwrap();
                assert!(error.issues().iter().any(|issue| issue.pointer.starts_with(place)), "{id}: {error:?}");
            }
        }
    }
    assert!(wanted.is_empty(), "{wanted:?}");
    assert_eq!((accepted, refused), (31, 6));
}

#[derive(Debug, Deserialize, JsonSchema, PartialEq)]
struct Order {
    /// Who it is for
    name: String,
    color: Color,
    #[serde(default)]
    gift: bool,
    count: Option<NonZeroU32>,
    #[schemars(length(min = 1, max = 2))]
    extras: BTreeSet<Color>,
}

#[test]
fn serde_reads_the_canonical_content() {
    let form = parse(&schema::<Order>()).unwrap();
    let content = json!({"extras": ["blue", "red"], "name": "Ada", "color": "red", "count": 3.0, "more": "is dropped"});
    let Acceptance::Accepted(canonical) = form.accept(&content.to_string()) else { panic!("refused") };
    let order: Order = serde_json::from_str(&canonical).unwrap();
    let wanted = Order {
        name: "Ada".to_owned(),
        color: Color::Red,
        gift: false,
        count: NonZeroU32::new(3),
        extras: BTreeSet::from([Color::Red, Color::Blue]),
    };
    assert_eq!(order, wanted);
    for bad in [
        json!({"name": "Ada", "color": "Red", "extras": ["red"]}),
        json!({"name": "Ada", "color": "red", "extras": []}),
        json!({"name": "Ada", "color": "red", "extras": ["red"], "count": 0}),
    ] {
        assert!(matches!(form.accept(&bad.to_string()), Acceptance::Invalid(_)), "{bad}");
    }
}

#[derive(JsonSchema)]
enum Size {
    #[serde(rename = "s")]
    Small,
    #[serde(rename = "m")]
    Medium,
}

#[derive(JsonSchema)]
struct Several {
    #[serde(default)]
    news: bool,
    #[schemars(range(min = 18))]
    age: Option<i64>,
    #[schemars(title = "Which colour?")]
    color: Color,
    #[schemars(length(min = 1))]
    name: String,
}

/// The same questions are asked from zod and pydantic, in the tests of those bindings.
fn questions() -> Vec<(&'static str, Value)> {
    vec![
        ("confirm", field!(bool)),
        (
            "text",
            field!(
                #[schemars(length(min = 1, max = 80))]
                String
            ),
        ),
        ("text.optional", field!(Option<String>)),
        (
            "text.default",
            field!(
                #[serde(default = "x")]
                String
            ),
        ),
        (
            "email",
            field!(
                #[schemars(email)]
                String
            ),
        ),
        (
            "uri",
            field!(
                #[schemars(url)]
                String
            ),
        ),
        (
            "date",
            field!(
                #[schemars(extend("format" = "date"))]
                String
            ),
        ),
        (
            "date-time",
            field!(
                #[schemars(extend("format" = "date-time"))]
                String
            ),
        ),
        (
            "integer.range",
            field!(
                #[schemars(range(min = 18, max = 120))]
                i64
            ),
        ),
        (
            "integer.positive",
            field!(
                #[schemars(range(min = 1))]
                i64
            ),
        ),
        (
            "number.range",
            field!(
                #[schemars(range(min = 0.0, max = 1.0))]
                f64
            ),
        ),
        ("choice.literal", field!(Size)),
        ("choice.enum", field!(Color)),
        ("choice.enum.optional", field!(Option<Color>)),
        (
            "choice.titled",
            field!(
                #[schemars(extend("oneOf" = [{"const": "s", "title": "Small"}, {"const": "m", "title": "Medium"}]))]
                String
            ),
        ),
        ("multiple", field!(#[schemars(length(min = 1, max = 2))] Vec<Color>)),
        ("multiple.set", field!(Option<Vec<Size>>)),
        ("several", schema::<Several>()),
    ]
}

fn x() -> String {
    "x".to_owned()
}

#[test]
fn one_question_in_every_language() {
    let wanted: Vec<Value> = serde_json::from_str(QUESTIONS).unwrap();
    let found = questions();
    assert_eq!((wanted.len(), found.len()), (18, 18));
    for ((id, emitted), question) in found.iter().zip(&wanted) {
        assert_eq!(*id, question["id"]);
        let plain = Form::parse(&question["schema"].to_string(), "").unwrap();
        assert_eq!(plain.digest_hex(), question["digest"], "{id}");
        assert_eq!(parse(emitted).unwrap().digest_hex(), question["digest"], "{id}: {emitted}");
    }
}
