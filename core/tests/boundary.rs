//! The two doors, driven as a server drives them: every negative starts from a call that is let through.

#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::needless_pass_by_value, clippy::unwrap_used)]

use mrtr::boundary::{Boundary, Call, Principal, Refusal, Round, Unasked};
use mrtr::form::Form;
use mrtr::message::Answer;
use mrtr::state::{Key, Reason};
use mrtr::{ErrorCode, OsEntropy, Revision};
use serde_json::{Value, json};

const NOW: f64 = 1_790_001_000.25;
const FROZEN: &str =
    r#"{"code":-32602,"message":"Invalid or expired requestState","data":{"reason":"invalid_request_state"}}"#;
const SCHEMA: &str = r#"{"type":"object","properties":{"ok":{"type":"boolean"}},"required":["ok"]}"#;
const FORMATS: [&str; 2] = ["signed", "encrypted"];

fn boundary(options: Value) -> Boundary {
    let key = Key::new(b"a key of at least thirty-two bytes").unwrap();
    Boundary::new(vec![key], &options.to_string()).unwrap()
}

fn capabilities() -> Value {
    json!({"io.modelcontextprotocol/clientCapabilities": {"elicitation": {"form": {}, "url": {}}, "sampling": {}, "roots": {}}})
}

fn params(extra: Value) -> Value {
    let mut params = json!({"name": "delete_report", "arguments": {"target": "q3.pdf"}, "_meta": capabilities()});
    for (name, value) in extra.as_object().unwrap() {
        params[name] = value.clone();
    }
    params
}

fn enter(boundary: &Boundary, params: &Value) -> Result<Round, Box<Refusal>> {
    enter_as(boundary, "tools/call", params, Principal::Anonymous, NOW)
}

fn enter_as(
    boundary: &Boundary,
    method: &str,
    params: &Value,
    principal: Principal<'_>,
    now: f64,
) -> Result<Round, Box<Refusal>> {
    let text = params.to_string();
    boundary.enter(&Call { method, params: &text, principal, capabilities: None }, now, &mut OsEntropy)
}

fn confirm() -> Value {
    let schema: Value = serde_json::from_str(SCHEMA).unwrap();
    json!({"method": "elicitation/create", "params": {"mode": "form", "message": "Delete q3.pdf?", "requestedSchema": schema}})
}

fn asking(extra: Value) -> Value {
    let mut result = json!({"resultType": "input_required", "inputRequests": {"confirm": confirm()}});
    for (name, value) in extra.as_object().unwrap() {
        result[name] = value.clone();
    }
    result
}

fn leave(round: &mut Round, result: &Value) -> Result<Value, Box<Refusal>> {
    let left = round.leave(&result.to_string(), NOW, &mut OsEntropy)?.expect("an asking result is rewritten");
    Ok(serde_json::from_str(&left).unwrap())
}

