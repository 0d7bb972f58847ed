//! Strict JSON (RFC 8259) over borrowed text.
//!
//! The verdicts of this crate hang on things that a general parser gives away: the digits of a number, the order and
//! the repetition of members, lone surrogates, and nesting that is counted from a place of our choosing. So the text
//! is scanned once into a flat list of nodes that point back into it; nothing is copied until it is asked for.

mod names;
mod number;
mod plain;
mod pretty;
mod scan;
mod text;

use std::borrow::Cow;

pub(crate) use number::{MAX_SAFE, ecmascript, finite, is_integer_literal, python_float, safe_integer};
pub(crate) use pretty::pretty;
pub(crate) use scan::{Fault, parse};
pub(crate) use text::{Text, quote};

/// What a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Null,
    Bool,
    Number,
    String,
    Array,
    Object,
}

impl Kind {
    /// The name that JSON Schema gives the type, for messages.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Kind::Null => "null",
            Kind::Bool => "boolean",
            Kind::Number => "number",
            Kind::String => "string",
            Kind::Array => "array",
            Kind::Object => "object",
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct Node {
    kind: Kind,
    /// A string with at least one backslash escape.
    escaped: bool,
    /// Where the node's text starts and ends in the document.
    start: u32,
    end: u32,
    /// Index of the first node after this one and all it holds.
    next: u32,
}

/// A scanned text and its nodes; node 0 is the root.
#[derive(Debug)]
pub(crate) struct Document<'a> {
    text: &'a str,
    nodes: Vec<Node>,
}

impl<'a> Document<'a> {
    /// The whole value.
    pub(crate) fn root(&self) -> Value<'_, 'a> {
        Value { document: self, index: 0 }
    }
}

/// A place in a document: cheap to copy, reads on demand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Value<'d, 'a> {
    document: &'d Document<'a>,
    index: usize,
}

