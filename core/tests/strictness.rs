//! Limits and bindings to the last level and the last byte.

#![allow(clippy::indexing_slicing, clippy::unwrap_used)]

use mrtr::boundary::{Boundary, Call};
use mrtr::message::{Answer, Responses};
use mrtr::state::{Codec, Key};
use mrtr::{ErrorCode, Form, OsEntropy};

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
fn the_longest_token_is_minted_and_opened_and_no_longer_one() {
    for format in ["signed", "encrypted", "rs1", "rs2"] {
        let codec = |most: usize| {
            let options = format!("{{\"format\":\"{format}\",\"limits\":{{\"tokenBytes\":{most}}}}}");
            Codec::new(vec![key()], &options).unwrap()
        };
        let mint = |most: usize| codec(most).mint(Some("1"), None, NOW, &mut OsEntropy);
        let token = mint(1000).unwrap();
        assert_eq!(mint(token.len()).unwrap().len(), token.len(), "{format}");
        assert_eq!(mint(token.len() - 1).unwrap_err().code(), ErrorCode::TooLarge, "{format}");
        assert!(codec(token.len()).verify(&token, None, NOW).is_ok(), "{format}");
        assert_eq!(codec(token.len() - 1).verify(&token, None, NOW).unwrap_err().as_str(), "too_large", "{format}");

        // 64 KiB unless told otherwise; base64 makes four characters of three bytes.
        let codec = Codec::new(vec![key()], &format!("{{\"format\":\"{format}\"}}")).unwrap();
        let mint = |bytes: usize| codec.mint(Some(&format!("\"{}\"", "x".repeat(bytes))), None, NOW, &mut OsEntropy);
        assert!(mint(48_900).unwrap().len() > 65_200, "{format}");
        assert_eq!(mint(49_200).unwrap_err().code(), ErrorCode::TooLarge, "{format}");
    }
}

#[test]
fn no_bytes_at_all_can_be_sealed_and_a_token_shorter_than_theirs_is_none() {
    for format in ["encrypted", "rs1", "rs2"] {
        let codec = Codec::new(vec![key()], &format!("{{\"format\":\"{format}\"}}")).unwrap();
        let token = codec.seal_bytes(b"", b"", NOW, &mut OsEntropy).unwrap();
        assert_eq!(codec.open_bytes(&token, b"", NOW).as_deref(), Ok(b"".as_slice()), "{format}");
        for kept in 0..token.len() {
            assert!(codec.open_bytes(&token[..kept], b"", NOW).is_err(), "{format}: {kept} of {}", token.len());
        }
    }
}

