//! What a server does, over and over, and the memory of this program meanwhile.
//!
//! The turns are those of the other languages (`tests/steady/memory.mjs`). With `leak`, every round is kept.

use std::fs::read_to_string;
use std::hint::black_box;

use mrtr::boundary::{Boundary, Call, Principal, Refusal, Round};
use mrtr::message::Answer;
use mrtr::state::{Codec, Key, arguments_digest};
use mrtr::{Acceptance, Form, OsEntropy};

const KEY: &[u8] = b"a key of the tests, never one of a server";
const NOW: f64 = 1_790_001_000.0;
const SAMPLES: usize = 10;
const SCHEMA: &str = r#"{"type":"object","properties":{"ok":{"type":"boolean"}},"required":["ok"]}"#;
const CAPABILITIES: &str = r#"{"elicitation":{"form":{}}}"#;

/// Prints this program's memory at the end of the warm-up and of each tenth of the turns, in kB.
pub(crate) fn run(turns: usize, leak: bool) {
    let mut server = Server::new(leak);
    let warm_up = (turns / 10).max(1_000);
    (0..warm_up).for_each(|turn| server.turn(turn));
    let mut samples = vec![resident()];
    for part in 0..SAMPLES {
        (part * turns / SAMPLES..(part + 1) * turns / SAMPLES).for_each(|turn| server.turn(turn));
        samples.push(resident());
    }
    println!("{{\"turns\":{turns},\"kB\":{samples:?}}}");
}

/// What this program holds of memory that is not a file's.
fn resident() -> u64 {
    let text = read_to_string("/proc/self/smaps_rollup").expect("Linux");
    let line = text.lines().find_map(|line| line.strip_prefix("Anonymous:")).expect("a line of it");
    line.trim().trim_end_matches(" kB").parse().expect("a number")
}

struct Server {
    boundary: Boundary,
    codec: Codec,
    form: Form,
    /// The state that the last first round has sent.
    state: String,
    leak: bool,
}

impl Server {
    fn new(leak: bool) -> Server {
        let key = || vec![Key::new(KEY).expect("a key")];
        Server {
            boundary: Boundary::new(key(), r#"{"audience":"reports"}"#).expect("a boundary"),
            codec: Codec::new(key(), r#"{"format":"encrypted"}"#).expect("a codec"),
            form: Form::parse(SCHEMA, "").expect("a form"),
            state: String::new(),
            leak,
        }
    }

    fn turn(&mut self, turn: usize) {
        match turn % 8 {
            0 => self.ask(turn),
            1 => self.answered(r#"{"action":"accept","content":{"ok":true}}"#, |answer| {
                matches!(answer, Answer::Accepted { .. })
            }),
            2 => self.answered(r#"{"action":"decline"}"#, |answer| matches!(answer, Answer::Declined)),
            3 => self.answered(r#"{"action":"accept","content":{"ok":"yes"}}"#, |answer| {
                matches!(answer, Answer::Invalid { .. })
            }),
            4 => self.refused(),
            5 => self.tokens(turn),
            6 => wrong_options(),
            _ => forms(turn),
        }
    }

    fn enter(&self, params: &str) -> Result<Round, Box<Refusal>> {
        let principal = Principal::Named("alice");
        let call = Call { method: "tools/call", params, principal, capabilities: Some(CAPABILITIES) };
        self.boundary.enter(&call, NOW, &mut OsEntropy)
    }

    /// A first call, which asks.
    fn ask(&mut self, turn: usize) {
        let mut round = self.enter(r#"{"name":"delete","arguments":{"id":7}}"#).expect("a round");
        let token = round.seal_request_state(&format!("{{\"turn\":{turn}}}"), NOW, &mut OsEntropy).expect("a token");
        let result = format!(
            r#"{{"resultType":"input_required","inputRequests":{{"confirm":{{"method":"elicitation/create",
               "params":{{"message":"Delete it?","requestedSchema":{SCHEMA}}}}}}},"requestState":"{token}"}}"#
        );
        let sent = round.leave(&result, NOW, &mut OsEntropy).expect("a result").expect("one that asks");
        let (_, state) = sent.split_once(r#""requestState":""#).expect("a state");
        state.trim_end_matches("\"}").clone_into(&mut self.state);
        self.done(round);
    }

    fn done(&self, round: Round) {
        if self.leak {
            std::mem::forget(round);
        }
    }

    /// The call again, with an answer; the result ends it.
    fn answered(&self, answer: &str, wanted: impl Fn(&Answer) -> bool) {
        let mut round = self.enter(&retry(&self.state, answer)).expect("a round");
        assert!(wanted(&round.responses().answer("confirm", Some(&self.form))));
        black_box(round.describe());
        assert!(round.leave(r#"{"content":[]}"#, NOW, &mut OsEntropy).expect("a result").is_none());
        self.done(round);
    }

    /// The call again, with a state that was changed.
    fn refused(&self) {
        let refusal = self.enter(&retry(&format!("{}A", self.state), "{}")).expect_err("a refusal");
        assert_eq!(refusal.reason_str(), "mac");
        black_box((refusal.error_json(), refusal.detail().len(), refusal.to_string()));
    }

    /// Tokens by themselves, good and bad.
    fn tokens(&self, turn: usize) {
        let token = self.codec.mint(Some(&turn.to_string()), Some("alice"), NOW, &mut OsEntropy).expect("a token");
        assert!(self.codec.verify(&token, Some("alice"), NOW).is_ok());
        assert!(self.codec.verify(&token, Some("mallory"), NOW).is_err());
        assert!(self.codec.verify(&token, Some("alice"), NOW + 601.0).is_err());
        let widget = self.boundary.seal("{}", Principal::Anonymous, NOW, &mut OsEntropy).expect("a token");
        assert!(self.boundary.open(&widget, Principal::Anonymous, NOW).is_ok());
        assert!(self.boundary.open(&token, Principal::Anonymous, NOW).is_err());
    }
}

/// The params of the call again.
fn retry(state: &str, answer: &str) -> String {
    format!(
        r#"{{"name":"delete","arguments":{{"id":7}},"requestState":"{state}","inputResponses":{{"confirm":{answer}}}}}"#
    )
}

/// What a server is set up with, wrong in each part.
fn wrong_options() {
    let ring = || vec![Key::new(KEY).expect("a key")];
    for options in [r#"{"maxRound":8}"#, r#"{"ttlSeconds":0}"#, "{"] {
        black_box(Boundary::new(ring(), options).expect_err("an error").to_json());
    }
    assert!(Key::new(&KEY[..20]).is_err());
    let error =
        Form::parse(r#"{"type":"object","properties":{"password":{"type":"strin"}}}"#, "").expect_err("an error");
    black_box(error.to_json());
}

/// A form of its own, contents that fit and do not, and arguments.
fn forms(turn: usize) {
    let schema = format!(r#"{{"type":"object","properties":{{"n":{{"type":"integer","maximum":{turn}}}}}}}"#);
    let form = Form::parse(&schema, "").expect("a form");
    assert!(matches!(form.accept(r#"{"n":0}"#), Acceptance::Accepted(_)));
    assert!(matches!(form.accept(r#"{"n":1e9}"#), Acceptance::Invalid(_)));
    black_box(arguments_digest(&schema).expect("a digest"));
}