/// Round one: asks for confirmation with a sealed payload; gives the token.
fn first_round(boundary: &Boundary, principal: Principal<'_>) -> String {
    let mut round = enter_as(boundary, "tools/call", &params(json!({})), principal, NOW).unwrap();
    let token = round.seal_request_state(r#"{"target":"q3.pdf"}"#, NOW, &mut OsEntropy).unwrap();
    let sent = leave(&mut round, &asking(json!({"requestState": token}))).unwrap();
    sent["requestState"].as_str().unwrap().to_owned()
}

fn answer(token: &str) -> Value {
    json!({"requestState": token, "inputResponses": {"confirm": {"action": "accept", "content": {"ok": true}}}})
}

fn form() -> Form {
    Form::parse(SCHEMA, "").unwrap()
}

fn refused(result: Result<Round, Box<Refusal>>, reason: Reason) {
    let refusal = result.expect_err("must be refused");
    assert_eq!(refusal.reason(), Some(reason));
    assert_eq!(refusal.error_json(), FROZEN);
    assert_eq!(refusal.tool_result_json(), None);
}

#[test]
fn a_confirmed_call_in_two_rounds() {
    for format in FORMATS {
        let boundary = boundary(json!({"format": format}));
        let mut round = enter(&boundary, &params(json!({}))).unwrap();
        assert_eq!((round.number(), round.rounds_left(), round.expires_at()), (1, 8, None));
        assert_eq!(round.request_state(), None);
        let flow = round.flow_id().to_owned();
        assert_eq!(flow.len(), 22);
        let token = round.seal_request_state(r#"{"target":"q3.pdf"}"#, NOW, &mut OsEntropy).unwrap();
        let sent = leave(&mut round, &asking(json!({"requestState": token, "_meta": {"kept": 1.50}}))).unwrap();
        let members: Vec<&String> = sent.as_object().unwrap().keys().collect();
        assert_eq!(members.len(), 4);
        assert_eq!(sent["_meta"]["kept"], json!(1.5));
        assert_eq!(sent["inputRequests"]["confirm"], confirm());
        let sealed = sent["requestState"].as_str().unwrap();
        assert_ne!(sealed, token, "the token that leaves carries the questions");

        let round = enter(&boundary, &params(answer(sealed))).unwrap();
        assert_eq!((round.number(), round.rounds_left()), (2, 7));
        assert_eq!(round.flow_id(), flow);
        assert_eq!(round.request_state().as_deref(), Some(r#"{"target":"q3.pdf"}"#));
        assert_eq!(round.expires_at(), Some(if format == "signed" { 1_790_001_600.0 } else { 1_790_001_600.25 }));
        assert_eq!(
            round.responses().answer("confirm", Some(&form())),
            Answer::Accepted { content: Some(r#"{"ok":true}"#.into()) }
        );
        let described: Value = serde_json::from_str(&round.describe()).unwrap();
        assert_eq!(described["round"], 2);
        assert_eq!(described["requestState"], json!({"target": "q3.pdf"}));
        assert_eq!(described["notes"], json!([]));
    }
}

#[test]
fn an_echo_fits_only_the_call_it_was_minted_for() {
    for format in FORMATS {
        let boundary = boundary(
            json!({"format": format, "audience": "reports", "foreign": ["python-sdk", "ng-mcp-ui", "typescript-sdk"]}),
        );
        let alice = Principal::Named("alice");
        let token = first_round(&boundary, alice);
        let as_alice = |method: &str, extra: Value, now: f64| enter_as(&boundary, method, &params(extra), alice, now);
        let echo = |extra: Value| {
            let mut echo = answer(&token);
            for (name, value) in extra.as_object().unwrap() {
                echo[name] = value.clone();
            }
            echo
        };
        assert!(as_alice("tools/call", echo(json!({})), NOW).is_ok());
        let same_number = echo(json!({"arguments": {"target": "q3.pdf"}}));
        assert!(as_alice("tools/call", same_number, NOW + 599.0).is_ok());

        refused(as_alice("tools/call", echo(json!({"name": "archive_report"})), NOW), Reason::Operation);
        refused(as_alice("prompts/get", echo(json!({})), NOW), Reason::Operation);
        refused(as_alice("tools/call", echo(json!({"arguments": {"target": "q4.pdf"}})), NOW), Reason::Arguments);
        refused(as_alice("tools/call", echo(json!({"arguments": {}})), NOW), Reason::Arguments);
        refused(as_alice("tools/call", echo(json!({})), NOW + 601.0), Reason::Expired);
        refused(
            as_alice("tools/call", echo(json!({"requestState": format!("{token}x")})), NOW),
            if format == "signed" { Reason::Mac } else { Reason::Malformed },
        );
        for odd in [json!(42), json!(["x"]), json!({"a": 1}), json!(true), json!("")] {
            refused(as_alice("tools/call", echo(json!({"requestState": odd})), NOW), Reason::Malformed);
        }
        let echoed = params(echo(json!({})));
        refused(enter_as(&boundary, "tools/call", &echoed, Principal::Named("mallory"), NOW), Reason::Principal);
        refused(enter_as(&boundary, "tools/call", &echoed, Principal::Anonymous, NOW), Reason::Principal);
        refused(enter_as(&boundary, "tools/call", &echoed, Principal::Named(""), NOW), Reason::Principal);
        refused(enter_as(&boundary, "tools/call", &echoed, Principal::Failed, NOW), Reason::Principal);

        let other = self::boundary(json!({"format": format, "audience": "admin"}));
        refused(enter_as(&other, "tools/call", &echoed, alice, NOW), Reason::Audience);
        let nameless = self::boundary(json!({"format": format}));
        refused(enter_as(&nameless, "tools/call", &echoed, alice, NOW), Reason::Audience);
        let token = first_round(&nameless, alice);
        refused(enter_as(&boundary, "tools/call", &params(answer(&token)), alice, NOW), Reason::Audience);
        let unbound = first_round(&boundary, Principal::Anonymous);
        refused(enter_as(&boundary, "tools/call", &params(answer(&unbound)), alice, NOW), Reason::Principal);
    }
}

#[test]
fn tokens_of_one_purpose_never_pass_for_another() {
    for format in FORMATS {
        let boundary = boundary(json!({"format": format, "foreign": ["python-sdk", "ng-mcp-ui", "typescript-sdk"]}));
        let nobody = Principal::Anonymous;
        let widget = boundary.seal(r#"{"board":[1,0]}"#, nobody, NOW, &mut OsEntropy).unwrap();
        assert_eq!(boundary.open(&widget, nobody, NOW).as_deref(), Ok(r#"{"board":[1,0]}"#));
        assert_eq!(boundary.open(&widget, Principal::Named("alice"), NOW), Err(Reason::Principal));
        let round = enter(&boundary, &params(json!({}))).unwrap();
        let page = round.seal_url_completion("7", NOW, &mut OsEntropy).unwrap();
        let completion = boundary.open_url_completion(&page, "tools/call", "delete_report", nobody, NOW).unwrap();
        assert_eq!((completion.payload.as_str(), completion.flow_id.as_str()), ("7", round.flow_id()));
        let state = first_round(&boundary, nobody);

        refused(enter(&boundary, &params(answer(&widget))), Reason::Purpose);
        refused(enter(&boundary, &params(answer(&page))), Reason::Purpose);
        assert_eq!(boundary.open(&state, nobody, NOW), Err(Reason::Purpose));
        assert_eq!(boundary.open(&page, nobody, NOW), Err(Reason::Purpose));
        let complete =
            |token: &str, target: &str| boundary.open_url_completion(token, "tools/call", target, nobody, NOW);
        assert_eq!(complete(&state, "delete_report"), Err(Reason::Purpose));
        assert_eq!(complete(&widget, "delete_report"), Err(Reason::Purpose));
        assert_eq!(complete(&page, "archive_report"), Err(Reason::Operation));
    }
}

#[test]
fn the_ninth_round_is_refused_on_any_instance() {
    for format in FORMATS {
        let mut token = None;
        let mut asked = 0;
        let refusal = loop {
            // Another instance every time: only the key is shared.
            let boundary = boundary(json!({"format": format}));
            let echo = token.as_ref().map_or(json!({}), |token: &String| json!({"requestState": token}));
            let mut round = enter(&boundary, &params(echo)).unwrap();
            assert_eq!(round.number(), asked + 1);
            match leave(&mut round, &asking(json!({}))) {
                Ok(sent) => token = Some(sent["requestState"].as_str().unwrap().to_owned()),
                Err(refusal) => break refusal,
            }
            asked += 1;
        };
        assert_eq!(asked, 8);
        assert_eq!(refusal.reason_str(), "rounds");
        let result: Value = serde_json::from_str(refusal.tool_result_json().unwrap()).unwrap();
        assert_eq!(result["isError"], true);
        assert!(result["content"][0]["text"].as_str().unwrap().contains("8 rounds"));
        // A stricter instance refuses the token at the door.
        let strict = boundary(json!({"format": format, "maxRounds": 7}));
        refused(enter(&strict, &params(json!({"requestState": token}))), Reason::Rounds);
    }
}

#[test]
fn the_log_is_told_of_a_handler_that_asks_what_was_answered() {
    let boundary = boundary(json!({"maxRounds": 1}));
    let token = first_round(&boundary, Principal::Anonymous);
    let detail = |params: Value, result: &Value| {
        let refusal = leave(&mut enter(&boundary, &params).unwrap(), result).unwrap_err();
        assert_eq!(refusal.reason_str(), "rounds");
        assert!(!refusal.message().contains("confirm"), "the client is not told");
        refusal.detail().to_owned()
    };
    let told = "answered what is asked again (confirm)";
    assert!(detail(params(answer(&token)), &asking(json!({}))).contains(told));
    let declined = json!({"requestState": token, "inputResponses": {"confirm": {"action": "decline"}}});
    assert!(detail(params(declined), &asking(json!({}))).contains(told));
    // Not answered, answered with what is no answer, or asked in other words: that is another fault, if it is one.
    let faulty = json!({"requestState": token, "inputResponses": {"confirm": {"action": "maybe"}}});
    for params in [params(json!({"requestState": token})), params(faulty)] {
        assert!(!detail(params, &asking(json!({}))).contains("again"));
    }
    let mut other = asking(json!({}));
    other["inputRequests"]["confirm"]["params"]["requestedSchema"]["properties"]["ok"]["title"] = json!("Sure?");
    let same_form = detail(params(answer(&token)), &other);
    assert!(same_form.contains(told), "a title constrains nothing");
    other["inputRequests"]["confirm"]["params"]["requestedSchema"]["properties"]["ok"]["type"] = json!("string");
    assert!(!detail(params(answer(&token)), &other).contains("again"));
}

#[test]
fn answers_fit_only_the_questions_that_were_asked() {
    let boundary = boundary(json!({}));
    let token = first_round(&boundary, Principal::Anonymous);
    let read = |responses: Value, key: &str| {
        let round = enter(&boundary, &params(json!({"requestState": token, "inputResponses": responses}))).unwrap();
        (round.responses().answer(key, Some(&form())), round.notes())
    };
    let good = json!({"action": "accept", "content": {"ok": true}});
    assert_eq!(read(json!({"confirm": good}), "confirm").0.outcome(), "accepted");
    assert_eq!(read(json!({}), "confirm").0, Answer::Missing);
    let (unasked, notes) = read(json!({"other": good}), "other");
    assert_eq!(unasked, Answer::Missing);
    assert_eq!(notes, r#"[{"code":"unasked","key":"other"}]"#);
    assert_eq!(read(json!({"confirm": {"action": "decline", "content": {"ok": true}}}), "confirm").0, Answer::Declined);
    assert_eq!(read(json!({"confirm": {"action": "cancel"}}), "confirm").0, Answer::Cancelled);
    assert_eq!(
        read(json!({"confirm": {"action": "ACCEPT", "content": {"ok": true}}}), "confirm").0.outcome(),
        "invalid"
    );
    assert_eq!(
        read(json!({"confirm": {"action": "accept", "content": {"ok": "true"}}}), "confirm").0.outcome(),
        "invalid"
    );
    assert_eq!(read(json!({"confirm": {"action": "accept"}}), "confirm").0.outcome(), "invalid");
    assert_eq!(read(json!({"confirm": {"roots": []}}), "confirm").0.outcome(), "invalid");

    // The question has changed since: what was answered is not what would be read.
    let round = enter(&boundary, &params(answer(&token))).unwrap();
    let stricter = SCHEMA.replace(r#""required":["ok"]"#, r#""required":[]"#);
    let stricter = Form::parse(&stricter, "").unwrap();
    assert_eq!(round.responses().answer("confirm", Some(&stricter)), Answer::Missing);
    let titled = SCHEMA.replace(r#""type":"boolean""#, r#""type":"boolean","title":"Really?","default":false"#);
    assert_eq!(round.responses().answer("confirm", Some(&Form::parse(&titled, "").unwrap())).outcome(), "accepted");
}

#[test]
fn a_client_that_drops_the_state_starts_again() {
    let boundary = boundary(json!({}));
    let mut dropped = answer("x");
    dropped.as_object_mut().unwrap().remove("requestState");
    let round = enter(&boundary, &params(dropped.clone())).unwrap();
    assert_eq!(round.number(), 1);
    assert_eq!(round.responses().answer("confirm", Some(&form())), Answer::Missing);
    let mut with_null = dropped.clone();
    with_null["requestState"] = Value::Null;
    assert_eq!(enter(&boundary, &params(with_null)).unwrap().number(), 1);
    let reading = self::boundary(json!({"answersWithoutState": "read"}));
    let round = enter(&reading, &params(dropped.clone())).unwrap();
    assert_eq!(round.responses().answer("confirm", Some(&form())).outcome(), "accepted");

    let keyless = Boundary::new(Vec::new(), "").unwrap();
    let mut round = enter(&keyless, &params(answer("anything at all"))).unwrap();
    assert_eq!(round.request_state_text(), Some("anything at all"));
    assert_eq!(round.responses().answer("confirm", Some(&form())).outcome(), "accepted");
    assert_eq!(round.seal_request_state("1", NOW, &mut OsEntropy).unwrap_err().code(), ErrorCode::NoKey);
    let sent = leave(&mut round, &asking(json!({"requestState": "plain"}))).unwrap();
    assert_eq!(sent["requestState"], "plain");
    assert!(enter(&keyless, &params(json!({"requestState": 42}))).is_err());
}

#[test]
fn plain_state_is_sealed_as_text() {
    for format in FORMATS {
        let boundary = boundary(json!({"format": format}));
        for (text, payload) in [
            ("step=2", r#""step=2""#),
            (r#"{"step":2}"#, r#"{"step":2}"#),
            ("", r#""""#),
            (" [1] ", "[1]"),
            ("Zürich 🪃 \"\u{1}", r#""Zürich 🪃 \"\u0001""#),
        ] {
            let mut round = enter(&boundary, &params(json!({}))).unwrap();
            let sent =
                leave(&mut round, &json!({"resultType": "input_required", "inputRequests": {}, "requestState": text}))
                    .unwrap();
            assert!(sent.get("inputRequests").is_none(), "an empty set asks nothing");
            let round = enter(&boundary, &params(json!({"requestState": sent["requestState"]}))).unwrap();
            assert_eq!(round.request_state_text(), Some(text));
            assert_eq!(round.request_state().as_deref(), Some(payload));
        }
        // A payload that is a string stays one, whatever it looks like.
        let mut round = enter(&boundary, &params(json!({}))).unwrap();
        let token = round.seal_request_state(r#""{\"a\":1}""#, NOW, &mut OsEntropy).unwrap();
        let sent = leave(&mut round, &json!({"resultType": "input_required", "requestState": token})).unwrap();
        let round = enter(&boundary, &params(json!({"requestState": sent["requestState"]}))).unwrap();
        assert_eq!(round.request_state().as_deref(), Some(r#""{\"a\":1}""#));
        // Asked without any state: the token only carries the flow on.
        let mut round = enter(&boundary, &params(json!({}))).unwrap();
        let sent = leave(&mut round, &asking(json!({}))).unwrap();
        let round = enter(&boundary, &params(json!({"requestState": sent["requestState"]}))).unwrap();
        assert_eq!((round.number(), round.request_state()), (2, None));
    }
}

#[test]
fn the_door_out_checks_what_is_asked() {
    let boundary = boundary(json!({}));
    let ask = |result: Value| {
        let mut round = enter(&boundary, &params(json!({}))).unwrap();
        leave(&mut round, &result)
    };
    assert!(ask(asking(json!({}))).is_ok());
    let mut round = enter(&boundary, &params(json!({}))).unwrap();
    assert_eq!(round.leave(r#"{"content":[]}"#, NOW, &mut OsEntropy).unwrap(), None);

    let nested = json!({"confirm": {"method": "elicitation/create", "params": {"message": "m", "requestedSchema": {"type": "object", "properties": {"a": {"type": "object"}}}}}});
    for (requests, told) in [
        (nested, "/inputRequests/confirm"),
        (json!([]), "/inputRequests"),
        (json!({"confirm": {"method": "tools/call", "params": {}}}), "/inputRequests/confirm"),
        (json!({"confirm": 5}), "/inputRequests/confirm"),
        (json!({"confirm": {"method": "elicitation/create"}}), "/inputRequests/confirm"),
        (json!({}), "needs inputRequests"),
    ] {
        let refusal = ask(json!({"resultType": "input_required", "inputRequests": requests})).unwrap_err();
        assert_eq!(refusal.code(), -32603);
        assert!(refusal.message().contains(told), "{}", refusal.message());
    }
    let refusal = ask(asking(json!({"requestState": 5}))).unwrap_err();
    assert_eq!((refusal.code(), refusal.reason_str()), (-32603, "invalid_input_required"));

    // Twice through one door.
    let mut round = enter(&boundary, &params(json!({}))).unwrap();
    assert!(leave(&mut round, &asking(json!({}))).is_ok());
    assert_eq!(leave(&mut round, &asking(json!({}))).unwrap_err().reason_str(), "illegal_state");
    assert_eq!(round.seal_request_state("1", NOW, &mut OsEntropy).unwrap_err().code(), ErrorCode::IllegalState);
}

#[test]
fn what_the_client_cannot_be_asked_is_not_asked() {
    let boundary = boundary(json!({}));
    let mut bare = params(json!({}));
    bare["_meta"] = json!({"io.modelcontextprotocol/clientCapabilities": {"elicitation": {"url": {}}}});
    let mut round = enter(&boundary, &bare).unwrap();
    assert!(round.may_ask("url") && !round.may_ask("form") && !round.may_ask("sampling") && !round.may_ask("voice"));
    let questions = json!({"confirm": confirm(), "where": {"method": "roots/list"}});
    let refusal = leave(&mut round, &json!({"resultType": "input_required", "inputRequests": questions})).unwrap_err();
    assert_eq!(refusal.code(), -32021);
    assert_eq!(refusal.data().unwrap(), r#"{"requiredCapabilities":{"elicitation":{"form":{}},"roots":{}}}"#);
    assert_eq!(refusal.message(), "Missing required client capabilities: elicitation, roots");
    // Nothing was asked, so the handler may think again.
    let url = json!({"go": {"method": "elicitation/create", "params": {"mode": "url", "message": "Sign in", "url": "https://example.com/in"}}});
    assert!(leave(&mut round, &json!({"resultType": "input_required", "inputRequests": url})).is_ok());
}

#[test]
fn malformed_calls_are_told_apart_from_refused_states() {
    let boundary = boundary(json!({}));
    for bad in [
        "",
        "[]",
        "{",
        "{}",
        r#"{"name":5}"#,
        r#"{"name":"\ud800"}"#,
        r#"{"name":"t","arguments":[]}"#,
        r#"{"name":"t","name":"u"}"#,
        r#"{"name":"t","inputResponses":[]}"#,
        r#"{"name":"t","inputResponses":"x"}"#,
    ] {
        let call = Call { method: "tools/call", params: bad, ..Call::default() };
        let refusal = boundary.enter(&call, NOW, &mut OsEntropy).unwrap_err();
        assert_eq!((refusal.code(), refusal.reason_str()), (-32602, "params"), "{bad}");
        assert_eq!(refusal.reason(), None);
    }
    let deep = format!(r#"{{"name":"t","arguments":{}1{}}}"#, r#"{"a":"#.repeat(200_000), "}".repeat(200_000));
    let call = Call { method: "tools/call", params: &deep, ..Call::default() };
    assert_eq!(boundary.enter(&call, NOW, &mut OsEntropy).unwrap_err().code(), -32602);
    let call = Call { method: "tools/list", params: "{}", ..Call::default() };
    assert_eq!(boundary.enter(&call, NOW, &mut OsEntropy).unwrap_err().reason_str(), "unknown_method");
    let refusal = enter_as(&boundary, "tools/call", &params(json!({})), Principal::Failed, NOW).unwrap_err();
    assert_eq!((refusal.code(), refusal.message()), (-32603, "Internal error"));
}

#[test]
fn large_integers_are_told_apart_or_refused() {
    let exact = boundary(json!({}));
    let text = |id: &str, token: &str| {
        format!(r#"{{"name":"t","arguments":{{"id":{id}}},"_meta":{},"requestState":{token}}}"#, capabilities())
    };
    let enter = |boundary: &Boundary, params: &str| {
        boundary.enter(&Call { method: "tools/call", params, ..Call::default() }, NOW, &mut OsEntropy)
    };
    let mut round = enter(&exact, &text("9007199254740992", "null")).unwrap();
    let sent = leave(&mut round, &asking(json!({}))).unwrap();
    let token = sent["requestState"].to_string();
    assert!(enter(&exact, &text("9007199254740992", &token)).is_ok());
    refused(enter(&exact, &text("9007199254740993", &token)), Reason::Arguments);

    let parsed = boundary(json!({"unsafeIntegers": "refuse"}));
    let mut round = enter(&parsed, &text("9007199254740991", "null")).unwrap();
    assert!(leave(&mut round, &asking(json!({}))).is_ok());
    let mut round = enter(&parsed, &text("9007199254740992", "null")).unwrap();
    let refusal = leave(&mut round, &asking(json!({}))).unwrap_err();
    assert_eq!((refusal.code(), refusal.reason_str()), (-32603, "unsafe_integer"));
}

#[test]
fn options_are_checked_when_the_boundary_is_made() {
    let make = |options: Value| {
        let key = Key::new(b"a key of at least thirty-two bytes").unwrap();
        Boundary::new(vec![key], &options.to_string()).map(|_| ()).map_err(|error| error.code())
    };
    assert_eq!(make(json!({"maxRounds": 8, "format": "signed", "open": ["signed", "encrypted"]})), Ok(()));
    for bad in [json!(0), json!(-1), json!(1.5), json!("8"), json!(true)] {
        assert_eq!(make(json!({"maxRounds": bad})), Err(ErrorCode::InvalidOption));
    }
    for (options, code) in [
        (json!({"maxRound": 8}), ErrorCode::InvalidOption),
        (json!({"format": "rs2", "keyIds": ["k"]}), ErrorCode::InvalidOption),
        (json!({"format": "plain"}), ErrorCode::InvalidOption),
        (json!({"foreign": ["someone"]}), ErrorCode::InvalidOption),
        (json!({"audience": ""}), ErrorCode::InvalidOption),
        (json!({"answersWithoutState": true}), ErrorCode::InvalidOption),
        (json!({"ttlSeconds": 0}), ErrorCode::InvalidTtl),
        (json!({"ttlSeconds": -1}), ErrorCode::InvalidTtl),
        (json!({"ttlSeconds": "600"}), ErrorCode::InvalidTtl),
    ] {
        assert_eq!(make(options.clone()), Err(code), "{options}");
    }
    let key = || Key::new(b"a key of at least thirty-two bytes").unwrap();
    assert_eq!(Boundary::new(vec![key(), key()], "").unwrap_err().code(), ErrorCode::DuplicateKey);
}

#[test]
fn clients_of_2025_are_told_of_missing_capabilities_in_their_own_words() {
    let boundary = boundary(json!({}));
    let refused = |method: &str, target: &str| {
        let text = json!({"name": target, "uri": target}).to_string();
        let call = Call { method, params: &text, capabilities: Some("{}"), ..Call::default() };
        let mut round = boundary.enter(&call, NOW, &mut OsEntropy).unwrap();
        let refusal = *round.leave(&asking(json!({})).to_string(), NOW, &mut OsEntropy).unwrap_err();
        assert_eq!((refusal.code(), refusal.reason_str()), (-32021, "capability"));
        assert_eq!(refusal.tool_result_json(), None);
        refusal.for_2025()
    };
    let tool = refused("tools/call", "t");
    assert_eq!(
        tool.tool_result_json(),
        Some(
            r#"{"content":[{"type":"text","text":"Missing required client capabilities: elicitation"}],"isError":true}"#
        )
    );
    let prompt = refused("prompts/get", "p");
    assert_eq!(prompt.error_json(), r#"{"code":-32603,"message":"Missing required client capabilities: elicitation"}"#);
    assert_eq!(prompt.tool_result_json(), None);

    // A refused state reads the same in every revision.
    let state = *enter(&boundary, &params(json!({"requestState": "x"}))).unwrap_err();
    assert_eq!(state.for_2025().error_json(), FROZEN);
}

#[test]
fn limits_are_options() {
    let three = |key: &str| json!({"resultType": "input_required", "inputRequests": {(key): confirm(), "b": confirm(), "c": confirm()}});
    let with = |limits: Value, result: &Value| {
        let mut round = enter(&boundary(json!({"limits": limits})), &params(json!({}))).unwrap();
        leave(&mut round, result).map(|_| ()).map_err(|refusal| refusal.reason_str())
    };
    assert_eq!(
        with(json!({"questions": 3, "keyCharacters": 4, "properties": 1, "tokenBytes": 600}), &three("abcd")),
        Ok(())
    );
    assert_eq!(with(json!({"questions": 2}), &three("a")), Err("invalid_input_required"));
    assert_eq!(with(json!({"keyCharacters": 4}), &three("abcde")), Err("invalid_input_required"));
    assert_eq!(with(json!({"formBytes": 10}), &three("a")), Err("invalid_input_required"));
    assert_eq!(with(json!({"tokenBytes": 100}), &three("a")), Err("too_large"));
    assert_eq!(with(json!({}), &three(&"k".repeat(128))), Ok(()));
    assert_eq!(with(json!({}), &three(&"k".repeat(129))), Err("invalid_input_required"));
    let small = boundary(json!({"limits": {"tokenBytes": 100}}));
    refused(enter(&small, &params(json!({"requestState": "v".repeat(101)}))), Reason::TooLarge);
    refused(enter(&boundary(json!({})), &params(json!({"requestState": "v".repeat(65_537)}))), Reason::TooLarge);
    refused(enter(&boundary(json!({})), &params(json!({"requestState": "v".repeat(65_536)}))), Reason::Malformed);
}

#[test]
fn a_client_of_2025_that_is_not_asked_is_told_in_its_own_way() {
    let boundary = boundary(json!({}));
    let round = enter(&boundary, &params(json!({}))).unwrap();
    let asked = json!({"confirm": confirm()}).to_string();
    assert!(round.older(Revision::V2025_06_18, &asked, &mut OsEntropy).unwrap().starts_with(r#"{"confirm":{"method""#));
    let unsaid = round.older(Revision::V2025_03_26, &asked, &mut OsEntropy).unwrap_err();
    let unanswered = round.unasked(&Unasked::Unanswered { key: "confirm", why: "hunter2" });
    for (refusal, words) in [
        (&unsaid, "The call could not go on: a client of revision 2025-03-26 cannot be asked this: "),
        (&unanswered, "The call could not go on: question 'confirm' was not answered: hunter2."),
        (&round.unasked(&Unasked::NoSession), "The call needs to ask its user, and a client of this revision can be "),
    ] {
        assert_eq!((refusal.reason_str(), refusal.code(), refusal.method()), ("unasked", -32603, "tools/call"));
        let result: Value = serde_json::from_str(refusal.tool_result_json().unwrap()).unwrap();
        assert_eq!(result["isError"], json!(true));
        assert!(result["content"][0]["text"].as_str().unwrap().starts_with(words), "{result}");
    }
    // What a client says goes back to it, and not into the log.
    assert!(!unanswered.detail().contains("hunter2"));
    let prompt = enter_as(&boundary, "prompts/get", &params(json!({})), Principal::Anonymous, NOW).unwrap();
    assert_eq!(prompt.unasked(&Unasked::NoSession).tool_result_json(), None);
}
