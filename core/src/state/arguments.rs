//! Digests of a call's arguments: an echo fits only the arguments it was minted for.
//!
//! Three canonical texts, one walk: our own (claim `c`), the Python SDK's (claim `a`), and the Ruby SDK's (its claim
//! `a`). They differ in how strings are escaped and how numbers are spelt.

use std::fmt::Write as _;
use std::sync::OnceLock;

use sha2::{Digest as _, Sha256};

use super::spelling;
use crate::json::{self, Kind, Value};

/// Why arguments have no digest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// A number beyond the range of doubles, on which hosts do not agree.
    Range,
    /// An integer beyond ±(2^53 - 1), on a host that may have rounded it already.
    UnsafeInteger,
    /// A float that the other SDK's versions spell in different ways.
    Spelling,
}

/// Whose canonical text it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    /// Members by code point, RFC 8785 escapes, integers by their digits, other numbers as ECMAScript spells them.
    Own,
    /// `json.dumps(arguments, sort_keys=True, separators=(",", ":"))` after `json.loads`.
    Python,
    /// The Ruby SDK's sorted text after `JSON.parse`.
    Ruby,
}

/// Where a call's arguments stand.
#[derive(Clone, Copy)]
pub(crate) enum Arguments<'a> {
    /// In a text that has been scanned.
    Scanned(Option<Value<'a, 'a>>),
    /// In a text of their own, which has been found good before.
    Text(Option<&'a str>),
}

/// What the digests of one call's arguments have come to: each is worked out once, however often state is sealed.
#[derive(Default)]
pub(crate) struct Digests {
    own: OnceLock<Digest>,
    python: OnceLock<Digest>,
}

impl Digests {
    fn known(&self, style: Style) -> Option<&OnceLock<Digest>> {
        match style {
            Style::Own => Some(&self.own),
            Style::Python => Some(&self.python),
            Style::Ruby => None,
        }
    }

    /// Digest of these arguments, which are the same every time.
    pub(crate) fn of(&self, arguments: Arguments<'_>, style: Style, exact: bool) -> Result<Digest, Fault> {
        let known = self.known(style);
        if let Some(digest) = known.and_then(OnceLock::get) {
            return Ok(*digest);
        }
        let digest = match arguments {
            Arguments::Scanned(value) => digest(value, style, exact),
            Arguments::Text(None) => digest(None, style, exact),
            Arguments::Text(Some(text)) => {
                // The fault is never met: the text has been scanned before.
                let document = json::parse(text, text.len(), spelling::MAX_DEPTH + 2).map_err(|_| Fault::Range)?;
                digest(Some(document.root()), style, exact)
            }
        }?;
        if let Some(known) = known {
            let _ = known.set(digest);
        }
        Ok(digest)
    }
}

/// A digest as claims spell it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Digest {
    text: [u8; Digest::LONGEST],
    length: usize,
}

impl Digest {
    /// SHA-256 in hexadecimal.
    const LONGEST: usize = 64;

    fn new(text: &str) -> Digest {
        let mut digest = Digest { text: [0; Digest::LONGEST], length: text.len().min(Digest::LONGEST) };
        for (place, byte) in digest.text.iter_mut().zip(text.bytes()) {
            *place = byte;
        }
        digest
    }

    pub(crate) fn as_str(&self) -> &str {
        // It was made from text.
        self.text.get(..self.length).and_then(|text| std::str::from_utf8(text).ok()).unwrap_or("")
    }
}

/// Digest of the arguments; absent and null arguments are `{}`.
///
/// Own and Python: base64url of the first 16 bytes of SHA-256. Ruby: SHA-256 in hexadecimal.
pub(crate) fn digest(arguments: Option<Value<'_, '_>>, style: Style, exact: bool) -> Result<Digest, Fault> {
    let mut text = String::new();
    match arguments.filter(|value| !value.is_null()) {
        None => text.push_str("{}"),
        Some(value) => {
            text.reserve(value.raw().len());
            write(&mut text, value, style, exact)?;
        }
    }
    let hash = Sha256::digest(text.as_bytes());
    text.clear();
    if style == Style::Ruby {
        for byte in hash {
            // Writing to a String cannot fail.
            let _ = write!(text, "{byte:02x}");
        }
    } else {
        spelling::encode_into(&mut text, hash.get(..16).unwrap_or_default());
    }
    Ok(Digest::new(&text))
}

fn write(out: &mut String, value: Value<'_, '_>, style: Style, exact: bool) -> Result<(), Fault> {
    match value.kind() {
        Kind::Null | Kind::Bool => out.push_str(value.raw()),
        Kind::Number => number(out, value.raw(), style, exact)?,
        Kind::String => string(out, value, style),
        Kind::Array => {
            out.push('[');
            for (at, item) in value.items().enumerate() {
                if at > 0 {
                    out.push(',');
                }
                write(out, item, style, exact)?;
            }
            out.push(']');
        }
        Kind::Object => {
            let mut members: Vec<_> = value.members().places().collect();
            members.sort_by(|(one, _), (other, _)| one.order(*other));
            out.push('{');
            for (at, (name, member)) in members.into_iter().enumerate() {
                if at > 0 {
                    out.push(',');
                }
                string(out, name, style);
                out.push(':');
                write(out, member, style, exact)?;
            }
            out.push('}');
        }
    }
    Ok(())
}

