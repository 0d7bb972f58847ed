//! The scanner: text in, nodes out, one pass and one allocation for small texts.

use std::collections::HashSet;

use super::{Document, Kind, Node, Text, Value};

/// Why a text is not taken. Positions are byte offsets; the text itself is never part of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// Not JSON, at this byte.
    Syntax(usize),
    /// An object names a member twice; the byte is that object's.
    Duplicate(usize),
    /// Arrays and objects nest beyond the limit.
    TooDeep,
    /// The text is longer than the limit.
    TooLarge,
}

/// Scans a text that is exactly one JSON value.
///
/// `max_bytes` is looked at before anything else, `max_depth` counts arrays and objects inside one another.
pub(crate) fn parse(text: &str, max_bytes: usize, max_depth: usize) -> Result<Document<'_>, Fault> {
    if text.len() > max_bytes.min(u32::MAX as usize - 1) {
        return Err(Fault::TooLarge);
    }
    let mut scanner = Scanner {
        bytes: text.as_bytes(),
        at: 0,
        depth_left: max_depth,
        document: Document { text, nodes: Vec::with_capacity(text.len() / 8 + 8) },
    };
    scanner.skip_space();
    scanner.value()?;
    scanner.skip_space();
    if scanner.at != scanner.bytes.len() {
        return Err(Fault::Syntax(scanner.at));
    }
    Ok(scanner.document)
}

struct Scanner<'a> {
    bytes: &'a [u8],
    at: usize,
    depth_left: usize,
    document: Document<'a>,
}

