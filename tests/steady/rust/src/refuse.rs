//! Tokens whose tag is wrong in one place, refused: for the counting of instructions, and for the clock.

use std::hint::black_box;

use mrtr::boundary::{Boundary, Call, Principal};
use mrtr::state::{Codec, Key, Reason};
use mrtr::{Entropy, Error};

const KEY: &[u8] = b"a key of the tests, never one of a server";
const NOW: f64 = 1_790_001_000.0;
const ALPHABET: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
/// What is not counted: the first calls of a program do what is done once, and fill the allocator's lists.
const WARM_UP: usize = 24;
/// How often each place: where the allocator has put a buffer is worth some instructions, and changes from call to call.
const TIMES: usize = 2;

/// What is refused, and where its tag stands: that many characters from its end.
pub(crate) struct Case {
    pub(crate) name: &'static str,
    pub(crate) token: String,
    pub(crate) tag: usize,
    /// Does it refuse this text for its tag?
    pub(crate) refuses: Box<dyn Fn(&str) -> bool>,
}

/// All that is measured. `planted` compares as nobody should: it stops at the first character that differs.
pub(crate) fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    // Tags of 32 bytes and of 16, in characters of six bits.
    for (format, tag) in [("signed", 43), ("encrypted", 21)] {
        let options = format!(r#"{{"format":"{format}"}}"#);
        let ring = || vec![Key::new(KEY).expect("a key")];
        let codec = Codec::new(ring(), &options).expect("a codec");
        let token = codec.mint(Some(r#"{"a":1}"#), Some("alice"), NOW, &mut zeros()).expect("a token");
        let refuses = move |text: &str| codec.verify(text, Some("alice"), NOW) == Err(Reason::Mac);
        cases.push(Case { name: format, token: token.clone(), tag, refuses: Box::new(refuses) });

        let boundary = Boundary::new(ring(), &options).expect("a boundary");
        let mut round = enter(&boundary, "null").expect("a round");
        let state = round.seal_request_state(r#"{"a":1}"#, NOW, &mut zeros()).expect("a token");
        let door = boundary.clone();
        let refuses =
            move |text: &str| enter(&door, &format!("\"{text}\"")).is_err_and(|reason| reason == Some(Reason::Mac));
        let name = if tag == 43 { "signed state" } else { "encrypted state" };
        cases.push(Case { name, token: state, tag, refuses: Box::new(refuses) });

        let widget = boundary.seal(r#"{"a":1}"#, Principal::Named("alice"), NOW, &mut zeros()).expect("a token");
        let refuses = move |text: &str| boundary.open(text, Principal::Named("alice"), NOW) == Err(Reason::Mac);
        let name = if tag == 43 { "signed widget" } else { "encrypted widget" };
        cases.push(Case { name, token: widget, tag, refuses: Box::new(refuses) });
    }
    cases.push(planted());
    cases
}

/// The signed format with another comparison after it.
fn planted() -> Case {
    let codec = Codec::new(vec![Key::new(KEY).expect("a key")], "").expect("a codec");
    let token = codec.mint(Some(r#"{"a":1}"#), None, NOW, &mut zeros()).expect("a token");
    let right = token.clone();
    let refuses = move |text: &str| {
        let refused = codec.verify(text, None, NOW) == Err(Reason::Mac);
        let same = right.bytes().zip(text.bytes()).all(|(right, given)| black_box(right) == black_box(given));
        refused && !same
    };
    Case { name: "planted", token, tag: 43, refuses: Box::new(refuses) }
}

/// The call that a state is for; the reason where it is refused.
fn enter(boundary: &Boundary, state: &str) -> Result<mrtr::boundary::Round, Option<Reason>> {
    let params = format!(r#"{{"name":"delete","arguments":{{"id":7}},"requestState":{state}}}"#);
    let call = Call { method: "tools/call", params: &params, ..Call::default() };
    boundary.enter(&call, NOW, &mut zeros()).map_err(|refusal| refusal.reason())
}

/// The same tokens in every run.
fn zeros() -> impl Entropy {
    |buffer: &mut [u8]| -> Result<(), Error> {
        buffer.fill(0);
        Ok(())
    }
}

impl Case {
    /// Changes the character at that place of the tag, and back: its highest bit, which no last character leaves unused.
    pub(crate) fn flip(&mut self, place: usize) {
        let at = self.token.len() - self.tag + place;
        let value = ALPHABET.iter().position(|symbol| *symbol == self.token.as_bytes()[at]).expect("base64url");
        let symbol = char::from(ALPHABET[value ^ 32]);
        self.token.replace_range(at..=at, symbol.encode_utf8(&mut [0; 4]));
    }
}

/// Refuses a token some times for each place of its tag, after a warm-up, each in a call of `refused_once`.
pub(crate) fn run(name: &str) {
    let mut case = cases().into_iter().find(|case| case.name == name).expect("a case");
    assert!(!(case.refuses)(&case.token), "{name}: the token itself is good");
    let places = case.tag;
    let counted = (0..places).flat_map(|place| [place; TIMES]);
    for place in (0..WARM_UP).map(|turn| turn % places).chain(counted) {
        case.flip(place);
        assert!(refused_once(&case), "{name}: refused for its tag");
        case.flip(place);
    }
    println!("{{\"warmUp\":{WARM_UP},\"places\":{places},\"times\":{TIMES}}}");
}

/// What callgrind counts, and prints apart for each call.
#[inline(never)]
fn refused_once(case: &Case) -> bool {
    black_box((case.refuses)(black_box(&case.token)))
}
