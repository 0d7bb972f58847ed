//! `mrtr-tokens.json`: the codec by itself.

use std::fmt::Write as _;

use mrtr::Error;
use mrtr::state::{Codec, Reason};
use serde_json::{Value, json};

use crate::tally::{Tally, bytes, cases, entropy, now, payload, ring, same, text, token};

pub(crate) fn run(tally: &mut Tally) {
    for case in cases("mrtr-tokens.json", "tokens") {
        let got = outcome(&case).unwrap_or_else(|error| json!({ "error": error.code().as_str() }));
        tally.judge("mrtr-tokens", &case, same(&got, &case["expect"]));
    }
}

fn outcome(case: &Value) -> Result<Value, Error> {
    let codec = Codec::new(ring(case)?, &case["options"].to_string())?;
    let bind = text(case, "bind");
    let data = bytes(case, "associatedDataHex");
    Ok(match text(case, "op").expect("op") {
        "construct" => json!({ "ok": true }),
        "verify" => verdict("payload", codec.verify(&token(case), bind, now(case))),
        "mint" => json!({ "token": codec.mint(payload(case).as_deref(), bind, now(case), &mut entropy(case))? }),
        "openBytes" => verdict("payloadHex", codec.open_bytes(&token(case), &data, now(case)).map(|bytes| hex(&bytes))),
        "sealBytes" => {
            json!({ "token": codec.seal_bytes(&bytes(case, "payloadHex"), &data, now(case), &mut entropy(case))? })
        }
        "openState" => verdict("state", codec.open_state(&token(case), &case["call"].to_string(), now(case))?),
        op => panic!("unknown op {op}"),
    })
}

fn verdict(name: &str, opened: Result<impl Into<Value>, Reason>) -> Value {
    match opened {
        Ok(value) => json!({ name: value.into() }),
        Err(reason) => json!({ "refused": reason.as_str() }),
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut hex, byte| {
        write!(hex, "{byte:02x}").expect("a string takes all");
        hex
    })
}
