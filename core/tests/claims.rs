//! Claims one by one: a token that has some of our claims and not all is malformed, and never of a foreign make, which
//! would bind less.

#![allow(clippy::unwrap_used)]

use mrtr::OsEntropy;
use mrtr::boundary::{Boundary, Call, Round};
use mrtr::state::{Codec, Key, Reason};

const NOW: f64 = 1_790_001_000.0;
/// The call that every token here is made for, with the digest of its arguments: there are none.
const CALL: &str = r#""m":"tools/call","t":"t","a":"RBNvo1WzZ4oRRq0W9-hkng""#;
const OWN: [&str; 4] =
    [r#""c":"RBNvo1WzZ4oRRq0W9-hkng""#, r#""n":2"#, r#""f":"AAAAAAAAAAAAAAAAAAAAAA""#, r#""q":{"k":"u"}"#];

fn key() -> Key {
    Key::new(b"a key of at least thirty-two bytes").unwrap()
}

/// Opens a token of those claims at a boundary that takes tokens of the Python SDK.
fn open(claims: &str) -> Result<Round, Option<Reason>> {
    let bare = Codec::new(vec![key()], r#"{"format":"encrypted"}"#).unwrap();
    let token = bare.seal_bytes(claims.as_bytes(), b"", NOW, &mut OsEntropy).unwrap();
    let boundary = Boundary::new(vec![key()], r#"{"format":"encrypted","foreign":["python-sdk"]}"#).unwrap();
    let params = format!(r#"{{"name":"t","requestState":"{token}"}}"#);
    let call = Call { method: "tools/call", params: &params, ..Call::default() };
    boundary.enter(&call, NOW, &mut OsEntropy).map_err(|refusal| refusal.reason())
}

fn with(members: &[&str]) -> String {
    let state = r#""s":"on""#;
    let members = [&[CALL, state], members].concat().join(",");
    format!(r#"{{"v":1,"iat":{NOW},"exp":{},{members}}}"#, NOW + 600.0)
}

#[test]
fn some_of_our_claims_are_never_none_of_them() {
    let (mut own, mut foreign, mut malformed) = (0, 0, 0);
    for choice in 0_u8..16 {
        let members: Vec<&str> =
            OWN.iter().enumerate().filter(|(at, _)| choice & (1 << at) != 0).map(|(_, member)| *member).collect();
        match open(&with(&members)) {
            Ok(round) => {
                assert_eq!(round.request_state_text(), Some("on"), "{members:?}");
                // Only our own say which round they answer, and of which flow.
                let ours = (round.number(), round.flow_id()) == (3, "AAAAAAAAAAAAAAAAAAAAAA");
                assert_eq!(ours, !members.is_empty(), "{members:?}");
                *(if ours { &mut own } else { &mut foreign }) += 1;
            }
            Err(reason) => {
                assert_eq!(reason, Some(Reason::Malformed), "{members:?}");
                malformed += 1;
            }
        }
    }
    // All of them, with or without questions; none of them; and everything between.
    assert_eq!((own, foreign, malformed), (2, 1, 13));
}

#[test]
fn a_claim_that_nobody_knows_nests_no_deeper_than_a_payload() {
    let nested = |depth: usize| format!("\"x\":{}{}", "[".repeat(depth), "]".repeat(depth));
    assert!(open(&with(&[&nested(128)])).is_ok());
    assert_eq!(open(&with(&[&nested(129)])).unwrap_err(), Some(Reason::Malformed));
}
