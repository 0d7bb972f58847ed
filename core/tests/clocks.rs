//! A clock that is not a finite number mints nothing and opens nothing, whichever way it is wrong.

use mrtr::state::{Codec, Key};
use mrtr::{ErrorCode, OsEntropy};

#[test]
fn a_clock_that_is_no_number_refuses_in_every_format() {
    let now = 1_790_001_000.0;
    for format in ["signed", "encrypted", "rs1", "rs2"] {
        let key = Key::new(&[7; 32]).unwrap().with_id("k").unwrap();
        let codec = Codec::new(vec![key], &format!("{{\"format\":\"{format}\"}}")).unwrap();
        let token = codec.mint(Some("1"), None, now, &mut OsEntropy).unwrap();
        assert_eq!(codec.verify(&token, None, now), Ok(Some("1".to_owned())), "{format}");
        for odd in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            assert!(codec.verify(&token, None, odd).is_err(), "{format} at {odd}");
            let error = codec.mint(Some("1"), None, odd, &mut OsEntropy).unwrap_err();
            assert_eq!(error.code(), ErrorCode::InvalidArgument, "{format} at {odd}");
        }
    }
}

#[test]
fn an_expiry_of_zero_is_never_minted_since_it_means_none() {
    for format in ["rs1", "rs2"] {
        let key = Key::new(&[7; 32]).unwrap().with_id("k").unwrap();
        let codec = Codec::new(vec![key], &format!("{{\"format\":\"{format}\",\"ttlSeconds\":600}}")).unwrap();
        // As fake timers do, which begin long ago.
        for (now, later) in [(-600.0, 0.0), (-599.0, 1.002)] {
            let token = codec.mint(Some("1"), None, now, &mut OsEntropy).unwrap();
            assert!(codec.verify(&token, None, now).is_ok(), "{format}");
            assert!(codec.verify(&token, None, now + 599.999).is_ok(), "{format}");
            assert_eq!(codec.verify(&token, None, later).unwrap_err().as_str(), "expired", "{format}");
            assert_eq!(codec.verify(&token, None, later + 1e9).unwrap_err().as_str(), "expired", "{format}");
        }
    }
}

#[test]
fn a_token_that_outlives_every_clock_needs_a_clock_all_the_same() {
    for format in ["rs1", "rs2"] {
        let key = Key::new(&[7; 32]).unwrap().with_id("k").unwrap();
        let codec = Codec::new(vec![key], &format!("{{\"format\":\"{format}\",\"ttlSeconds\":1e300}}")).unwrap();
        let token = codec.mint(Some("1"), None, 1_790_001_000.0, &mut OsEntropy).unwrap();
        for now in [0.0, 1_790_001_000.0, 1e300] {
            assert!(codec.verify(&token, None, now).is_ok(), "{format} at {now}");
        }
        for odd in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            assert_eq!(codec.verify(&token, None, odd).unwrap_err().as_str(), "expired", "{format} at {odd}");
        }
    }
}
