//! `mrtr-arguments.json`: texts of arguments and the digest that binds a token to them.

use serde_json::json;

use crate::case::Case;
use crate::forge::digest16;

pub const DESCRIPTION: &str = "The digest of a call's arguments, given as the very text. `text` is what is digested (the empty \
text stands for absent arguments); `expect` has `digest`, the base64url of the first 16 bytes of SHA-256 over `canonical`, or \
`error` with its code. Vectors with one canonical text have one digest, and no others. `positive` names, for one that fails, the \
vector that differs in the fault alone.";

/// Name, text, canonical text.
const TABLE: &[(&str, &str, &str)] = &[
    ("absent", "", "{}"),
    ("null", "null", "{}"),
    ("empty", "{}", "{}"),
    ("empty-with-white-space", " {\t}\r\n", "{}"),
    ("one-member", r#"{"target":"q3.pdf"}"#, r#"{"target":"q3.pdf"}"#),
    ("one-member-with-white-space", "{ \"target\" :\n\t\"q3.pdf\" }", r#"{"target":"q3.pdf"}"#),
    ("null-member-is-no-absent-one", r#"{"target":null}"#, r#"{"target":null}"#),
    ("true", r#"{"a":true}"#, r#"{"a":true}"#),
    ("false", r#"{"a":false}"#, r#"{"a":false}"#),
    ("true-as-text", r#"{"a":"true"}"#, r#"{"a":"true"}"#),
    ("member-order", r#"{"b":1,"a":2}"#, r#"{"a":2,"b":1}"#),
    ("member-order-sorted", r#"{"a":2,"b":1}"#, r#"{"a":2,"b":1}"#),
    ("member-order-deep-inside", r#"{"x":[{"b":1,"a":[{"d":1,"c":2}]}]}"#, r#"{"x":[{"a":[{"c":2,"d":1}],"b":1}]}"#),
    ("items-keep-their-order", r#"{"a":[3,1,2]}"#, r#"{"a":[3,1,2]}"#),
    ("names-of-digits-sort-as-text", r#"{"9":1,"10":2,"a":3,"A":4}"#, r#"{"10":2,"9":1,"A":4,"a":3}"#),
    ("empty-name", r#"{"":0,"a":1}"#, r#"{"":0,"a":1}"#),
    ("a-name-and-a-longer-one", r#"{"ab":1,"a":2,"a\u0000":3}"#, r#"{"a":2,"a\u0000":3,"ab":1}"#),
    ("proto-is-a-name", r#"{"constructor":1,"__proto__":{"a":1}}"#, r#"{"__proto__":{"a":1},"constructor":1}"#),
    ("many-names", MANY, MANY_SORTED),
    ("integer-one", r#"{"n":1}"#, r#"{"n":1}"#),
    ("float-one", r#"{"n":1.0}"#, r#"{"n":1}"#),
    ("exponent-one", r#"{"n":1e0}"#, r#"{"n":1}"#),
    ("capital-exponent-one", r#"{"n":10E-1}"#, r#"{"n":1}"#),
    ("one-as-text", r#"{"n":"1"}"#, r#"{"n":"1"}"#),
    ("hundred", r#"{"n":1e2}"#, r#"{"n":100}"#),
    ("zero", r#"{"n":0}"#, r#"{"n":0}"#),
    ("minus-zero", r#"{"n":-0}"#, r#"{"n":0}"#),
    ("minus-zero-float", r#"{"n":-0.0}"#, r#"{"n":0}"#),
    ("minus-zero-exponent", r#"{"n":-0e5}"#, r#"{"n":0}"#),
    ("minus-one", r#"{"n":-1}"#, r#"{"n":-1}"#),
    ("largest-safe-integer", r#"{"id":9007199254740991}"#, r#"{"id":9007199254740991}"#),
    ("two-to-53", r#"{"id":9007199254740992}"#, r#"{"id":9007199254740992}"#),
    ("two-to-53-and-one", r#"{"id":9007199254740993}"#, r#"{"id":9007199254740993}"#),
    ("minus-two-to-53-and-one", r#"{"id":-9007199254740993}"#, r#"{"id":-9007199254740993}"#),
    ("two-to-53-as-a-float", r#"{"id":9007199254740992.0}"#, r#"{"id":9007199254740992}"#),
    ("two-to-53-and-one-as-a-float", r#"{"id":9007199254740993.0}"#, r#"{"id":9007199254740992}"#),
    ("two-to-63", r#"{"id":9223372036854775808}"#, r#"{"id":9223372036854775808}"#),
    ("two-to-64", r#"{"id":18446744073709551616}"#, r#"{"id":18446744073709551616}"#),
    ("integer-of-30-digits", r#"{"id":123456789012345678901234567890}"#, r#"{"id":123456789012345678901234567890}"#),
    (
        "integer-of-30-digits-its-neighbour",
        r#"{"id":123456789012345678901234567891}"#,
        r#"{"id":123456789012345678901234567891}"#,
    ),
    ("ten-to-20-as-a-float", r#"{"n":1e20}"#, r#"{"n":100000000000000000000}"#),
    ("ten-to-21-as-a-float", r#"{"n":1e21}"#, r#"{"n":1e+21}"#),
    ("ten-to-21-as-an-integer", r#"{"n":1000000000000000000000}"#, r#"{"n":1000000000000000000000}"#),
    ("minus-ten-to-21", r#"{"n":-1E+21}"#, r#"{"n":-1e+21}"#),
    ("a-tenth", r#"{"n":0.1}"#, r#"{"n":0.1}"#),
    ("a-tenth-in-another-spelling", r#"{"n":1.00e-1}"#, r#"{"n":0.1}"#),
    ("three-tenths-of-seventeen-digits", r#"{"n":0.30000000000000004}"#, r#"{"n":0.30000000000000004}"#),
    ("three-tenths", r#"{"n":0.3}"#, r#"{"n":0.3}"#),
    ("more-digits-than-a-double-has", r#"{"n":0.1000000000000000055511151231257827}"#, r#"{"n":0.1}"#),
    ("seventeen-digits", r#"{"n":5.0000000000000018}"#, r#"{"n":5.000000000000002}"#),
    ("halfway-to-even", r#"{"n":9007199254740992.5}"#, r#"{"n":9007199254740992}"#),
    ("of-two-spellings-equally-near-the-even-one", r#"{"n":2038992408197373.25}"#, r#"{"n":2038992408197373.2}"#),
    ("a-negative-one-of-those", r#"{"n":-191875590244308.125}"#, r#"{"n":-191875590244308.12}"#),
    ("a-millionth", r#"{"n":0.000001}"#, r#"{"n":0.000001}"#),
    ("a-ten-millionth", r#"{"n":0.0000001}"#, r#"{"n":1e-7}"#),
    ("smallest-subnormal", r#"{"n":5e-324}"#, r#"{"n":5e-324}"#),
    ("subnormal", r#"{"n":2.2250738585072011e-308}"#, r#"{"n":2.225073858507201e-308}"#),
    ("smallest-normal", r#"{"n":2.2250738585072014e-308}"#, r#"{"n":2.2250738585072014e-308}"#),
    ("too-small-for-a-double", r#"{"n":1e-400}"#, r#"{"n":0}"#),
    ("largest-double", r#"{"n":1.7976931348623157e308}"#, r#"{"n":1.7976931348623157e+308}"#),
    ("text-with-every-short-escape", r#"{"s":"\"\\\/\b\f\n\r\t"}"#, r#"{"s":"\"\\/\b\f\n\r\t"}"#),
    (
        "text-with-long-escapes-for-them",
        r#"{"s":"\u0022\u005c\u002f\u0008\u000C\u000a\u000D\u0009"}"#,
        r#"{"s":"\"\\/\b\f\n\r\t"}"#,
    ),
    ("control-characters", r#"{"s":"\u0000\u001F"}"#, r#"{"s":"\u0000\u001f"}"#),
    ("delete-is-no-control-here", "{\"s\":\"\u{7f}\"}", "{\"s\":\"\u{7f}\"}"),
    ("line-separators-stay", "{\"s\":\"\u{2028}\u{2029}\"}", "{\"s\":\"\u{2028}\u{2029}\"}"),
    ("letters-escaped", r#"{"\u0061":"\u00e9\u6771"}"#, "{\"a\":\"é東\"}"),
    ("letters-plain", "{\"a\":\"é東\"}", "{\"a\":\"é東\"}"),
    ("combining-is-not-composed", "{\"a\":\"e\u{301}東\"}", "{\"a\":\"e\u{301}東\"}"),
    ("beyond-the-first-plane-escaped", r#"{"s":"\ud83e\ude83"}"#, "{\"s\":\"🪃\"}"),
    ("beyond-the-first-plane-plain", "{\"s\":\"🪃\"}", "{\"s\":\"🪃\"}"),
    (
        "names-sort-by-code-point",
        "{\"\u{1FA83}\":1,\"\u{FFEE}\":2,\"z\":3,\"é\":4}",
        "{\"z\":3,\"é\":4,\"\u{FFEE}\":2,\"\u{1FA83}\":1}",
    ),
    (
        "names-sort-by-code-point-escaped",
        r#"{"\ud83e\ude83":1,"\uffee":2,"z":3,"\u00e9":4}"#,
        "{\"z\":3,\"é\":4,\"\u{FFEE}\":2,\"\u{1FA83}\":1}",
    ),
    ("replacement-character", "{\"s\":\"\u{fffd}\"}", "{\"s\":\"\u{fffd}\"}"),
    ("lone-high-surrogate", r#"{"s":"x\uD800y"}"#, r#"{"s":"x\ud800y"}"#),
    ("another-lone-high-surrogate", r#"{"s":"x\uD801y"}"#, r#"{"s":"x\ud801y"}"#),
    ("lone-low-surrogate", r#"{"s":"\udc00"}"#, r#"{"s":"\udc00"}"#),
    ("surrogates-in-the-wrong-order", r#"{"s":"\ude83\ud83e"}"#, r#"{"s":"\ude83\ud83e"}"#),
    ("lone-surrogate-as-text", r#"{"s":"x\\ud800y"}"#, r#"{"s":"x\\ud800y"}"#),
    ("lone-surrogate-in-a-name", r#"{"\ud800":1,"\uffff":2,"z":3}"#, "{\"z\":3,\"\\ud800\":1,\"\u{ffff}\":2}"),
    ("lone-surrogate-beside-others", "{\"s\":\"\\ud800\\u0001\\\"🪃é\"}", "{\"s\":\"\\ud800\\u0001\\\"🪃é\"}"),
];

const MANY: &str = r#"{"n":1,"m":2,"l":3,"k":4,"j":5,"i":6,"h":7,"g":8,"f":9,"e":10,"d":11,"c":12,"b":13,"a":14}"#;
const MANY_SORTED: &str =
    r#"{"a":14,"b":13,"c":12,"d":11,"e":10,"f":9,"g":8,"h":7,"i":6,"j":5,"k":4,"l":3,"m":2,"n":1}"#;

/// Name, text, code, what passes.
const FAULTS: &[(&str, &str, &str, &str)] = &[
    ("number-beyond-the-doubles", r#"{"n":1e400}"#, "invalid_argument", "largest-double"),
    ("just-beyond-the-doubles", r#"{"n":1.7976931348623159e308}"#, "invalid_argument", "largest-double"),
    ("minus-beyond-the-doubles", r#"{"n":[{"a":-1e400}]}"#, "invalid_argument", "largest-double"),
    ("a-member-twice", r#"{"a":1,"a":1}"#, "duplicate_member", "member-order"),
    ("a-member-twice-once-escaped", r#"{"a":1,"\u0061":1}"#, "duplicate_member", "member-order"),
    (
        "a-member-twice-among-many",
        r#"{"n":1,"m":2,"l":3,"k":4,"j":5,"i":6,"h":7,"g":8,"f":9,"e":10,"d":11,"c":12,"b":13,"n":14}"#,
        "duplicate_member",
        "many-names",
    ),
    ("a-member-twice-deep-inside", r#"{"x":[{"b":{"c":1,"c":2}}]}"#, "duplicate_member", "member-order-deep-inside"),
    ("a-lone-surrogate-twice", r#"{"\ud800":1,"\uD800":2}"#, "duplicate_member", "lone-surrogate-in-a-name"),
    ("byte-order-mark", "\u{feff}{}", "invalid_json", "empty"),
    ("no-break-space", "\u{a0}{}", "invalid_json", "empty-with-white-space"),
    ("more-after-it", "{}{}", "invalid_json", "empty"),
    ("not-ended", r#"{"a":1"#, "invalid_json", "one-member"),
    ("comma-at-the-end", r#"{"a":1,}"#, "invalid_json", "one-member"),
    ("single-quotes", "{'a':1}", "invalid_json", "one-member"),
    ("name-without-quotes", "{a:1}", "invalid_json", "one-member"),
    ("comment", r#"{"a":1/**/}"#, "invalid_json", "one-member"),
    ("nan", r#"{"n":NaN}"#, "invalid_json", "zero"),
    ("infinity", r#"{"n":-Infinity}"#, "invalid_json", "zero"),
    ("leading-zero", r#"{"n":01}"#, "invalid_json", "integer-one"),
    ("plus-sign", r#"{"n":+1}"#, "invalid_json", "integer-one"),
    ("no-digit-after-the-point", r#"{"n":1.}"#, "invalid_json", "float-one"),
    ("no-digit-before-the-point", r#"{"n":.5}"#, "invalid_json", "a-tenth"),
    ("no-digit-in-the-exponent", r#"{"n":1e}"#, "invalid_json", "exponent-one"),
    ("hexadecimal", r#"{"n":0x1}"#, "invalid_json", "integer-one"),
    ("control-character-in-a-text", "{\"s\":\"\u{1}\"}", "invalid_json", "control-characters"),
    ("line-break-in-a-text", "{\"s\":\"\n\"}", "invalid_json", "text-with-every-short-escape"),
    ("unknown-escape", r#"{"s":"\x41"}"#, "invalid_json", "text-with-every-short-escape"),
    ("escape-of-three-digits", r#"{"s":"\u00e"}"#, "invalid_json", "letters-escaped"),
];

pub fn cases() -> Vec<Case> {
    let text = |id: &str, text: &str| Case::new(id, "digest").put("text", text);
    let digested = |id: &str, given: &str, canonical: &str| {
        text(id, given).expect(json!({ "canonical": canonical, "digest": digest16(canonical) }))
    };
    let nested = |depth: usize| format!("{}{}", r#"{"a":"#.repeat(depth - 1) + "{", "}".repeat(depth));
    let listed = |depth: usize| format!("{{\"a\":{}1{}}}", "[".repeat(depth - 1), "]".repeat(depth - 1));
    let huge = format!("{{\"n\":1{}}}", "0".repeat(309));
    let large = format!("{{\"n\":1{}}}", "0".repeat(308));
    let mut cases: Vec<Case> = TABLE.iter().map(|(id, given, canonical)| digested(id, given, canonical)).collect();
    cases.push(digested("integer-of-309-digits", &large, &large));
    cases.push(digested("nesting-of-128-objects", &nested(128), &nested(128)));
    cases.push(digested("nesting-of-128-with-arrays", &listed(128), &listed(128)));
    cases.extend(FAULTS.iter().map(|(id, given, code, positive)| text(id, given).unlike(positive).error(code)));
    cases.push(text("integer-beyond-the-doubles", &huge).unlike("integer-of-309-digits").error("invalid_argument"));
    cases.push(text("nesting-of-129-objects", &nested(129)).unlike("nesting-of-128-objects").error("too_deep"));
    cases.push(text("nesting-of-129-with-arrays", &listed(129)).unlike("nesting-of-128-with-arrays").error("too_deep"));
    cases
}
