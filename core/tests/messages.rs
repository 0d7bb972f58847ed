//! Builders and readers through the public surface: what a host calls, and what it gets.

#![allow(clippy::unwrap_used)]

use mrtr::form::Form;
use mrtr::message::{Answer, Responses, create_message, elicit, elicit_form, elicit_url, input_required, list_roots};
use mrtr::{Error, ErrorCode};

const SCHEMA: &str = r#"{"type":"object","properties":{"name":{"type":"string"}},"required":["name"]}"#;

fn faults(result: Result<String, Error>) -> Vec<String> {
    let error = result.unwrap_err();
    assert!(matches!(error.code(), ErrorCode::InvalidRequest | ErrorCode::InvalidInputRequired), "{error}");
    error.issues().iter().map(|issue| format!("{} {}", issue.pointer, issue.code)).collect()
}

fn elicited(params: &str) -> Vec<String> {
    faults(elicit(params, ""))
}

fn sent(params: &str) -> Vec<String> {
    faults(elicit_url(params, ""))
}

#[test]
fn a_form_is_sent_in_its_canonical_form_with_its_mode() {
    let params = format!("{{ \"message\": \"Who?\", \"requestedSchema\": {} }}", SCHEMA.replace('}', " }"));
    let wire = format!(
        "{{\"method\":\"elicitation/create\",\"params\":{{\"message\":\"Who?\",\"requestedSchema\":{SCHEMA},\"mode\":\"form\"}}}}"
    );
    assert_eq!(elicit(&params, "").unwrap(), wire);
    let first = params.replace("{ \"message\"", "{\"mode\":\"form\",\"message\"");
    let wire = format!(
        "{{\"method\":\"elicitation/create\",\"params\":{{\"mode\":\"form\",\"message\":\"Who?\",\"requestedSchema\":{SCHEMA}}}}}"
    );
    assert_eq!(elicit(&first, "").unwrap(), wire);
}

#[test]
fn a_form_that_is_checked_already_is_sent_as_it_is() {
    let form = Form::parse(SCHEMA, "").unwrap();
    let params = format!("{{\"message\":\"Who?\",\"requestedSchema\":{SCHEMA}}}");
    assert_eq!(elicit_form("\"Who?\"", &form), elicit(&params, ""));
    for (message, wanted) in
        [("1", "/message type"), ("\" \"", "/message empty_message"), ("\"\\ud800\"", "/message lone_surrogate")]
    {
        assert_eq!(faults(elicit_form(message, &form)), [wanted]);
    }
    assert_eq!(elicit_form("Who?", &form).unwrap_err().code(), ErrorCode::InvalidJson);
}

