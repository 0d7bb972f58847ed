//! What is never shown: keys by any printing, and states, payloads and answers in what a refusal tells the log.

#![allow(clippy::unwrap_used)]

use std::fmt::Debug;

use mrtr::OsEntropy;
use mrtr::boundary::{Boundary, Call, Principal};
use mrtr::state::{Codec, Key};

const NOW: f64 = 1_790_001_000.0;
const HIDDEN: &str = "the-key-that-nobody-may-see-0123456789";
const PAYLOAD: &str = "payload-s3cr3t";
const ANSWER: &str = "answer-s3cr3t";

fn key() -> Key {
    Key::new(HIDDEN.as_bytes()).unwrap()
}

fn printed(value: &dyn Debug) -> [String; 2] {
    [format!("{value:?}"), format!("{value:#?}")]
}

#[test]
fn nothing_prints_a_key() {
    let hidden = [HIDDEN.to_owned(), format!("{:?}", HIDDEN.as_bytes()), format!("{:02x?}", &HIDDEN.as_bytes()[..4])];
    let call = Call { method: "tools/call", params: r#"{"name":"t"}"#, ..Call::default() };
    let mut shown = Vec::new();
    for format in ["signed", "encrypted", "rs1", "rs2"] {
        let named = key().with_id("k").unwrap();
        shown.extend(printed(&named));
        let codec = Codec::new(vec![named], &format!("{{\"format\":\"{format}\"}}")).unwrap();
        shown.extend(printed(&codec));
        let token = codec.mint(Some("1"), None, NOW, &mut OsEntropy).unwrap();
        shown.extend(printed(&codec.verify(&format!("{token}="), None, NOW)));
    }
    for format in ["signed", "encrypted"] {
        let boundary = Boundary::new(vec![key()], &format!("{{\"format\":\"{format}\"}}")).unwrap();
        shown.extend(printed(&boundary));
        shown.extend(printed(&boundary.enter(&call, NOW, &mut OsEntropy).unwrap()));
        shown.extend(printed(&boundary.seal("{", Principal::Anonymous, NOW, &mut OsEntropy)));
    }
    for error in [
        Codec::new(vec![key(), key()], "").unwrap_err(),
        Codec::new(vec![key()], r#"{"format":"rs2"}"#).unwrap_err(),
        Codec::new(vec![key()], &format!(r#"{{"{HIDDEN}":1}}"#)).unwrap_err(),
        Key::new(&HIDDEN.as_bytes()[..20]).unwrap_err(),
    ] {
        shown.extend(printed(&error));
        shown.extend([error.to_string(), error.to_json()]);
    }
    assert_eq!(shown.len(), 8 * 3 + 4 * 3 + 4 * 4);
    for text in shown {
        for hidden in &hidden {
            assert!(!text.contains(hidden.as_str()), "{text}");
        }
        assert!(!text.contains(&HIDDEN[..20]), "{text}");
    }
}

#[test]
fn a_refusal_tells_reason_method_and_target_and_nothing_of_state_and_answers() {
    let boundary = Boundary::new(vec![key()], "").unwrap();
    let params = |argument: &str, state: &str| {
        format!(
            r#"{{"name":"ask","arguments":{{"a":"{argument}"}},"requestState":{state},"inputResponses":{{"q":{{"action":"accept","content":{{"a":"{ANSWER}"}}}}}}}}"#
        )
    };
    let enter =
        |params: &str| boundary.enter(&Call { method: "tools/call", params, ..Call::default() }, NOW, &mut OsEntropy);
    let mut first = enter(&params(PAYLOAD, "null")).unwrap();
    let token = first.seal_request_state(&format!("\"{PAYLOAD}\""), NOW, &mut OsEntropy).unwrap();
    assert!(enter(&params(PAYLOAD, &format!("\"{token}\""))).is_ok());

    let codec = Codec::new(vec![key()], "").unwrap();
    let foreign = format!(r#"{{"p":"r","d":"{PAYLOAD}","o":"ask"}}"#);
    let foreign = codec.mint(Some(&foreign), None, NOW, &mut OsEntropy).unwrap();
    let cases = [
        (PAYLOAD, format!("{token}A"), "mac"),
        ("another", token.clone(), "arguments"),
        (PAYLOAD, foreign, "foreign"),
        (PAYLOAD, format!("v1.{PAYLOAD}"), "malformed"),
    ];
    for (argument, state, reason) in cases {
        let refusal = enter(&params(argument, &format!("\"{state}\""))).unwrap_err();
        assert_eq!((refusal.reason_str(), refusal.method(), refusal.target()), (reason, "tools/call", "ask"));
        let told = [refusal.detail(), &refusal.to_string(), &refusal.error_json(), &format!("{refusal:?}")].join("\n");
        assert!(told.contains(reason), "{told}");
        for secret in [PAYLOAD, ANSWER, HIDDEN, &state, &token] {
            assert!(!told.contains(secret), "{told}");
        }
    }
}

#[test]
fn what_goes_wrong_on_the_way_out_names_the_place_and_no_value() {
    let boundary = Boundary::new(vec![key()], "").unwrap();
    let call = Call {
        method: "tools/call",
        params: r#"{"name":"ask"}"#,
        capabilities: Some(r#"{"elicitation":{}}"#),
        ..Call::default()
    };
    for (result, reason) in [
        (format!(r#"{{"resultType":"input_required","requestState":["{PAYLOAD}"]}}"#), "invalid_input_required"),
        (format!(r#"{{"resultType":"input_required","inputRequests":{{"q":"{PAYLOAD}"}}}}"#), "invalid_input_required"),
        (format!(r#"{{"resultType":"input_required","requestState":"{PAYLOAD}""#), "invalid_json"),
    ] {
        let mut round = boundary.enter(&call, NOW, &mut OsEntropy).unwrap();
        let refusal = round.leave(&result, NOW, &mut OsEntropy).unwrap_err();
        assert_eq!((refusal.reason_str(), refusal.method(), refusal.target()), (reason, "tools/call", "ask"));
        assert!(!format!("{refusal:?} {refusal} {}", refusal.error_json()).contains(PAYLOAD));
    }
}
