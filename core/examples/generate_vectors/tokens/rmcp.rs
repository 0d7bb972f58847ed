//! The formats `rs1` and `rs2`.

use serde_json::{Value, json};

use super::{PAYLOAD, mint, mints, opens, verify};
use crate::case::{Case, NOW};
use crate::forge::{self, b64u, body, hex, rs1, rs2};

const EXPIRES: i64 = 1_790_001_600_250;
const DATA: &[u8] = b"user:alice|tools/call:delete_report";
const BYTES: &[u8] = b"\x00\xff step=2";

pub fn cases() -> Vec<Case> {
    [formats(), faults_of_rs1(), faults_of_rs2(), texts()].concat()
}

/// Two keys and, in `rs2`, their ids.
fn options(format: &str) -> Value {
    if format == "rs1" {
        json!({ "format": format })
    } else {
        json!({ "format": format, "keyIds": ["2026-08", "2026-09"] })
    }
}

fn call(id: &str, op: &str, format: &str) -> Case {
    Case::new(id, op).keys(&[&forge::key("a"), &forge::key("b")]).put("options", options(format)).put("now", NOW)
}

fn open(id: &str, format: &str, token: &str, data: &[u8]) -> Case {
    call(id, "openBytes", format).put("token", token).put("associatedDataHex", hex(data))
}

fn gives(case: Case, bytes: &[u8]) -> Case {
    case.expect(json!({ "payloadHex": hex(bytes) }))
}

/// A token of either format, by the first key unless told otherwise.
fn token(format: &str, data: &[u8], body: &[u8]) -> String {
    let a = forge::key("a");
    if format == "rs1" { rs1(&a, data, body) } else { rs2(&a, b"2026-08", data, body) }
}

/// What holds in both.
fn formats() -> Vec<Case> {
    let mut cases = Vec::new();
    for format in ["rs1", "rs2"] {
        let name = |what: &str| format!("{format}-{what}");
        let right = token(format, DATA, &body(EXPIRES, BYTES));
        let good = name("good");
        let at =
            |what: &str, token: &str, data: &[u8], now: f64| open(&name(what), format, token, data).put("now", now);
        let by_second_key = if format == "rs1" {
            rs1(&forge::key("b"), DATA, &body(EXPIRES, BYTES))
        } else {
            rs2(&forge::key("b"), b"2026-09", DATA, &body(EXPIRES, BYTES))
        };
        cases.extend([
            gives(at("good", &right, DATA, NOW), BYTES),
            gives(at("no-associated-data", &token(format, b"", &body(EXPIRES, BYTES)), b"", NOW), BYTES),
            gives(at("empty-payload", &token(format, DATA, &body(EXPIRES, b"")), DATA, NOW), b""),
            gives(at("no-expiry", &token(format, DATA, &body(0, BYTES)), DATA, 4e9), BYTES),
            gives(at("second-key", &by_second_key, DATA, NOW), BYTES),
            gives(at("last-millisecond", &right, DATA, 1_790_001_600.25), BYTES),
            call(&name("seal"), "sealBytes", format)
                .put("payloadHex", hex(BYTES))
                .put("associatedDataHex", hex(DATA))
                .expect(json!({ "token": right })),
            call(&name("seal-nothing"), "sealBytes", format)
                .put("payloadHex", "")
                .expect(json!({ "token": token(format, b"", &body(EXPIRES, b"")) })),
        ]);
        let (short, long) = (body(EXPIRES, BYTES), [b"c".as_slice(), &body(EXPIRES, BYTES)].concat());
        let moved_border = token(format, b"ab", &long).replacen(&b64u(&long), &b64u(&short), 1);
        let faults: Vec<(&str, String, &[u8], &str)> = vec![
            ("other-associated-data", right.clone(), b"user:mallory|tools/call:delete_report", "mac"),
            ("associated-data-missing", right.clone(), b"", "mac"),
            ("associated-data-longer", right.clone(), b"user:alice|tools/call:delete_reports", "mac"),
            ("associated-data-not-signed", token(format, b"", &body(EXPIRES, BYTES)), DATA, "mac"),
            ("border-of-associated-data-moved", moved_border, b"abc", "mac"),
            ("first-character-of-the-mac", forge::flip(&right, -43), DATA, "mac"),
            ("first-character-of-the-body", forge::flip(&right, if format == "rs1" { 4 } else { 15 }), DATA, "mac"),
            ("stray-bits-after-the-mac", forge::stray_bits(&right), DATA, "malformed"),
            ("padding", format!("{right}="), DATA, "malformed"),
            ("space-before", format!(" {right}"), DATA, "malformed"),
            ("newline-after", format!("{right}\n"), DATA, "malformed"),
            ("another-part", format!("{right}.AAAA"), DATA, "malformed"),
            ("no-mac", right.rsplit_once('.').expect("parts").0.to_owned(), DATA, "malformed"),
            ("empty-mac", format!("{}.", right.rsplit_once('.').expect("parts").0), DATA, "mac"),
            ("prefix-in-capitals", right.replacen("rs", "RS", 1), DATA, "malformed"),
            ("empty-text", String::new(), DATA, "malformed"),
            ("body-without-expiry", token(format, DATA, &[0; 7]), DATA, "malformed"),
            ("expiry-before-all-time", token(format, DATA, &body(-1, BYTES)), DATA, "expired"),
        ];
        for (fault, token, data, reason) in faults {
            cases.push(at(fault, &token, data, NOW).unlike(&good).refused(reason));
        }
        cases.push(at("lapsed", &right, DATA, 1_790_001_600.252).unlike(&name("last-millisecond")).refused("expired"));
        cases.push(at("too-large", &right, DATA, NOW).put("padTokenTo", 65_537).unlike(&good).refused("too_large"));
        let other = json!({ "format": "signed" });
        cases.push(at("format-not-opened", &right, DATA, NOW).put("options", other).unlike(&good).refused("malformed"));
    }
    cases
}

