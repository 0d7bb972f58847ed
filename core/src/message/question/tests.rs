//! Input requests as they come from a handler: by our builders, by an SDK's, or by hand.

use super::*;
use crate::message::Capabilities;

fn parse_with(text: &str, options: &str) -> Result<Question, Vec<String>> {
    let document = json::parse(text, 1 << 24, 512).unwrap();
    let options = QuestionOptions::from_json(options).unwrap();
    Question::parse(document.root(), &options)
        .map_err(|issues| issues.iter().map(|issue| format!("{} {}", issue.pointer, issue.code)).collect())
}

fn parse(text: &str) -> Result<Question, Vec<String>> {
    parse_with(text, "")
}

fn lints(question: &Question) -> Vec<String> {
    question.lints.iter().map(|lint| format!("{} {}", lint.pointer, lint.code)).collect()
}

const FORM: &str = r#"{"method":"elicitation/create","params":{"mode":"form","message":"Who?","requestedSchema":{"type":"object","properties":{"name":{"type":"string","title":"GitHub Username"}},"required":["name"]}}}"#;
const URL: &str = r#"{"method":"elicitation/create","params":{"mode":"url","url":"https://mcp.example.com/ui/set_api_key","message":"Please provide your API key to continue."}}"#;
const ROOTS: &str = r#"{"method":"roots/list"}"#;
const TEXT: &str = r#"{"role":"user","content":{"type":"text","text":"What's the weather like in Paris and London?"}}"#;
const CALLS: &str = r#"{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"get_weather","input":{"city":"Paris"}},{"type":"tool_use","id":"b","name":"get_weather","input":{}}]}"#;
const RESULTS: &str = r#"{"role":"user","content":[{"type":"tool_result","toolUseId":"b","content":[]},{"type":"tool_result","toolUseId":"a","content":[{"type":"text","text":"18 °C"},{"type":"resource_link","uri":"x:y","name":"n"},{"type":"resource","resource":{"uri":"x:y","blob":"AAA="}}],"structuredContent":null,"isError":false}]}"#;

fn sampling(messages: &[&str], more: &str) -> String {
    let messages = messages.join(",");
    format!(
        "{{\"method\":\"sampling/createMessage\",\"params\":{{\"messages\":[{messages}],\"maxTokens\":100{more}}}}}"
    )
}

