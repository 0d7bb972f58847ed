//! The Rust runner of the parity test: a case a line in, what the core makes of it a line out.
//!
//! Texts of the core stand in the output as they are: nothing here reads a number and writes it again. Where the variable
//! SAY is set, everything that is told of errors and refusals goes to standard error.

// Cases come from the parity test alone, and a runner that stops is a failed run.
#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::panic, clippy::unwrap_used)]

mod doors;
// How a case of the vectors is read.
#[allow(dead_code)]
#[path = "../../../../core/tests/vectors/tally.rs"]
mod tally;

use std::fmt::Write as _;
use std::io::{BufRead as _, Write as _};

use mrtr::message::Responses;
use mrtr::state::{Codec, Reason, arguments_digest};
use mrtr::{Acceptance, Error, Form, Issue};
use serde_json::Value;
use tally::{bytes, entropy, now, payload, ring, text, token};

fn main() {
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let case: Value = serde_json::from_str(&line.expect("a line")).expect("JSON");
        writeln!(out, "{}", run(&case)).expect("somebody reads");
        out.flush().expect("somebody reads");
    }
}

fn run(case: &Value) -> String {
    match text(case, "op").expect("op") {
        "digest" => {
            arguments_digest(text(case, "text").expect("text")).map(|digest| object(&[("digest", quote(&digest))]))
        }
        "form" => form(case),
        "answers" => answers(case),
        "enter" | "seal" | "open" | "openUrlCompletion" => doors::run(case),
        op => codec(case, op),
    }
    .unwrap_or_else(|error| failed(&error))
}

/// The codec by itself.
fn codec(case: &Value, op: &str) -> Result<String, Error> {
    let codec = Codec::new(ring(case)?, &case["options"].to_string())?;
    let bind = text(case, "bind");
    let data = bytes(case, "associatedDataHex");
    Ok(match op {
        "construct" => object(&[("ok", "true".to_owned())]),
        "verify" => verdict(
            "payload",
            codec.verify(&token(case), bind, now(case)).map(|text| text.map_or_else(null, |text| quote(&text))),
        ),
        "mint" => {
            object(&[("token", quote(&codec.mint(payload(case).as_deref(), bind, now(case), &mut entropy(case))?))])
        }
        "openBytes" => {
            verdict("payloadHex", codec.open_bytes(&token(case), &data, now(case)).map(|bytes| quote(&hex(&bytes))))
        }
        "sealBytes" => {
            let sealed = codec.seal_bytes(&bytes(case, "payloadHex"), &data, now(case), &mut entropy(case))?;
            object(&[("token", quote(&sealed))])
        }
        "openState" => {
            let opened = codec.open_state(&token(case), &case["call"].to_string(), now(case))?;
            verdict("state", opened.map(|state| quote(&state)))
        }
        op => panic!("unknown op {op}"),
    })
}

/// A form, what it makes of contents, and of those with defaults.
fn form(case: &Value) -> Result<String, Error> {
    let form = Form::parse(text(case, "schema").expect("schema"), &options(case))?;
    let contents = case["contents"].as_array().into_iter().flatten().map(|content| {
        let content = content.as_str().expect("a text");
        let read = form.accept(content);
        // Where values are taken, what is no JSON cannot be handed over.
        let filled = matches!(read, Acceptance::Accepted(_)).then(|| form.fill_defaults(content).to_json());
        object(&[("read", read.to_json()), ("filled", maybe(filled))])
    });
    Ok(object(&[
        ("wire", quote(form.wire())),
        ("digest", quote(&form.digest_hex())),
        ("lints", Issue::list_to_json(form.lints())),
        ("steps", list(form.steps().iter().map(|step| quote(step)))),
        ("contents", list(contents)),
    ]))
}

fn options(case: &Value) -> String {
    if case["options"].is_null() { String::new() } else { case["options"].to_string() }
}

/// Answers with nothing known of what was asked, through each reader.
fn answers(case: &Value) -> Result<String, Error> {
    let responses = Responses::parse(text(case, "responses").expect("responses"))?;
    let reads = case["reads"].as_array().into_iter().flatten();
    Ok(list(reads.map(|read| {
        with_form(text(read, "schema"), |form| {
            let key = text(read, "key").expect("key");
            let yes = responses.confirmed(key, form, text(read, "field"));
            object(&[
                ("answer", responses.answer(key, form).to_json()),
                ("content", maybe(responses.accepted_content(key, form))),
                ("view", responses.view(key)),
                ("confirmed", yes.map_or_else(|error| code(&error), |yes| yes.to_string())),
            ])
        })
    })))
}

/// What is read with a form, if there is one; the code of a form that is refused.
fn with_form(schema: Option<&str>, read: impl FnOnce(Option<&Form>) -> String) -> String {
    match schema.map(|schema| Form::parse(schema, "")).transpose() {
        Ok(form) => read(form.as_ref()),
        Err(error) => code(&error),
    }
}

fn verdict(name: &str, opened: Result<String, Reason>) -> String {
    match opened {
        Ok(value) => object(&[(name, value)]),
        Err(reason) => {
            say(&[&format_args!("{reason:?}")]);
            object(&[("refused", quote(reason.as_str()))])
        }
    }
}

/// Shows every text of something that went wrong, if anybody listens.
fn say(texts: &[&dyn std::fmt::Display]) {
    if std::env::var_os("SAY").is_some() {
        for text in texts {
            eprintln!("{text}");
        }
    }
}

/// The code of an error, whose texts are said.
fn code(error: &Error) -> String {
    say(&[error, &format_args!("{error:?} {error:#?}"), &error.to_json()]);
    quote(error.code().as_str())
}

fn failed(error: &Error) -> String {
    let code = code(error);
    object(&[("error", code), ("issues", Issue::list_to_json(error.issues()))])
}

/// JSON text where there is some, null where there is none.
fn maybe(text: Option<String>) -> String {
    text.unwrap_or_else(null)
}

fn null() -> String {
    "null".to_owned()
}

fn object(members: &[(&str, String)]) -> String {
    format!("{{{}}}", members.iter().map(|(name, value)| format!("\"{name}\":{value}")).collect::<Vec<_>>().join(","))
}

fn list(items: impl Iterator<Item = String>) -> String {
    format!("[{}]", items.collect::<Vec<_>>().join(","))
}

fn quote(text: &str) -> String {
    Value::from(text).to_string()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut hex, byte| {
        write!(hex, "{byte:02x}").expect("a string takes all");
        hex
    })
}
