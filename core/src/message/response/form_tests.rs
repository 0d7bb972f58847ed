//! Readers that are given the form they asked with.

use super::super::answer::Answer;
use super::*;
use crate::form::Form;

const SCHEMA: &str = r#"{"type":"object","properties":{"name":{"type":"string","minLength":1},
    "age":{"type":"integer","minimum":0},"ok":{"type":"boolean"}},"required":["name"]}"#;

fn form(schema: &str) -> Form {
    Form::parse(schema, "").unwrap()
}

fn asked(kind: Kind, digest: Option<[u8; 6]>, entry: &str) -> Responses {
    let text = format!("{{\"k\":{entry}}}");
    let document = json::parse(&text, 1 << 24, 128).unwrap();
    Responses::bound(document.root(), &[("k".to_owned(), kind, digest)]).unwrap()
}

#[test]
fn content_is_checked_against_the_form() {
    let form = form(SCHEMA);
    let table = [
        (r#"{"name":"Ada","age":36.0}"#, r#"{"outcome":"accepted","content":{"name":"Ada","age":36}}"#),
        (r#"{"age":1,"extra":"x","name":""}"#, "/name too_short"),
        ("{}", "/name required"),
        ("null", "/name required"),
        (r#"{"name":42}"#, "/name type"),
        (r#"{"name":"Alice","age":-5}"#, "/age below_minimum"),
        (r#"{"name":"Alice","age":1.5}"#, "/age not_integer"),
        (r#"{"name":"Alice","ok":"true"}"#, "/ok type"),
        (r#"{"name":"Alice","ok":1}"#, "/ok type"),
        (r#"{"name":"Alice","other":{"a":1}}"#, "/other value_kind"),
        (r#"{"name":"Alice","age":1e999}"#, "/age number_range"),
        (r#"{"name":"\ud800"}"#, "/name lone_surrogate"),
        (r#"{"name":"Alice","other":"\ud800"}"#, "/other lone_surrogate"),
        ("5", " type"),
        ("[]", " type"),
    ];
    for (content, wanted) in table {
        let entry = format!("{{\"action\":\"accept\",\"content\":{content}}}");
        for responses in
            [asked(Kind::Form, Some(form.digest()), &entry), Responses::parse(&format!("{{\"k\":{entry}}}")).unwrap()]
        {
            let short = responses.accepted_content("k", Some(&form));
            match responses.answer("k", Some(&form)) {
                Answer::Invalid { issues } => {
                    let found: Vec<_> =
                        issues.iter().map(|issue| format!("{} {}", issue.pointer, issue.code)).collect();
                    assert_eq!(found, [wanted], "{content}");
                    assert_eq!(short, None, "{content}");
                }
                answer => {
                    assert_eq!(answer.to_json(), wanted, "{content}");
                    assert_eq!(Answer::Accepted { content: short }, answer);
                }
            }
        }
    }
}

#[test]
fn extra_members_are_dropped_and_never_readable() {
    let form = form(SCHEMA);
    let entry = r#"{"action":"accept","content":{"extra":"x","__proto__":"p","name":"Ada"},"more":1}"#;
    let responses = asked(Kind::Form, Some(form.digest()), entry);
    assert_eq!(responses.accepted_content("k", Some(&form)).as_deref(), Some(r#"{"name":"Ada"}"#));
}

#[test]
fn an_accept_without_content_answers_a_form_without_required_fields() {
    let confirm = form(r#"{"type":"object","properties":{}}"#);
    for entry in
        [r#"{"action":"accept"}"#, r#"{"action":"accept","content":null}"#, r#"{"action":"accept","content":{}}"#]
    {
        let responses = asked(Kind::Form, Some(confirm.digest()), entry);
        assert_eq!(
            responses.answer("k", Some(&confirm)),
            Answer::Accepted { content: Some("{}".to_owned()) },
            "{entry}"
        );
        let short = responses.accepted_content("k", Some(&confirm));
        assert_eq!(short.is_some(), entry.contains("{}"), "{entry}");
    }
}

#[test]
fn a_question_with_other_constraints_was_not_answered() {
    let then = form(SCHEMA);
    let titled = form(&SCHEMA.replace(r#""type":"boolean""#, r#""title":"Sure?","type":"boolean","default":true"#));
    let now = form(&SCHEMA.replace(r#""minimum":0"#, r#""minimum":18"#));
    for entry in [
        r#"{"action":"accept","content":{"name":"Ada","age":36}}"#,
        r#"{"action":"decline"}"#,
        r#"{"action":"cancel"}"#,
        r#"{"action":"accept","content":{}}"#,
        r#"{"action":"yes"}"#,
    ] {
        let responses = asked(Kind::Form, Some(then.digest()), entry);
        assert_ne!(responses.answer("k", Some(&then)), Answer::Missing);
        assert_eq!(responses.answer("k", Some(&titled)), responses.answer("k", Some(&then)));
        assert_eq!(responses.answer("k", Some(&now)), Answer::Missing);
        assert_eq!(responses.accepted_content("k", Some(&now)), None);
    }
}

#[test]
fn what_was_no_form_does_not_answer_one() {
    let form = form(r#"{"type":"object","properties":{}}"#);
    let accept = r#"{"action":"accept","content":{}}"#;
    assert_eq!(asked(Kind::Form, Some(form.digest()), accept).answer("k", Some(&form)).outcome(), "accepted");
    for kind in [Kind::Url, Kind::Sampling, Kind::Roots] {
        assert_eq!(asked(kind, None, accept).answer("k", Some(&form)), Answer::Missing, "{kind:?}");
    }
    let roots = Responses::parse(r#"{"k":{"roots":[]}}"#).unwrap();
    assert_eq!(roots.answer("k", None).outcome(), "accepted");
    assert_eq!(roots.answer("k", Some(&form)).outcome(), "invalid");
}

#[test]
fn both_readers_take_null_for_absent_where_the_form_does() {
    let lenient = Form::parse(SCHEMA, r#"{"nullAsAbsent":true}"#).unwrap();
    let entry = r#"{"action":"accept","content":{"name":"Ada","age":null}}"#;
    for responses in
        [asked(Kind::Form, Some(lenient.digest()), entry), Responses::parse(&format!("{{\"k\":{entry}}}")).unwrap()]
    {
        let content = Some(r#"{"name":"Ada"}"#.to_owned());
        assert_eq!(responses.answer("k", Some(&lenient)), Answer::Accepted { content: content.clone() });
        assert_eq!(responses.accepted_content("k", Some(&lenient)), content);
        // Neither a strict form nor a reader without one lets it through.
        assert_eq!(responses.accepted_content("k", Some(&form(SCHEMA))), None);
        assert_eq!(responses.accepted_content("k", None), None);
    }
}
