//! Calls through the two doors, and tokens for widgets and pages.

use std::collections::HashMap;

use mrtr::boundary::{Boundary, Call, Principal, Refusal, Round};
use mrtr::{Entropy, Error, Revision};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::tally::{entropy, now, payload, ring, text, token};
use crate::{code, list, maybe, null, object, quote, say, verdict, with_form};

pub(crate) fn run(case: &Value) -> Result<String, Error> {
    let boundary = Boundary::new(ring(case)?, &case["options"].to_string())?;
    let principal = || if case["principalFailed"] == true { Principal::Failed } else { text(case, "principal").into() };
    Ok(match text(case, "op").expect("op") {
        "seal" => {
            let payload = payload(case).expect("a payload");
            object(&[("token", quote(&boundary.seal(&payload, principal(), now(case), &mut entropy(case))?))])
        }
        "open" => verdict("payload", boundary.open(&token(case), principal(), now(case))),
        "openUrlCompletion" => {
            let (method, target) = (text(case, "method").expect("method"), text(case, "target").expect("target"));
            let opened = boundary.open_url_completion(&token(case), method, target, principal(), now(case));
            verdict("page", opened.map(|page| object(&[("payload", page.payload), ("flowId", quote(&page.flow_id))])))
        }
        _ => enter(&boundary, case, principal()),
    })
}

fn enter(boundary: &Boundary, case: &Value, principal: Principal<'_>) -> String {
    let method = text(case, "method").expect("method");
    let params = text(case, "params").expect("params");
    let mut random = entropy(case);
    let call = Call { method, params, principal, capabilities: text(case, "capabilities") };
    let mut round = match boundary.enter(&call, now(case), &mut random) {
        Ok(round) => round,
        Err(refusal) => return refused(&refusal),
    };
    say(&[&format_args!("{boundary:?} {round:?} {round:#?}"), &round.notes()]);
    let answers = case["answers"].as_array().into_iter().flatten().map(|read| {
        let key = text(read, "key").expect("key");
        with_form(text(read, "form"), |form| round.responses().answer(key, form).to_json())
    });
    let mut told = vec![
        ("round", round.describe()),
        ("stateText", round.request_state_text().map_or_else(null, quote)),
        ("responses", round.responses().to_json()),
        ("answers", list(answers)),
        ("mayAsk", list(["form", "url", "sampling", "roots"].iter().map(|kind| round.may_ask(kind).to_string()))),
    ];
    told.push(("cacheHints", round.cache_hints().unwrap_or("null").to_owned()));
    if let Some(payload) = text(case, "page") {
        told.push(("page", sealed(round.seal_url_completion(payload, now(case), &mut random))));
    }
    if case["leave"].is_object() {
        told.push(("left", leave(&mut round, case, &mut random)));
    }
    let mut left = 0;
    while random(&mut [0]).is_ok() {
        left += 1;
    }
    told.push(("entropyLeft", left.to_string()));
    object(&told)
}

fn leave(round: &mut Round, case: &Value, random: &mut dyn Entropy) -> String {
    let leave = &case["leave"];
    let mut result = text(leave, "result").expect("result").to_owned();
    if let Some(payload) = text(leave, "seal") {
        match round.seal_request_state(payload, now(case), random) {
            Ok(token) => result = result.replace("$SEALED", &token),
            Err(error) => return code(&error),
        }
    }
    let revision = text(case, "of2025").map(|name| Revision::from_name(name).expect("a revision of 2025"));
    match round.leave(&result, now(case), random) {
        Ok(Some(sent)) => {
            let asked = revision.and_then(|revision| Some((revision, input_requests(&sent)?)));
            let older = asked.map(|(revision, asked)| round.older(revision, &asked, random));
            let older = older.map(|older| older.unwrap_or_else(|refusal| refused(&refusal)));
            object(&[("sent", sent), ("older", maybe(older))])
        }
        Ok(None) => object(&[("sent", null()), ("older", null())]),
        Err(refusal) if revision.is_some() => refused(&refusal.for_2025()),
        Err(refusal) => refused(&refusal),
    }
}

/// The text of that member as it stands.
fn input_requests(sent: &str) -> Option<String> {
    let members: HashMap<String, &RawValue> = serde_json::from_str(sent).expect("an object");
    members.get("inputRequests").map(|asked| asked.get().to_owned())
}

fn refused(refusal: &Refusal) -> String {
    say(&[&format_args!("{refusal:?} {refusal:#?}"), refusal, &refusal.detail(), &refusal.target()]);
    object(&[
        ("reason", quote(refusal.reason_str())),
        ("method", quote(refusal.method())),
        ("error", refusal.error_json()),
        ("toolResult", refusal.tool_result_json().unwrap_or("null").to_owned()),
    ])
}

fn sealed(token: Result<String, Error>) -> String {
    token.map_or_else(|error| code(&error), |token| quote(&token))
}
