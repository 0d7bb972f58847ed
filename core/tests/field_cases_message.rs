//! Faults met in the field by people who ask questions and read answers: the smallest input of each, and the right
//! behaviour. The numbers are those of the list they were collected in; `field_cases.rs` checks that none is missing.
#![allow(missing_docs, clippy::unwrap_used, clippy::panic)]

use mrtr::boundary::{Boundary, Call};
use mrtr::message::{Answer, Capabilities, Kind, Responses, elicit, elicit_url, input_required};
use mrtr::{Error, Form, Issue, OsEntropy};

const SCHEMA: &str = r#"{"type":"object","properties":{"ok":{"type":"boolean"}},"required":["ok"]}"#;

fn confirm() -> Form {
    Form::parse(SCHEMA, "").unwrap()
}

/// The answer under `k`, read with the form and without.
fn read(entry: &str) -> (Answer, Answer) {
    let responses = Responses::parse(&format!("{{\"k\":{entry}}}")).unwrap();
    (responses.answer("k", Some(&confirm())), responses.answer("k", None))
}

fn spelt(issues: &[Issue]) -> Vec<String> {
    issues.iter().map(|issue| format!("{} {}", issue.pointer, issue.code)).collect()
}

fn faults(result: Result<String, Error>) -> Vec<String> {
    spelt(result.unwrap_err().issues())
}

