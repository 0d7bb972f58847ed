//! Work on the boundary: state sealed for a call, a call let in with it, and a first call that asks.

use std::cell::RefCell;
use std::hint::black_box;

use mrtr::OsEntropy;
use mrtr::boundary::{Boundary, Call, Principal, Round};
use mrtr::state::Key;

use crate::tokens::{KEY, PAYLOAD, named};
use crate::{Failed, NOW, Work};

const ARGUMENTS: &str = include_str!("../../data/arguments.txt");
/// Who calls.
const ALICE: &str = "alice@example.com";

pub(crate) fn works() -> Result<Vec<(&'static str, Work)>, Failed> {
    let mut works = rounds("signed", "")?;
    works.extend(rounds("encrypted", " encrypted")?);
    Ok(works)
}

/// A call of the tool, with what `more` adds to its params.
pub(crate) fn params(more: &str) -> String {
    let capabilities = r#""_meta":{"io.modelcontextprotocol/clientCapabilities":{"elicitation":{"form":{}}}}"#;
    format!(r#"{{"name":"delete_report","arguments":{ARGUMENTS},{capabilities}{more}}}"#)
}

pub(crate) fn enter(boundary: &Boundary, params: &str) -> Result<Round, Failed> {
    let call = Call { method: "tools/call", params, principal: Principal::Named(ALICE), capabilities: None };
    Ok(boundary.enter(&call, NOW, &mut OsEntropy).map_err(|refusal| refusal.error_json())?)
}

pub(crate) fn options(format: &str) -> String {
    format!(r#"{{"format":"{format}","audience":"reports"}}"#)
}

/// What a handler gives back that asks.
fn asking_result(state: &str) -> String {
    let schema = r#"{"type":"object","properties":{"ok":{"type":"boolean"}},"required":["ok"]}"#;
    let params = format!(r#"{{"message":"Delete q3.pdf?","requestedSchema":{schema}}}"#);
    let requests = format!(r#"{{"confirm":{{"method":"elicitation/create","params":{params}}}}}"#);
    format!(r#"{{"resultType":"input_required","inputRequests":{requests},"requestState":"{state}"}}"#)
}

/// The params of a retry, with the state and the answer to the question.
pub(crate) fn retried(boundary: &Boundary) -> Result<String, Failed> {
    let mut round = enter(boundary, &params(""))?;
    let token = round.seal_request_state(PAYLOAD, NOW, &mut OsEntropy)?;
    let sent = round.leave(&asking_result(&token), NOW, &mut OsEntropy).map_err(|refusal| refusal.error_json())?;
    let sent = sent.ok_or("the round asked nothing")?;
    let (_, state) = sent.split_once(r#""requestState":"#).ok_or("no state")?;
    let answers = r#","inputResponses":{"confirm":{"action":"accept","content":{"ok":true}}}"#;
    let retry = params(&format!("{answers},\"requestState\":{}", state.trim_end_matches('}')));
    if enter(boundary, &retry)?.request_state().as_deref() != Some(PAYLOAD) {
        return Err("the state did not come back".into());
    }
    Ok(retry)
}

/// With all claims: state sealed for a call, a call let in with state and answer, and a first call that asks.
fn rounds(format: &str, suffix: &str) -> Result<Vec<(&'static str, Work)>, Failed> {
    let boundary = Boundary::new(vec![Key::new(KEY)?], &options(format))?;
    let retry = retried(&boundary)?;
    let seal = sealing(boundary.clone(), retry.clone())?;
    let door = boundary.clone();
    let open = move || drop(black_box(enter(&door, black_box(&retry))));
    let door = boundary.clone();
    let first = params("");
    let plain = move || drop(black_box(enter(&door, black_box(&first))));
    let asks = asking(boundary, params(""), asking_result("plain state"));
    Ok(vec![
        (named("seal", suffix), Box::new(seal)),
        (named("enter", suffix), Box::new(open)),
        (named("enter without state", suffix), Box::new(plain)),
        (named("leave", suffix), Box::new(asks)),
    ])
}

/// How many states one round seals here: it remembers each, so it is left for a new one now and then.
const SEALS_OF_A_ROUND: usize = 256;

fn sealing(boundary: Boundary, params: String) -> Result<impl Fn(), Failed> {
    let round = RefCell::new((0, enter(&boundary, &params)?));
    Ok(move || {
        let (sealed, round) = &mut *round.borrow_mut();
        *sealed += 1;
        if *sealed % SEALS_OF_A_ROUND == 0
            && let Ok(fresh) = enter(&boundary, &params)
        {
            *round = fresh;
        }
        drop(black_box(round.seal_request_state(black_box(PAYLOAD), NOW, &mut OsEntropy)));
    })
}

/// A first call that asks: in by one door, out by the other.
fn asking(boundary: Boundary, params: String, result: String) -> impl Fn() {
    move || {
        if let Ok(mut round) = enter(&boundary, black_box(&params)) {
            drop(black_box(round.leave(&result, NOW, &mut OsEntropy)));
        }
    }
}