#[test]
fn what_the_specification_shows_is_sent_as_it_is() {
    let preferences = r#","modelPreferences":{"hints":[{"name":"claude-3-sonnet","tier":1},{}],"costPriority":0,"intelligencePriority":0.8,"speedPriority":1}"#;
    let tools = r#","tools":[{"name":"get_weather","description":"d","inputSchema":{"type":"object","properties":{"city":{"type":"string"}},"required":["city"]}}],"toolChoice":{"mode":"auto"}"#;
    let more = r#","systemPrompt":"You are.","temperature":0.1,"stopSequences":["x"],"metadata":{"a":[1.50,null]},"includeContext":"none""#;
    let table = [
        (FORM.to_owned(), Kind::Form, r#"{"elicitation":{"form":{}}}"#),
        (URL.to_owned(), Kind::Url, r#"{"elicitation":{"url":{}}}"#),
        (ROOTS.to_owned(), Kind::Roots, r#"{"roots":{}}"#),
        (r#"{"method":"roots/list","params":{"_meta":{"a":1}}}"#.to_owned(), Kind::Roots, r#"{"roots":{}}"#),
        (sampling(&[TEXT], ""), Kind::Sampling, r#"{"sampling":{}}"#),
        (sampling(&[TEXT], &format!("{preferences}{more}")), Kind::Sampling, r#"{"sampling":{}}"#),
        (sampling(&[TEXT], tools), Kind::Sampling, r#"{"sampling":{"tools":{}}}"#),
        (sampling(&[TEXT], r#","tools":[]"#), Kind::Sampling, r#"{"sampling":{"tools":{}}}"#),
        (sampling(&[TEXT], r#","toolChoice":{}"#), Kind::Sampling, r#"{"sampling":{"tools":{}}}"#),
        (sampling(&[TEXT], r#","includeContext":"thisServer""#), Kind::Sampling, r#"{"sampling":{"context":{}}}"#),
        (sampling(&[TEXT, CALLS, RESULTS], tools), Kind::Sampling, r#"{"sampling":{"tools":{}}}"#),
    ];
    for (text, kind, needs) in table {
        let question = parse(&text).unwrap_or_else(|issues| panic!("{text}: {issues:?}"));
        assert_eq!(question.wire, text);
        assert_eq!(question.kind, kind);
        assert_eq!(question.needs.to_json(), needs);
        assert_eq!(question.digest.is_some(), kind == Kind::Form);
        assert_eq!(question.digest, question.form.as_ref().map(Form::digest));
        assert_eq!(lints(&question), [] as [&str; 0], "{text}");
        assert_eq!(Capabilities::default().missing(&[question.needs]).as_deref(), Some(needs));
    }
}

#[test]
fn white_space_order_and_a_missing_mode_are_set_right() {
    let text = r#" { "params" : { "requestedSchema" : {"type" : "object", "properties":{"n":{"type":"integer","minimum":1.0}}, "title":"T"} , "message" : "\u0041" } , "id":"x", "method" : "elicitation/create" } "#;
    let question = parse(text).unwrap();
    let wire = r#"{"method":"elicitation/create","params":{"requestedSchema":{"type":"object","properties":{"n":{"type":"integer","minimum":1}}},"message":"A","mode":"form"}}"#;
    assert_eq!(question.wire, wire);
    assert_eq!(lints(&question), ["/id dropped"]);
    assert_eq!(parse(r#"{"method":"roots/list","params":{}}"#).unwrap().wire, ROOTS);
    let text = sampling(&[TEXT], "").replace(':', " : ").replace("user\"", "\\u0075ser\"").replace("100", "1e2");
    let wire = sampling(&[TEXT], "").replace("100", "1e2");
    assert_eq!(parse(&text).unwrap().wire, wire);
}

#[test]
fn lints_are_a_word_and_no_refusal() {
    let table = [
        (FORM.replace("Who?", " "), "/params/message empty_message"),
        (FORM.replace("Who?", "See https://h/"), "/params/message url"),
        (FORM.replace("Who?", "a\u{202e}b"), "/params/message bidi"),
        (FORM.replace("GitHub Username", "www.example.com"), "/params/requestedSchema/properties/name/title url"),
        (URL.replace("mcp.", "xn--pple-43d."), "/params/url punycode"),
        (sampling(&[], ""), "/params/messages no_messages"),
    ];
    for (text, lint) in table {
        assert_eq!(lints(&parse(&text).unwrap()), [lint], "{text}");
    }
}

#[test]
fn every_fault_of_a_hand_written_request_is_named() {
    let url_only = r#"{"method":"elicitation/create","params":{"message":"m","url":"https://h/"}}"#;
    let table: Vec<(String, &[&str])> = vec![
        ("[]".into(), &[" type"]),
        ("null".into(), &[" type"]),
        ("{}".into(), &["/method required"]),
        (r#"{"method":"elicitation/create"}"#.into(), &["/params required"]),
        (r#"{"method":"sampling/createMessage"}"#.into(), &["/params required"]),
        (r#"{"method":"elicitation/create","params":[]}"#.into(), &["/params type"]),
        (r#"{"method":"elicitation/create","params":{"message":"m"}}"#.into(), &["/params/requestedSchema required"]),
        (r#"{"method":7}"#.into(), &["/method not_an_option"]),
        (r#"{"method":"elicitation/elicit","params":{}}"#.into(), &["/method not_an_option"]),
        (r#"{"method":"tools/call","params":{}}"#.into(), &["/method not_an_option"]),
        (ROOTS.replace('}', ",\"result\":{}}"), &["/result unknown_member"]),
        (r#"{"method":"roots/list","params":[]}"#.into(), &["/params type"]),
        (
            r#"{"method":"roots/list","params":{"cursor":"c","_meta":7}}"#.into(),
            &["/params/cursor unknown_member", "/params/_meta type"],
        ),
        (url_only.into(), &["/params/mode required"]),
        (url_only.replace("https", "ftp"), &["/params/mode required", "/params/url scheme"]),
        (FORM.replace("\"form\"", "\"url\""), &["/params/requestedSchema unknown_member", "/params/url required"]),
        (FORM.replace("\"form\"", "\"voice\""), &["/params/mode not_an_option"]),
        (FORM.replace("\"form\"", "\"form\",\"url\":\"https://h/\""), &["/params url_and_schema"]),
        (FORM.replace("\"string\"", "\"object\""), &["/params/requestedSchema/properties/name/type unsupported_type"]),
        (FORM.replace("\"name\"", "\"api_key\""), &["/params/requestedSchema/properties/api_key sensitive"]),
    ];
    assert!(parse_with(&url_only.replace("{\"message\"", "{\"mode\":\"url\",\"message\""), "").is_ok());
    for (text, wanted) in table {
        assert_eq!(parse(&text).unwrap_err(), wanted, "{text}");
    }
}

#[test]
fn every_fault_of_a_sampling_request_is_named() {
    let good = sampling(&[TEXT], "");
    assert!(parse(&good).is_ok());
    let more = |more: &str| sampling(&[TEXT], more);
    let tool = |tool: &str| more(&format!(",\"tools\":[{tool}]"));
    let table: Vec<(String, &[&str])> = vec![
        (good.replace("\"messages\"", "\"message\""), &["/params/message unknown_member", "/params/messages required"]),
        (good.replace(",\"maxTokens\":100", ""), &["/params/maxTokens required"]),
        (good.replace("100", "0"), &["/params/maxTokens range"]),
        (good.replace("100", "1.5"), &["/params/maxTokens range"]),
        (good.replace("100", "\"100\""), &["/params/maxTokens type"]),
        (good.replace("\"user\"", "\"system\""), &["/params/messages/0/role not_an_option"]),
        (good.replace("\"type\":\"text\"", "\"type\":\"video\""), &["/params/messages/0/content/type not_an_option"]),
        (good.replace("\"text\":\"", "\"txt\":\""), &["/params/messages/0/content/text required"]),
        (good.replace(TEXT, "\"hello\""), &["/params/messages/0 type"]),
        (more(",\"includeContext\":\"all\""), &["/params/includeContext not_an_option"]),
        (more(",\"systemPrompt\":null"), &["/params/systemPrompt type"]),
        (more(",\"temperature\":\"hot\""), &["/params/temperature type"]),
        (more(",\"stopSequences\":\"x\""), &["/params/stopSequences type"]),
        (more(",\"metadata\":[]"), &["/params/metadata type"]),
        (more(",\"modelPreferences\":{\"costPriority\":2}"), &["/params/modelPreferences/costPriority range"]),
        (more(",\"toolChoice\":{\"mode\":\"any\"}"), &["/params/toolChoice/mode not_an_option"]),
        (more(",\"model\":\"m\",\"_meta\":{}"), &["/params/model unknown_member", "/params/_meta unknown_member"]),
        (tool("{}"), &["/params/tools/0/name required", "/params/tools/0/inputSchema required"]),
        (tool(r#"{"name":"n","inputSchema":{"type":"string"}}"#), &["/params/tools/0/inputSchema/type not_an_option"]),
        (tool(r#"{"name":"n","inputSchema":true}"#), &["/params/tools/0/inputSchema type"]),
        (more(",\"metadata\":{\"a\":\"\\udc00\"}"), &["/params/metadata/a lone_surrogate"]),
    ];
    for (text, wanted) in table {
        assert_eq!(parse(&text).unwrap_err(), wanted, "{text}");
    }
    let deep = |levels: usize| more(&format!(",\"metadata\":{{\"a\":{}{}}}", "[".repeat(levels), "]".repeat(levels)));
    assert!(parse(&deep(62)).is_ok());
    assert_eq!(parse(&deep(63)).unwrap_err(), ["/params too_deep"]);
    assert_eq!(parse(&deep(400)).unwrap_err(), ["/params too_deep"]);
}

#[test]
fn tool_calls_are_followed_by_their_results() {
    let one = RESULTS.replace(r#"{"type":"tool_result","toolUseId":"b","content":[]},"#, "");
    let other = RESULTS.replace("\"b\"", "\"c\"");
    let mixed = RESULTS.replace(
        "\"content\":[{\"type\":\"tool_result\"",
        "\"content\":[{\"type\":\"text\",\"text\":\"Here:\"},{\"type\":\"tool_result\"",
    );
    let spoken = RESULTS.replace("\"user\"", "\"assistant\"");
    let called = CALLS.replace("\"assistant\"", "\"user\"");
    let table: [(&[&str], &[&str]); 9] = [
        (&[TEXT, CALLS, &one], &["/params/messages/2 tool_result"]),
        (&[TEXT, CALLS, &other], &["/params/messages/2 tool_result"]),
        (&[TEXT, CALLS, TEXT], &["/params/messages/2 tool_result"]),
        (&[TEXT, CALLS], &["/params/messages/1 tool_use"]),
        (&[TEXT, RESULTS], &["/params/messages/1 tool_result"]),
        (&[RESULTS], &["/params/messages/0 tool_result"]),
        (&[CALLS, &mixed], &["/params/messages/1 tool_result"]),
        (&[CALLS, &spoken], &["/params/messages/1 tool_result"]),
        (&[&called, RESULTS], &["/params/messages/0 tool_use"]),
    ];
    assert!(parse(&sampling(&[TEXT, CALLS, RESULTS, TEXT], "")).is_ok());
    assert!(parse(&sampling(&[CALLS, RESULTS, CALLS, RESULTS], "")).is_ok());
    for (messages, wanted) in table {
        assert_eq!(parse(&sampling(messages, "")).unwrap_err(), wanted, "{messages:?}");
    }
}

#[test]
fn one_question_is_one_whoever_wrote_it() {
    let digest = parse(FORM).unwrap().digest;
    let same = FORM.replace("GitHub Username", "Name").replace("Who?", "Your name?").replace("\"mode\":\"form\",", "");
    assert_eq!(parse(&same).unwrap().digest, digest);
    let other = FORM.replace("\"string\"", "\"string\",\"minLength\":1");
    assert_ne!(parse(&other).unwrap().digest, digest);
}