#[test]
fn case_45_an_accept_without_content_is_no_cancel() {
    assert_eq!(read(r#"{"action":"cancel"}"#).0, Answer::Cancelled);
    for entry in [r#"{"action":"accept"}"#, r#"{"action":"accept","content":null}"#] {
        let Answer::Invalid { issues } = read(entry).0 else { panic!("{entry}") };
        assert_eq!(spelt(&issues), ["/ok required"]);
    }
}

#[test]
fn case_48_null_content_is_no_content() {
    for entry in [r#"{"action":"cancel","content":null}"#, r#"{"action":"cancel"}"#] {
        assert_eq!(read(entry), (Answer::Cancelled, Answer::Cancelled), "{entry}");
    }
    let decline = r#"{"action":"decline","content":null}"#;
    assert_eq!(read(decline), (Answer::Declined, Answer::Declined));
}

#[test]
fn case_49_content_on_a_decline_is_not_readable() {
    let text = r#"{"k":{"action":"decline","content":{"value":"unexpected"}}}"#;
    let responses = Responses::parse(text).unwrap();
    assert_eq!(responses.answer("k", None), Answer::Declined);
    assert_eq!(responses.accepted_content("k", None), None);
    assert_eq!(responses.view("k"), r#"{"kind":"elicit","action":"decline"}"#);
    assert_eq!(responses.to_json(), r#"{"k":{"action":"decline"}}"#);
}

#[test]
fn case_51_an_answer_is_no_result_and_more_members_do_no_harm() {
    assert_eq!(read(r#"{"action":"decline"}"#).0, Answer::Declined);
    assert_eq!(read(r#"{"action":"decline","resultType":"complete","_meta":{},"more":[1]}"#).0, Answer::Declined);
}

#[test]
fn case_52_retry_fields_are_checked_where_they_are_read() {
    let key = mrtr::state::Key::new(b"a key of at least thirty-two bytes").unwrap();
    let boundary = Boundary::new(vec![key], "").unwrap();
    let refusal = |method: &str, params: &str| {
        let call = Call { method, params, ..Call::default() };
        *boundary.enter(&call, 1_790_001_000.0, &mut OsEntropy).unwrap_err()
    };
    for (method, target) in [("tools/call", "name"), ("prompts/get", "name"), ("resources/read", "uri")] {
        assert!(Boundary::asks(method));
        for fields in [r#""requestState":7"#, r#""inputResponses":[]"#] {
            let refusal = refusal(method, &format!("{{\"{target}\":\"t\",{fields}}}"));
            assert_eq!(refusal.code(), -32602, "{method} {fields}");
        }
    }
    // Nobody asks on these, so no handler ever sees the fields; a host that lets them in anyway has a bug, and is told.
    for method in ["tools/list", "prompts/list", "resources/list", "completion/complete"] {
        assert!(!Boundary::asks(method));
        let refusal = refusal(method, r#"{"requestState":7,"inputResponses":[]}"#);
        assert_eq!((refusal.code(), refusal.reason_str()), (-32603, "unknown_method"));
    }
}

#[test]
fn case_57_readers_unwrap_the_action_first() {
    let form = Form::parse(r#"{"type":"object","properties":{"name":{"type":"string"}},"required":["name"]}"#, "");
    let form = form.unwrap();
    let responses = Responses::parse(r#"{"user_name":{"action":"accept","content":{"name":"Ada"}}}"#).unwrap();
    let content = Some(r#"{"name":"Ada"}"#.to_owned());
    assert_eq!(responses.answer("user_name", Some(&form)), Answer::Accepted { content });
    let bare = Responses::parse(r#"{"user_name":{"name":"Ada"}}"#).unwrap();
    assert_eq!(bare.answer("user_name", Some(&form)).outcome(), "invalid");
}

#[test]
fn case_60_nothing_but_an_accept_is_a_yes() {
    let responses = |entry: &str| Responses::parse(&format!("{{\"k\":{entry}}}")).unwrap();
    let yes = r#"{"action":"accept","content":{"ok":true}}"#;
    assert_eq!(responses(yes).confirmed("k", Some(&confirm()), None), Ok(true));
    for no in [
        yes.replace("accept", "decline"),
        yes.replace("accept", "cancel"),
        yes.replace("true", "false"),
        yes.replace("true", "\"true\""),
    ] {
        assert_eq!(responses(&no).confirmed("k", Some(&confirm()), None), Ok(false), "{no}");
    }
}

#[test]
fn case_63_wrapped_answers_are_missing_and_told_to_the_log() {
    let entry = r#"{"method":"elicitation/create","result":{"action":"accept","content":{}}}"#;
    let responses = Responses::parse(&format!("{{\"k\":{entry}}}")).unwrap();
    assert_eq!(responses.answer("k", Some(&confirm())), Answer::Missing);
    assert_eq!(responses.dropped(), ["k"]);
    assert_eq!(responses.notes().first().map(|note| note.code), Some("wrapped"));
}

#[test]
fn case_67_an_action_is_spelt_exactly() {
    assert_eq!(read(r#"{"action":"decline"}"#).0, Answer::Declined);
    for word in ["reject", "ACCEPT", "Accept"] {
        let (with_form, without) = read(&format!("{{\"action\":\"{word}\",\"content\":{{\"ok\":true}}}}"));
        for answer in [with_form, without] {
            let Answer::Invalid { issues } = answer else { panic!("{word}: {answer:?}") };
            assert_eq!(spelt(&issues), ["/action action"]);
        }
    }
}

#[test]
fn case_82_without_a_mode_it_is_a_form_and_needs_its_schema() {
    let ask = |params: &str| {
        let request = format!("{{\"method\":\"elicitation/create\",\"params\":{params}}}");
        input_required(&format!("{{\"inputRequests\":{{\"q\":{request}}}}}"))
    };
    let good = format!(r#"{{"message":"m","requestedSchema":{SCHEMA}}}"#);
    assert!(ask(&good).unwrap().contains(r#""mode":"form""#));
    assert_eq!(faults(ask(r#"{"message":"m"}"#)), ["/inputRequests/q/params/requestedSchema required"]);
    let bad = good.replace("boolean", "object");
    assert_eq!(faults(ask(&bad)), ["/inputRequests/q/params/requestedSchema/properties/ok/type unsupported_type"]);
    assert_eq!(faults(elicit(r#"{"message":"m"}"#, "")), ["/requestedSchema required"]);
}

#[test]
fn case_91_a_url_says_its_mode_and_stands_alone() {
    let params = r#"{"message":"m","url":"https://x/"}"#;
    assert!(elicit_url(params, "").unwrap().contains(r#""mode":"url""#));
    let by_hand = |params: &str| {
        let request = format!("{{\"method\":\"elicitation/create\",\"params\":{params}}}");
        input_required(&format!("{{\"inputRequests\":{{\"q\":{request}}}}}"))
    };
    assert_eq!(faults(by_hand(params)), ["/inputRequests/q/params/mode required"]);
    assert!(by_hand(&params.replace('{', r#"{"mode":"url","#)).is_ok());
    let both = format!(r#"{{"message":"m","url":"https://x/","requestedSchema":{SCHEMA}}}"#);
    assert_eq!(faults(elicit(&both, "")), [" url_and_schema"]);
    assert_eq!(faults(elicit_url(&both, "")), [" url_and_schema"]);
    assert!(faults(by_hand(&both)).contains(&"/inputRequests/q/params url_and_schema".to_owned()));
}

fn may_ask(capabilities: &str) -> Vec<&'static str> {
    let declared = Capabilities::parse(capabilities).unwrap();
    Kind::ALL.into_iter().filter(|kind| declared.may_ask(*kind)).map(Kind::as_str).collect()
}

#[test]
fn case_111_a_capability_that_is_no_object_is_not_declared() {
    assert_eq!(may_ask(r#"{"elicitation":{}}"#), ["form"]);
    for value in ["true", "\"form\"", "null", "[]", "1", r#"{"form":false}"#] {
        assert_eq!(may_ask(&format!("{{\"elicitation\":{value}}}")), Vec::<&str>::new(), "{value}");
    }
    // Pinned: serializers write null for a member that is not there.
    assert_eq!(may_ask(r#"{"elicitation":{"form":null}}"#), ["form"]);
}

#[test]
fn case_112_modes_are_told_apart() {
    assert_eq!(may_ask(r#"{"elicitation":{}}"#), ["form"]);
    assert_eq!(may_ask(r#"{"elicitation":{"form":{},"url":{}}}"#), ["form", "url"]);
    assert_eq!(may_ask(r#"{"elicitation":{"url":{}}}"#), ["url"]);
    // Pinned: a mode that nobody knows names neither, as in both official SDKs.
    assert_eq!(may_ask(r#"{"elicitation":{"voice":{}}}"#), ["form"]);
    let voice = format!(r#"{{"mode":"voice","message":"m","requestedSchema":{SCHEMA}}}"#);
    assert!(elicit(&voice.replace("voice", "form"), "").is_ok());
    assert_eq!(faults(elicit(&voice, "")), ["/mode not_an_option"]);
}

#[test]
fn case_114_modes_are_spelt_in_lower_case() {
    let needs = mrtr::message::Needs::of(Kind::Url).to_json();
    assert_eq!(needs, r#"{"elicitation":{"url":{}}}"#);
    assert_eq!(may_ask(r#"{"elicitation":{"form":{},"url":{}}}"#), ["form", "url"]);
    assert_eq!(may_ask(r#"{"elicitation":{"Form":{},"URL":{}}}"#), ["form"]);
}

fn sent(url: &str) -> Result<String, Error> {
    elicit_url(&format!("{{\"message\":\"m\",\"url\":\"{url}\"}}"), "")
}

#[test]
fn case_120_only_https_goes_to_the_browser() {
    for good in ["https://x/", "HTTPS://x/", "http://localhost:8080/", "http://127.0.0.1/", "http://[::1]/"] {
        assert!(sent(good).is_ok(), "{good}");
    }
    let bad = [
        "javascript:alert(1)",
        "data:text/html,x",
        "file:///etc/passwd",
        "JaVaScRiPt:alert(1)",
        " https://x",
        "https:x",
        "//evil",
        "",
        "http://x/",
        "ftp://x/",
    ];
    for url in bad {
        assert!(faults(sent(url)).iter().all(|fault| fault.starts_with("/url ")), "{url}");
    }
}

#[test]
fn case_121_a_script_with_an_authority_is_a_script() {
    assert_eq!(faults(sent("javascript://test%0Aalert(321)")), ["/url scheme"]);
    let options = r#"{"schemes":["javascript"]}"#;
    let params = r#"{"message":"m","url":"javascript://test%0Aalert(321)"}"#;
    assert_eq!(elicit_url(params, options).unwrap_err().code(), mrtr::ErrorCode::InvalidOption);
}

#[test]
fn case_126_urls_that_a_client_would_refuse_are_refused_here() {
    // Punycode is a word to the author, no fault (see `punycode_is_a_lint`).
    assert!(sent("https://xn--pple-43d.com").is_ok());
    assert_eq!(faults(sent("https://trusted.example@evil.example/")), ["/url user_info"]);
    assert_eq!(faults(sent("https://host/?token=sk-123")), ["/url sensitive"]);
    assert_eq!(faults(sent("http://10.0.0.5")), ["/url scheme"]);
}

#[test]
fn case_127_a_url_is_opened_and_one_is_collected_with_a_form() {
    let by_hand = format!(r#"{{"mode":"url","message":"m","requestedSchema":{SCHEMA}}}"#);
    let error = elicit_url(&by_hand, "").unwrap_err();
    assert_eq!(spelt(error.issues()), ["/requestedSchema unknown_member", "/url required"]);
    assert!(error.issues().iter().any(|issue| issue.message.contains("format uri")), "{error:?}");
    let collect =
        r#"{"message":"m","requestedSchema":{"type":"object","properties":{"site":{"type":"string","format":"uri"}}}}"#;
    assert!(elicit(collect, "").is_ok());
}
