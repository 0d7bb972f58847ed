//! Calls of clients of 2025, which are asked by requests of the server's own while the call waits.

use super::{Refusal, Round};
use crate::entropy::Entropy;
use crate::error::Error;
use crate::{Revision, message};

/// Why a client was not asked, or has not answered.
#[derive(Clone, Copy, Debug)]
pub enum Unasked<'a> {
    /// The host cannot put requests to this client: it has no session, or responses that are single texts.
    NoSession,
    /// A question has no answer.
    Unanswered {
        /// The question's key.
        key: &'a str,
        /// What the client said, or the host of it. It is told to the client again, and not to the log.
        why: &'a str,
    },
}

impl Round {
    /// The questions of a result that [`Round::leave`] has passed, given as the JSON text of its `inputRequests`, in the
    /// words of the client's revision: see [`message::older`]. Refused before anything is asked where that revision
    /// cannot say one of them.
    pub fn older(
        &self,
        revision: Revision,
        input_requests: &str,
        entropy: &mut dyn Entropy,
    ) -> Result<String, Box<Refusal>> {
        message::older(revision, input_requests, entropy).map_err(|error| self.cannot_go_on(&error))
    }

    /// What the call of a client that was not asked is answered: an `isError` result for tools, whose callers read
    /// results, -32603 for prompts and resources.
    #[must_use]
    pub fn unasked(&self, why: &Unasked<'_>) -> Box<Refusal> {
        let (message, detail) = match why {
            Unasked::NoSession => {
                let message = "The call needs to ask its user, and a client of this revision can be asked only in a \
                               session whose responses are streamed.";
                (message.to_owned(), message.to_owned())
            }
            Unasked::Unanswered { key, why } => {
                let detail = format!("The call could not go on: question '{key}' was not answered");
                (format!("{detail}: {why}."), detail)
            }
        };
        self.refusal(Refusal::unasked(self.flow.method, message, detail))
    }

    fn cannot_go_on(&self, error: &Error) -> Box<Refusal> {
        let message = format!("The call could not go on: {}.", error.message());
        self.refusal(Refusal::unasked(self.flow.method, message.clone(), message))
    }
}