#[test]
fn a_url_always_carries_its_mode() {
    let wire = r#"{"method":"elicitation/create","params":{"message":"Key, please","url":"https://mcp.example.com/ui/set_api_key","mode":"url"}}"#;
    let params = r#"{"message":"Key, please","url":"https://mcp.example.com/ui/set_api_key"}"#;
    assert_eq!(elicit_url(params, "").unwrap(), wire);
    let params = params.replace('{', "{\"mode\":\"url\",");
    assert!(elicit_url(&params, "").unwrap().contains(r#""params":{"mode":"url","message""#));
}

#[test]
fn every_fault_of_a_form_is_named_at_once() {
    let good = format!("{{\"message\":\"m\",\"requestedSchema\":{SCHEMA}}}");
    assert!(elicit(&good, "").is_ok());
    let secret = SCHEMA.replace("name", "password");
    let table: Vec<(String, &[&str])> = vec![
        ("[]".into(), &[" type"]),
        ("{}".into(), &["/message required", "/requestedSchema required"]),
        (good.replace("\"m\"", "\"\""), &["/message empty_message"]),
        (good.replace("\"m\"", "\" \\n\""), &["/message empty_message"]),
        (good.replace("\"m\"", "7"), &["/message type"]),
        (good.replace("\"m\"", "null"), &["/message type"]),
        (good.replace("\"m\"", "\"\\ud800\""), &["/message lone_surrogate"]),
        (good.replace("requestedSchema", "schema"), &["/schema unknown_member", "/requestedSchema required"]),
        (
            good.replace("requestedSchema", "requested_schema"),
            &["/requested_schema unknown_member", "/requestedSchema required"],
        ),
        (good.replace("{\"message\"", "{\"mode\":\"voice\",\"message\""), &["/mode not_an_option"]),
        (good.replace("{\"message\"", "{\"mode\":\"Form\",\"message\""), &["/mode not_an_option"]),
        (good.replace("{\"message\"", "{\"mode\":null,\"message\""), &["/mode not_an_option"]),
        (good.replace("{\"message\"", "{\"mode\":\"url\",\"message\""), &["/mode not_an_option"]),
        (good.replace("{\"message\"", "{\"url\":\"https://h/\",\"message\""), &[" url_and_schema"]),
        (r#"{"message":"m","url":"https://h/"}"#.into(), &["/url unknown_member", "/requestedSchema required"]),
        (
            good.replace("{\"message\"", "{\"_meta\":{},\"task\":{},\"message\""),
            &["/_meta unknown_member", "/task unknown_member"],
        ),
        (good.replace(SCHEMA, "null"), &["/requestedSchema type"]),
        (good.replace(SCHEMA, &secret), &["/requestedSchema/properties/password sensitive"]),
        (
            good.replace("\"m\"", "\"\"").replace("\"string\"", "\"string\",\"maxlength\":1,\"$ref\":\"#\""),
            &[
                "/message empty_message",
                "/requestedSchema/properties/name/$ref unknown_keyword",
                "/requestedSchema/properties/name/maxlength unknown_keyword",
            ],
        ),
    ];
    for (params, wanted) in table {
        let mut found = elicited(&params);
        let mut wanted: Vec<_> = wanted.iter().map(|&text| text.to_owned()).collect();
        found.sort();
        wanted.sort();
        assert_eq!(found, wanted, "{params}");
    }
}

#[test]
fn near_misses_are_named() {
    let hint = |result: Result<String, Error>, wanted: &str| {
        let error = result.unwrap_err();
        assert!(error.issues().iter().any(|issue| issue.message.contains(wanted)), "{error:?}");
    };
    hint(elicit(&format!("{{\"message\":\"m\",\"schema\":{SCHEMA}}}"), ""), "did you mean requestedSchema?");
    hint(elicit(&format!("{{\"prompt\":\"m\",\"requestedSchema\":{SCHEMA}}}"), ""), "did you mean message?");
    hint(elicit(r#"{"message":"m","url":"https://h/"}"#, ""), "elicitUrl");
    hint(elicit_url(r#"{"message":"m","uri":"https://h/"}"#, ""), "did you mean url?");
    hint(elicit_url(&format!("{{\"message\":\"m\",\"requestedSchema\":{SCHEMA}}}"), ""), "format uri");
    hint(create_message(r#"{"messages":[],"max_tokens":7}"#), "did you mean maxTokens?");
    hint(input_required(r#"{"requests":{}}"#), "did you mean inputRequests?");
    hint(input_required(r#"{"state":"s"}"#), "did you mean requestState?");
}

#[test]
fn every_fault_of_a_url_is_named_at_once() {
    let with = |url: &str| format!("{{\"message\":\"m\",\"url\":\"{url}\"}}");
    assert!(elicit_url(&with("https://h/"), "").is_ok());
    let table: Vec<(String, &[&str])> = vec![
        ("{}".into(), &["/message required", "/url required"]),
        (with("javascript:alert(1)"), &["/url url"]),
        (with("javascript://test%0Aalert(321)"), &["/url scheme"]),
        (with("data:text/html,x"), &["/url url"]),
        (with("file:///etc/passwd"), &["/url url"]),
        (with(" https://x"), &["/url white_space", "/url url"]),
        (with("https:x"), &["/url url"]),
        (with("//evil"), &["/url url"]),
        (with(""), &["/url url"]),
        (with("http://10.0.0.5"), &["/url scheme"]),
        (with("https://trusted.example@evil.example/"), &["/url user_info"]),
        (with("http://u@h/?token=sk-123"), &["/url user_info", "/url scheme", "/url sensitive"]),
        (with("https://h/\\ud800"), &["/url lone_surrogate"]),
        (with("https://h/").replace("\"https://h/\"", "7"), &["/url type"]),
        (with("https://h/").replace("{\"message\"", "{\"mode\":\"form\",\"message\""), &["/mode not_an_option"]),
        (
            with("https://h/").replace("{\"message\"", "{\"elicitationId\":\"e\",\"message\""),
            &["/elicitationId unknown_member"],
        ),
        (
            format!("{{\"message\":\"m\",\"requestedSchema\":{SCHEMA}}}"),
            &["/requestedSchema unknown_member", "/url required"],
        ),
        (format!("{{\"message\":\"m\",\"url\":\"https://h/\",\"requestedSchema\":{SCHEMA}}}"), &[" url_and_schema"]),
    ];
    for (params, wanted) in table {
        assert_eq!(sent(&params), wanted, "{params}");
    }
    assert!(elicit_url(&with("https://xn--pple-43d.com"), "").is_ok());
}

#[test]
fn options_allow_by_name_and_only_what_can_be_allowed() {
    let secret = format!("{{\"message\":\"m\",\"requestedSchema\":{}}}", SCHEMA.replace("name", "password"));
    assert_eq!(elicited(&secret).len(), 1);
    assert!(elicit(&secret, r#"{"allowSensitive":["password"]}"#).is_ok());
    assert!(elicit(&secret, r#"{"allowSensitive":["Password"]}"#).is_err());
    let url = r#"{"message":"m","url":"http://10.0.0.5/?code=1"}"#;
    assert_eq!(sent(url).len(), 2);
    assert!(elicit_url(url, r#"{"allowSensitive":["code"],"schemes":["http"]}"#).is_ok());
    for options in [
        r#"{"scheme":["http"]}"#,
        r#"{"schemes":"http"}"#,
        r#"{"schemes":[]}"#,
        r#"{"schemes":["HTTP"]}"#,
        r#"{"schemes":["https","javascript"]}"#,
        r#"{"schemes":["data"]}"#,
        r#"{"allowSensitive":"code"}"#,
        "[]",
    ] {
        assert_eq!(elicit_url(url, options).unwrap_err().code(), ErrorCode::InvalidOption, "{options}");
    }
    let null = format!("{{\"message\":\"m\",\"requestedSchema\":{SCHEMA}}}");
    assert!(elicit(&null, r#"{"allowSensitive":null,"schemes":null}"#).is_ok());
}

#[test]
fn texts_that_are_not_strict_json_are_errors_of_their_own() {
    for (text, code) in [
        ("", ErrorCode::InvalidJson),
        ("{\"message\":", ErrorCode::InvalidJson),
        (r#"{"message":"a","message":"b"}"#, ErrorCode::DuplicateMember),
    ] {
        for result in [elicit(text, ""), elicit_url(text, ""), create_message(text), input_required(text)] {
            assert_eq!(result.unwrap_err().code(), code, "{text}");
        }
    }
    assert_eq!(create_message(&"[".repeat(500)).unwrap_err().code(), ErrorCode::TooDeep);
    let deep = format!("{{\"message\":\"m\",\"requestedSchema\":{}1{}}}", "[".repeat(65), "]".repeat(65));
    assert_eq!(elicited(&deep), ["/requestedSchema too_deep"]);
}

#[test]
fn roots_are_listed_without_params() {
    assert_eq!(list_roots(), r#"{"method":"roots/list"}"#);
}

#[test]
fn a_result_asks_something_or_carries_a_state() {
    let roots = list_roots();
    let ask = format!("{{\"inputRequests\":{{\"r\":{roots}}}}}");
    let both = ask.replace("}}}", "}},\"requestState\":\"s\"}");
    assert_eq!(
        input_required(&both).unwrap(),
        format!("{{\"resultType\":\"input_required\",\"inputRequests\":{{\"r\":{roots}}},\"requestState\":\"s\"}}")
    );
    assert!(input_required(&ask).is_ok());
    let alone = r#"{"resultType":"input_required","requestState":"s"}"#;
    for spec in [
        r#"{"requestState":"s"}"#,
        r#"{"requestState":"s","inputRequests":{}}"#,
        r#"{"inputRequests":null,"requestState":"s"}"#,
    ] {
        assert_eq!(input_required(spec).unwrap(), alone, "{spec}");
    }
    let meta = r#"{"_meta":{"a":1},"requestState":"s"}"#;
    assert_eq!(input_required(meta).unwrap(), alone.replace('}', ",\"_meta\":{\"a\":1}}"));
    let table: [(&str, &[&str]); 10] = [
        ("{}", &[" required"]),
        (r#"{"inputRequests":{}}"#, &[" required"]),
        (r#"{"inputRequests":{},"requestState":null}"#, &[" required"]),
        (r#"{"requestState":7}"#, &["/requestState type"]),
        (r#"{"requestState":"\ud800"}"#, &["/requestState lone_surrogate"]),
        (r#"{"inputRequests":[]}"#, &["/inputRequests type"]),
        (r#"{"inputRequests":{"a/b":{"method":"roots/lists"}}}"#, &["/inputRequests/a~1b/method not_an_option"]),
        (r#"{"inputRequests":{"\udc00":{"method":"roots/list"}}}"#, &["/inputRequests lone_surrogate"]),
        (
            r#"{"inputRequests":{"a":7,"b":{}},"x":1,"requestState":[]}"#,
            &["/x unknown_member", "/inputRequests/a type", "/inputRequests/b/method required", "/requestState type"],
        ),
        ("7", &[" type"]),
    ];
    for (spec, wanted) in table {
        assert_eq!(faults(input_required(spec)), wanted, "{spec}");
    }
}

#[test]
fn a_round_has_64_questions_with_keys_of_128_characters() {
    let ask = |count: usize| {
        let requests: Vec<String> = (0..count).map(|n| format!("\"k{n}\":{}", list_roots())).collect();
        input_required(&format!("{{\"inputRequests\":{{{}}}}}", requests.join(",")))
    };
    assert!(ask(64).is_ok());
    assert_eq!(faults(ask(65)), ["/inputRequests too_many_questions"]);
    let named = |key: &str| input_required(&format!("{{\"inputRequests\":{{\"{key}\":{}}}}}", list_roots()));
    assert!(named(&"\u{1f600}".repeat(128)).is_ok());
    assert!(faults(named(&"k".repeat(129)))[0].ends_with(" key_too_long"));
    for key in ["__proto__", "constructor", "undefined", "0", " ", "a/b~c"] {
        assert!(named(key).unwrap().contains(&format!("{{\"{key}\":{{\"method\"")), "{key}");
    }
}

#[test]
fn what_a_builders_options_allowed_is_not_refused_by_the_next_builder() {
    let params = format!("{{\"message\":\"m\",\"requestedSchema\":{}}}", SCHEMA.replace("name", "password"));
    let form = elicit(&params, r#"{"allowSensitive":["password"]}"#).unwrap();
    let options = r#"{"allowSensitive":["code"],"schemes":["app"]}"#;
    let url = elicit_url(r#"{"message":"m","url":"app://open/?code=1"}"#, options).unwrap();
    let result = input_required(&format!("{{\"inputRequests\":{{\"f\":{form},\"u\":{url}}}}}")).unwrap();
    assert_eq!(result, format!("{{\"resultType\":\"input_required\",\"inputRequests\":{{\"f\":{form},\"u\":{url}}}}}"));
    let script = url.replace("app:", "javascript:");
    assert_eq!(
        faults(input_required(&format!("{{\"inputRequests\":{{\"u\":{script}}}}}"))),
        ["/inputRequests/u/params/url scheme"]
    );
}

/// Answers that were misread somewhere: schema, entry, and the outcome with the faults' places.
#[test]
fn answers_of_the_field() {
    let object = |properties: &str, required: &str| {
        format!("{{\"type\":\"object\",\"properties\":{{{properties}}},\"required\":[{required}]}}")
    };
    let confirm = object(r#""confirm":{"type":"boolean"}"#, "\"confirm\"");
    let number = object(r#""n":{"type":"number"}"#, "");
    let integer = object(r#""n":{"type":"integer"}"#, "");
    let nickname = object(r#""nickname":{"type":"string"}"#, "");
    let name = object(r#""name":{"type":"string"}"#, "\"name\"");
    let named = object(r#""name":{"type":"string","minLength":1}"#, "\"name\"");
    let tags = object(r#""tags":{"type":"array","minItems":1,"items":{"type":"string","enum":["a"]}}"#, "");
    let accept = |content: &str| format!("{{\"action\":\"accept\",\"content\":{content}}}");
    let table = [
        // Nothing but an accept with the required value is consent.
        (&confirm, accept(r#"{"confirm":true}"#), "accepted"),
        (&confirm, accept(r#"{"confirm":false}"#), "accepted"),
        (&confirm, accept("{}"), "invalid /confirm required"),
        (&confirm, r#"{"action":"accept"}"#.to_owned(), "invalid /confirm required"),
        (&confirm, r#"{"action":"accept","content":null}"#.to_owned(), "invalid /confirm required"),
        (&confirm, accept(r#"{"confirm":"true"}"#), "invalid /confirm type"),
        (&confirm, accept(r#"{"confirm":1}"#), "invalid /confirm type"),
        (&confirm, r#"{"action":"decline"}"#.to_owned(), "declined"),
        (&confirm, r#"{"action":"decline","content":{"confirm":true}}"#.to_owned(), "declined"),
        (&confirm, r#"{"action":"reject"}"#.to_owned(), "invalid /action action"),
        (&confirm, r#"{"action":"ACCEPT","content":{"confirm":true}}"#.to_owned(), "invalid /action action"),
        (&confirm, r#"{"role":"assistant","content":{"confirm":true}}"#.to_owned(), "invalid"),
        (&confirm, r#"{"confirm":true}"#.to_owned(), "invalid  shape"),
        // Numbers are numbers.
        (&number, accept(r#"{"n":1.5}"#), "accepted"),
        (&integer, accept(r#"{"n":1.5}"#), "invalid /n not_integer"),
        (&integer, accept(r#"{"n":30.0}"#), "accepted"),
        // Present is not absent.
        (&nickname, accept(r#"{"nickname":""}"#), "accepted"),
        (&nickname, accept("{}"), "accepted"),
        (&name, accept(r#"{"name":""}"#), "accepted"),
        (&named, accept(r#"{"name":""}"#), "invalid /name too_short"),
        (&tags, accept("{}"), "accepted"),
        (&tags, accept(r#"{"tags":[]}"#), "invalid /tags too_few_items"),
    ];
    for (schema, entry, wanted) in table {
        let form = Form::parse(schema, "").unwrap();
        let answer = Responses::parse(&format!("{{\"k\":{entry}}}")).unwrap().answer("k", Some(&form));
        let found = match &answer {
            Answer::Invalid { issues } if !wanted.contains(' ') => {
                assert!(!issues.is_empty());
                "invalid".to_owned()
            }
            Answer::Invalid { issues } => {
                let places: Vec<_> = issues.iter().map(|issue| format!("{} {}", issue.pointer, issue.code)).collect();
                format!("invalid {}", places.join(", "))
            }
            other => other.outcome().to_owned(),
        };
        assert_eq!(found, wanted, "{entry} against {schema}");
    }
    assert_eq!(Responses::parse("{}").unwrap().answer("k", None), Answer::Missing);
}

#[test]
fn an_empty_form_that_is_accepted_is_accepted() {
    let form = Form::parse(r#"{"type":"object","properties":{}}"#, "").unwrap();
    let responses = Responses::parse(r#"{"k":{"action":"accept","content":{}}}"#).unwrap();
    assert_eq!(responses.answer("k", Some(&form)), Answer::Accepted { content: Some("{}".to_owned()) });
    assert_eq!(responses.accepted_content("k", Some(&form)).as_deref(), Some("{}"));
}

#[test]
fn schemas_keep_their_dialect_and_their_legacy_titles() {
    let schema = r#"{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{"c":{"type":"string","enum":["a","b"],"enumNames":["A","B"]},"d":{"type":"string","enum":["a"]}}}"#;
    let wire = elicit(&format!("{{\"message\":\"m\",\"requestedSchema\":{schema}}}"), "").unwrap();
    assert!(wire.contains(schema), "{wire}");
}

#[test]
fn a_built_question_comes_back_answered() {
    let form = Form::parse(SCHEMA, "").unwrap();
    let question = elicit(&format!("{{\"message\":\"Who?\",\"requestedSchema\":{}}}", form.wire()), "").unwrap();
    let result = input_required(&format!("{{\"inputRequests\":{{\"who\":{question}}}}}")).unwrap();
    assert_eq!(result, format!("{{\"resultType\":\"input_required\",\"inputRequests\":{{\"who\":{question}}}}}"));
    let responses = Responses::parse(r#"{"who":{"action":"accept","content":{"name":"Ada","more":1}}}"#).unwrap();
    let answer = responses.answer("who", Some(&form));
    assert_eq!(answer, Answer::Accepted { content: Some(r#"{"name":"Ada"}"#.to_owned()) });
}
