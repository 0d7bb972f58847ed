//! Work on tokens: ours, and that of the peers.

use std::cell::RefCell;
use std::hint::black_box;
use std::path::Path;
use std::time::Duration;

use hmac::{Hmac, KeyInit as _, Mac as _};
use mrtr::OsEntropy;
use mrtr::boundary::{Boundary, Call, Principal, Round};
use mrtr::state::{Codec, Key};
use rmcp::model::{RequestStateCodec, SealOptions};
use sha2::Sha256;

use crate::{Failed, NOW, Work};

const KEY: &[u8] = b"0123456789abcdef0123456789abcdef";
const PAYLOAD: &str = include_str!("../../data/payload.json");
const ARGUMENTS: &str = include_str!("../../data/arguments.json");
/// Who calls.
const ALICE: &str = "alice@example.com";
/// What `rs2` signs along.
const CONTEXT: &[u8] = b"alice@example.com|tools/call|delete_report|RBNvo1WzZ4oRRq0W9-hkng";

pub(crate) fn works() -> Result<Vec<(&'static str, Work)>, Failed> {
    let mut works = alone()?;
    works.extend(signed("", PAYLOAD)?);
    works.extend(signed(" 4 KiB", &large())?);
    for (format, suffix) in [("signed", ""), ("encrypted", " encrypted")] {
        works.extend(rounds(format, suffix)?);
    }
    Ok(works)
}

/// A payload of 4 KiB.
fn large() -> String {
    let note: String = "0123456789abcdef".chars().cycle().take(4096 - 11).collect();
    format!("{{\"note\":\"{note}\"}}")
}

/// The name of a work that differs by what it works on.
fn named(name: &str, suffix: &str) -> &'static str {
    String::leak(format!("{name}{suffix}"))
}

/// `rs2` beside the Rust SDK's own codec.
fn alone() -> Result<Vec<(&'static str, Work)>, Failed> {
    let ours = Codec::new(vec![Key::new(KEY)?], r#"{"format":"rs2","keyIds":["2026-07"]}"#)?;
    let theirs = RequestStateCodec::new_with_keyring("2026-07", [("2026-07", KEY.to_vec())])?;
    let (sealing, opening) = (theirs.clone(), theirs);
    // The peer has no clock but the system's.
    let token = ours.seal_bytes(PAYLOAD.as_bytes(), CONTEXT, seconds()?, &mut OsEntropy)?;
    let foreign = token.clone();
    if opening.open_with(&token, CONTEXT)? != PAYLOAD.as_bytes() {
        return Err("the peers do not open one token".into());
    }
    let opener = ours.clone();
    let seal = move || {
        let sealed = ours.seal_bytes(black_box(PAYLOAD.as_bytes()), CONTEXT, seconds().unwrap_or(NOW), &mut OsEntropy);
        drop(black_box(sealed));
    };
    let open = move || drop(black_box(opener.open_bytes(black_box(&token), CONTEXT, seconds().unwrap_or(NOW))));
    let their_seal = move || {
        let options = SealOptions::new().associated_data(CONTEXT).ttl(Duration::from_secs(600));
        drop(black_box(sealing.seal_with(black_box(PAYLOAD.as_bytes()), &options)));
    };
    let their_open = move || drop(black_box(opening.open_with(black_box(&foreign), CONTEXT)));
    Ok(vec![
        ("rs2 seal", Box::new(seal)),
        ("rmcp seal", Box::new(their_seal)),
        ("rs2 open", Box::new(open)),
        ("rmcp open", Box::new(their_open)),
    ])
}

/// Unix seconds by the system's clock.
fn seconds() -> Result<f64, Failed> {
    Ok(std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH)?.as_secs_f64())
}

/// The format `signed` beside the HMAC that it cannot do without, over the same bytes.
fn signed(suffix: &str, payload: &str) -> Result<Vec<(&'static str, Work)>, Failed> {
    let codec = Codec::new(vec![Key::new(KEY)?], "{}")?;
    let token = codec.mint(Some(payload), None, NOW, &mut OsEntropy)?;
    let (message, _) = token.rsplit_once('.').ok_or("no token")?;
    let message = message.to_owned();
    let opener = codec.clone();
    let payload = payload.to_owned();
    let mac: Hmac<Sha256> = Hmac::new_from_slice(KEY)?;
    let mint = move || drop(black_box(codec.mint(Some(black_box(&payload)), None, NOW, &mut OsEntropy)));
    let verify = move || drop(black_box(opener.verify(black_box(&token), None, NOW)));
    let bare = move || {
        let mut mac = mac.clone();
        mac.update(black_box(message.as_bytes()));
        black_box(mac.finalize());
    };
    Ok(vec![
        (named("signed mint", suffix), Box::new(mint)),
        (named("signed verify", suffix), Box::new(verify)),
        (named("hmac of a token", suffix), Box::new(bare)),
    ])
}

/// A call of the tool, with what `more` adds to its params.
fn params(more: &str) -> String {
    let capabilities = r#""_meta":{"io.modelcontextprotocol/clientCapabilities":{"elicitation":{"form":{}}}}"#;
    format!(r#"{{"name":"delete_report","arguments":{ARGUMENTS},{capabilities}{more}}}"#)
}

fn enter(boundary: &Boundary, params: &str) -> Result<Round, Failed> {
    let call = Call { method: "tools/call", params, principal: Principal::Named(ALICE), capabilities: None };
    Ok(boundary.enter(&call, NOW, &mut OsEntropy).map_err(|refusal| refusal.error_json())?)
}

fn options(format: &str) -> String {
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
fn retried(boundary: &Boundary) -> Result<String, Failed> {
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

/// What the C program works on: a token to verify, and the params of a retry with the boundary's options.
pub(crate) fn write_inputs(directory: &Path) -> Result<(), Failed> {
    let codec = Codec::new(vec![Key::new(KEY)?], "{}")?;
    let boundary = Boundary::new(vec![Key::new(KEY)?], &options("signed"))?;
    for (name, text) in [
        ("token.txt", codec.mint(Some(PAYLOAD), None, NOW, &mut OsEntropy)?),
        ("options.json", options("signed")),
        ("params.json", retried(&boundary)?),
    ] {
        std::fs::write(directory.join(name), text)?;
    }
    Ok(())
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
