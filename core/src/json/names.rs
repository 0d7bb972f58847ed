//! Does an object name a member twice? Told while it is scanned, and nearly always by one word a name.

use std::collections::HashSet;

use super::{Text, Value};

/// The mark of a string with an escape, which is not read here.
pub(super) const ESCAPED: u64 = u64::MAX;

/// The length of a string without escapes and its first and last eight bytes in one word: what is the same has one mark,
/// most else has others. It is the mark of an escape by chance alone, which costs a comparison. `first` is the word that
/// the string begins with, whatever of it stands behind a shorter one.
#[inline]
pub(super) fn mark(first: u64, string: &[u8]) -> u64 {
    let length = string.len();
    let bytes = match string.last_chunk::<8>() {
        None => first & ((1 << (8 * length)) - 1),
        Some(last) => first ^ u64::from_le_bytes(*last).rotate_left(23),
    };
    bytes.wrapping_add((length as u64) << 56)
}

/// The marks of an object's names so far. Most objects end here: names are few, and no two have one mark.
#[derive(Default)]
pub(super) struct Names {
    marks: [u64; Names::FEW],
    count: usize,
    /// Two names may be the same, and have to be compared as decoded: `"a"` and `"\u0061"` are one name.
    alike: bool,
}

impl Names {
    const FEW: usize = 24;

    /// Takes the next name in, by its mark.
    #[inline]
    pub(super) fn add(&mut self, mark: u64) {
        let (before, rest) = self.marks.split_at_mut_checked(self.count).unwrap_or_default();
        self.alike |= mark == ESCAPED || before.contains(&mark);
        match rest.first_mut() {
            Some(place) => *place = mark,
            None => self.alike = true,
        }
        self.count += 1;
    }

    /// Does the object, whose names these are, name a member twice?
    pub(super) fn repeat(&self, object: Value<'_, '_>) -> bool {
        self.alike && repeated(object)
    }
}

#[cold]
fn repeated(object: Value<'_, '_>) -> bool {
    // Sorting a word for each name costs a fraction of hashing all of them, whatever a client has written.
    let mut marks: Vec<u64> = object.members().map(|(name, _)| mark_of(name.as_bytes())).collect();
    marks.sort_unstable();
    if marks.is_sorted_by(|mark, next| mark < next) {
        return false;
    }
    let mut seen = HashSet::new();
    !object.members().all(|(name, _)| seen.insert(Name(name)))
}

/// The mark of a name as decoded.
fn mark_of(name: &[u8]) -> u64 {
    let mut first = [0; 8];
    for (to, from) in first.iter_mut().zip(name) {
        *to = *from;
    }
    mark(u64::from_le_bytes(first), name)
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
    use crate::json::{Fault, parse};

    fn fault(text: &str) -> Option<Fault> {
        parse(text, 1000, 3).err()
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
        assert_eq!(fault(&format!("{{{},\"\\u006b7\":0}}", many.join(","))), Some(Fault::Duplicate(0)));
    }

    #[test]
    fn tells_many_names_apart_that_have_one_mark() {
        let named = |middle: usize| format!("\"beginning {middle:02} the ending\":0");
        assert_eq!(super::mark_of(b"beginning 01 the ending"), super::mark_of(b"beginning 02 the ending"));
        let many: Vec<String> = (0..30).map(named).collect();
        let text = format!("{{{}}}", many.join(","));
        assert_eq!(parse(&text, 2000, 3).err(), None);
        assert_eq!(parse(&text.replace('}', &format!(",{}}}", named(7))), 2000, 3).err(), Some(Fault::Duplicate(0)));
    }
}
