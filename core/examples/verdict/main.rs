//! Gives the Rust library's verdict: one JSON object a line in, one a line out (in ASCII), in order, to the end of
//! input. The language is that of `tests/c/verdict.c`, where it is written down.

// A member that is not there reads as null.
#![allow(clippy::indexing_slicing)]

mod tool;

use std::io::{BufRead, Write};
use std::time::{SystemTime, UNIX_EPOCH};

use mrtr::boundary::{Boundary, Call};
use mrtr::state::{Codec, Key};
use mrtr::{Acceptance, Error, ErrorCode, Form, OsEntropy};
use serde_json::{Value, json};

fn main() -> std::io::Result<()> {
    let mut output = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let line: Value = serde_json::from_str(&line?).unwrap_or_default();
        let mut verdict = json!({ "op": line["op"].as_str() });
        let judged =
            judge(&line).unwrap_or_else(|error| json!({ "verdict": "error", "error": parsed(&error.to_json()) }));
        merge(&mut verdict, judged);
        writeln!(output, "{}", ascii(&verdict.to_string()))?;
        output.flush()?;
    }
    Ok(())
}

fn judge(line: &Value) -> Result<Value, Error> {
    match line["op"].as_str() {
        Some("verify") => verify(line),
        Some("open") => through_boundary(line, open),
        Some("call") => through_boundary(line, call),
        Some("accept") => accept(line),
        _ => Err(Error::new(ErrorCode::InvalidArgument, "op must be verify, open, call or accept")),
    }
}

fn verify(line: &Value) -> Result<Value, Error> {
    let codec = Codec::new(vec![key(line)?], options(line))?;
    Ok(match codec.verify(need(line, "token")?, line["bind"].as_str(), now(line)) {
        Ok(payload) => json!({ "verdict": "ok", "payload": payload }),
        Err(reason) => json!({ "verdict": "refused", "reason": reason.as_str() }),
    })
}

#[allow(clippy::unnecessary_wraps)] // as `call`, which can fail
fn open(boundary: &Boundary, call: &Call<'_>, now: f64) -> Result<Value, Error> {
    Ok(match boundary.enter(call, now, &mut OsEntropy) {
        Ok(round) => json!({ "verdict": "ok", "round": parsed(&round.describe()) }),
        Err(refusal) => verdict_of(tool::refused(&refusal, false)),
    })
}

fn call(boundary: &Boundary, call: &Call<'_>, now: f64) -> Result<Value, Error> {
    let reply = tool::serve(boundary, call, now)?;
    let entered = json!({ "handlerEntered": reply.handler_entered });
    let mut verdict = verdict_of(reply);
    merge(&mut verdict, entered);
    Ok(verdict)
}

fn verdict_of(reply: tool::Reply) -> Value {
    let mut verdict = match reply.cause {
        Some(cause) => json!({ "verdict": "refused", "reason": cause }),
        None => json!({ "verdict": "ok" }),
    };
    merge(&mut verdict, reply.body);
    verdict
}

fn through_boundary(
    line: &Value,
    judge: fn(&Boundary, &Call<'_>, f64) -> Result<Value, Error>,
) -> Result<Value, Error> {
    let boundary = Boundary::new(vec![key(line)?], options(line))?;
    let params = params(line)?;
    let call = Call {
        method: line["method"].as_str().unwrap_or("tools/call"),
        params: &params,
        principal: line["principal"].as_str().into(),
        capabilities: line["capabilities"].as_str(),
    };
    judge(&boundary, &call, now(line))
}

fn accept(line: &Value) -> Result<Value, Error> {
    let form = Form::parse(need(line, "schema")?, options(line))?;
    Ok(match form.accept(need(line, "content")?) {
        Acceptance::Accepted(content) => json!({ "verdict": "accepted", "content": parsed(&content) }),
        Acceptance::Invalid(issues) => {
            json!({ "verdict": "invalid", "issues": parsed(&mrtr::Issue::list_to_json(&issues)) })
        }
    })
}

/// The params of a line, with its token as their requestState.
fn params(line: &Value) -> Result<String, Error> {
    let params = need(line, "params")?;
    let (Some(token), Some((_, rest))) = (line["token"].as_str(), params.split_once('{')) else {
        return Ok(params.to_owned());
    };
    let comma = if rest.trim_start().starts_with('}') { "" } else { "," };
    Ok(format!("{{\"requestState\":{}{comma}{rest}", json!(token)))
}

fn key(line: &Value) -> Result<Key, Error> {
    let hex = need(line, "keyHex")?;
    let pairs = hex.as_bytes().chunks(2).map(|pair| std::str::from_utf8(pair).ok().filter(|pair| pair.len() == 2));
    let bytes: Option<Vec<u8>> = pairs.map(|pair| u8::from_str_radix(pair?, 16).ok()).collect();
    Key::new(&bytes.ok_or_else(|| Error::new(ErrorCode::InvalidKey, "keyHex must be hex digits"))?)
}

fn options(line: &Value) -> &str {
    line["options"].as_str().unwrap_or("")
}

fn now(line: &Value) -> f64 {
    let clock = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(f64::NAN, |since| since.as_secs_f64());
    line["now"].as_f64().unwrap_or_else(clock)
}

fn need<'a>(line: &'a Value, name: &str) -> Result<&'a str, Error> {
    line[name].as_str().ok_or_else(|| Error::new(ErrorCode::InvalidArgument, format!("{name} must be a string")))
}

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_default()
}

/// A JSON text with every other character as its escape: some readers of lines end one at U+2028.
fn ascii(json: &str) -> String {
    let escape = |unit: u16| format!("\\u{unit:04X}");
    let spell = |c: char| {
        if c.is_ascii() { c.to_string() } else { c.encode_utf16(&mut [0; 2]).iter().copied().map(escape).collect() }
    };
    json.chars().map(spell).collect()
}

/// Adds the members of `more`.
fn merge(object: &mut Value, more: Value) {
    if let (Value::Object(object), Value::Object(more)) = (object, more) {
        object.extend(more);
    }
}
