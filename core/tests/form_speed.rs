//! How long a form and an answer take. Run with
//! `cargo test --release -p mrtr --test form_speed -- --ignored --nocapture`.
#![allow(missing_docs, clippy::unwrap_used)]

use std::hint::black_box;
use std::time::Instant;

use mrtr::{Acceptance, Form};

const TEN: &str = r#"{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{
"name":{"type":"string","title":"Full name","description":"As in your passport","minLength":1,"maxLength":80},
"email":{"type":"string","title":"E-mail","format":"email"},
"age":{"type":"integer","title":"Age","minimum":18,"maximum":120},
"height":{"type":"number","title":"Height in metres","minimum":0.5,"maximum":2.5},
"newsletter":{"type":"boolean","title":"Send me news","default":false},
"plan":{"type":"string","title":"Plan","enum":["free","pro","team"],"default":"free"},
"colour":{"type":"string","title":"Colour","oneOf":[{"const":"r","title":"Red"},{"const":"g","title":"Green"}]},
"days":{"type":"array","title":"Days","items":{"type":"string","enum":["mo","tu","we","th","fr"]},"minItems":1},
"start":{"type":"string","title":"Start","format":"date"},
"site":{"type":"string","title":"Website","format":"uri"}
},"required":["name","email","age"]}"#;

const ANSWER: &str = r#"{"name":"Ada Lovelace","email":"ada@example.com","age":36,"plan":"pro","days":["mo","we"]}"#;

/// The best of many short batches, so that a busy machine disturbs most of them and not the result.
fn microseconds(what: &str, mut run: impl FnMut()) -> f64 {
    const ROUNDS: u32 = 50;
    let mut best = f64::INFINITY;
    for _ in 0..2_000 {
        let start = Instant::now();
        for _ in 0..ROUNDS {
            run();
        }
        best = best.min(start.elapsed().as_secs_f64() * 1e6 / f64::from(ROUNDS));
    }
    println!("{what}: {best:.2} µs");
    best
}

#[test]
#[ignore = "a measurement; it means something only in release"]
fn speed() {
    let parse = microseconds("parse and check a form of ten fields", || {
        black_box(Form::parse(black_box(TEN), "").unwrap());
    });
    microseconds("the same, normalised", || {
        black_box(Form::parse(black_box(TEN), r#"{"normalise":true}"#).unwrap());
    });
    microseconds("the same, with its digest", || {
        black_box(Form::parse(black_box(TEN), "").unwrap().digest());
    });
    let form = Form::parse(TEN, "").unwrap();
    let accept = microseconds("accept an answer of five fields", || {
        assert!(matches!(black_box(form.accept(black_box(ANSWER))), Acceptance::Accepted(_)));
    });
    assert!(parse < 20.0 && accept < 2.0);
}

/// Texts that are large or nasty, each with its bound in seconds; the debug build keeps to them too.
#[test]
fn large_inputs_stay_quick() {
    let start = Instant::now();
    let properties: Vec<String> = (0..1000).map(|at| format!("\"f{at}\":{{\"type\":\"string\"}}")).collect();
    let wide = format!(r#"{{"type":"object","properties":{{{}}}}}"#, properties.join(","));
    let form = Form::parse(&wide, "").unwrap();
    let answer: Vec<String> = (0..1000).rev().map(|at| format!("\"f{at}\":\"x\"")).collect();
    assert!(matches!(form.accept(&format!("{{{}}}", answer.join(","))), Acceptance::Accepted(_)));
    let extra: Vec<String> = (0..10_000).map(|at| format!("\"k{at}\":\"x\"")).collect();
    assert_eq!(form.accept(&format!("{{{}}}", extra.join(","))), Acceptance::Accepted("{}".to_owned()));

    let options: Vec<String> = (0..10_000).map(|at| format!("\"o{at}\"")).collect();
    let choice = format!(
        r#"{{"type":"object","properties":{{"f":{{"type":"array","items":{{"type":"string","enum":[{}]}}}}}}}}"#,
        options.join(",")
    );
    let form = Form::parse(&choice, "").unwrap();
    let many = format!(r#"{{"f":[{}]}}"#, vec!["\"o9999\""; 100_000].join(","));
    assert!(matches!(form.accept(&many), Acceptance::Accepted(_)));
    let wrong = format!(r#"{{"f":[{}]}}"#, vec!["\"p\""; 100_000].join(","));
    let Acceptance::Invalid(issues) = form.accept(&wrong) else { unreachable!() };
    assert_eq!(issues.len(), 1001);
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
}
