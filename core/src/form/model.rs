//! A checked form in memory: its fields and what each of them admits.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use super::formats::Format;

/// From this many entries on, names and options are looked up by hash.
const MANY: usize = 16;

/// One property of a form.
#[derive(Debug)]
pub(super) struct Field {
    pub(super) name: String,
    pub(super) title: Option<String>,
    pub(super) description: Option<String>,
    pub(super) required: bool,
    /// The canonical JSON text of the default.
    pub(super) default: Option<String>,
    pub(super) constraint: Constraint,
}

/// What a field's value must be.
#[derive(Debug)]
pub(super) enum Constraint {
    Text { lengths: Counts, format: Option<Format> },
    Choice(Choices),
    Number { minimum: Option<f64>, maximum: Option<f64> },
    Integer { minimum: Option<i64>, maximum: Option<i64> },
    Boolean,
    Multiple { choices: Choices, items: Counts },
}

/// A lower and an upper count, both inclusive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    pub(super) least: Option<u32>,
    pub(super) most: Option<u32>,
}

/// The options of a selection.
#[derive(Debug)]
pub(super) struct Choices {
    pub(super) values: Vec<String>,
    /// One for each value, where the form has them.
    pub(super) titles: Option<Vec<String>>,
    lookup: Option<HashSet<String>>,
}

impl Choices {
    pub(super) fn new(values: Vec<String>, titles: Option<Vec<String>>) -> Choices {
        let lookup = (values.len() >= MANY).then(|| values.iter().cloned().collect());
        Choices { values, titles, lookup }
    }

    /// Exact match, code point for code point.
    pub(super) fn admit(&self, value: &str) -> bool {
        match &self.lookup {
            Some(set) => set.contains(value),
            None => self.values.iter().any(|option| option == value),
        }
    }
}

/// The fields in the author's order, and the way from a name to its place.
#[derive(Debug, Default)]
pub(super) struct Fields {
    list: Vec<Field>,
    lookup: Option<HashMap<String, usize>>,
}

impl Fields {
    pub(super) fn new(list: Vec<Field>) -> Fields {
        let index = || list.iter().enumerate().map(|(at, field)| (field.name.clone(), at)).collect();
        let lookup = (list.len() >= MANY).then(index);
        Fields { list, lookup }
    }

    /// Where the field of that name stands; `hint` is looked at first, since answers mostly keep the form's order.
    pub(super) fn position(&self, name: &str, hint: usize) -> Option<usize> {
        if self.list.get(hint).is_some_and(|field| field.name == name) {
            return Some(hint);
        }
        match &self.lookup {
            Some(map) => map.get(name).copied(),
            None => self.list.iter().position(|field| field.name == name),
        }
    }

    pub(super) fn iter(&self) -> std::slice::Iter<'_, Field> {
        self.list.iter()
    }

    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    pub(super) fn get_mut(&mut self, at: usize) -> Option<&mut Field> {
        self.list.get_mut(at)
    }
}

/// Strings that repeat an earlier one: their indexes, in order.
pub(super) fn repeats<T: AsRef<str>>(texts: &[T]) -> Vec<usize> {
    let mut seen: HashSet<&str> = HashSet::new();
    let mut repeated = Vec::new();
    for (at, text) in texts.iter().map(AsRef::as_ref).enumerate() {
        let is_repeat = if texts.len() < MANY {
            texts.iter().take(at).any(|earlier| earlier.as_ref() == text)
        } else {
            !seen.insert(text)
        };
        if is_repeat {
            repeated.push(at);
        }
    }
    repeated
}

/// Text that is known to be Unicode, since defects were listed before.
pub(super) fn owned(text: Option<Cow<'_, str>>) -> String {
    text.map(Cow::into_owned).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_and_many_options_are_matched_alike() {
        for count in [1, MANY - 1, MANY, 1000] {
            let choices = Choices::new((0..count).map(|n| format!("o{n}")).collect(), None);
            assert!(choices.admit("o0") && choices.admit(&format!("o{}", count - 1)));
            assert!(!choices.admit("o") && !choices.admit(&format!("o{count}")) && !choices.admit("O0"));
        }
    }

    #[test]
    fn a_wrong_hint_does_no_harm() {
        for count in [3, MANY + 3] {
            let field = |n: usize| Field {
                name: format!("f{n}"),
                title: None,
                description: None,
                required: false,
                default: None,
                constraint: Constraint::Boolean,
            };
            let fields = Fields::new((0..count).map(field).collect());
            for hint in [0, 1, 99] {
                assert_eq!(fields.position("f1", hint), Some(1));
                assert_eq!(fields.position("constructor", hint), None);
            }
        }
    }

    #[test]
    fn repeats_are_found_by_place() {
        assert_eq!(repeats(&["a", "b", "a", "a"]), [2, 3]);
        let many: Vec<String> = (0..MANY).map(|n| n.to_string()).collect();
        let mut many: Vec<&str> = many.iter().map(String::as_str).collect();
        assert!(repeats(&many).is_empty());
        many.push("3");
        assert_eq!(repeats(&many), [MANY]);
    }
}