impl Scanner<'_> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn skip_space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn syntax<T>(&self) -> Result<T, Fault> {
        Err(Fault::Syntax(self.at))
    }

    fn take(&mut self, wanted: u8) -> Result<(), Fault> {
        if self.peek() == Some(wanted) {
            self.at += 1;
            Ok(())
        } else {
            self.syntax()
        }
    }

    /// Adds the node of a text that begins at `start` and ends here.
    ///
    /// Lengths fit: the text was measured against `u32` first, and each node spends at least one byte of it.
    #[allow(clippy::cast_possible_truncation)]
    fn leaf(&mut self, kind: Kind, start: usize, escaped: bool) {
        let next = self.document.nodes.len() as u32 + 1;
        self.document.nodes.push(Node { kind, escaped, start: start as u32, end: self.at as u32, next });
    }

    /// Adds the node of an array or an object that begins here; [`Scanner::close`] says where it ends.
    fn open(&mut self, kind: Kind) -> usize {
        self.leaf(kind, self.at, false);
        self.document.nodes.len() - 1
    }

    #[allow(clippy::cast_possible_truncation)]
    fn close(&mut self, index: usize) {
        let next = self.document.nodes.len() as u32;
        let end = self.at as u32;
        if let Some(node) = self.document.nodes.get_mut(index) {
            node.end = end;
            node.next = next;
        }
    }

    fn value(&mut self) -> Result<(), Fault> {
        match self.peek() {
            Some(b'"') => self.string(),
            Some(b'{') => self.object(),
            Some(b'[') => self.array(),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(b't') => self.word(Kind::Bool, b"true"),
            Some(b'f') => self.word(Kind::Bool, b"false"),
            Some(b'n') => self.word(Kind::Null, b"null"),
            _ => self.syntax(),
        }
    }

    fn word(&mut self, kind: Kind, word: &[u8]) -> Result<(), Fault> {
        if self.bytes.get(self.at..self.at + word.len()) != Some(word) {
            return self.syntax();
        }
        let start = self.at;
        self.at += word.len();
        self.leaf(kind, start, false);
        Ok(())
    }

    fn digits(&mut self) -> Result<(), Fault> {
        let from = self.at;
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        if self.at == from { self.syntax() } else { Ok(()) }
    }

    fn number(&mut self) -> Result<(), Fault> {
        let start = self.at;
        if self.peek() == Some(b'-') {
            self.at += 1;
        }
        if self.peek() == Some(b'0') {
            self.at += 1;
        } else {
            self.digits()?;
        }
        if self.peek() == Some(b'.') {
            self.at += 1;
            self.digits()?;
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            self.at += 1;
            if matches!(self.peek(), Some(b'+' | b'-')) {
                self.at += 1;
            }
            self.digits()?;
        }
        self.leaf(Kind::Number, start, false);
        Ok(())
    }

    fn string(&mut self) -> Result<(), Fault> {
        let start = self.at;
        self.at += 1;
        let mut escaped = false;
        loop {
            let rest = self.bytes.get(self.at..).unwrap_or_default();
            let plain = plain_run(rest);
            self.at += plain;
            match rest.get(plain) {
                Some(b'"') => break,
                Some(b'\\') => {
                    escaped = true;
                    self.escape()?;
                }
                _ => return self.syntax(),
            }
        }
        self.at += 1;
        self.leaf(Kind::String, start, escaped);
        Ok(())
    }

    fn escape(&mut self) -> Result<(), Fault> {
        self.at += 1;
        match self.peek() {
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => self.at += 1,
            Some(b'u') => {
                self.at += 1;
                for _ in 0..4 {
                    if !self.peek().is_some_and(|byte| byte.is_ascii_hexdigit()) {
                        return self.syntax();
                    }
                    self.at += 1;
                }
            }
            _ => return self.syntax(),
        }
        Ok(())
    }

    fn descend(&mut self) -> Result<(), Fault> {
        self.depth_left = self.depth_left.checked_sub(1).ok_or(Fault::TooDeep)?;
        self.at += 1;
        self.skip_space();
        Ok(())
    }

    fn array(&mut self) -> Result<(), Fault> {
        let index = self.open(Kind::Array);
        self.descend()?;
        if self.peek() != Some(b']') {
            loop {
                self.value()?;
                self.skip_space();
                if self.peek() != Some(b',') {
                    break;
                }
                self.at += 1;
                self.skip_space();
            }
        }
        self.take(b']')?;
        self.depth_left += 1;
        self.close(index);
        Ok(())
    }

    fn object(&mut self) -> Result<(), Fault> {
        let index = self.open(Kind::Object);
        self.descend()?;
        let mut count = 0;
        if self.peek() != Some(b'}') {
            loop {
                if self.peek() != Some(b'"') {
                    return self.syntax();
                }
                self.string()?;
                self.skip_space();
                self.take(b':')?;
                self.skip_space();
                self.value()?;
                count += 1;
                self.skip_space();
                if self.peek() != Some(b',') {
                    break;
                }
                self.at += 1;
                self.skip_space();
            }
        }
        self.take(b'}')?;
        self.depth_left += 1;
        self.close(index);
        self.unique_names(index, count)
    }

    /// Names are compared as decoded: `"a"` and `"\u0061"` are one name.
    fn unique_names(&self, index: usize, count: usize) -> Result<(), Fault> {
        const FEW: usize = 24;
        let object = Value { document: &self.document, index };
        let twice = if count < 2 {
            false
        } else if count <= FEW {
            // Most objects end here: names are few, and no two begin alike.
            let mut marks = [0; FEW];
            let alike = object.members().places().zip(0..).any(|((name, _), at)| {
                let mark = name.mark();
                let (before, rest) = marks.split_at_mut(at);
                if let Some(place) = rest.first_mut() {
                    *place = mark;
                }
                mark == Value::ESCAPED || before.contains(&mark)
            });
            alike && repeated(object)
        } else {
            repeated(object)
        };
        if twice {
            return Err(Fault::Duplicate(self.document.nodes.get(index).map_or(0, |node| node.start as usize)));
        }
        Ok(())
    }
}

/// Does the object name a member twice?
fn repeated(object: Value<'_, '_>) -> bool {
    let mut seen = HashSet::new();
    !object.members().all(|(name, _)| seen.insert(Name(name)))
}

/// How many bytes of a string's inside stand for themselves: up to a quote, a backslash or a control character. Eight
/// at a time, since strings are most of every text that is scanned.
fn plain_run(bytes: &[u8]) -> usize {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = 0x8080_8080_8080_8080;
    let mut at = 0;
    while let Some(eight) = bytes.get(at..).and_then(|rest| rest.first_chunk::<8>()) {
        let word = u64::from_le_bytes(*eight);
        let quote = word ^ (ONES * 0x22);
        let backslash = word ^ (ONES * 0x5C);
        // A byte borrows from its high bit exactly where it is zero (or, for control characters, below 0x20); a false
        // mark can only stand above a true one, so the lowest is right.
        let marks = ((quote.wrapping_sub(ONES) & !quote)
            | (backslash.wrapping_sub(ONES) & !backslash)
            | (word.wrapping_sub(ONES * 0x20) & !word))
            & HIGH;
        if marks != 0 {
            return at + (marks.trailing_zeros() / 8) as usize;
        }
        at += 8;
    }
    let rest = bytes.get(at..).unwrap_or_default();
    at + rest.iter().position(|byte| matches!(byte, b'"' | b'\\' | 0..0x20)).unwrap_or(rest.len())
}

