//! The tool of the examples, as a server's author would write it: it deletes a report, after asking.

use mrtr::boundary::{Boundary, Call, Refusal, Round};
use mrtr::message::{self, Answer};
use mrtr::{Error, Form, OsEntropy};
use serde_json::{Value, json};

const CONFIRM: &str =
    r#"{"type":"object","properties":{"ok":{"type":"boolean","title":"Delete it"}},"required":["ok"]}"#;

/// What one request came to.
pub(crate) struct Reply {
    /// `{"result":…}` or `{"error":…}`, to send.
    pub(crate) body: Value,
    /// Why a door refused, for the log alone.
    pub(crate) cause: Option<&'static str>,
    /// Whether the handler was entered.
    pub(crate) handler_entered: bool,
}

/// One request through both doors, the handler between them.
pub(crate) fn serve(boundary: &Boundary, call: &Call<'_>, now: f64) -> Result<Reply, Error> {
    let mut round = match boundary.enter(call, now, &mut OsEntropy) {
        Ok(round) => round,
        Err(refusal) => return Ok(refused(&refusal, false)),
    };
    let params: Value = serde_json::from_str(call.params).unwrap_or_default();
    let target = params["arguments"]["target"].as_str().unwrap_or("nothing");
    let result = delete_report(&mut round, target, now)?;
    Ok(match round.leave(&result, now, &mut OsEntropy) {
        Ok(sent) => {
            Reply { body: json!({ "result": parsed(&sent.unwrap_or(result)) }), cause: None, handler_entered: true }
        }
        Err(refusal) => refused(&refusal, true),
    })
}

/// What a door has refused, as a reply.
pub(crate) fn refused(refusal: &Refusal, handler_entered: bool) -> Reply {
    let body = match refusal.tool_result_json() {
        Some(result) => json!({ "result": parsed(result) }),
        None => json!({ "error": parsed(&refusal.error_json()) }),
    };
    Reply { body, cause: Some(refusal.reason_str()), handler_entered }
}

/// The handler: what the doors let through is to be believed, and an answer is one of five things.
fn delete_report(round: &mut Round, target: &str, now: f64) -> Result<String, Error> {
    let form = Form::parse(CONFIRM, "")?;
    match round.responses().answer("confirm", Some(&form)) {
        Answer::Missing | Answer::Invalid { .. } => ask(round, target, now),
        Answer::Accepted { content: Some(content) } if parsed(&content)["ok"] == true => {
            // What was sealed in round one, not what the client says now, is what gets deleted.
            let state = parsed(&round.request_state().unwrap_or_default());
            Ok(done(&format!("Deleted {}", state["target"].as_str().unwrap_or("nothing"))))
        }
        Answer::Accepted { .. } | Answer::Declined | Answer::Cancelled => Ok(done("Cancelled. Nothing was deleted.")),
    }
}

/// Builds the question and the state, and the result that carries both.
fn ask(round: &mut Round, target: &str, now: f64) -> Result<String, Error> {
    let params = json!({ "message": format!("Delete {target}?"), "requestedSchema": parsed(CONFIRM) });
    let question = message::elicit(&params.to_string(), "")?;
    let token = round.seal_request_state(&json!({ "target": target }).to_string(), now, &mut OsEntropy)?;
    let spec = json!({ "inputRequests": { "confirm": parsed(&question) }, "requestState": token });
    message::input_required(&spec.to_string())
}

fn done(text: &str) -> String {
    json!({ "resultType": "complete", "content": [{ "type": "text", "text": text }] }).to_string()
}

/// A JSON text of the library's.
fn parsed(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_default()
}
