//! The scanner: text in, nodes out, one pass and one allocation for small texts.

use super::names::{self, Names};
use super::plain::{Block, skip_plain};
use super::{Document, Kind, Node, Value};

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
        depth_left: max_depth,
        mark: 0,
        fault: Fault::Syntax(0),
        document: Document { text, nodes: Vec::with_capacity((text.len() / 8 + 8).min(64).max(text.len() / 32)) },
    };
    let whole = scanner.whole();
    if whole.is_some() { Ok(scanner.document) } else { Err(scanner.fault) }
}

/// Places are byte offsets, handed in and out by value so that they stay in a register; `None` is a fault, which is in
/// the scanner then.
struct Scanner<'a> {
    bytes: &'a [u8],
    depth_left: usize,
    /// The mark of the string that was scanned last.
    mark: u64,
    fault: Fault,
    document: Document<'a>,
}

impl Scanner<'_> {
    fn whole(&mut self) -> Option<()> {
        let at = self.skip_space(0);
        let at = self.value(at)?;
        let at = self.skip_space(at);
        if at == self.bytes.len() { Some(()) } else { self.syntax(at) }
    }

    #[inline]
    fn peek(&self, at: usize) -> Option<u8> {
        self.bytes.get(at).copied()
    }

    #[inline]
    fn skip_space(&self, mut at: usize) -> usize {
        while matches!(self.peek(at), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            at += 1;
        }
        at
    }

    #[cold]
    fn fail<T>(&mut self, fault: Fault) -> Option<T> {
        self.fault = fault;
        None
    }

    #[cold]
    fn syntax<T>(&mut self, at: usize) -> Option<T> {
        self.fail(Fault::Syntax(at))
    }

    #[inline]
    fn take(&mut self, at: usize, wanted: u8) -> Option<usize> {
        if self.peek(at) == Some(wanted) { Some(at + 1) } else { self.syntax(at) }
    }

    /// Adds the node of a text from `start` to `end`.
    ///
    /// Lengths fit: the text was measured against `u32` first, and each node spends at least one byte of it.
    #[inline]
    #[allow(clippy::cast_possible_truncation)]
    fn leaf(&mut self, kind: Kind, start: usize, end: usize, escaped: bool) {
        let next = self.document.nodes.len() as u32 + 1;
        self.document.nodes.push(Node { kind, escaped, start: start as u32, end: end as u32, next });
    }

    /// Adds the node of an array or an object that begins here, and goes in; [`Scanner::close`] says where it ends.
    fn open(&mut self, kind: Kind, start: usize) -> Option<usize> {
        let Some(left) = self.depth_left.checked_sub(1) else { return self.fail(Fault::TooDeep) };
        self.depth_left = left;
        self.leaf(kind, start, start, false);
        Some(self.document.nodes.len() - 1)
    }

    #[allow(clippy::cast_possible_truncation)]
    fn close(&mut self, index: usize, end: usize) {
        self.depth_left += 1;
        let next = self.document.nodes.len() as u32;
        if let Some(node) = self.document.nodes.get_mut(index) {
            node.end = end as u32;
            node.next = next;
        }
    }

    fn value(&mut self, at: usize) -> Option<usize> {
        match self.peek(at) {
            Some(b'"') => self.string(at),
            Some(b'{') => self.object(at),
            Some(b'[') => self.array(at),
            Some(b'-' | b'0'..=b'9') => self.number(at),
            Some(b't') => self.word(at, Kind::Bool, b"true"),
            Some(b'f') => self.word(at, Kind::Bool, b"false"),
            Some(b'n') => self.word(at, Kind::Null, b"null"),
            _ => self.syntax(at),
        }
    }

    fn word(&mut self, start: usize, kind: Kind, word: &[u8]) -> Option<usize> {
        let end = start + word.len();
        if self.bytes.get(start..end) != Some(word) {
            return self.syntax(start);
        }
        self.leaf(kind, start, end, false);
        Some(end)
    }

    fn digits(&mut self, from: usize) -> Option<usize> {
        let mut at = from;
        while matches!(self.peek(at), Some(b'0'..=b'9')) {
            at += 1;
        }
        if at == from { self.syntax(at) } else { Some(at) }
    }

    fn number(&mut self, start: usize) -> Option<usize> {
        let mut at = start + usize::from(self.peek(start) == Some(b'-'));
        at = if self.peek(at) == Some(b'0') { at + 1 } else { self.digits(at)? };
        if self.peek(at) == Some(b'.') {
            at = self.digits(at + 1)?;
        }
        if matches!(self.peek(at), Some(b'e' | b'E')) {
            at += 1;
            at += usize::from(matches!(self.peek(at), Some(b'+' | b'-')));
            at = self.digits(at)?;
        }
        self.leaf(Kind::Number, start, at, false);
        Some(at)
    }

    #[inline]
    fn string(&mut self, start: usize) -> Option<usize> {
        let first = Block::at(self.bytes, start + 1);
        let mut at = start + 1 + first.plain;
        if first.plain == Block::BYTES {
            at = skip_plain(self.bytes, at);
        }
        if self.peek(at) != Some(b'"') {
            return self.escaped_string(start, at);
        }
        self.mark = names::mark(first.word, self.bytes.get(start + 1..at).unwrap_or_default());
        self.leaf(Kind::String, start, at + 1, false);
        Some(at + 1)
    }

    /// A string with at least one escape, or a fault; `at` is where its plain text ends first.
    #[cold]
    fn escaped_string(&mut self, start: usize, mut at: usize) -> Option<usize> {
        loop {
            match self.peek(at) {
                Some(b'"') => break,
                Some(b'\\') => at = self.escape(at + 1)?,
                _ => return self.syntax(at),
            }
            at = skip_plain(self.bytes, at);
        }
        self.mark = names::ESCAPED;
        self.leaf(Kind::String, start, at + 1, true);
        Some(at + 1)
    }

    fn escape(&mut self, at: usize) -> Option<usize> {
        match self.peek(at) {
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => Some(at + 1),
            Some(b'u') => {
                let digits = self.bytes.iter().skip(at + 1).take(4).take_while(|byte| byte.is_ascii_hexdigit()).count();
                if digits == 4 { Some(at + 5) } else { self.syntax(at + 1 + digits) }
            }
            _ => self.syntax(at),
        }
    }

    fn array(&mut self, start: usize) -> Option<usize> {
        let index = self.open(Kind::Array, start)?;
        let mut at = self.skip_space(start + 1);
        if self.peek(at) != Some(b']') {
            loop {
                at = self.value(at)?;
                at = self.skip_space(at);
                if self.peek(at) != Some(b',') {
                    break;
                }
                at = self.skip_space(at + 1);
            }
        }
        let end = self.take(at, b']')?;
        self.close(index, end);
        Some(end)
    }

    fn object(&mut self, start: usize) -> Option<usize> {
        let index = self.open(Kind::Object, start)?;
        let mut names = Names::default();
        let mut at = self.skip_space(start + 1);
        if self.peek(at) != Some(b'}') {
            loop {
                if self.peek(at) != Some(b'"') {
                    return self.syntax(at);
                }
                at = self.string(at)?;
                names.add(self.mark);
                at = self.skip_space(at);
                at = self.take(at, b':')?;
                at = self.skip_space(at);
                at = self.value(at)?;
                at = self.skip_space(at);
                if self.peek(at) != Some(b',') {
                    break;
                }
                at = self.skip_space(at + 1);
            }
        }
        let end = self.take(at, b'}')?;
        self.close(index, end);
        if names.repeat(Value { document: &self.document, index }) {
            return self.fail(Fault::Duplicate(start));
        }
        Some(end)
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
    fn counts_nesting_and_length_before_it_reads() {
        assert_eq!(fault("[[[1]]]"), None);
        assert_eq!(fault("[[[[1]]]]"), Some(Fault::TooDeep));
        assert_eq!(fault(&"[".repeat(900)), Some(Fault::TooDeep));
        assert_eq!(fault(&" ".repeat(1001)), Some(Fault::TooLarge));
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
