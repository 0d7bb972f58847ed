//! Faults met in the field by people who ask more than once: the smallest input of each, and the right behaviour. The
//! numbers are those of the list they were collected in; `field_cases.rs` checks that none is missing.
#![allow(missing_docs, clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use mrtr::boundary::{Boundary, Call, Principal, Refusal, Round};
use mrtr::message::{Answer, input_required};
use mrtr::state::{Key, Reason};
use mrtr::{ErrorCode, Form, OsEntropy};
use serde_json::{Value, json};

const NOW: f64 = 1_790_001_000.0;
const CAPABILITIES: &str = r#"{"elicitation":{"form":{},"url":{}},"sampling":{},"roots":{}}"#;
const CONFIRM: &str = r#"{"type":"object","properties":{"ok":{"type":"boolean"}},"required":["ok"]}"#;

fn boundary(options: &Value) -> Boundary {
    let key = Key::new(b"a key of at least thirty-two bytes").unwrap();
    Boundary::new(vec![key], &options.to_string()).unwrap()
}

/// One logical call, as a client carries it from round to round.
struct Dialogue<'a> {
    boundary: &'a Boundary,
    token: Option<String>,
}

impl Dialogue<'_> {
    fn new(boundary: &Boundary) -> Dialogue<'_> {
        Dialogue { boundary, token: None }
    }

    fn enter(&self, responses: &Value) -> Result<Round, Box<Refusal>> {
        let mut params = json!({"name": "t", "inputResponses": responses});
        if let Some(token) = &self.token {
            params["requestState"] = json!(token);
        }
        let text = params.to_string();
        let call = Call { method: "tools/call", params: &text, capabilities: Some(CAPABILITIES), ..Call::default() };
        self.boundary.enter(&call, NOW, &mut OsEntropy)
    }

    /// Asks, with a payload for the next round.
    fn ask(&mut self, round: &mut Round, questions: &Value, payload: &Value) -> Result<(), Box<Refusal>> {
        let token = round.seal_request_state(&payload.to_string(), NOW, &mut OsEntropy).unwrap();
        let result = json!({"resultType": "input_required", "inputRequests": questions, "requestState": token});
        let sent = round.leave(&result.to_string(), NOW, &mut OsEntropy)?.unwrap();
        self.token = serde_json::from_str::<Value>(&sent).unwrap()["requestState"].as_str().map(str::to_owned);
        Ok(())
    }
}

fn form(schema: &str) -> Form {
    Form::parse(schema, "").unwrap()
}

fn question(schema: &str) -> Value {
    let schema: Value = serde_json::from_str(schema).unwrap();
    json!({"method": "elicitation/create", "params": {"mode": "form", "message": "?", "requestedSchema": schema}})
}

fn yes() -> Value {
    json!({"action": "accept", "content": {"ok": true}})
}

#[test]
fn case_43_a_decline_ends_the_question_and_is_not_missing() {
    let boundary = boundary(&json!({}));
    let read = |entry: Value| {
        let mut dialogue = Dialogue::new(&boundary);
        let mut round = dialogue.enter(&json!({})).unwrap();
        dialogue.ask(&mut round, &json!({"confirm": question(CONFIRM)}), &json!(1)).unwrap();
        let responses = if entry.is_null() { json!({}) } else { json!({"confirm": entry}) };
        let round = dialogue.enter(&responses).unwrap();
        round.responses().answer("confirm", Some(&form(CONFIRM))).outcome()
    };
    assert_eq!(read(json!({"action": "decline"})), "declined");
    assert_eq!(read(json!({"action": "cancel"})), "cancelled");
    assert_eq!(read(json!({"action": "reject"})), "invalid");
    assert_eq!(read(Value::Null), "missing");
    assert_eq!(read(yes()), "accepted");
}

