//! Where the reading is, as a chain on the stack: a pointer is written only when there is something to say about it.

use crate::error::{Issue, pointer_push};

/// A place in a value.
#[derive(Clone, Copy)]
pub(super) enum Path<'p> {
    /// The beginning, with the pointer that leads there.
    Start(&'p str),
    /// A member of an object.
    Member(&'p Path<'p>, &'p str),
    /// An item of an array.
    Item(&'p Path<'p>, usize),
}

impl Path<'_> {
    /// The place as a JSON Pointer.
    pub(super) fn pointer(&self) -> String {
        match self {
            Path::Start(pointer) => (*pointer).to_owned(),
            Path::Member(parent, name) => pointer_push(&parent.pointer(), name),
            Path::Item(parent, index) => format!("{}/{index}", parent.pointer()),
        }
    }

    /// An issue at this place.
    pub(super) fn issue(&self, code: &'static str, message: impl Into<String>) -> Issue {
        Issue::new(self.pointer(), code, message)
    }
}
