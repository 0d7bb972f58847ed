//! The two readers of an elicitation's answer: in five ways, and the short form.

use super::answer::Answer;
use super::kind::Kind;
use super::reply::{Content, Reply};
use super::response::{Entry, Responses};
use crate::error::Issue;
use crate::form::{Acceptance, Form};

impl Responses {
    /// The entry, unless it answers another question than the reader asks.
    fn entry(&self, key: &str, form: Option<&Form>) -> Option<&Entry> {
        let entry = self.entries.iter().find(|entry| entry.key == key)?;
        let (Some(form), Some((kind, digest))) = (form, entry.asked) else {
            return Some(entry);
        };
        let same = kind == Kind::Form && digest.is_none_or(|digest| digest == form.digest());
        same.then_some(entry)
    }

    /// Reads the answer in five ways. Given the form, its content is checked against it, and an answer to a form with
    /// other constraints is missing.
    #[must_use]
    pub fn answer(&self, key: &str, form: Option<&Form>) -> Answer {
        let Some(entry) = self.entry(key, form) else {
            return Answer::Missing;
        };
        match (&entry.reply, form) {
            (Reply::Faulty(issues), _) => Answer::Invalid { issues: issues.clone() },
            (Reply::Decline, _) => Answer::Declined,
            (Reply::Cancel, _) => Answer::Cancelled,
            (Reply::Sampling(_) | Reply::Roots(_), Some(_)) => {
                let message = "answers a question of another kind; a form answer was asked for";
                Answer::Invalid { issues: vec![Issue::new("", "kind", message)] }
            }
            (Reply::Sampling(content) | Reply::Roots(content), None) => {
                Answer::Accepted { content: Some(content.clone()) }
            }
            (Reply::Accept(content), Some(form)) => match content {
                Content::Unfit(issues) => Answer::Invalid { issues: issues.clone() },
                Content::Plain(text) | Content::Mixed(text, _) => judged(form, text),
                Content::Absent | Content::Unread => judged(form, "{}"),
            },
            (Reply::Accept(content), None) => match content {
                Content::Unfit(issues) | Content::Mixed(_, issues) => Answer::Invalid { issues: issues.clone() },
                Content::Plain(text) => Answer::Accepted { content: Some(text.clone()) },
                // Unbound, an accept without content may as well be the consent to a URL.
                Content::Absent => Answer::Accepted { content: entry.asked.map(|_| "{}".to_owned()) },
                Content::Unread => Answer::Accepted { content: None },
            },
        }
    }

    /// The content of an accepted form, or `None` for everything else: the SDK's short form.
    #[must_use]
    pub fn accepted_content(&self, key: &str, form: Option<&Form>) -> Option<String> {
        let (text, form) = match (&self.entry(key, form)?.reply, form) {
            // What is not plain is for the form to judge: it may read null as absent.
            (Reply::Accept(Content::Plain(text) | Content::Mixed(text, _)), Some(form)) => (text, form),
            (Reply::Accept(Content::Plain(text)), None) => return Some(text.clone()),
            _ => return None,
        };
        match form.accept(text) {
            Acceptance::Accepted(content) => Some(content),
            Acceptance::Invalid(_) => None,
        }
    }
}

fn judged(form: &Form, text: &str) -> Answer {
    match form.accept(text) {
        Acceptance::Accepted(content) => Answer::Accepted { content: Some(content) },
        Acceptance::Invalid(issues) => Answer::Invalid { issues },
    }
}
