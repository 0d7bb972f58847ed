//! The reader for a yes or no that something hangs on.

use super::CONTENT_DEPTH;
use super::response::Responses;
use crate::error::{Error, ErrorCode};
use crate::form::Form;
use crate::json;

impl Responses {
    /// Did the user say yes? True only when the answer under `key` is an accept whose content fits the form and holds
    /// `true` in the boolean `field`. Everything else is false: nothing yet, a decline, a cancel, `false`, an answer
    /// that does not fit, an answer to a question that has changed since. (The specification's accept only says that the
    /// form was sent; what was ticked in it is the user's word.)
    ///
    /// `field` may be left out where the form has one boolean only, and `form` where a field is named. False does not
    /// tell a refusal from a question that is still open: [`Responses::answer`] does, and decides whether to ask.
    ///
    /// # Errors
    /// `invalid_argument`, whatever was answered: neither a form nor a field; a field that is no boolean of the form; no
    /// field, and a form with no boolean or with several.
    pub fn confirmed(&self, key: &str, form: Option<&Form>, field: Option<&str>) -> Result<bool, Error> {
        let field = match (form, field) {
            (Some(form), field) => form.affirmative(field)?,
            (None, Some(field)) => field,
            (None, None) => {
                return Err(Error::new(
                    ErrorCode::InvalidArgument,
                    "a confirmation needs a form, a field's name or both",
                ));
            }
        };
        let Some(content) = self.accepted_content(key, form) else {
            return Ok(false);
        };
        let document = json::parse(&content, content.len(), CONTENT_DEPTH)
            .map_err(|fault| Error::from_fault("the content", fault))?;
        Ok(document.root().get(field).and_then(json::Value::as_bool) == Some(true))
    }
}

#[cfg(test)]
mod tests {
    use super::super::Kind;
    use super::*;

    const SCHEMA: &str = r#"{"type":"object","properties":{"ok":{"type":"boolean"},"why":{"type":"string"}}}"#;

    fn form(schema: &str) -> Form {
        Form::parse(schema, "").unwrap()
    }

    fn entry(text: &str) -> Responses {
        Responses::parse(&format!("{{\"k\":{text}}}")).unwrap()
    }

    fn accept(content: &str) -> Responses {
        entry(&format!("{{\"action\":\"accept\",\"content\":{content}}}"))
    }

    #[test]
    fn only_an_accept_with_true_in_it_is_a_yes() {
        let form = form(SCHEMA);
        for content in [r#"{"ok":true}"#, r#"{"why":"x","ok":true,"more":false}"#] {
            assert_eq!(accept(content).confirmed("k", Some(&form), None), Ok(true), "{content}");
            assert_eq!(accept(content).confirmed("k", Some(&form), Some("ok")), Ok(true));
            assert_eq!(accept(content).confirmed("k", None, Some("ok")), Ok(true));
            assert_eq!(accept(content).confirmed("other", Some(&form), None), Ok(false));
        }
        let no = [
            r#"{"action":"accept","content":{"ok":false}}"#,
            r#"{"action":"accept","content":{"ok":"true"}}"#,
            r#"{"action":"accept","content":{"ok":1}}"#,
            r#"{"action":"accept","content":{"ok":null}}"#,
            r#"{"action":"accept","content":{"ok":["true"]}}"#,
            r#"{"action":"accept","content":{"ok":{"ok":true}}}"#,
            r#"{"action":"accept","content":{"OK":true}}"#,
            r#"{"action":"accept","content":{"__proto__":true}}"#,
            r#"{"action":"accept","content":{"ok":true,"x":null}}"#,
            r#"{"action":"accept","content":{}}"#,
            r#"{"action":"accept","content":null}"#,
            r#"{"action":"accept","content":true}"#,
            r#"{"action":"accept"}"#,
            r#"{"action":"accept","ok":true}"#,
            r#"{"action":"ACCEPT","content":{"ok":true}}"#,
            r#"{"action":"decline","content":{"ok":true}}"#,
            r#"{"action":"cancel","content":{"ok":true}}"#,
            r#"{"method":"elicitation/create","result":{"action":"accept","content":{"ok":true}}}"#,
            r#"{"role":"assistant","model":"m","content":{"type":"text","text":"true"},"ok":true}"#,
            r#"{"roots":[],"ok":true}"#,
            r#"{"ok":true}"#,
            "true",
        ];
        for text in no {
            assert_eq!(entry(text).confirmed("k", Some(&form), None), Ok(false), "{text}");
            assert_eq!(entry(text).confirmed("k", None, Some("ok")), Ok(false), "{text}");
        }
    }

    #[test]
    fn content_that_does_not_fit_confirms_nothing() {
        let form = form(&SCHEMA.replace(r#""string""#, r#""string","minLength":2"#));
        assert_eq!(accept(r#"{"ok":true,"why":"so"}"#).confirmed("k", Some(&form), None), Ok(true));
        assert_eq!(accept(r#"{"ok":true,"why":"x"}"#).confirmed("k", Some(&form), None), Ok(false));
    }

    #[test]
    fn the_field_is_named_where_there_are_several() {
        let two = form(&SCHEMA.replace(r#"{"type":"string"}"#, r#"{"type":"boolean"}"#));
        let responses = accept(r#"{"why":true}"#);
        assert_eq!(responses.confirmed("k", Some(&two), Some("why")), Ok(true));
        assert_eq!(responses.confirmed("k", Some(&two), Some("ok")), Ok(false));
        let none = form(r#"{"type":"object","properties":{}}"#);
        let one = form(SCHEMA);
        // Told on the first call already, while nothing is answered yet.
        for responses in [responses, accept("{}"), Responses::empty()] {
            for (form, field) in [
                (Some(&two), None),
                (Some(&none), None),
                (Some(&none), Some("ok")),
                (Some(&one), Some("why")),
                (Some(&one), Some("")),
                (Some(&one), Some("__proto__")),
                (None, None),
            ] {
                let error = responses.confirmed("k", form, field).unwrap_err();
                assert_eq!(error.code(), ErrorCode::InvalidArgument, "{field:?}");
            }
        }
    }

    #[test]
    fn an_answer_to_another_question_confirms_nothing() {
        let form = form(SCHEMA);
        let text = r#"{"k":{"action":"accept","content":{"ok":true}}}"#;
        let document = json::parse(text, 1 << 10, 8).unwrap();
        let confirmed = |kind, digest| {
            let responses = Responses::bound(document.root(), &[("k".to_owned(), kind, digest)]).unwrap();
            (responses.confirmed("k", Some(&form), None).unwrap(), responses.confirmed("k", None, Some("ok")).unwrap())
        };
        assert_eq!(confirmed(Kind::Form, Some(form.digest())), (true, true));
        // Without the form nothing can be said about the constraints that were asked with.
        assert_eq!(confirmed(Kind::Form, Some([0; 6])), (false, true));
        for kind in [Kind::Url, Kind::Sampling, Kind::Roots] {
            assert_eq!(confirmed(kind, None), (false, false), "{kind:?}");
        }
    }
}