fn faults_of_rs1() -> Vec<Case> {
    let body = body(EXPIRES, BYTES);
    vec![
        open("rs1-key-not-in-the-ring", "rs1", &rs1(&forge::key("c"), DATA, &body), DATA)
            .unlike("rs1-good")
            .refused("mac"),
        open("rs1-shown-to-rs2", "rs2", &token("rs1", DATA, &body), DATA).unlike("rs1-good").refused("malformed"),
        open("rs1-renamed-rs2", "rs2", &token("rs1", DATA, &body).replacen("rs1", "rs2", 1), DATA)
            .unlike("rs1-good")
            .refused("malformed"),
    ]
}

/// What the key id is about.
fn faults_of_rs2() -> Vec<Case> {
    let (a, b) = (forge::key("a"), forge::key("b"));
    let body = body(EXPIRES, BYTES);
    let long = "k".repeat(255);
    let renamed = |id: &[u8]| {
        let right = rs2(&a, b"2026-08", DATA, &body);
        right.replacen(&b64u("2026-08"), &b64u(id), 1)
    };
    let faults: Vec<(&str, String, &str)> = vec![
        ("key-id-unknown", rs2(&a, b"2026-07", DATA, &body), "unknown_key"),
        ("key-id-of-another-key", rs2(&a, b"2026-09", DATA, &body), "mac"),
        ("key-id-exchanged-afterwards", renamed(b"2026-09"), "mac"),
        ("key-not-in-the-ring", rs2(&forge::key("c"), b"2026-08", DATA, &body), "mac"),
        ("key-id-empty", rs2(&a, b"", DATA, &body), "malformed"),
        ("key-id-of-256-bytes", rs2(&a, &[b'k'; 256], DATA, &body), "malformed"),
        ("key-id-padded", format!("rs2.{}=.{}", b64u("2026-08"), &rs2(&a, b"2026-08", DATA, &body)[15..]), "malformed"),
        ("key-id-missing", rs1(&a, DATA, &body).replacen("rs1", "rs2", 1), "malformed"),
        ("key-id-not-signed", format!("rs2.{}.{}", b64u("2026-08"), &rs1(&a, DATA, &body)[4..]), "mac"),
    ];
    let mut cases: Vec<Case> = faults
        .into_iter()
        .map(|(fault, token, reason)| {
            open(&format!("rs2-{fault}"), "rs2", &token, DATA).unlike("rs2-good").refused(reason)
        })
        .collect();
    let keys = json!({ "format": "rs2", "keyIds": [long, "b"] });
    cases.push(gives(
        open("rs2-key-id-of-255-bytes", "rs2", &rs2(&a, long.as_bytes(), DATA, &body), DATA).put("options", keys),
        BYTES,
    ));
    cases.push(gives(
        open("rs2-opens-rs1-when-asked", "rs2", &rs1(&b, DATA, &body), DATA)
            .put("options", json!({ "format": "rs2", "open": ["rs2", "rs1"], "keyIds": ["a", "b"] })),
        BYTES,
    ));
    cases
}

/// The same tokens around JSON text, the binding as associated data.
fn texts() -> Vec<Case> {
    let a = forge::key("a");
    let mut cases = Vec::new();
    for format in ["rs1", "rs2"] {
        let name = |what: &str| format!("{format}-{what}");
        let (keys, options): (&[&[u8]], _) = (&[&a, &forge::key("b")], options(format));
        let show = |what: &str, token: &str| verify(&name(what), keys, &options, NOW, token);
        let plain = token(format, b"", &body(EXPIRES, PAYLOAD.as_bytes()));
        let bound = token(format, b"alice", &body(EXPIRES, PAYLOAD.as_bytes()));
        cases.extend([
            opens(show("payload", &plain), Some(PAYLOAD)),
            opens(show("payload-bound", &bound).put("bind", "alice"), Some(PAYLOAD)),
            opens(show("payload-absent", &token(format, b"", &body(EXPIRES, b""))), None),
            mints(mint(&name("mint"), keys, &options, NOW, Some(PAYLOAD)), &plain),
            mints(mint(&name("mint-bound"), keys, &options, NOW, Some(PAYLOAD)).put("bind", "alice"), &bound),
            show("payload-bound-to-another", &bound)
                .put("bind", "mallory")
                .unlike(&name("payload-bound"))
                .refused("mac"),
            show("payload-bound-shown-unbound", &bound).unlike(&name("payload-bound")).refused("mac"),
            show("payload-unbound-shown-bound", &plain).put("bind", "alice").unlike(&name("payload")).refused("mac"),
            show("payload-unbound-shown-with-empty-text", &plain)
                .put("bind", "")
                .unlike(&name("payload"))
                .refused("bind"),
            mint(&name("mint-bound-to-empty-text"), keys, &options, NOW, Some(PAYLOAD))
                .put("bind", "")
                .unlike(&name("mint-bound"))
                .error("invalid_argument"),
            show("payload-not-utf-8", &token(format, b"", &body(EXPIRES, b"\xff")))
                .unlike(&name("payload"))
                .refused("malformed"),
        ]);
    }
    cases
}