impl<'d, 'a> Value<'d, 'a> {
    fn node(self) -> &'d Node {
        static NONE: Node = Node { kind: Kind::Null, escaped: false, start: 0, end: 0, next: 0 };
        // Indexes come from the scanner alone, so the fallback is never met.
        self.document.nodes.get(self.index).unwrap_or(&NONE)
    }

    /// What this value is.
    pub(crate) fn kind(self) -> Kind {
        self.node().kind
    }

    /// The value's own text, as it stands in the document, without white space around it.
    pub(crate) fn raw(self) -> &'a str {
        let node = self.node();
        self.document.text.get(node.start as usize..node.end as usize).unwrap_or("")
    }

    pub(crate) fn is_null(self) -> bool {
        self.kind() == Kind::Null
    }

    pub(crate) fn as_bool(self) -> Option<bool> {
        (self.kind() == Kind::Bool).then(|| self.raw() == "true")
    }

    /// The number's literal.
    pub(crate) fn as_number(self) -> Option<&'a str> {
        (self.kind() == Kind::Number).then(|| self.raw())
    }

    /// The string decoded; a lone surrogate stays visible as such.
    pub(crate) fn as_text(self) -> Option<Text<'a>> {
        let node = self.node();
        (node.kind == Kind::String).then(|| Text::decode(self.inside(), node.escaped))
    }

    /// The string decoded, where it is Unicode: `None` for another type and for a lone surrogate.
    pub(crate) fn as_str(self) -> Option<Cow<'a, str>> {
        self.as_text()?.into_unicode()
    }

    /// Is this the given string?
    #[inline]
    pub(crate) fn is_str(self, wanted: &str) -> bool {
        let node = self.node();
        if node.escaped {
            return self.as_text().is_some_and(|text| text.is(wanted));
        }
        let (text, first) = (self.document.text.as_bytes(), node.start as usize + 1);
        (node.end - node.start) as usize == wanted.len() + 2
            && node.kind == Kind::String
            // One byte spares most comparisons.
            && (wanted.is_empty() || text.get(first) == wanted.as_bytes().first())
            && text.get(first..first + wanted.len()) == Some(wanted.as_bytes())
    }

    /// Which of two strings of one document comes first by code points, however they are spelt?
    pub(crate) fn order(self, other: Value<'_, '_>) -> std::cmp::Ordering {
        if self.node().escaped || other.node().escaped {
            let (one, two) = (self.as_text(), other.as_text());
            return one.as_ref().map(Text::as_bytes).cmp(&two.as_ref().map(Text::as_bytes));
        }
        self.inside().as_bytes().cmp(other.inside().as_bytes())
    }

    /// The string's own text where that is how RFC 8785 spells it: one without an escape needs none.
    pub(crate) fn as_unescaped(self) -> Option<&'a str> {
        let node = self.node();
        (node.kind == Kind::String && !node.escaped).then(|| self.raw())
    }

    /// What stands between the quotes of a string.
    fn inside(self) -> &'a str {
        let node = self.node();
        self.document.text.get(node.start as usize + 1..(node.end as usize).saturating_sub(1)).unwrap_or("")
    }

    /// Does this value hold, anywhere, what JSON can spell and no host can hold: a lone surrogate, or a number beyond
    /// the doubles?
    pub(crate) fn has_defects(self) -> bool {
        // A number below this length and without an exponent is in range.
        const SHORT: u32 = 300;
        let node = self.node();
        let all = self.document.nodes.get(self.index..node.next as usize).unwrap_or(&[]);
        (self.index..).zip(all).any(|(index, node)| {
            let value = || Value { document: self.document, index };
            match node.kind {
                Kind::String => node.escaped && value().as_str().is_none(),
                Kind::Number => {
                    let raw = value().raw();
                    (node.end - node.start > SHORT || raw.contains(['e', 'E'])) && finite(raw).is_none()
                }
                _ => false,
            }
        })
    }

    /// Members in the order of the text; nothing for another type.
    pub(crate) fn members(self) -> Members<'d, 'a> {
        let node = self.node();
        let object = node.kind == Kind::Object;
        Members {
            document: self.document,
            at: self.index + 1,
            end: if object { node.next as usize } else { self.index + 1 },
        }
    }

    /// Items in the order of the text; nothing for another type.
    pub(crate) fn items(self) -> Items<'d, 'a> {
        let node = self.node();
        let array = node.kind == Kind::Array;
        Items {
            document: self.document,
            at: self.index + 1,
            end: if array { node.next as usize } else { self.index + 1 },
        }
    }

    /// The member of that name; names are unique, the scanner refuses repeats.
    pub(crate) fn get(self, name: &str) -> Option<Value<'d, 'a>> {
        let node = self.node();
        let end = if node.kind == Kind::Object { node.next as usize } else { 0 };
        let nodes = self.document.nodes.as_slice();
        let mut at = self.index + 1;
        while at < end {
            let (key, value) = (nodes.get(at)?, nodes.get(at + 1)?);
            // Most names differ in their length already.
            let alike = key.escaped || (key.end - key.start) as usize == name.len() + 2;
            if alike && (Value { document: self.document, index: at }).is_str(name) {
                return Some(Value { document: self.document, index: at + 1 });
            }
            at = value.next as usize;
        }
        None
    }
}

/// Iterator over an object's members.
#[derive(Clone, Debug)]
pub(crate) struct Members<'d, 'a> {
    document: &'d Document<'a>,
    at: usize,
    end: usize,
}

impl<'d, 'a> Members<'d, 'a> {
    /// The same members with their names not yet decoded.
    pub(crate) fn places(mut self) -> impl Iterator<Item = (Value<'d, 'a>, Value<'d, 'a>)> + Clone {
        std::iter::from_fn(move || self.step())
    }

    fn step(&mut self) -> Option<(Value<'d, 'a>, Value<'d, 'a>)> {
        if self.at >= self.end {
            return None;
        }
        let name = Value { document: self.document, index: self.at };
        let value = Value { document: self.document, index: self.at + 1 };
        self.at = value.node().next as usize;
        Some((name, value))
    }
}

impl<'d, 'a> Iterator for Members<'d, 'a> {
    type Item = (Text<'a>, Value<'d, 'a>);

    fn next(&mut self) -> Option<Self::Item> {
        let (name, value) = self.step()?;
        Some((name.as_text()?, value))
    }
}

/// Iterator over an array's items.
#[derive(Clone, Debug)]
pub(crate) struct Items<'d, 'a> {
    document: &'d Document<'a>,
    at: usize,
    end: usize,
}

impl<'d, 'a> Iterator for Items<'d, 'a> {
    type Item = Value<'d, 'a>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.at >= self.end {
            return None;
        }
        let value = Value { document: self.document, index: self.at };
        self.at = value.node().next as usize;
        Some(value)
    }
}
