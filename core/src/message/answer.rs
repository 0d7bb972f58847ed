//! The five ways in which an answer can be read.

use crate::error::Issue;

/// What came back to one question.
///
/// A decline is an answer: it ends the question, and a handler that asks again on anything but [`Answer::Missing`] and
/// [`Answer::Invalid`] nags its user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Nothing that answers this question: not asked yet, not answered, or the question has changed since. Ask.
    Missing,
    /// The user agreed, and what came with it is as asked.
    Accepted {
        /// JSON text: a form's content, a sampling result, or a list of roots. `None` for a URL, where an accept is
        /// consent to open it and never says that anything was completed there.
        content: Option<String>,
    },
    /// The user said no.
    Declined,
    /// The user closed the question without saying yes or no.
    Cancelled,
    /// An answer that breaks the rules; each with its place relative to the answer's content, or to the answer where
    /// it has none. Ask again, within the bound on rounds.
    Invalid {
        /// Every fault found.
        issues: Vec<Issue>,
    },
}

impl Answer {
    /// `missing`, `accepted`, `declined`, `cancelled` or `invalid`.
    #[must_use]
    pub fn outcome(&self) -> &'static str {
        match self {
            Answer::Missing => "missing",
            Answer::Accepted { .. } => "accepted",
            Answer::Declined => "declined",
            Answer::Cancelled => "cancelled",
            Answer::Invalid { .. } => "invalid",
        }
    }

    /// `{"outcome":…}`, with `"content"` where an accept has one and `"issues"` where the answer is invalid.
    #[must_use]
    pub fn to_json(&self) -> String {
        let outcome = self.outcome();
        match self {
            Answer::Accepted { content: Some(content) } => {
                format!("{{\"outcome\":\"{outcome}\",\"content\":{content}}}")
            }
            Answer::Invalid { issues } => {
                format!("{{\"outcome\":\"{outcome}\",\"issues\":{}}}", Issue::list_to_json(issues))
            }
            _ => format!("{{\"outcome\":\"{outcome}\"}}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_outcomes_in_json() {
        let table = [
            (Answer::Missing, r#"{"outcome":"missing"}"#),
            (Answer::Accepted { content: None }, r#"{"outcome":"accepted"}"#),
            (Answer::Accepted { content: Some("{\"a\":1}".into()) }, r#"{"outcome":"accepted","content":{"a":1}}"#),
            (Answer::Declined, r#"{"outcome":"declined"}"#),
            (Answer::Cancelled, r#"{"outcome":"cancelled"}"#),
            (
                Answer::Invalid { issues: vec![Issue::new("/a", "type", "must be a string")] },
                r#"{"outcome":"invalid","issues":[{"pointer":"/a","code":"type","message":"must be a string"}]}"#,
            ),
        ];
        for (answer, json) in table {
            assert_eq!(answer.to_json(), json);
        }
    }
}
