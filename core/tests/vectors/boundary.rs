//! `mrtr-boundary.json`: calls through the two doors.

use mrtr::boundary::{Boundary, Call, Principal, Refusal, Round};
use mrtr::message::Answer;
use mrtr::state::Reason;
use mrtr::{Entropy, Error, Form};
use serde_json::{Value, json};

use crate::tally::{Tally, cases, entropy, now, payload, ring, same, text, token};

pub(crate) fn run(tally: &mut Tally) {
    for case in cases("mrtr-boundary.json", "boundary") {
        let wanted = match text(&case, "op") {
            Some("enter") => enter(&case),
            _ => same(
                &token_of(&case).unwrap_or_else(|error| json!({ "error": error.code().as_str() })),
                &case["expect"],
            ),
        };
        tally.judge("mrtr-boundary", &case, wanted);
    }
}

fn principal(case: &Value) -> Principal<'_> {
    if case["principalFailed"] == true { Principal::Failed } else { text(case, "principal").into() }
}

fn boundary(case: &Value) -> Result<Boundary, Error> {
    Boundary::new(ring(case)?, &case["options"].to_string())
}

/// Tokens for widgets and pages.
fn token_of(case: &Value) -> Result<Value, Error> {
    let boundary = boundary(case)?;
    let refused = |reason: Reason| json!({ "refused": reason.as_str() });
    let principal = principal(case);
    Ok(match text(case, "op") {
        Some("seal") => {
            let payload = payload(case).expect("a payload");
            json!({ "token": boundary.seal(&payload, principal, now(case), &mut entropy(case))? })
        }
        Some("open") => boundary
            .open(&token(case), principal, now(case))
            .map_or_else(refused, |payload| json!({ "payload": payload })),
        Some("openUrlCompletion") => {
            let (method, target) = (text(case, "method").expect("method"), text(case, "target").expect("target"));
            let opened = boundary.open_url_completion(&token(case), method, target, principal, now(case));
            opened.map_or_else(refused, |page| json!({ "payload": page.payload, "flowId": page.flow_id }))
        }
        op => panic!("unknown op {op:?}"),
    })
}

fn long(text: &str) -> String {
    text.replace("$LONG", &"A".repeat(65_537))
}

fn enter(case: &Value) -> Result<(), String> {
    let boundary = boundary(case).map_err(|error| error.to_string())?;
    let method = text(case, "method").expect("method");
    let params = long(text(case, "params").expect("params"));
    let call = Call { method, params: &params, principal: principal(case), capabilities: text(case, "capabilities") };
    let mut random = entropy(case);
    let mut round = match boundary.enter(&call, now(case), &mut random) {
        Ok(round) => round,
        Err(refusal) => return refused(&refusal, &case["expect"]["refusal"], method),
    };
    same(&round.describe().as_str(), &text(&case["expect"], "round").unwrap_or("a refusal"))?;
    same(&round.request_state_text(), &text(&case["expect"], "stateText"))?;
    for read in case["answers"].as_array().into_iter().flatten() {
        answer(&round, read)?;
    }
    if let Some(kinds) = case["mayAsk"].as_array() {
        for kind in ["form", "url", "sampling", "roots"] {
            same(&round.may_ask(kind), &kinds.contains(&kind.into()))?;
        }
    }
    if let Some(payload) = text(&case["urlCompletion"], "payload") {
        let token = round.seal_url_completion(payload, now(case), &mut random).map_err(|error| error.to_string())?;
        same(&token.as_str(), &text(&case["urlCompletion"], "token").expect("token"))?;
    }
    if case["leave"].is_object() {
        leave(&mut round, case, method, &mut random)?;
    }
    // Every byte is accounted for.
    if random(&mut [0]).is_ok() { Err("randomness is left over".to_owned()) } else { Ok(()) }
}

fn leave(round: &mut Round, case: &Value, method: &str, random: &mut dyn Entropy) -> Result<(), String> {
    let leave = &case["leave"];
    let mut result = long(text(leave, "result").expect("result"));
    if let Some(payload) = text(leave, "seal") {
        let token = round.seal_request_state(payload, now(case), random).map_err(|error| error.to_string())?;
        result = result.replace("$SEALED", &token);
    }
    match round.leave(&result, now(case), random) {
        Ok(Some(sent)) => same(&sent.as_str(), &text(&leave["expect"], "sent").unwrap_or("something else")),
        Ok(None) => same(&json!({ "unchanged": true }), &leave["expect"]),
        Err(refusal) => refused(&refusal, &leave["expect"]["refusal"], method),
    }
}

fn refused(refusal: &Refusal, wanted: &Value, method: &str) -> Result<(), String> {
    same(&json!(refusal.reason_str()), &wanted["reason"])?;
    same(&json!(refusal.code()), &wanted["code"])?;
    same(&refusal.method(), &method)?;
    same(&refusal.tool_result_json().is_some(), &wanted["toolResult"].as_bool().unwrap_or(false))?;
    if let Some(error) = text(wanted, "error") {
        same(&refusal.error_json().as_str(), &error)?;
    }
    for name in wanted["names"].as_array().into_iter().flatten() {
        if !refusal.message().contains(name.as_str().expect("text")) {
            return Err(format!("{} does not name {name}", refusal.message()));
        }
    }
    Ok(())
}

fn answer(round: &Round, read: &Value) -> Result<(), String> {
    let form = text(read, "form").map(|form| Form::parse(form, "").expect("a form"));
    let answer = round.responses().answer(text(read, "key").expect("key"), form.as_ref());
    same(&Some(answer.outcome()), &text(read, "outcome"))?;
    match answer {
        Answer::Accepted { content } => same(&content.as_deref(), &text(read, "content")),
        Answer::Invalid { issues } => {
            let found: Vec<Value> =
                issues.iter().map(|issue| json!({ "pointer": issue.pointer, "code": issue.code })).collect();
            same(&Value::Array(found), &read["issues"])
        }
        _ => Ok(()),
    }
}
