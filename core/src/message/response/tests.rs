//! Readers, without a form: what is there, in which of five ways, and what may be seen of it.

use super::super::answer::Answer;
use super::*;

fn bound(text: &str, asked: &[(&str, Kind)]) -> Responses {
    let document = json::parse(text, 1 << 24, 128).unwrap();
    let asked: Vec<Asked> = asked.iter().map(|(key, kind)| ((*key).to_owned(), *kind, None)).collect();
    Responses::bound(document.root(), &asked).unwrap()
}

fn answer(entry: &str, kind: Kind) -> Answer {
    bound(&format!("{{\"k\":{entry}}}"), &[("k", kind)]).answer("k", None)
}

fn codes(answer: &Answer) -> Vec<String> {
    match answer {
        Answer::Invalid { issues } => issues.iter().map(|issue| format!("{} {}", issue.pointer, issue.code)).collect(),
        other => vec![other.outcome().to_owned()],
    }
}

const MESSAGE: &str =
    r#"{"role":"assistant","content":{"type":"text","text":"Paris"},"model":"m","stopReason":"endTurn"}"#;
const ROOTS: &str = r#"{"roots":[{"uri":"file:///home/a","name":"A"}]}"#;

#[test]
fn an_action_is_exactly_one_of_three_words() {
    let good = [
        (r#"{"action":"accept","content":{"ok":true}}"#, r#"{"outcome":"accepted","content":{"ok":true}}"#),
        (r#"{"action":"accept","content":{}}"#, r#"{"outcome":"accepted","content":{}}"#),
        (r#"{"action":"decline"}"#, r#"{"outcome":"declined"}"#),
        (r#"{"action":"cancel"}"#, r#"{"outcome":"cancelled"}"#),
        (r#"{"action":"cancel","content":null}"#, r#"{"outcome":"cancelled"}"#),
        (r#"{"\u0061ction":"accep\u0074","content":{}}"#, r#"{"outcome":"accepted","content":{}}"#),
        // Members that the protocol does not define are ignored.
        (r#"{"action":"decline","resultType":"complete","_meta":{}}"#, r#"{"outcome":"declined"}"#),
    ];
    for (entry, outcome) in good {
        assert_eq!(answer(entry, Kind::Form).to_json(), outcome, "{entry}");
    }
    let words = ["ACCEPT", "Accept", "reject", "accept ", "accepted", "", "constructor", "true"];
    for word in words {
        let entry = format!("{{\"action\":\"{word}\",\"content\":{{}}}}");
        assert_eq!(codes(&answer(&entry, Kind::Form)), ["/action action"], "{word}");
    }
    for value in ["true", "1", "null", "[\"accept\"]", "{}"] {
        let entry = format!("{{\"action\":{value},\"content\":{{}}}}");
        assert_eq!(codes(&answer(&entry, Kind::Form)), ["/action action"], "{value}");
    }
}

#[test]
fn content_is_read_only_where_an_accept_has_it() {
    for action in ["decline", "cancel"] {
        let entry = format!("{{\"action\":\"{action}\",\"content\":{{\"value\":\"unexpected\"}}}}");
        let responses = bound(&format!("{{\"k\":{entry}}}"), &[("k", Kind::Form)]);
        assert!(responses.answer("k", None).outcome().starts_with(action));
        assert_eq!(responses.accepted_content("k", None), None);
        assert_eq!(responses.view("k"), format!("{{\"kind\":\"elicit\",\"action\":\"{action}\"}}"));
        assert_eq!(responses.to_json(), format!("{{\"k\":{{\"action\":\"{action}\"}}}}"));
    }
    for content in ["", ",\"content\":{\"done\":true}", ",\"content\":5", ",\"content\":null"] {
        let responses = bound(&format!("{{\"k\":{{\"action\":\"accept\"{content}}}}}"), &[("k", Kind::Url)]);
        assert_eq!(responses.answer("k", None), Answer::Accepted { content: None }, "{content}");
        assert_eq!(responses.accepted_content("k", None), None);
        assert_eq!(responses.view("k"), r#"{"kind":"elicit","action":"accept"}"#);
        assert_eq!(responses.to_json(), r#"{"k":{"action":"accept"}}"#);
    }
}

#[test]
fn no_content_is_an_empty_form_to_the_one_reader_and_nothing_to_the_other() {
    for entry in [r#"{"action":"accept"}"#, r#"{"action":"accept","content":null}"#] {
        let responses = bound(&format!("{{\"k\":{entry}}}"), &[("k", Kind::Form)]);
        assert_eq!(responses.answer("k", None), Answer::Accepted { content: Some("{}".to_owned()) });
        assert_eq!(responses.accepted_content("k", None), None);
        let unbound = Responses::parse(&format!("{{\"k\":{entry}}}")).unwrap();
        assert_eq!(unbound.answer("k", None), Answer::Accepted { content: None });
        assert_eq!(unbound.accepted_content("k", None), None);
    }
}

#[test]
fn content_holds_plain_values_even_where_no_form_is_at_hand() {
    let good = r#"{"s":"","n":1.5,"b":false,"l":["x","x"],"e":[],"__proto__":"p","constructor":1e2}"#;
    let entry = format!("{{\"action\":\"accept\",\"content\": {good} }}");
    assert_eq!(answer(&entry, Kind::Form), Answer::Accepted { content: Some(good.to_owned()) });
    let bad: [(&str, &[&str]); 11] = [
        ("5", &[" type"]),
        ("[]", &[" type"]),
        ("\"x\"", &[" type"]),
        (r#"{"a":{"b":1}}"#, &["/a value_kind"]),
        (r#"{"a":[1]}"#, &["/a/0 type"]),
        (r#"{"a":null}"#, &["/a value_kind"]),
        (r#"{"a":["x",1],"b/c":{}}"#, &["/a/1 type", "/b~1c value_kind"]),
        (r#"{"a":1e999}"#, &["/a number_range"]),
        (r#"{"a":"\ud800"}"#, &["/a lone_surrogate"]),
        (r#"{"a":["\udc00"]}"#, &["/a/0 lone_surrogate"]),
        (r#"{"\ud800":"a"}"#, &[" lone_surrogate"]),
    ];
    for (content, issues) in bad {
        let text = format!("{{\"k\":{{\"action\":\"accept\",\"content\":{content}}}}}");
        let responses = bound(&text, &[("k", Kind::Form)]);
        assert_eq!(codes(&responses.answer("k", None)), issues, "{content}");
        assert_eq!(responses.accepted_content("k", None), None);
        assert_eq!(responses.view("k"), r#"{"kind":"missing"}"#);
        assert_eq!(responses.to_json(), "{}");
    }
}

#[test]
fn long_lists_are_read_to_their_end() {
    let list =
        |last: &str| format!("{{\"action\":\"accept\",\"content\":{{\"a\":[{}{last}]}}}}", "\"x\",".repeat(5000));
    assert_eq!(answer(&list("\"x\""), Kind::Form).outcome(), "accepted");
    assert_eq!(codes(&answer(&list("1"), Kind::Form)), ["/a/5000 type"]);
}

#[test]
fn limits_are_looked_at_first() {
    let accept = |content: &str| answer(&format!("{{\"action\":\"accept\",\"content\":{content}}}"), Kind::Form);
    let text = |length: usize| format!("{{\"a\":\"{}\"}}", "x".repeat(length));
    assert_eq!(accept(&text(1 << 20)).outcome(), "accepted");
    assert_eq!(accept(&text((4 << 20) - 8)).outcome(), "accepted");
    assert_eq!(codes(&accept(&text((4 << 20) - 7))), [" too_large"]);
    let keys: Vec<String> = (0..10_000).map(|n| format!("\"k{n}\":{n}")).collect();
    assert_eq!(accept(&format!("{{{}}}", keys.join(","))).outcome(), "accepted");
    let nested = |levels: usize| format!("{{\"a\":{}{}}}", "[".repeat(levels - 1), "]".repeat(levels - 1));
    assert_eq!(codes(&accept(&nested(64))), ["/a/0 type"]);
    assert_eq!(codes(&accept(&nested(65))), [" too_deep"]);
    let input = |levels: usize| {
        let block = format!(r#"{{"type":"tool_use","id":"i","name":"n","input":{}}}"#, nested(levels));
        answer(&MESSAGE.replace(r#"{"type":"text","text":"Paris"}"#, &block), Kind::Sampling)
    };
    assert_eq!(input(62).outcome(), "accepted");
    assert_eq!(codes(&input(63)), [" too_deep"]);
    let error = Responses::parse(&"[".repeat(200)).unwrap_err();
    assert_eq!(error.code(), ErrorCode::TooDeep);
}

#[test]
fn an_answer_of_another_kind_is_invalid_and_an_unasked_one_is_not_there() {
    let entries =
        [(Kind::Form, r#"{"action":"accept","content":{}}"#), (Kind::Sampling, MESSAGE), (Kind::Roots, ROOTS)];
    for (kind, entry) in entries {
        assert_eq!(answer(entry, kind).outcome(), "accepted");
        for other in Kind::ALL.into_iter().filter(|other| other.method() != kind.method()) {
            let responses = bound(&format!("{{\"k\":{entry}}}"), &[("k", other)]);
            assert_eq!(codes(&responses.answer("k", None)), [" kind"], "{kind:?} for {other:?}");
            assert_eq!(responses.view("k"), r#"{"kind":"missing"}"#);
            assert_eq!(responses.to_json(), "{}");
            assert_eq!(responses.notes(), [Note { code: "other_kind", key: "k".to_owned() }]);
        }
    }
    let responses = bound(
        r#"{"undefined":{"action":"accept","content":{"ok":true}},"k":{"action":"decline"}}"#,
        &[("k", Kind::Form)],
    );
    assert_eq!(responses.answer("undefined", None), Answer::Missing);
    assert_eq!(responses.accepted_content("undefined", None), None);
    assert_eq!(responses.answer("k", None), Answer::Declined);
    assert_eq!(responses.to_json(), r#"{"k":{"action":"decline"}}"#);
    assert_eq!(responses.dropped(), ["undefined"]);
    assert_eq!(responses.keys().collect::<Vec<_>>(), ["k"]);
}

#[test]
fn wrapped_answers_are_none_and_shapeless_ones_are_invalid() {
    let bare = r#"{"action":"accept","content":{}}"#;
    assert_eq!(answer(bare, Kind::Form).outcome(), "accepted");
    let wrapped = [
        format!("{{\"method\":\"elicitation/create\",\"result\":{bare}}}"),
        format!("{{\"result\":{bare}}}"),
        r#"{"method":"elicitation/create","action":"accept","content":{}}"#.to_owned(),
    ];
    for entry in wrapped {
        let responses = bound(&format!("{{\"k\":{entry}}}"), &[("k", Kind::Form)]);
        assert_eq!(responses.answer("k", None), Answer::Missing, "{entry}");
        assert_eq!(responses.dropped(), ["k"]);
        assert_eq!(responses.notes()[0].code, "wrapped");
        assert!(responses.is_empty());
    }
    for entry in ["null", "true", "5", "\"accept\"", "[]", "{}", r#"{"content":{}}"#, r#"{"kind":"elicit"}"#] {
        let responses = bound(&format!("{{\"k\":{entry}}}"), &[("k", Kind::Form)]);
        assert_eq!(codes(&responses.answer("k", None)), [" shape"], "{entry}");
        assert_eq!(responses.dropped(), ["k"]);
        assert_eq!(responses.view("k"), r#"{"kind":"missing"}"#);
    }
}

#[test]
fn names_of_prototypes_are_names() {
    let text = r#"{"__proto__":{"q":{"action":"accept","content":{"ok":true}}},"constructor":{"action":"decline"}}"#;
    let responses = bound(text, &[("q", Kind::Form), ("constructor", Kind::Form), ("toString", Kind::Form)]);
    assert_eq!(responses.answer("q", None), Answer::Missing);
    assert_eq!(responses.answer("toString", None), Answer::Missing);
    assert_eq!(responses.answer("constructor", None), Answer::Declined);
    let responses = bound(r#"{"__proto__":{"action":"cancel"}}"#, &[("__proto__", Kind::Form)]);
    assert_eq!(responses.answer("__proto__", None), Answer::Cancelled);
    assert_eq!(responses.to_json(), r#"{"__proto__":{"action":"cancel"}}"#);
}

#[test]
fn sampling_and_roots_are_checked_and_rebuilt() {
    let text =
        format!(r#"{{"z":{},"m":{}}}"#, ROOTS.replace("}]}", r#","x":1,"_meta":{"a":[1]}}],"nextCursor":"c"}"#), {
            MESSAGE.replace(r#""model""#, r#""extra":{"a":1},"_meta":null,"model""#)
        });
    let responses = bound(&text, &[("m", Kind::Sampling), ("z", Kind::Roots)]);
    let roots = r#"[{"uri":"file:///home/a","name":"A","_meta":{"a":[1]}}]"#;
    assert_eq!(responses.view("z"), format!("{{\"kind\":\"roots\",\"roots\":{roots}}}"));
    assert_eq!(responses.view("m"), format!("{{\"kind\":\"sampling\",\"result\":{MESSAGE}}}"));
    assert_eq!(responses.to_json(), format!("{{\"z\":{{\"roots\":{roots}}},\"m\":{MESSAGE}}}"));
    assert_eq!(responses.answer("z", None), Answer::Accepted { content: Some(roots.to_owned()) });
    assert_eq!(responses.answer("m", None), Answer::Accepted { content: Some(MESSAGE.to_owned()) });
    let text = "{\"type\":\"text\",\"text\":\"Paris\"}";
    let faulty: [(Kind, String, &[&str]); 12] = [
        (Kind::Sampling, MESSAGE.replace("assistant", "system"), &["/role not_an_option"]),
        (Kind::Sampling, MESSAGE.replace(r#","model":"m""#, ""), &["/model required"]),
        (Kind::Sampling, MESSAGE.replace("\"endTurn\"", "7"), &["/stopReason type"]),
        (Kind::Sampling, MESSAGE.replace(r#""type":"text","#, ""), &["/content/type required"]),
        (Kind::Sampling, MESSAGE.replace(text, "\"Paris\""), &["/content type"]),
        (Kind::Sampling, MESSAGE.replace(text, &format!("[{text},7]")), &["/content/1 type"]),
        (Kind::Sampling, MESSAGE.replace("Paris", "\\ud800"), &["/content/text lone_surrogate"]),
        (Kind::Sampling, "{}".to_owned(), &["/role required", "/content required", "/model required"]),
        (Kind::Roots, ROOTS.replace("file:", "https:"), &["/roots/0/uri format"]),
        (Kind::Roots, ROOTS.replace("\"A\"", "7"), &["/roots/0/name type"]),
        (Kind::Roots, r#"{"roots":{}}"#.to_owned(), &["/roots type"]),
        (Kind::Roots, r#"{"roots":["file:///a"]}"#.to_owned(), &["/roots/0 type"]),
    ];
    for (kind, entry, issues) in faulty {
        assert_eq!(codes(&answer(&entry, kind)), issues, "{entry}");
    }
    assert_eq!(answer(&MESSAGE.replace(text, &format!("[{text}]")), Kind::Sampling).outcome(), "accepted");
    assert_eq!(answer(r#"{"roots":[]}"#, Kind::Roots), Answer::Accepted { content: Some("[]".to_owned()) });
}

#[test]
fn unbound_readers_see_what_the_sdk_sees() {
    let text = format!(r#"{{"a":{{"action":"accept","content":{{"n":1.50}}}},"m":{MESSAGE},"r":{ROOTS},"x":7}}"#);
    let responses = Responses::parse(&text).unwrap();
    assert_eq!(responses.view("a"), r#"{"kind":"elicit","action":"accept","content":{"n":1.50}}"#);
    assert_eq!(responses.accepted_content("a", None).as_deref(), Some(r#"{"n":1.50}"#));
    assert!(responses.view("m").starts_with(r#"{"kind":"sampling","result":{"role""#));
    assert!(responses.view("r").starts_with(r#"{"kind":"roots","roots":[{"uri""#));
    assert_eq!(responses.view("x"), r#"{"kind":"missing"}"#);
    assert_eq!(responses.view("y"), r#"{"kind":"missing"}"#);
    assert_eq!(responses.dropped(), ["x"]);
}

#[test]
fn only_strict_objects_are_taken() {
    assert!(Responses::parse("{}").unwrap().is_empty());
    for text in ["null", "[]", "7", "\"{}\""] {
        assert_eq!(Responses::parse(text).unwrap_err().code(), ErrorCode::InvalidArgument, "{text}");
    }
    for text in [r#"{"k":{},"k":{}}"#, r#"{"k":{"action":"decline","action":"accept"}}"#, r#"{"k":1,"\u006b":2}"#] {
        assert_eq!(Responses::parse(text).unwrap_err().code(), ErrorCode::DuplicateMember, "{text}");
    }
    assert_eq!(Responses::parse("{\"k\":").unwrap_err().code(), ErrorCode::InvalidJson);
}

#[test]
fn the_log_is_not_the_clients_to_fill() {
    let keys: Vec<String> = (0..10_000).map(|n| format!("\"{}{n}\":{{}}", "\u{e9}".repeat(200))).collect();
    let responses = bound(&format!("{{{},\"k\":{{\"action\":\"cancel\"}}}}", keys.join(",")), &[("k", Kind::Form)]);
    assert_eq!(responses.answer("k", None), Answer::Cancelled);
    assert_eq!(responses.notes().len(), 64);
    assert!(responses.notes().iter().all(|note| note.key.chars().count() == 128));
}