#[test]
fn a_payload_nests_128_deep_and_comes_back() {
    for format in ["signed", "encrypted"] {
        let options = format!("{{\"format\":\"{format}\"}}");
        let boundary = Boundary::new(vec![key()], &options).unwrap();
        let enter = |params: &str| {
            boundary.enter(&Call { method: "tools/call", params, ..Call::default() }, NOW, &mut OsEntropy).unwrap()
        };
        let mut round = enter(r#"{"name":"t"}"#);
        let too_deep = round.seal_request_state(&nested(129), NOW, &mut OsEntropy).unwrap_err();
        assert_eq!(too_deep.code(), ErrorCode::TooDeep, "{format}");
        let token = round.seal_request_state(&nested(128), NOW, &mut OsEntropy).unwrap();
        let round = enter(&format!(r#"{{"name":"t","requestState":"{token}"}}"#));
        assert_eq!(round.request_state(), Some(nested(128)), "{format}");

        let codec = Codec::new(vec![key()], &options).unwrap();
        let mint = |depth: usize| codec.mint(Some(&nested(depth)), None, NOW, &mut OsEntropy);
        assert_eq!(mint(129).unwrap_err().code(), ErrorCode::TooDeep, "{format}");
        assert_eq!(codec.verify(&mint(128).unwrap(), None, NOW), Ok(Some(nested(128))), "{format}");
    }
}

/// Wherever the arguments of a call stand, what may be called may be asked about, and opened by whoever knows the call.
#[test]
fn a_call_of_the_deepest_arguments_can_ask() {
    for format in ["signed", "encrypted"] {
        let options = format!("{{\"format\":\"{format}\"}}");
        let boundary = Boundary::new(vec![key()], &options).unwrap();
        let arguments = format!(r#"{{"a":{}}}"#, nested(127));
        let params = |echo: &str| format!(r#"{{"name":"t","arguments":{arguments}{echo}}}"#);
        let enter = |params: &str| {
            boundary.enter(&Call { method: "tools/call", params, ..Call::default() }, NOW, &mut OsEntropy).unwrap()
        };
        let asking = r#"{"resultType":"input_required","requestState":"on"}"#;
        let sent = enter(&params("")).leave(asking, NOW, &mut OsEntropy).unwrap().unwrap();
        let sent: serde_json::Value = serde_json::from_str(&sent).unwrap();
        let token = sent["requestState"].as_str().unwrap();
        let round = enter(&params(&format!(r#","requestState":"{token}""#)));
        assert_eq!(round.request_state_text(), Some("on"), "{format}");
        if format == "signed" {
            continue;
        }
        let codec = Codec::new(vec![key()], &options).unwrap();
        let open = |arguments: &str| {
            codec.open_state(token, &format!(r#"{{"method":"tools/call","target":"t",{arguments}}}"#), NOW)
        };
        let quoted = |arguments: &str| format!(r#""argumentsJson":{}"#, serde_json::to_string(arguments).unwrap());
        let deeper = format!(r#"{{"a":{}}}"#, nested(128));
        for (fits, too_deep) in [
            (format!(r#""arguments":{arguments}"#), format!(r#""arguments":{deeper}"#)),
            (quoted(&arguments), quoted(&deeper)),
        ] {
            assert_eq!(open(&fits).unwrap().as_deref(), Ok("on"));
            assert_eq!(open(&too_deep).unwrap_err().code(), ErrorCode::TooDeep);
        }
    }
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

#[test]
fn a_content_is_as_long_as_its_form_allows_wherever_it_stands() {
    let schema = r#"{"type":"object","properties":{"ok":{"type":"boolean"}},"required":["ok"]}"#;
    let form = Form::parse(schema, r#"{"limits":{"textBytes":200}}"#).unwrap();
    for (length, fits) in [(199, true), (200, true), (201, false), (202, false)] {
        let content = format!(r#"{{"ok":true,"x":"{}"}}"#, "x".repeat(length - 18));
        assert_eq!(content.len(), length);
        let answers = Responses::parse(&format!(r#"{{"k":{{"action":"accept","content":{content}}}}}"#)).unwrap();
        let accepted = matches!(answers.answer("k", Some(&form)), Answer::Accepted { .. });
        assert_eq!((accepted, form.accept(&content).to_json().contains("accepted")), (fits, fits), "{length}");
    }
}

#[test]
fn a_schema_that_grows_beyond_the_limit_when_it_is_normalised_is_refused() {
    let long = "x".repeat(200);
    let properties: Vec<String> = (0..5).map(|at| format!(r##""p{at}":{{"$ref":"#/$defs/E"}}"##)).collect();
    let schema = format!(
        r#"{{"type":"object","properties":{{{}}},"$defs":{{"E":{{"type":"string","enum":["{long}"]}}}}}}"#,
        properties.join(",")
    );
    let parse = |most: usize| {
        Form::parse(&schema, &format!(r#"{{"normalise":true,"limits":{{"textBytes":{most}}}}}"#))
            .map_err(|error| (error.code(), error.issues()[0].code))
    };
    let wire = parse(5000).unwrap().wire().len();
    assert!(schema.len() < 500 && wire > 1000, "{} {wire}", schema.len());
    assert_eq!(parse(500).unwrap_err(), (ErrorCode::InvalidForm, "too_large"));
}
