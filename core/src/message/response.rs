//! `inputResponses` as a handler may see it.
//!
//! What a client sends is an object from keys to results. Of it, only what answers a question that was asked is kept,
//! and of that only the members that the protocol defines. Names are never looked up anywhere but in this list, so
//! `__proto__` and `constructor` are names like others.

use super::kind::Kind;
use super::reply::{self, Content, Look, Reply};
use super::{CONTENT_BYTES, MAX_KEY, MAX_QUESTIONS, STATE_DEPTH};
use crate::error::{Error, ErrorCode};
use crate::json::{self, Value, quote};

/// A question that was asked, as a token remembers it: its key, its kind, and for a form the digest of what it
/// constrains.
pub(crate) type Asked = (String, Kind, Option<[u8; 6]>);

/// A part of `inputResponses` that was put aside, for the server's own log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// `unasked`, `wrapped` (a `{method, result}` envelope), `unknown_shape` or `other_kind`.
    pub code: &'static str,
    /// The entry's key, cut at 128 characters. The client wrote it.
    pub key: String,
}

/// The answers of one call.
#[derive(Clone, Debug, Default)]
pub struct Responses {
    pub(super) entries: Vec<Entry>,
    notes: Vec<Note>,
}

#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) key: String,
    /// What was asked, where that is known.
    pub(super) asked: Option<(Kind, Option<[u8; 6]>)>,
    pub(super) reply: Reply,
}

impl Responses {
    /// No answers.
    #[must_use]
    pub fn empty() -> Responses {
        Responses::default()
    }

    /// Reads the text of an `inputResponses` object with nothing known about what was asked, as the SDKs' readers do.
    /// The boundary binds answers to questions; this does not.
    ///
    /// # Errors
    /// `invalid_argument`: not an object. `invalid_json`, `duplicate_member`, `too_deep`, `too_large`: not strict JSON
    /// of at most 128 levels.
    pub fn parse(text: &str) -> Result<Responses, Error> {
        let document = json::parse(text, MAX_QUESTIONS * CONTENT_BYTES, STATE_DEPTH)
            .map_err(|fault| Error::from_fault("inputResponses", fault))?;
        Responses::unbound(document.root())
    }

    /// As [`Responses::parse`], for a value that is part of a larger text.
    pub(crate) fn unbound(value: Value<'_, '_>) -> Result<Responses, Error> {
        Responses::read(value, |_| Some(None))
    }

    /// Reads the answers to these questions, and nothing else: a key that was not asked is not there, and an answer
    /// of another kind is invalid.
    pub(crate) fn bound(value: Value<'_, '_>, asked: &[Asked]) -> Result<Responses, Error> {
        // Answers mostly keep the order of the questions, so each is looked for from behind the last one found.
        let mut hint = 0;
        Responses::read(value, |key| {
            let (before, behind) = asked.split_at_checked(hint).unwrap_or((asked, &[]));
            let (at, (_, kind, digest)) =
                behind.iter().chain(before).enumerate().find(|(_, (name, ..))| name == key)?;
            hint = (hint + at + 1) % asked.len();
            Some(Some((*kind, *digest)))
        })
    }

    /// `question` says of a key whether it was asked, and what, if that is known.
    fn read(
        value: Value<'_, '_>,
        mut question: impl FnMut(&str) -> Option<Option<(Kind, Option<[u8; 6]>)>>,
    ) -> Result<Responses, Error> {
        if value.kind() != json::Kind::Object {
            return Err(Error::new(ErrorCode::InvalidArgument, "inputResponses must be an object"));
        }
        let mut responses = Responses::empty();
        for (name, entry) in value.members() {
            let key = name.as_unicode();
            let Some((key, asked)) = key.and_then(|key| Some((key, question(key)?))) else {
                responses.note("unasked", key.unwrap_or("\u{fffd}"));
                continue;
            };
            let look = reply::look(entry);
            if look == Look::Wrapped {
                responses.note("wrapped", key);
                continue;
            }
            let reply = reply::read(entry, look, asked.map(|(kind, _)| kind));
            match (&reply, look) {
                (Reply::Faulty(_), Look::Unknown) => responses.note("unknown_shape", key),
                (Reply::Faulty(issues), _) if issues.iter().any(|issue| issue.code == "kind") => {
                    responses.note("other_kind", key);
                }
                _ => {}
            }
            responses.entries.push(Entry { key: key.to_owned(), asked, reply });
        }
        Ok(responses)
    }

