//! The door out: what a handler asks, against what may be asked.

use super::enter::CAPABILITIES_META_KEY;
use super::refusal::Refusal;
use super::round::Round;
use super::slip::{FINAL, slip};
use crate::entropy::Entropy;
use crate::error::ErrorCode;
use crate::json::{self, Value};
use crate::message::{self, Asked, Needs, Question};
use crate::state::claims::State;

/// The longest result looked at, in bytes.
const MAX_RESULT_BYTES: usize = 64 << 20;

/// Results nest freely; this only keeps the stack bounded.
const MAX_RESULT_DEPTH: usize = 512;

const INPUT_REQUIRED: &str = "input_required";

#[allow(clippy::result_large_err)] // Boxed once, at the door.
impl Round {
    /// Does a result of this `resultType` ask?
    #[must_use]
    pub fn asks(result_type: &str) -> bool {
        result_type == INPUT_REQUIRED
    }

    /// What a result that ends a call has one of, and not null. One that does not ask and has it need not pass through
    /// [`Round::leave`]: it leaves unchanged.
    #[must_use]
    pub fn endings() -> [&'static str; 4] {
        FINAL
    }

    /// Lets a handler's result out. `result` is its JSON text, `now` is Unix seconds.
    ///
    /// `Ok(None)`: it asks nothing, and leaves unchanged. `Ok(Some(text))`: the result to send, its questions in
    /// canonical form and its state sealed together with call, round, flow and questions; the member order is kept.
    ///
    /// Refuses a result that was meant to ask and does not say so (a bare question, `inputRequests` without
    /// `resultType`) and questions that break the grammar (-32603, naming key and remedy), questions that the client has
    /// not declared (-32021, listing all that is missing; -32602 where the request declares nothing at all), and a call
    /// that has asked as often as it may.
    pub fn leave(&mut self, result: &str, now: f64, entropy: &mut dyn Entropy) -> Result<Option<String>, Box<Refusal>> {
        let document = json::parse(result, MAX_RESULT_BYTES, MAX_RESULT_DEPTH).map_err(|fault| {
            let error = crate::Error::from_fault("the handler's result", fault);
            self.refusal(Refusal::from(error))
        })?;
        let result = document.root();
        if !result.get("resultType").is_some_and(|result_type| result_type.is_str(INPUT_REQUIRED)) {
            return match slip(result) {
                Some(fault) => Err(self.refusal(invalid(&fault))),
                None => Ok(None),
            };
        }
        self.ask(result, now, entropy).map(Some).map_err(|refusal| self.refusal(refusal))
    }

    fn ask(&mut self, result: Value<'_, '_>, now: f64, entropy: &mut dyn Entropy) -> Result<String, Refusal> {
        if self.left {
            return Err(Refusal::server(
                ErrorCode::IllegalState,
                "this round has asked already; one call gives one result",
            ));
        }
        let questions = self.questions(result)?;
        let given = result.get("requestState").filter(|state| !state.is_null());
        let given = given
            .map(|state| state.as_str().ok_or_else(|| invalid("/requestState: must be a Unicode string")))
            .transpose()?;
        if questions.is_empty() && given.is_none() {
            return Err(invalid("needs inputRequests with at least one question, or a requestState, or both"));
        }
        let sealing = self.boundary.has_key();
        if sealing && self.rounds_left() == 0 {
            let asked = asked(&questions);
            let again: Vec<&str> = self.flow.responses.answered(&asked).collect();
            return Err(Refusal::rounds(self.flow.method, self.flow.progress.max(), &again));
        }
        let needs: Vec<_> = questions.iter().map(|(_, question)| question.needs).collect();
        self.allowed(&needs)?;
        let state = if sealing {
            let state = self.state(given.as_deref());
            Some(self.seal(&state, &asked(&questions), now, entropy)?)
        } else {
            given.map(std::borrow::Cow::into_owned)
        };
        self.left = true;
        Ok(write(result, &questions, state.as_deref()))
    }

    /// The questions, each checked; every fault of all of them is named.
    fn questions(&self, result: Value<'_, '_>) -> Result<Vec<(String, Question)>, Refusal> {
        let Some(requests) = result.get("inputRequests").filter(|requests| !requests.is_null()) else {
            return Ok(Vec::new());
        };
        message::questions(requests, &self.boundary.settings.questions).map_err(|issues| {
            let faults: Vec<String> =
                issues.iter().map(|issue| format!("/inputRequests{}: {}", issue.pointer, issue.message)).collect();
            invalid(&faults.join("; "))
        })
    }

    /// Has the client declared what the questions need? A request that says nothing about capabilities at all is
    /// malformed: in this revision each request carries them (specification, `_meta` of requests).
    fn allowed(&self, needs: &[Needs]) -> Result<(), Refusal> {
        let missing = self.flow.capabilities.unwrap_or_default().missing(needs);
        match (missing, self.flow.capabilities) {
            (None, _) => Ok(()),
            (Some(missing), Some(_)) => Err(Refusal::capability(&missing)),
            (Some(_), None) => Err(Refusal::params(format!("params._meta must hold {CAPABILITIES_META_KEY}"))),
        }
    }

    /// The state that the handler meant: a token that it has sealed in this round stands for its payload, other text is
    /// state as it is.
    fn state(&self, given: Option<&str>) -> State {
        let Some(text) = given else { return State::Absent };
        match self.minted.iter().find(|minted| minted.token == text) {
            Some(minted) => State::Json(minted.payload.clone()),
            None => State::Text(text.to_owned()),
        }
    }
}

/// The questions as a token remembers them.
fn asked(questions: &[(String, Question)]) -> Vec<Asked> {
    questions.iter().map(|(key, question)| (key.clone(), question.kind, question.digest)).collect()
}

fn invalid(fault: &str) -> Refusal {
    Refusal::server(ErrorCode::InvalidInputRequired, format!("Invalid input_required result: {fault}"))
}

/// The result with its questions and its state replaced; other members stand as they are.
fn write(result: Value<'_, '_>, questions: &[(String, Question)], state: Option<&str>) -> String {
    let mut out = String::with_capacity(result.raw().len() + 512);
    out.push('{');
    let mut stated = false;
    for (name, value) in result.members() {
        if name.is("inputRequests") {
            // An empty set asks nothing, and some clients take it for an error.
            if questions.is_empty() {
                continue;
            }
            separate(&mut out);
            out.push_str("\"inputRequests\":{");
            for (at, (key, question)) in questions.iter().enumerate() {
                if at > 0 {
                    out.push(',');
                }
                json::quote(&mut out, key);
                out.push(':');
                out.push_str(&question.wire);
            }
            out.push('}');
        } else if name.is("requestState") {
            stated = true;
            write_state(&mut out, state);
        } else {
            separate(&mut out);
            name.quote(&mut out);
            out.push(':');
            out.push_str(value.raw());
        }
    }
    if !stated {
        write_state(&mut out, state);
    }
    out.push('}');
    out
}

fn write_state(out: &mut String, state: Option<&str>) {
    if let Some(state) = state {
        separate(out);
        out.push_str("\"requestState\":");
        json::quote(out, state);
    }
}

fn separate(out: &mut String) {
    if out.len() > 1 {
        out.push(',');
    }
}
