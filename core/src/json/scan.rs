//! The scanner: text in, nodes out, one pass and one allocation for small texts.

use std::collections::HashSet;

use wide::u8x16;

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

/// The mark of a string with an escape, which is not read here.
const ESCAPED: u64 = u64::MAX;

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
        self.mark = self.mark_of(first.word, start + 1, at);
        self.leaf(Kind::String, start, at + 1, false);
        Some(at + 1)
    }

    /// The length of a string and its first and last eight bytes in one word: what is the same has one mark, most else
    /// has others. It is the mark of an escape by chance alone, which costs a comparison.
    #[inline]
    fn mark_of(&self, first: u64, start: usize, end: usize) -> u64 {
        let length = end - start;
        let bytes = if length < 8 {
            first & ((1 << (8 * length)) - 1)
        } else {
            let last = self.bytes.get(end - 8..end).and_then(|last| last.first_chunk::<8>());
            first ^ last.map_or(0, |last| u64::from_le_bytes(*last)).rotate_left(23)
        };
        bytes.wrapping_add((length as u64) << 56)
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
        self.mark = ESCAPED;
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
        if names.alike && repeated(Value { document: &self.document, index }) {
            return self.fail(Fault::Duplicate(start));
        }
        Some(end)
    }
}

/// The marks of an object's names so far. Most objects end here: names are few, and no two have one mark.
#[derive(Default)]
struct Names {
    marks: [u64; Names::FEW],
    count: usize,
    /// Two names may be the same, and have to be compared as decoded: `"a"` and `"\u0061"` are one name.
    alike: bool,
}

impl Names {
    const FEW: usize = 24;

    #[inline]
    fn add(&mut self, mark: u64) {
        let (before, rest) = self.marks.split_at_mut_checked(self.count).unwrap_or_default();
        self.alike |= mark == ESCAPED || before.contains(&mark);
        match rest.first_mut() {
            Some(place) => *place = mark,
            None => self.alike = true,
        }
        self.count += 1;
    }
}

/// Sixteen bytes of a text, looked at together: strings are most of every text that is scanned.
struct Block {
    /// How many of them stand for themselves in a string: up to a quote, a backslash or a control character.
    plain: usize,
    /// The first eight.
    word: u64,
}

impl Block {
    const BYTES: usize = 16;

    #[inline]
    fn at(bytes: &[u8], at: usize) -> Block {
        let rest = bytes.get(at..).unwrap_or_default();
        let block = rest.first_chunk::<{ Block::BYTES }>().copied().unwrap_or_else(|| Block::padded(rest));
        let plain = Block::special(u8x16::new(block)).to_bitmask().trailing_zeros().min(16) as usize;
        let word = block.first_chunk::<8>().map_or(0, |word| u64::from_le_bytes(*word));
        Block { plain, word }
    }

    /// A set lane for each byte that does not stand for itself.
    #[inline]
    fn special(lanes: u8x16) -> u8x16 {
        lanes.simd_eq(u8x16::splat(b'"'))
            | lanes.simd_eq(u8x16::splat(b'\\'))
            | lanes.simd_eq(lanes.min(u8x16::splat(0x1F)))
    }

    /// The end of a text, and control characters behind it, where a string would have to end.
    #[cold]
    fn padded(rest: &[u8]) -> [u8; Block::BYTES] {
        let mut block = [0; Block::BYTES];
        for (place, byte) in block.iter_mut().zip(rest) {
            *place = *byte;
        }
        block
    }
}

/// Where bytes that stand for themselves in a string end.
pub(super) fn skip_plain(bytes: &[u8], mut at: usize) -> usize {
    // Long strings in pairs of blocks.
    let (pairs, _) = bytes.get(at..).unwrap_or_default().as_chunks::<{ 2 * Block::BYTES }>();
    let special = |pair: &[u8; 2 * Block::BYTES]| {
        let (one, two) = pair.split_at(Block::BYTES);
        let lanes = |half: &[u8]| Block::special(u8x16::new(half.first_chunk().copied().unwrap_or_default()));
        (lanes(one) | lanes(two)).to_bitmask() != 0
    };
    at += pairs.iter().position(special).unwrap_or(pairs.len()) * 2 * Block::BYTES;
    loop {
        let block = Block::at(bytes, at);
        at += block.plain;
        if block.plain < Block::BYTES {
            return at;
        }
    }
}

/// Does the object name a member twice?
#[cold]
fn repeated(object: Value<'_, '_>) -> bool {
    let mut seen = HashSet::new();
    !object.members().all(|(name, _)| seen.insert(Name(name)))
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
                for length in [1, 15, 16, 17, 32, 33, 70] {
                    assert_eq!(skip_plain(&vec![other; length], 0), length);
                    for at in 0..length {
                        let mut bytes = vec![other; length];
                        bytes[at] = special;
                        assert_eq!(skip_plain(&bytes, 0), at, "{special} after {other}");
                        bytes[length - 1] = special;
                        assert_eq!(skip_plain(&bytes, 0), at);
                        assert_eq!(skip_plain(&bytes, at), at);
                    }
                }
            }
        }
        assert_eq!(skip_plain(b"", 0), 0);
    }

    #[test]
    fn a_name_is_the_same_name_wherever_it_stands() {
        for length in 0..40 {
            let name = "nm".repeat(length).split_off(length);
            let other = name.clone() + "x";
            let repeated = format!("{{\"{name}\":1,\"{other}\":[{{}}],\"{name}\":2}}");
            assert_eq!(fault(&repeated), Some(Fault::Duplicate(0)), "{length}");
            assert_eq!(fault(&repeated.replace(":2", "y\":2").replace("\"y", "y")), None, "{length}");
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