fn number(out: &mut String, literal: &str, style: Style, exact: bool) -> Result<(), Fault> {
    let double = json::finite(literal).ok_or(Fault::Range)?;
    // A host that parsed the text first has only the double: an integer past 2^53 - 1 may stand for its neighbour.
    if !exact && double.fract() == 0.0 && json::safe_integer(double).is_none() {
        return Err(Fault::UnsafeInteger);
    }
    if json::is_integer_literal(literal) {
        out.push_str(if literal == "-0" { "0" } else { literal });
        return Ok(());
    }
    match style {
        Style::Own => out.push_str(&json::ecmascript(double)),
        Style::Python => out.push_str(&json::python_float(double)),
        Style::Ruby => {
            let spelt = json::python_float(double);
            if spelt.contains('e') {
                return Err(Fault::Spelling);
            }
            out.push_str(&spelt);
        }
    }
    Ok(())
}

fn string(out: &mut String, value: Value<'_, '_>, style: Style) {
    let plain = value.as_unescaped().filter(|text| style != Style::Python || text.bytes().all(|byte| byte < 0x7F));
    if let Some(plain) = plain {
        return out.push_str(plain);
    }
    let Some(text) = value.as_text() else { return };
    if style != Style::Python {
        text.quote(out);
        return;
    }
    // Python's ensure_ascii: everything outside printable ASCII as UTF-16 escapes.
    out.push('"');
    for point in text.code_points() {
        match point {
            0x22 => out.push_str("\\\""),
            0x5C => out.push_str("\\\\"),
            0x08 => out.push_str("\\b"),
            0x09 => out.push_str("\\t"),
            0x0A => out.push_str("\\n"),
            0x0C => out.push_str("\\f"),
            0x0D => out.push_str("\\r"),
            0x20..=0x7E => out.extend(char::from_u32(point)),
            0x1_0000.. => {
                let offset = point - 0x1_0000;
                let _ = write!(out, "\\u{:04x}\\u{:04x}", 0xD800 + (offset >> 10), 0xDC00 + (offset & 0x3FF));
            }
            _ => {
                let _ = write!(out, "\\u{point:04x}");
            }
        }
    }
    out.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;

    fn canonical(text: &str, style: Style, exact: bool) -> Result<String, Fault> {
        let document = json::parse(text, 10_000, 128).unwrap();
        let mut out = String::new();
        write(&mut out, document.root(), style, exact)?;
        Ok(out)
    }

    #[test]
    fn own_text_keeps_integers_apart_and_floats_together() {
        let own = |text| canonical(text, Style::Own, true).unwrap();
        assert_eq!(own(r#"{"b":1,"a":[1.0,1e0,1e2,-0,-0.0]}"#), r#"{"a":[1,1,100,0,0],"b":1}"#);
        assert_ne!(own(r#"{"id":9007199254740992}"#), own(r#"{"id":9007199254740993}"#));
        assert_eq!(own("1e21"), "1e+21");
        assert_eq!(own("1180591620717411303424"), "1180591620717411303424");
        assert_eq!(own(r#"["\u00e9\/\u007f\u0001\ud800"]"#), "[\"é/\u{7f}\\u0001\\ud800\"]");
        assert_eq!(own("{\"\u{FFEE}\":1,\"\u{1FA83}\":2,\"z\":3}"), "{\"z\":3,\"\u{FFEE}\":1,\"\u{1FA83}\":2}");
        assert_eq!(canonical("1e400", Style::Own, true), Err(Fault::Range));
    }

    #[test]
    fn a_host_of_parsed_numbers_refuses_what_it_may_have_rounded() {
        assert_eq!(canonical("9007199254740991", Style::Own, false).unwrap(), "9007199254740991");
        assert_eq!(canonical("9007199254740992", Style::Own, false), Err(Fault::UnsafeInteger));
        assert_eq!(canonical("1e300", Style::Own, false), Err(Fault::UnsafeInteger));
        assert_eq!(canonical("0.5", Style::Own, false).unwrap(), "0.5");
    }

    #[test]
    fn python_text_is_what_json_dumps_writes() {
        let python = |text| canonical(text, Style::Python, true).unwrap();
        assert_eq!(
            python(r#"{"i":1,"f":1.0,"e":1e22,"s":1e-7,"n":-0.0,"z":-0}"#),
            r#"{"e":1e+22,"f":1.0,"i":1,"n":-0.0,"s":1e-07,"z":0}"#
        );
        assert_eq!(python("[\"é\u{1FA83}\u{7f}\\u0000\"]"), r#"["\u00e9\ud83e\ude83\u007f\u0000"]"#);
        // Alone, where nothing else of the text asks for an escape; the last is the text of a whole range of them.
        assert_eq!(python("\"\u{7e}\u{7f}\""), r#""~\u007f""#);
        assert_eq!(python("\"\u{7f}\""), r#""\u007f""#);
        assert_eq!(python("\"é\""), r#""\u00e9""#);
        assert_eq!(python(r#""\u0007\b\t\n\u000b\f\r\u000e\"\\\/""#), r#""\u0007\b\t\n\u000b\f\r\u000e\"\\/""#);
        assert_eq!(digest(None, Style::Python, true).unwrap().as_str(), "RBNvo1WzZ4oRRq0W9-hkng");
    }
}
