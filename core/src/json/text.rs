//! Strings of JSON: decoding that keeps lone surrogates apart, and quoting.

use std::borrow::Cow;
use std::fmt::Write as _;

use super::plain::skip_plain;

/// A decoded JSON string. JSON can spell what Unicode text cannot hold, a lone surrogate; such a string is kept as
/// WTF-8 bytes (each lone surrogate as its three-byte form), so that it can be compared, sorted by code point and
/// digested, and never meets another string.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Text<'a> {
    /// Unicode text.
    Unicode(Cow<'a, str>),
    /// WTF-8 bytes with at least one lone surrogate.
    Broken(Vec<u8>),
}

impl<'a> Text<'a> {
    /// Decodes what stands between the quotes of a scanned string.
    pub(super) fn decode(inside: &'a str, escaped: bool) -> Text<'a> {
        if !escaped {
            return Text::Unicode(Cow::Borrowed(inside));
        }
        let bytes = unescape(inside);
        match String::from_utf8(bytes) {
            Ok(text) => Text::Unicode(Cow::Owned(text)),
            Err(error) => Text::Broken(error.into_bytes()),
        }
    }

    /// The text, unless it holds a lone surrogate.
    pub(crate) fn as_unicode(&self) -> Option<&str> {
        match self {
            Text::Unicode(text) => Some(text),
            Text::Broken(_) => None,
        }
    }

    /// The text, unless it holds a lone surrogate.
    pub(crate) fn into_unicode(self) -> Option<Cow<'a, str>> {
        match self {
            Text::Unicode(text) => Some(text),
            Text::Broken(_) => None,
        }
    }

    /// Bytes whose order is the order of code points, and which are equal only for equal strings.
    pub(crate) fn as_bytes(&self) -> &[u8] {
        match self {
            Text::Unicode(text) => text.as_bytes(),
            Text::Broken(bytes) => bytes,
        }
    }

    pub(crate) fn is(&self, wanted: &str) -> bool {
        self.as_bytes() == wanted.as_bytes()
    }

    /// Each code point in order; lone surrogates come as their own value.
    pub(crate) fn code_points(&self) -> impl Iterator<Item = u32> + '_ {
        let mut rest = self.as_bytes();
        std::iter::from_fn(move || {
            let (&first, _) = rest.split_first()?;
            let length = match first {
                0..=0x7F => 1,
                0x80..=0xDF => 2,
                0xE0..=0xEF => 3,
                _ => 4,
            };
            let (one, tail) = rest.split_at_checked(length)?;
            rest = tail;
            let lead = u32::from(first) & if length == 1 { 0x7F } else { 0x7F >> length };
            Some(one.iter().skip(1).fold(lead, |point, byte| (point << 6) | (u32::from(*byte) & 0x3F)))
        })
    }
}

/// Undoes the escapes of a string that the scanner has found well formed.
fn unescape(inside: &str) -> Vec<u8> {
    let mut out = Vec::with_capacity(inside.len());
    let mut rest = inside;
    // Quotes and control characters are not in it, so what is not plain is a backslash.
    while let Some((plain, tail)) =
        rest.split_at_checked(skip_plain(rest.as_bytes(), 0)).filter(|(_, tail)| !tail.is_empty())
    {
        out.extend_from_slice(plain.as_bytes());
        let (point, used) = escape(tail);
        push_code_point(&mut out, point);
        rest = tail.get(used..).unwrap_or("");
    }
    out.extend_from_slice(rest.as_bytes());
    out
}

/// Reads one escape (two escapes, for a surrogate pair): its code point and its length.
fn escape(text: &str) -> (u32, usize) {
    let simple = match text.as_bytes().get(1) {
        Some(b'b') => 0x08,
        Some(b'f') => 0x0C,
        Some(b'n') => 0x0A,
        Some(b'r') => 0x0D,
        Some(b't') => 0x09,
        Some(b'u') => {
            let lead = hex4(text, 2);
            if (0xD800..0xDC00).contains(&lead) && text.get(6..8) == Some("\\u") {
                let trail = hex4(text, 8);
                if (0xDC00..0xE000).contains(&trail) {
                    return (0x10000 + ((lead - 0xD800) << 10) + (trail - 0xDC00), 12);
                }
            }
            return (lead, 6);
        }
        Some(&other) => u32::from(other),
        None => 0,
    };
    (simple, 2)
}

fn hex4(text: &str, at: usize) -> u32 {
    text.get(at..at + 4).and_then(|digits| u32::from_str_radix(digits, 16).ok()).unwrap_or(0xFFFD)
}

fn push_code_point(out: &mut Vec<u8>, point: u32) {
    if let Some(character) = char::from_u32(point) {
        out.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
    } else {
        // A surrogate: the generalised UTF-8 spelling, which no valid text contains.
        let [.., high, low] = point.to_be_bytes();
        out.extend_from_slice(&[0xE0 | (high >> 4), 0x80 | ((high & 0x0F) << 2) | (low >> 6), 0x80 | (low & 0x3F)]);
    }
}

/// Writes a string with its quotes, escaped as `JSON.stringify` and RFC 8785 do.
pub(crate) fn quote(out: &mut String, text: &str) {
    out.push('"');
    let mut plain = 0;
    loop {
        let at = skip_plain(text.as_bytes(), plain);
        out.push_str(text.get(plain..at).unwrap_or(""));
        let Some(special) = text.as_bytes().get(at) else { break };
        quote_special(out, u32::from(*special));
        plain = at + 1;
    }
    out.push('"');
}

fn quote_special(out: &mut String, point: u32) {
    match point {
        0x22 => out.push_str("\\\""),
        0x5C => out.push_str("\\\\"),
        0x08 => out.push_str("\\b"),
        0x09 => out.push_str("\\t"),
        0x0A => out.push_str("\\n"),
        0x0C => out.push_str("\\f"),
        0x0D => out.push_str("\\r"),
        other => {
            // Writing to a String cannot fail.
            let _ = write!(out, "\\u{other:04x}");
        }
    }
}

impl Text<'_> {
    /// Writes the string with its quotes; a lone surrogate as its `\uXXXX` escape.
    pub(crate) fn quote(&self, out: &mut String) {
        match self {
            Text::Unicode(text) => quote(out, text),
            Text::Broken(_) => {
                out.push('"');
                for point in self.code_points() {
                    match char::from_u32(point) {
                        Some(character) if point >= 0x20 && point != 0x22 && point != 0x5C => out.push(character),
                        _ => quote_special(out, point),
                    }
                }
                out.push('"');
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(inside: &str) -> Text<'_> {
        Text::decode(inside, inside.contains('\\'))
    }

    #[test]
    fn a_pair_is_one_code_point_and_a_lone_half_stays_visible() {
        assert_eq!(decoded(r"\ud83d\ude00").as_unicode(), Some("😀"));
        let lone = decoded(r"x\ud800y");
        assert_eq!(lone.as_unicode(), None);
        assert_eq!(lone.code_points().collect::<Vec<_>>(), [0x78, 0xD800, 0x79]);
        assert!(lone.as_bytes() < decoded("x\u{10000}").as_bytes());
        assert!(lone.as_bytes() < decoded("x\u{FFFD}").as_bytes());
    }

    #[test]
    fn quoting_gives_back_what_was_read() {
        for inside in [r"plain", r"\u0000\b\t\n\f\r\u001f", r#"\"\\"#, "é\u{2028}🪃", r"x\ud800y", r"\ude00\ud83d"] {
            let mut out = String::new();
            decoded(inside).quote(&mut out);
            assert_eq!(out, format!("\"{inside}\""));
        }
    }
}
