//! Limits and bindings to the last level and the last byte.

#![allow(clippy::unwrap_used)]

use mrtr::boundary::{Boundary, Call};
use mrtr::state::{Codec, Key};
use mrtr::{ErrorCode, OsEntropy};

const NOW: f64 = 1_790_001_000.0;
const SECRET: &[u8] = b"a key of at least thirty-two bytes";

fn key() -> Key {
    Key::new(SECRET).unwrap().with_id("k").unwrap()
}

fn nested(depth: usize) -> String {
    format!("{}{}", "[".repeat(depth), "]".repeat(depth))
}

#[test]
fn arguments_nest_128_deep_and_no_deeper() {
    let boundary = Boundary::new(vec![key()], "").unwrap();
    let enter = |depth: usize| {
        let params = format!(r#"{{"name":"t","arguments":{{"a":{}}}}}"#, nested(depth - 1));
        let call = Call { method: "tools/call", params: &params, ..Call::default() };
        boundary.enter(&call, NOW, &mut OsEntropy).map(|_| ()).map_err(|refusal| refusal.code())
    };
    assert_eq!((enter(128), enter(129)), (Ok(()), Err(-32602)));
}

#[test]
fn an_empty_binding_is_refused_where_it_would_bind_nothing() {
    for format in ["signed", "encrypted", "rs1", "rs2"] {
        let codec = Codec::new(vec![key()], &format!("{{\"format\":\"{format}\"}}")).unwrap();
        let unbound = codec.mint(Some("1"), None, NOW, &mut OsEntropy).unwrap();
        assert!(codec.verify(&unbound, None, NOW).is_ok());
        assert_eq!(codec.verify(&unbound, Some(""), NOW).unwrap_err().as_str(), "bind", "{format}");
        match codec.mint(Some("1"), Some(""), NOW, &mut OsEntropy) {
            Ok(bound) => {
                assert!(codec.verify(&bound, Some(""), NOW).is_ok());
                assert!(codec.verify(&bound, None, NOW).is_err(), "{format}");
            }
            Err(error) => assert_eq!((error.code(), &format[..2]), (ErrorCode::InvalidArgument, "rs")),
        }
    }
}