#[test]
fn case_64_the_literal_key_undefined_is_ignored() {
    let boundary = boundary(&json!({}));
    let mut dialogue = Dialogue::new(&boundary);
    let mut round = dialogue.enter(&json!({})).unwrap();
    dialogue.ask(&mut round, &json!({"confirm": question(CONFIRM)}), &json!("kept")).unwrap();
    let round = dialogue.enter(&json!({"undefined": yes(), "confirm": yes()})).unwrap();
    assert_eq!(round.responses().answer("undefined", None), Answer::Missing);
    assert_eq!(round.responses().answer("confirm", Some(&form(CONFIRM))).outcome(), "accepted");
    assert_eq!(round.request_state().as_deref(), Some("\"kept\""));
    assert_eq!(round.notes(), r#"[{"code":"unasked","key":"undefined"}]"#);
}

#[test]
fn case_66_a_missing_answer_is_asked_for_again_and_counted() {
    let boundary = boundary(&json!({"maxRounds": 3}));
    let mut dialogue = Dialogue::new(&boundary);
    let mut asked = 0;
    let refusal = loop {
        let mut round = dialogue.enter(&json!({})).unwrap();
        assert_eq!(round.responses().answer("confirm", Some(&form(CONFIRM))), Answer::Missing);
        match dialogue.ask(&mut round, &json!({"confirm": question(CONFIRM)}), &json!(1)) {
            Ok(()) => asked += 1,
            Err(refusal) => break refusal,
        }
    };
    assert_eq!((asked, refusal.reason_str()), (3, "rounds"));
}

/// A handler that asks A only when B is known, and B only when C is: what it knows, it keeps in the state.
#[test]
fn case_97_answers_kept_in_the_state_survive_to_the_end() {
    let boundary = boundary(&json!({}));
    let mut dialogue = Dialogue::new(&boundary);
    let mut sent = json!({});
    let names = ["c", "b", "a"];
    for turn in 1..=4 {
        let mut round = dialogue.enter(&sent).unwrap();
        let mut known: Value = round.request_state().map_or(json!({}), |text| serde_json::from_str(&text).unwrap());
        for name in names {
            if round.responses().confirmed(name, Some(&form(CONFIRM)), None).unwrap() {
                known[name] = json!(true);
            }
        }
        let Some(open) = names.into_iter().find(|name| known.get(name).is_none()) else {
            assert_eq!((turn, round.number()), (4, 4), "N questions end in N + 1 rounds");
            assert_eq!(known, json!({"c": true, "b": true, "a": true}));
            return;
        };
        dialogue.ask(&mut round, &json!({open: question(CONFIRM)}), &known).unwrap();
        sent = json!({open: yes()});
    }
    panic!("the loop does not end");
}

#[test]
fn case_99_the_bound_is_an_option() {
    for (options, most) in [(json!({}), 8), (json!({"maxRounds": 9}), 9), (json!({"maxRounds": 64}), 64)] {
        let boundary = boundary(&options);
        let mut dialogue = Dialogue::new(&boundary);
        for number in 1..=most {
            let mut round = dialogue.enter(&json!({})).unwrap();
            assert_eq!((round.number(), round.rounds_left()), (number, most - number + 1));
            dialogue.ask(&mut round, &json!({"q": question(CONFIRM)}), &json!(number)).unwrap();
        }
        let mut round = dialogue.enter(&json!({})).unwrap();
        assert_eq!(round.rounds_left(), 0);
        let refusal = dialogue.ask(&mut round, &json!({"q": question(CONFIRM)}), &json!(0)).unwrap_err();
        assert_eq!(refusal.reason_str(), "rounds");
    }
}

#[test]
fn case_100_a_bound_is_a_positive_integer() {
    let make = |rounds: &str| {
        let key = Key::new(b"a key of at least thirty-two bytes").unwrap();
        Boundary::new(vec![key], &format!("{{\"maxRounds\":{rounds}}}")).map(|_| ()).map_err(|error| error.code())
    };
    for good in ["1", "8", "8.0", "1000"] {
        assert_eq!(make(good), Ok(()), "{good}");
    }
    // JSON has no NaN and no infinity: what hosts write in their place is refused, too.
    for bad in ["0", "-1", "1.5", "\"8\"", "true", "[]", "1e999", "-0"] {
        assert_eq!(make(bad), Err(ErrorCode::InvalidOption), "{bad}");
    }
    for bad in ["NaN", "Infinity"] {
        assert_eq!(make(bad), Err(ErrorCode::InvalidJson), "{bad}");
    }
    let ttl = |text: &str| {
        let key = Key::new(b"a key of at least thirty-two bytes").unwrap();
        Boundary::new(vec![key], &format!("{{\"ttlSeconds\":{text}}}")).map(|_| ()).map_err(|error| error.code())
    };
    assert_eq!(ttl("600"), Ok(()));
    for bad in ["0", "-1", "1e999", "\"600\""] {
        assert_eq!(ttl(bad), Err(ErrorCode::InvalidTtl), "{bad}");
    }
}

#[test]
fn case_102_a_key_may_be_used_again_in_a_later_round() {
    let boundary = boundary(&json!({}));
    let mut dialogue = Dialogue::new(&boundary);
    let mut round = dialogue.enter(&json!({})).unwrap();
    for sent in [yes(), json!({"action": "decline"}), yes()] {
        dialogue.ask(&mut round, &json!({"confirm": question(CONFIRM)}), &json!(1)).unwrap();
        round = dialogue.enter(&json!({"confirm": sent})).unwrap();
        let wanted = if sent == yes() { "accepted" } else { "declined" };
        assert_eq!(round.responses().answer("confirm", Some(&form(CONFIRM))).outcome(), wanted);
    }
    assert_eq!(round.number(), 4);
}

#[test]
fn case_103_nothing_asked_and_nothing_kept_is_an_error() {
    assert!(input_required(r#"{"inputRequests":{}}"#).is_err());
    let kept = input_required(r#"{"inputRequests":{},"requestState":"s"}"#).unwrap();
    assert_eq!(kept, r#"{"resultType":"input_required","requestState":"s"}"#);
    let boundary = boundary(&json!({}));
    let leave = |result: &str| {
        let mut round = Dialogue::new(&boundary).enter(&json!({})).unwrap();
        round.leave(result, NOW, &mut OsEntropy).map(Option::unwrap)
    };
    assert!(
        !leave(r#"{"resultType":"input_required","inputRequests":{},"requestState":"s"}"#)
            .unwrap()
            .contains("inputRequests")
    );
    for empty in [r#"{"resultType":"input_required","inputRequests":{}}"#, r#"{"resultType":"input_required"}"#] {
        assert_eq!(leave(empty).unwrap_err().reason_str(), "invalid_input_required");
    }
}

/// Another question under the key is another question: its answer is missing and asked for, never taken for this one's.
#[test]
fn case_105_questions_that_change_places_do_not_change_answers() {
    let boundary = boundary(&json!({}));
    let text = r#"{"type":"object","properties":{"why":{"type":"string"}}}"#;
    let mut dialogue = Dialogue::new(&boundary);
    let mut round = dialogue.enter(&json!({})).unwrap();
    let asked = json!({"input-0": question(CONFIRM), "input-1": question(text)});
    dialogue.ask(&mut round, &asked, &json!(1)).unwrap();
    let sent = json!({"input-0": yes(), "input-1": {"action": "accept", "content": {"why": "because"}}});
    let round = dialogue.enter(&sent).unwrap();
    assert_eq!(round.responses().answer("input-0", Some(&form(CONFIRM))).outcome(), "accepted");
    assert_eq!(round.responses().answer("input-1", Some(&form(text))).outcome(), "accepted");
    assert_eq!(round.responses().answer("input-0", Some(&form(text))), Answer::Missing);
    assert_eq!(round.responses().answer("input-1", Some(&form(CONFIRM))), Answer::Missing);
}

#[test]
fn case_106_a_result_that_asks_is_known_by_its_type_and_the_bound_says_its_number() {
    assert!(Round::asks("input_required"));
    for other in ["complete", "Input_Required", "", "task"] {
        assert!(!Round::asks(other));
    }
    let boundary = boundary(&json!({"maxRounds": 2}));
    let plain = json!({"content": [{"type": "text", "text": "input_required"}], "inputRequests": {}});
    let mut round = Dialogue::new(&boundary).enter(&json!({})).unwrap();
    assert_eq!(round.leave(&plain.to_string(), NOW, &mut OsEntropy).unwrap(), None, "passes unchanged");
    let mut dialogue = Dialogue::new(&boundary);
    for _ in 0..2 {
        let mut round = dialogue.enter(&json!({})).unwrap();
        dialogue.ask(&mut round, &json!({"q": question(CONFIRM)}), &json!(1)).unwrap();
    }
    let mut round = dialogue.enter(&json!({})).unwrap();
    let refusal = dialogue.ask(&mut round, &json!({"q": question(CONFIRM)}), &json!(1)).unwrap_err();
    assert!(refusal.tool_result_json().unwrap().contains("after 2 rounds"), "{refusal:?}");
}

#[test]
fn case_108_a_call_that_carried_retry_fields_says_so() {
    let boundary = boundary(&json!({}));
    let mut dialogue = Dialogue::new(&boundary);
    let call = Call { method: "resources/read", params: r#"{"uri":"a:b"}"#, ..Call::default() };
    assert!(!boundary.enter(&call, NOW, &mut OsEntropy).unwrap().is_retry());
    let nulls = r#"{"uri":"a:b","requestState":null,"inputResponses":null}"#;
    assert!(!boundary.enter(&Call { params: nulls, ..call }, NOW, &mut OsEntropy).unwrap().is_retry());
    // Answers whose state was dropped are not read, and still stand in the request.
    let mut round = dialogue.enter(&json!({})).unwrap();
    assert!(round.is_retry() && round.number() == 1);
    dialogue.ask(&mut round, &json!({"q": question(CONFIRM)}), &json!(1)).unwrap();
    let round = dialogue.enter(&json!({"q": yes()})).unwrap();
    assert!(round.is_retry());
    assert!(round.describe().contains(r#""retry":true"#));
}

#[test]
fn case_109_an_answer_of_another_kind_is_invalid_and_a_settled_key_is_not_asked_again_by_it() {
    let boundary = boundary(&json!({}));
    let mut dialogue = Dialogue::new(&boundary);
    let mut round = dialogue.enter(&json!({})).unwrap();
    dialogue.ask(&mut round, &json!({"confirm": question(CONFIRM)}), &json!({})).unwrap();
    let said = json!({"role": "assistant", "model": "m", "content": {"type": "text", "text": "yes"}});
    let round = dialogue.enter(&json!({"confirm": said})).unwrap();
    assert_eq!(round.responses().answer("confirm", Some(&form(CONFIRM))).outcome(), "invalid");
    assert_eq!(round.notes(), r#"[{"code":"other_kind","key":"confirm"}]"#);
    // Settled, and kept in the state; the next round asks something else, and the client answers the old key once more.
    let mut round = dialogue.enter(&json!({"confirm": yes()})).unwrap();
    assert!(round.responses().confirmed("confirm", Some(&form(CONFIRM)), None).unwrap());
    dialogue.ask(&mut round, &json!({"other": question(CONFIRM)}), &json!({"confirm": true})).unwrap();
    let round = dialogue.enter(&json!({"confirm": {"action": "decline"}, "other": yes()})).unwrap();
    assert_eq!(round.responses().answer("confirm", Some(&form(CONFIRM))), Answer::Missing);
    assert_eq!(round.request_state().as_deref(), Some(r#"{"confirm":true}"#));
}

#[test]
fn case_115_what_is_not_declared_is_refused_before_anything_is_sent() {
    let boundary = boundary(&json!({}));
    let ask = |capabilities: &str| {
        let params = json!({"name": "t"}).to_string();
        let capabilities = Some(capabilities);
        let call = Call { method: "tools/call", params: &params, capabilities, ..Call::default() };
        let mut round = boundary.enter(&call, NOW, &mut OsEntropy).unwrap();
        Dialogue::new(&boundary).ask(&mut round, &json!({"q": question(CONFIRM)}), &json!(1))
    };
    assert!(ask(r#"{"elicitation":{}}"#).is_ok());
    assert_eq!(ask("{}").unwrap_err().code(), -32021);
}

#[test]
fn case_117_a_missing_capability_has_the_number_of_the_release() {
    let boundary = boundary(&json!({}));
    let call = Call { method: "tools/call", params: r#"{"name":"t"}"#, capabilities: Some("{}"), ..Call::default() };
    let mut round = boundary.enter(&call, NOW, &mut OsEntropy).unwrap();
    let refusal = Dialogue::new(&boundary).ask(&mut round, &json!({"q": question(CONFIRM)}), &json!(1)).unwrap_err();
    assert_eq!(
        refusal.error_json(),
        r#"{"code":-32021,"message":"Missing required client capabilities: elicitation","data":{"requiredCapabilities":{"elicitation":{"form":{}}}}}"#
    );
}

#[test]
fn case_118_no_capabilities_at_all_is_a_malformed_request() {
    let boundary = boundary(&json!({}));
    let ask = |params: &Value, capabilities| {
        let text = params.to_string();
        let call = Call { method: "tools/call", params: &text, capabilities, ..Call::default() };
        let mut round = boundary.enter(&call, NOW, &mut OsEntropy).unwrap();
        assert!(!round.may_ask("form"));
        let refusal =
            *Dialogue::new(&boundary).ask(&mut round, &json!({"q": question(CONFIRM)}), &json!(1)).unwrap_err();
        (refusal.code(), refusal.reason_str())
    };
    let declared = json!({"name": "t", "_meta": {"io.modelcontextprotocol/clientCapabilities": {}}});
    assert_eq!(ask(&declared, None), (-32021, "capability"));
    assert_eq!(ask(&json!({"name": "t"}), Some("{}")), (-32021, "capability"));
    for absent in [json!({"name": "t"}), json!({"name": "t", "_meta": {}}), json!({"name": "t", "_meta": 5})] {
        assert_eq!(ask(&absent, None), (-32602, "params"), "{absent}");
    }
    // A handler that asks nothing needs none.
    let call = Call { method: "tools/call", params: r#"{"name":"t"}"#, ..Call::default() };
    let mut round = boundary.enter(&call, NOW, &mut OsEntropy).unwrap();
    assert!(Dialogue::new(&boundary).ask(&mut round, &json!({}), &json!(1)).is_ok());
}

/// The code of the 2025 revision that a URL is needed is not among those of this one: a URL is a question.
#[test]
fn case_123_no_refusal_has_the_code_of_another_revision() {
    let boundary = boundary(&json!({"maxRounds": 1}));
    let mut codes = Vec::new();
    for params in ["{", "{}", r#"{"name":"t","requestState":"x"}"#, r#"{"name":"t","inputResponses":[]}"#] {
        let call = Call { method: "tools/call", params, ..Call::default() };
        codes.push(boundary.enter(&call, NOW, &mut OsEntropy).unwrap_err().code());
    }
    let failed =
        Call { method: "tools/call", params: r#"{"name":"t"}"#, principal: Principal::Failed, capabilities: None };
    codes.push(boundary.enter(&failed, NOW, &mut OsEntropy).unwrap_err().code());
    let url = |url: &str| json!({"q": {"method": "elicitation/create", "params": {"mode": "url", "message": "m", "url": url}}});
    let mut dialogue = Dialogue::new(&boundary);
    for (questions, ok) in [(url("javascript:x"), false), (url("https://x/"), true), (url("https://x/"), false)] {
        let mut round = dialogue.enter(&json!({})).unwrap();
        match dialogue.ask(&mut round, &questions, &json!(1)) {
            Ok(()) => assert!(ok),
            Err(refusal) => codes.push(refusal.code()),
        }
    }
    let bare = Call { method: "tools/call", params: r#"{"name":"t"}"#, capabilities: Some("{}"), ..Call::default() };
    let mut round = boundary.enter(&bare, NOW, &mut OsEntropy).unwrap();
    codes.push(Dialogue::new(&boundary).ask(&mut round, &url("https://x/"), &json!(1)).unwrap_err().code());
    assert_eq!(codes, [-32602, -32602, -32602, -32602, -32603, -32603, -32603, -32021]);
}

#[test]
fn case_124_an_accepted_url_is_consent_and_completion_is_the_servers_to_know() {
    let boundary = boundary(&json!({}));
    let mut dialogue = Dialogue::new(&boundary);
    let mut round = dialogue.enter(&json!({})).unwrap();
    let page = round.seal_url_completion(r#"{"step":"paid"}"#, NOW, &mut OsEntropy).unwrap();
    let flow = round.flow_id().to_owned();
    let url = json!({"method": "elicitation/create", "params": {"mode": "url", "message": "m", "url": "https://x/"}});
    dialogue.ask(&mut round, &json!({"k": url}), &json!(1)).unwrap();
    for sent in [json!({"action": "accept"}), json!({"action": "accept", "content": {"completed": true}})] {
        let round = dialogue.enter(&json!({"k": sent})).unwrap();
        assert_eq!(round.responses().answer("k", None), Answer::Accepted { content: None });
        assert_eq!(round.responses().confirmed("k", None, Some("completed")), Ok(false));
        // Only what the page brings back tells that it was done there, and for which flow.
        let done = boundary.open_url_completion(&page, "tools/call", "t", Principal::Anonymous, NOW).unwrap();
        assert_eq!((done.payload.as_str(), done.flow_id.as_str()), (r#"{"step":"paid"}"#, flow.as_str()));
        assert_eq!(round.flow_id(), flow);
    }
    let mut stolen = dialogue;
    stolen.token = Some(page);
    assert_eq!(stolen.enter(&json!({})).unwrap_err().reason(), Some(Reason::Purpose));
}
