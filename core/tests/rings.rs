//! Key rings: a rotation in stages refuses no token, and what cannot be a ring is an error when it is made.

#![allow(clippy::unwrap_used)]

use mrtr::boundary::{Boundary, Call};
use mrtr::state::{Codec, Key};
use mrtr::{Error, ErrorCode, OsEntropy};
use serde_json::Value;

const NOW: f64 = 1_790_001_000.0;
const FORMATS: [&str; 4] = ["signed", "encrypted", "rs1", "rs2"];
const OLD: (&str, &[u8]) = ("2026-08", b"a key of at least thirty-two bytes");
const NEW: (&str, &[u8]) = ("2026-09", b"another key of at least thirty-two");

/// Each instance is at one stage or at the next; the stage before that has lapsed with its tokens.
const STAGES: [&[(&str, &[u8])]; 4] = [&[OLD], &[OLD, NEW], &[NEW, OLD], &[NEW]];

fn keys(ring: &[(&str, &[u8])]) -> Vec<Key> {
    ring.iter().map(|(id, secret)| Key::new(secret).unwrap().with_id(id).unwrap()).collect()
}

fn codec(format: &str, ring: &[(&str, &[u8])]) -> Result<Codec, Error> {
    Codec::new(keys(ring), &format!("{{\"format\":\"{format}\"}}"))
}

#[test]
fn a_rotation_in_stages_refuses_no_token() {
    for format in FORMATS {
        let (mut near, mut far) = (0, 0);
        for (from, minting) in STAGES.iter().enumerate() {
            let token = codec(format, minting).unwrap().mint(Some("1"), None, NOW, &mut OsEntropy).unwrap();
            for (to, opening) in STAGES.iter().enumerate() {
                let good = codec(format, opening).unwrap().verify(&token, None, NOW) == Ok(Some("1".to_owned()));
                *(if from.abs_diff(to) <= 1 { &mut near } else { &mut far }) += usize::from(good);
            }
        }
        // Between stages further apart, what is refused is a key that the other has not, or has no more.
        assert_eq!((near, far), (10, 2), "{format}");
    }
}

#[test]
fn a_call_goes_on_while_the_ring_turns() {
    for format in ["signed", "encrypted"] {
        for pair in STAGES.windows(2) {
            let mut params = r#"{"name":"t"}"#.to_owned();
            for (turn, ring) in pair.iter().cycle().take(4).enumerate() {
                let boundary = Boundary::new(keys(ring), &format!("{{\"format\":\"{format}\"}}")).unwrap();
                let call = Call { method: "tools/call", params: &params, ..Call::default() };
                let mut round = boundary.enter(&call, NOW, &mut OsEntropy).unwrap();
                assert_eq!(round.number() as usize, turn + 1, "{format}");
                let asking = r#"{"resultType":"input_required","requestState":"on"}"#;
                let sent = round.leave(asking, NOW, &mut OsEntropy).unwrap().unwrap();
                let mut echo: Value = serde_json::from_str(&sent).unwrap();
                echo.as_object_mut().unwrap().insert("name".into(), "t".into());
                params = echo.to_string();
            }
        }
    }
}

#[test]
fn equal_keys_and_equal_names_are_errors() {
    let code = |format: &str, ring: &[(&str, &[u8])]| codec(format, ring).map(|_| ()).map_err(|error| error.code());
    assert_eq!(code("rs2", &[OLD, NEW]), Ok(()));
    assert_eq!(code("rs2", &[OLD, (OLD.0, NEW.1)]), Err(ErrorCode::DuplicateKey));
    for format in FORMATS {
        assert_eq!(code(format, &[OLD, ("x", OLD.1)]), Err(ErrorCode::DuplicateKey), "{format}");
    }
}

#[test]
fn whoever_mints_or_opens_rs2_names_every_key() {
    let make = |options: &str, named: bool| {
        let key = Key::new(OLD.1).unwrap();
        let key = if named { key.with_id("k").unwrap() } else { key };
        Codec::new(vec![key], options).map(|_| ()).map_err(|error| error.code())
    };
    for options in
        [r#"{"format":"rs2"}"#, r#"{"format":"rs2","open":["rs1"]}"#, r#"{"format":"signed","open":["signed","rs2"]}"#]
    {
        assert_eq!((make(options, true), make(options, false)), (Ok(()), Err(ErrorCode::InvalidKey)), "{options}");
    }
    assert_eq!(make(r#"{"format":"rs1"}"#, false), Ok(()));
}

#[test]
fn a_codec_shows_what_it_does_and_nothing_of_its_keys() {
    let shown = format!("{:?}", Codec::new(keys(&[OLD]), r#"{"format":"encrypted","ttlSeconds":30}"#).unwrap());
    assert_eq!(shown, "Codec { format: Encrypted, open: [Encrypted], ttl_seconds: 30.0, .. }");
}

#[test]
fn keys_are_copied() {
    for format in FORMATS {
        let mut secret = OLD.1.to_vec();
        let codec = codec(format, &[(OLD.0, &secret)]).unwrap();
        secret.fill(0);
        let token = codec.mint(Some("1"), None, NOW, &mut OsEntropy).unwrap();
        assert!(self::codec(format, &[OLD]).unwrap().verify(&token, None, NOW).is_ok(), "{format}");
    }
}
