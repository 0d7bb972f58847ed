//! A genuine token whose claims are not what the boundary writes.

use serde_json::json;

use super::token::{Token, asked, echo, enter, refused};
use crate::case::Case;
use crate::forge::{b64u, digest6, digest16};

pub fn cases(format: &str) -> Vec<Case> {
    let options = json!({ "format": format });
    let base = Token::new(format);
    let good = format!("{format}-echo");
    let claims = base.claims();
    let (c, n, f, q) = (
        format!(",\"c\":\"{}\"", digest16(base.arguments)),
        ",\"n\":1".to_owned(),
        format!(",\"f\":\"{}\"", base.flow),
        format!(",\"q\":{}", asked()),
    );
    let swap = |from: &str, to: &str| {
        assert!(claims.contains(from), "{format}: {from}");
        claims.replacen(from, to, 1)
    };
    let digest = b64u([7_u8; 5]);
    let mut faults: Vec<(&str, String, &str)> = vec![
        ("no-arguments-digest", swap(&c, ""), "malformed"),
        ("arguments-digest-a-number", swap(&c, ",\"c\":1"), "malformed"),
        ("arguments-digest-empty", swap(&c, ",\"c\":\"\""), "arguments"),
        ("arguments-digest-padded", swap(&c, &format!(",\"c\":\"{}==\"", digest16(base.arguments))), "arguments"),
        ("no-round", swap(&n, ""), "malformed"),
        ("round-zero", swap(&n, ",\"n\":0"), "malformed"),
        ("round-negative", swap(&n, ",\"n\":-1"), "malformed"),
        ("round-a-fraction", swap(&n, ",\"n\":1.5"), "malformed"),
        ("round-text", swap(&n, ",\"n\":\"1\""), "malformed"),
        ("round-beyond-counting", swap(&n, ",\"n\":4294967296"), "malformed"),
        ("no-flow", swap(&f, ""), "malformed"),
        ("flow-of-15-bytes", swap(&f, &format!(",\"f\":\"{}\"", b64u([7_u8; 15]))), "malformed"),
        ("flow-of-17-bytes", swap(&f, &format!(",\"f\":\"{}\"", b64u([7_u8; 17]))), "malformed"),
        ("flow-not-base64url", swap(&f, ",\"f\":\"flow of 22 characters.\""), "malformed"),
        ("questions-a-list", swap(&q, ",\"q\":[]"), "malformed"),
        ("questions-null", swap(&q, ",\"q\":null"), "malformed"),
        ("question-of-no-kind", swap(&q, ",\"q\":{\"confirm\":\"\"}"), "malformed"),
        ("question-of-an-unknown-kind", swap(&q, ",\"q\":{\"confirm\":\"x\"}"), "malformed"),
        ("question-a-number", swap(&q, ",\"q\":{\"confirm\":1}"), "malformed"),
        ("form-without-a-digest", swap(&q, ",\"q\":{\"confirm\":\"e\"}"), "malformed"),
        ("form-with-a-digest-of-5-bytes", swap(&q, &format!(",\"q\":{{\"confirm\":\"e{digest}\"}}")), "malformed"),
        ("roots-with-a-digest", swap(&q, &format!(",\"q\":{{\"confirm\":\"l{}\"}}", digest6("{}"))), "malformed"),
        ("a-question-twice", swap(&q, ",\"q\":{\"a\":\"l\",\"\\u0061\":\"l\"}"), "malformed"),
        ("a-claim-twice", swap(&n, ",\"n\":1,\"n\":1"), "malformed"),
        ("questions-alone", swap(&c, "").replacen(&n, "", 1).replacen(&f, "", 1), "malformed"),
    ];
    if format == "signed" {
        faults.extend([
            ("no-target", swap(",\"o\":\"delete_report\"", ""), "operation"),
            ("target-null", swap("\"o\":\"delete_report\"", "\"o\":null"), "operation"),
            ("method-null", swap(&c, &format!(",\"m\":null{c}")), "operation"),
            ("method-of-another-case", swap(&c, &format!(",\"m\":\"Tools/call\"{c}")), "operation"),
            ("text-mark-on-a-payload", swap(&c, &format!(",\"s\":1{c}")), "malformed"),
            ("audience-a-number", swap(&c, &format!("{c},\"aud\":1")), "audience"),
        ]);
    } else {
        faults.extend([
            ("no-target", swap(",\"t\":\"delete_report\"", ""), "operation"),
            ("no-method", swap(",\"m\":\"tools/call\"", ""), "operation"),
            ("method-null", swap("\"m\":\"tools/call\"", "\"m\":null"), "operation"),
            ("no-state", swap(",\"s\":\"{\\\"target\\\":\\\"q3.pdf\\\"}\"", ""), "malformed"),
            ("state-a-number", swap("\"s\":\"{\\\"target\\\":\\\"q3.pdf\\\"}\"", "\"s\":1"), "malformed"),
            ("version-2", swap("\"v\":1", "\"v\":2"), "malformed"),
            ("audience-a-number", swap(&c, &format!("{c},\"aud\":1")), "audience"),
            ("principal-of-no-length", swap(&c, &format!("{c},\"p\":\"\"")), "principal"),
        ]);
    }
    let mut cases = Vec::new();
    for (fault, claims, reason) in faults {
        let case = enter(format!("{format}-claims-{fault}"), &options, &echo(&base.around(&claims)));
        cases.push(refused(case, &good, reason));
    }
    cases
}