    /// A client that sends thousands of keys does not fill the log.
    fn note(&mut self, code: &'static str, key: &str) {
        if self.notes.len() < MAX_QUESTIONS {
            self.notes.push(Note { code, key: key.chars().take(MAX_KEY).collect() });
        }
    }

    /// What was put aside, at most 64 entries.
    #[must_use]
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// The keys of the entries that were put aside, for the log.
    #[must_use]
    pub fn dropped(&self) -> Vec<&str> {
        self.notes.iter().filter(|note| note.code != "other_kind").map(|note| note.key.as_str()).collect()
    }

    /// The keys under which there is something to read, valid or not.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().map(|entry| entry.key.as_str())
    }

    /// Of these questions, the keys of those that were asked in the same words before and have a valid answer here.
    pub(crate) fn answered<'q>(&self, asked: &'q [Asked]) -> impl Iterator<Item = &'q str> {
        asked.iter().filter_map(|(key, kind, digest)| {
            let entry = self.entries.iter().find(|entry| entry.key == *key)?;
            let valid = !matches!(entry.reply, Reply::Faulty(_));
            (valid && entry.asked == Some((*kind, *digest))).then_some(key.as_str())
        })
    }

    /// Is there nothing to read?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The SDK's view of an entry: `{"kind":"missing"}`, `{"kind":"elicit","action":…,"content"?:…}`,
    /// `{"kind":"sampling","result":…}` or `{"kind":"roots","roots":…}`. What is invalid is missing; content is there
    /// only on the accept of a form.
    #[must_use]
    pub fn view(&self, key: &str) -> String {
        let reply = self.entries.iter().find(|entry| entry.key == key).map(|entry| &entry.reply);
        match reply {
            Some(Reply::Sampling(result)) => format!("{{\"kind\":\"sampling\",\"result\":{result}}}"),
            Some(Reply::Roots(roots)) => format!("{{\"kind\":\"roots\",\"roots\":{roots}}}"),
            Some(reply) => match elicited(reply) {
                Some(members) => format!("{{\"kind\":\"elicit\",{members}}}"),
                None => MISSING.to_owned(),
            },
            None => MISSING.to_owned(),
        }
    }

    /// The answers as `inputResponses` again, in the client's order: valid entries only, and of each only the
    /// protocol's members.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut out = String::from("{");
        for entry in &self.entries {
            let written = match &entry.reply {
                Reply::Sampling(result) => Some(result.clone()),
                Reply::Roots(roots) => Some(format!("{{\"roots\":{roots}}}")),
                reply => elicited(reply).map(|members| format!("{{{members}}}")),
            };
            if let Some(written) = written {
                if out.len() > 1 {
                    out.push(',');
                }
                quote(&mut out, &entry.key);
                out.push(':');
                out.push_str(&written);
            }
        }
        out.push('}');
        out
    }
}

const MISSING: &str = "{\"kind\":\"missing\"}";

/// The members of an elicitation result; nothing for an invalid one and for another kind.
fn elicited(reply: &Reply) -> Option<String> {
    match reply {
        Reply::Decline => Some("\"action\":\"decline\"".to_owned()),
        Reply::Cancel => Some("\"action\":\"cancel\"".to_owned()),
        Reply::Accept(Content::Plain(text)) => Some(format!("\"action\":\"accept\",\"content\":{text}")),
        Reply::Accept(Content::Absent | Content::Unread) => Some("\"action\":\"accept\"".to_owned()),
        _ => None,
    }
}

#[cfg(test)]
mod form_tests;
#[cfg(test)]
mod tests;