/// A name in a set: hashed and compared by its bytes.
#[derive(PartialEq, Eq)]
struct Name<'a>(Text<'a>);

impl std::hash::Hash for Name<'_> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.0.as_bytes().hash(state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(text: &str) -> Option<Fault> {
        parse(text, 1000, 3).err()
    }

    #[test]
    fn takes_what_the_grammar_takes_and_no_more() {
        let good = [
            "null",
            " true ",
            "-0",
            "0.5e+10",
            "1E5",
            "\"\\u00e9\\n\"",
            "[]",
            "{}",
            "[1,[2,[3]]]",
            "{\"a\":{\"b\":[]}}",
            "\"\u{7f}\"",
        ];
        for text in good {
            assert_eq!(fault(text), None, "{text}");
        }
        let bad = [
            "",
            " ",
            "nul",
            "01",
            "-",
            "+1",
            "1.",
            ".5",
            "1e",
            "0x1",
            "NaN",
            "Infinity",
            "'a'",
            "\"a",
            "\"\n\"",
            "\"\\x\"",
            "\"\\u12g4\"",
            "[1,]",
            "[,1]",
            "[1 2]",
            "{\"a\"}",
            "{\"a\":}",
            "{a:1}",
            "{\"a\":1,}",
            "1 1",
            "[1]]",
            "\u{feff}1",
            "\u{a0}1",
            "tru\u{e9}",
        ];
        for text in bad {
            assert!(matches!(fault(text), Some(Fault::Syntax(_))), "{text}");
        }
    }

    #[test]
    fn runs_end_at_the_first_special_byte_wherever_it_stands() {
        for special in [b'"', b'\\', 0, 0x1F] {
            for other in [b' ', b'!', b'#', b'[', b']', 0x7F, 0x80, 0xFF, b'a'] {
                for at in 0..20 {
                    let mut bytes = vec![other; 20];
                    assert_eq!(plain_run(&bytes), 20);
                    bytes[at] = special;
                    assert_eq!(plain_run(&bytes), at, "{special} after {other}");
                    bytes[19] = special;
                    assert_eq!(plain_run(&bytes), at);
                }
            }
        }
        assert_eq!(plain_run(b""), 0);
    }

    #[test]
    fn counts_nesting_and_length_before_it_reads() {
        assert_eq!(fault("[[[1]]]"), None);
        assert_eq!(fault("[[[[1]]]]"), Some(Fault::TooDeep));
        assert_eq!(fault(&"[".repeat(900)), Some(Fault::TooDeep));
        assert_eq!(fault(&" ".repeat(1001)), Some(Fault::TooLarge));
    }

    #[test]
    fn refuses_repeated_names_however_they_are_spelt() {
        assert_eq!(fault(r#"{"a":1,"b":2}"#), None);
        assert_eq!(fault(r#"{"a":1,"a":2}"#), Some(Fault::Duplicate(0)));
        assert_eq!(fault(r#"[{"a":1,"\u0061":2}]"#), Some(Fault::Duplicate(1)));
        for count in [2, 3, 4, 12, 13, 40] {
            let names: Vec<String> = (0..count).map(|n| format!("\"\\u{:04x}\":0", 0x61 + n)).collect();
            assert_eq!(fault(&format!("{{{}}}", names.join(","))), None, "{count}");
            assert_eq!(fault(&format!("{{{},\"b\":0}}", names.join(","))), Some(Fault::Duplicate(0)), "{count}");
        }
        let many: Vec<String> = (0..40).map(|n| format!("\"k{n}\":{n}")).collect();
        assert_eq!(fault(&format!("{{{}}}", many.join(","))), None);
        assert_eq!(fault(&format!("{{{},\"k7\":0}}", many.join(","))), Some(Fault::Duplicate(0)));
    }

    #[test]
    fn gives_members_and_items_in_their_order_with_their_own_text() {
        let document = parse(r#" {"z": [1, {"q":true}] , "__proto__":"x", "n":1.50} "#, 1000, 8).unwrap();
        let root = document.root();
        let names: Vec<_> = root.members().map(|(name, _)| name.as_unicode().unwrap().to_owned()).collect();
        assert_eq!(names, ["z", "__proto__", "n"]);
        assert_eq!(root.get("z").unwrap().raw(), r#"[1, {"q":true}]"#);
        assert_eq!(root.get("z").unwrap().items().nth(1).unwrap().get("q").unwrap().as_bool(), Some(true));
        assert_eq!(root.get("n").unwrap().as_number(), Some("1.50"));
        assert!(root.get("__proto__").unwrap().is_str("x"));
        assert!(root.get("constructor").is_none());
    }
}
