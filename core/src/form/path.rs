//! Where a check stands, and the faults it has found.

use crate::{Issue, json};

/// A place in a document, spelt out as a JSON Pointer only when there is something to say about it.
#[derive(Clone, Copy)]
pub(super) struct Path<'p> {
    parent: Option<&'p Path<'p>>,
    token: Token<'p>,
}

#[derive(Clone, Copy)]
enum Token<'p> {
    Root,
    Name(&'p str),
    Item(usize),
}

impl<'p> Path<'p> {
    /// The whole document.
    pub(super) const ROOT: Path<'static> = Path { parent: None, token: Token::Root };

    /// The member of that name.
    pub(super) fn name(&'p self, name: &'p str) -> Path<'p> {
        Path { parent: Some(self), token: Token::Name(name) }
    }

    /// The item at that index.
    pub(super) fn item(&'p self, index: usize) -> Path<'p> {
        Path { parent: Some(self), token: Token::Item(index) }
    }

    /// The JSON Pointer (RFC 6901).
    pub(super) fn pointer(&self) -> String {
        let Some(parent) = self.parent else { return String::new() };
        let above = parent.pointer();
        match self.token {
            Token::Root => above,
            Token::Name(name) => crate::error::pointer_push(&above, name),
            Token::Item(index) => format!("{above}/{index}"),
        }
    }
}

/// The most faults that are listed, and the most bytes of pointers: a hostile text of 4 MiB must not grow into a reply
/// of many times that.
const MOST: usize = 1000;
const MOST_BYTES: usize = 1 << 20;

/// Faults in the order they were found.
#[derive(Default)]
pub(super) struct Faults {
    list: Vec<Issue>,
    bytes: usize,
    more: bool,
}

impl Faults {
    pub(super) fn push(&mut self, path: Path<'_>, code: &'static str, message: impl Into<String>) {
        if self.list.len() >= MOST || self.bytes >= MOST_BYTES {
            self.more = true;
            return;
        }
        let pointer = path.pointer();
        self.bytes += pointer.len();
        self.list.push(Issue::new(pointer, code, message));
    }

    pub(super) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub(super) fn count(&self) -> usize {
        self.list.len()
    }

    pub(super) fn into_issues(mut self) -> Vec<Issue> {
        if self.more {
            self.list.push(Issue::new("", "more", "there are more faults, which are not listed"));
        }
        self.list
    }
}

/// Why a text could not be scanned, as an issue about the whole.
pub(super) fn scan_issue(fault: json::Fault) -> Issue {
    match fault {
        json::Fault::Syntax(at) => Issue::new("", "syntax", format!("must be JSON; it is not at byte {at}")),
        json::Fault::Duplicate(at) => Issue::new(
            "",
            "duplicate_member",
            format!("an object must not name a member twice; the one at byte {at} does"),
        ),
        json::Fault::TooDeep => Issue::new("", "too_deep", "nests too deeply"),
        json::Fault::TooLarge => Issue::new("", "too_large", "the text is too long"),
    }
}

/// Lone surrogates and numbers beyond the doubles: what JSON can spell and no host can hold.
///
/// Called where [`json::Value::has_defects`] has found one; false where it has not.
pub(super) fn list_defects(value: json::Value<'_, '_>, path: Path<'_>, faults: &mut Faults) {
    match value.kind() {
        json::Kind::Number => {
            if value.as_number().and_then(json::finite).is_none() {
                faults.push(path, "number_range", "must be a number that a double can hold");
            }
        }
        json::Kind::String => {
            if value.as_str().is_none() {
                faults.push(path, "lone_surrogate", "must be Unicode text, without a lone surrogate");
            }
        }
        json::Kind::Array => {
            for (at, item) in value.items().enumerate() {
                list_defects(item, path.item(at), faults);
            }
        }
        json::Kind::Object => {
            for (name, member) in value.members() {
                match name.as_unicode() {
                    Some(name) => list_defects(member, path.name(name), faults),
                    None => {
                        faults.push(path, "lone_surrogate", "a name must be Unicode text, without a lone surrogate");
                    }
                }
            }
        }
        json::Kind::Null | json::Kind::Bool => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pointers_are_escaped_and_built_from_the_root() {
        let root = Path::ROOT;
        let a = root.name("a/b~c");
        let b = a.item(3);
        assert_eq!(root.pointer(), "");
        assert_eq!(b.name("").pointer(), "/a~1b~0c/3/");
    }

    #[test]
    fn the_list_of_faults_ends_somewhere() {
        let mut faults = Faults::default();
        for at in 0..MOST + 5 {
            faults.push(Path::ROOT.item(at), "x", "y");
        }
        let issues = faults.into_issues();
        assert_eq!(issues.len(), MOST + 1);
        assert_eq!(issues.last().unwrap().code, "more");
        let long = "x".repeat(MOST_BYTES / 2);
        let mut faults = Faults::default();
        for _ in 0..9 {
            faults.push(Path::ROOT.name(&long), "x", "y");
        }
        assert_eq!(faults.into_issues().len(), 3);
    }
}
