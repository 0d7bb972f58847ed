//! Shapes: the specification's interfaces as tables, and one walk that checks a value against a table and writes it
//! anew. What a table does not name never reaches a handler.

use super::path::Path;
use crate::error::Issue;
use crate::json::{self, Kind, Text, Value, quote};
use crate::near;

/// What a value must be.
pub(super) enum Shape {
    /// Anything that JSON can say.
    Any,
    /// An object with any members, such as `_meta`.
    Object,
    /// A string.
    Text,
    /// A string that begins so.
    TextFrom(&'static str),
    /// Base64 as `atob` takes it.
    Base64,
    /// `true` or `false`.
    Bool,
    /// A finite number.
    Number,
    /// A number from 0 to 1.
    Share,
    /// An integer from 1 to 2^53 - 1.
    Count,
    /// One of these strings.
    Word(&'static [&'static str]),
    /// An array of that.
    List(&'static Shape),
    /// That, or an array of it.
    OneOrMany(&'static Shape),
    /// An object with these members.
    Record(&'static [Member]),
    /// An object whose `type` says which members it has.
    Tagged(&'static [(&'static str, &'static [Member])]),
    /// An object that is one of these, told apart by a member that only that one has.
    Either(&'static [(&'static str, &'static [Member])]),
}

/// A member of a record.
pub(super) struct Member {
    pub(super) name: &'static str,
    pub(super) required: bool,
    pub(super) shape: Shape,
}

/// A member that must be there.
pub(super) const fn needed(name: &'static str, shape: Shape) -> Member {
    Member { name, required: true, shape }
}

/// A member that may be there.
pub(super) const fn optional(name: &'static str, shape: Shape) -> Member {
    Member { name, required: false, shape }
}

/// Whose words are read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Author {
    /// The client: members that no table names are dropped, and `null` for an optional member is its absence.
    Client,
    /// The server's own program: further members are kept as written (the specification's types are open), and `null`
    /// is a fault.
    Server,
}

/// One walk over one value.
pub(super) struct Walk<'w> {
    pub(super) author: Author,
    /// The value written anew; of use only when there are no issues.
    pub(super) out: String,
    pub(super) issues: &'w mut Vec<Issue>,
}

impl<'w> Walk<'w> {
    pub(super) fn new(author: Author, issues: &'w mut Vec<Issue>) -> Walk<'w> {
        Walk { author, out: String::new(), issues }
    }

    /// Checks the value against the shape and writes it.
    pub(super) fn value(&mut self, value: Value<'_, '_>, shape: &Shape, path: &Path<'_>) {
        match shape {
            Shape::Any => self.copy(value, path),
            Shape::Object => {
                if self.is(value, Kind::Object, path) {
                    self.copy(value, path);
                }
            }
            Shape::Text => self.text(value, path, |_| None),
            Shape::TextFrom(start) => {
                self.text(value, path, |text| {
                    (!text.starts_with(start)).then(|| ("format", format!("must begin with {start}")))
                });
            }
            Shape::Base64 => {
                self.text(value, path, |text| (!is_base64(text)).then(|| ("format", "must be base64".to_owned())));
            }
            Shape::Word(words) => self.text(value, path, |text| {
                (!words.contains(&text)).then(|| ("not_an_option", format!("must be one of {}", words.join(", "))))
            }),
            Shape::Bool => {
                if self.is(value, Kind::Bool, path) {
                    self.out.push_str(value.raw());
                }
            }
            Shape::Number => self.number(value, path, |_| true, "must be a finite number"),
            Shape::Share => {
                self.number(value, path, |number| (0.0..=1.0).contains(&number), "must be a number from 0 to 1");
            }
            Shape::Count => {
                let rule = |number| json::safe_integer(number).is_some_and(|count| count > 0);
                self.number(value, path, rule, "must be a positive integer");
            }
            Shape::List(item) => {
                if self.is(value, Kind::Array, path) {
                    self.items(value, item, path);
                }
            }
            Shape::OneOrMany(item) => match value.kind() {
                Kind::Array => self.items(value, item, path),
                _ => self.value(value, item, path),
            },
            Shape::Record(members) => {
                if self.is(value, Kind::Object, path) {
                    self.record(value, members, path);
                }
            }
            Shape::Tagged(kinds) => self.tagged(value, kinds, path),
            Shape::Either(kinds) => self.either(value, kinds, path),
        }
    }

    /// Notes a fault; a hostile answer does not grow into a reply many times its size.
    fn fault(&mut self, path: &Path<'_>, code: &'static str, message: impl Into<String>) {
        if self.issues.len() < MOST_ISSUES {
            self.issues.push(path.issue(code, message));
        }
    }

    fn is(&mut self, value: Value<'_, '_>, kind: Kind, path: &Path<'_>) -> bool {
        let fits = value.kind() == kind;
        if !fits {
            let article = if matches!(kind, Kind::Object | Kind::Array) { "an" } else { "a" };
            self.fault(path, "type", format!("must be {article} {}", kind.name()));
        }
        fits
    }

    fn text(&mut self, value: Value<'_, '_>, path: &Path<'_>, fault: impl Fn(&str) -> Option<(&'static str, String)>) {
        if !self.is(value, Kind::String, path) {
            return;
        }
        match value.as_str() {
            None => self.fault(path, "lone_surrogate", SURROGATE),
            Some(text) => match fault(&text) {
                Some((code, message)) => self.fault(path, code, message),
                None => quote(&mut self.out, &text),
            },
        }
    }

    fn number(&mut self, value: Value<'_, '_>, path: &Path<'_>, rule: impl Fn(f64) -> bool, message: &str) {
        if !self.is(value, Kind::Number, path) {
            return;
        }
        match value.as_number().and_then(json::finite) {
            Some(number) if rule(number) => self.out.push_str(value.raw()),
            Some(_) => self.fault(path, "range", message),
            None => self.fault(path, "number_range", "must be a number that a double can hold"),
        }
    }

    fn items(&mut self, value: Value<'_, '_>, shape: &Shape, path: &Path<'_>) {
        self.out.push('[');
        for (index, item) in value.items().enumerate() {
            if index > 0 {
                self.out.push(',');
            }
            self.value(item, shape, &Path::Item(path, index));
        }
        self.out.push(']');
    }

    /// Members in the order in which they were written.
    fn record(&mut self, value: Value<'_, '_>, members: &[Member], path: &Path<'_>) {
        for member in members.iter().filter(|member| member.required && value.get(member.name).is_none()) {
            let hint = match self.author {
                Author::Client => String::new(),
                Author::Server => {
                    near::instead(value, member.name, |name| members.iter().any(|known| known.name == name))
                }
            };
            self.fault(&Path::Member(path, member.name), "required", format!("is required{hint}"));
        }
        self.out.push('{');
        let start = self.out.len();
        for (name, inner) in value.members() {
            let known = members.iter().find(|member| name.is(member.name));
            let absent =
                known.is_none_or(|member| inner.is_null() && !member.required && !matches!(member.shape, Shape::Any));
            if absent && self.author == Author::Client {
                continue;
            }
            if self.out.len() > start {
                self.out.push(',');
            }
            self.name(&name, path);
            let shape = known.map_or(&Shape::Any, |member| &member.shape);
            self.value(inner, shape, &Path::Member(path, name.as_unicode().unwrap_or("")));
        }
        self.out.push('}');
    }

    fn tagged(&mut self, value: Value<'_, '_>, kinds: &[(&str, &[Member])], path: &Path<'_>) {
        if !self.is(value, Kind::Object, path) {
            return;
        }
        let tag = value.get("type");
        if let Some((_, members)) = kinds.iter().find(|(kind, _)| tag.is_some_and(|tag| tag.is_str(kind))) {
            self.record(value, members, path);
            return;
        }
        let names: Vec<&str> = kinds.iter().map(|(kind, _)| *kind).collect();
        let code = if tag.is_some() { "not_an_option" } else { "required" };
        self.fault(&Path::Member(path, "type"), code, format!("must be one of {}", names.join(", ")));
    }

    fn either(&mut self, value: Value<'_, '_>, kinds: &[(&str, &[Member])], path: &Path<'_>) {
        if !self.is(value, Kind::Object, path) {
            return;
        }
        if let Some((_, members)) = kinds.iter().find(|(mark, _)| value.get(mark).is_some()) {
            self.record(value, members, path);
            return;
        }
        let marks: Vec<&str> = kinds.iter().map(|(mark, _)| *mark).collect();
        self.fault(path, "required", format!("must have {}", marks.join(" or ")));
    }

    /// Writes a value as it is, without white space and with plain escapes. Text that is no Unicode and numbers beyond
    /// the doubles are faults wherever they stand.
    fn copy(&mut self, value: Value<'_, '_>, path: &Path<'_>) {
        match value.kind() {
            Kind::Null | Kind::Bool => self.out.push_str(value.raw()),
            Kind::Number => self.number(value, path, |_| true, "must be a finite number"),
            Kind::String => self.text(value, path, |_| None),
            Kind::Array => self.items(value, &Shape::Any, path),
            Kind::Object => {
                self.out.push('{');
                for (index, (name, inner)) in value.members().enumerate() {
                    if index > 0 {
                        self.out.push(',');
                    }
                    self.name(&name, path);
                    self.copy(inner, &Path::Member(path, name.as_unicode().unwrap_or("")));
                }
                self.out.push('}');
            }
        }
    }

    fn name(&mut self, name: &Text<'_>, path: &Path<'_>) {
        if name.as_unicode().is_none() {
            self.fault(path, "lone_surrogate", "a name must be Unicode text, without a lone surrogate");
        }
        name.quote(&mut self.out);
        self.out.push(':');
    }
}

/// The rule that a text with half of a surrogate pair breaks.
pub(super) const SURROGATE: &str = "must be Unicode text, without a lone surrogate";

/// Most faults that are listed for one value.
pub(super) const MOST_ISSUES: usize = 1000;

/// As the WHATWG's forgiving decode: white space ignored, padding optional.
fn is_base64(text: &str) -> bool {
    let bytes: Vec<u8> = text.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
    let padding = bytes.iter().rev().take_while(|byte| **byte == b'=').count();
    let digits = bytes.len() - padding;
    let alphabet = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/');
    let padded = padding == 0 || (padding <= 2 && bytes.len().is_multiple_of(4));
    padded && digits % 4 != 1 && bytes.iter().take(digits).all(alphabet)
}

/// Writes a value without white space; its texts and numbers were checked before, or do not matter.
pub(super) fn compact(value: Value<'_, '_>) -> String {
    let mut issues = Vec::new();
    let mut walk = Walk::new(Author::Server, &mut issues);
    walk.copy(value, &Path::Start(""));
    walk.out
}

#[cfg(test)]
mod tests {
    use super::*;

    static BLOCK: Shape = Shape::Tagged(&[
        ("text", &[needed("type", Shape::Any), needed("text", Shape::Text), optional("note", Shape::Text)]),
        ("blob", &[needed("type", Shape::Any), needed("data", Shape::Base64)]),
    ]);
    static SHAPE: Shape = Shape::Record(&[
        needed("blocks", Shape::OneOrMany(&BLOCK)),
        optional("share", Shape::Share),
        optional("count", Shape::Count),
    ]);

    fn walk(author: Author, text: &str) -> Result<String, Vec<String>> {
        let document = json::parse(text, 10_000, 20).unwrap();
        let mut issues = Vec::new();
        let mut walk = Walk::new(author, &mut issues);
        walk.value(document.root(), &SHAPE, &Path::Start(""));
        let out = walk.out;
        if issues.is_empty() {
            return Ok(out);
        }
        Err(issues.into_iter().map(|issue| format!("{} {}", issue.pointer, issue.code)).collect())
    }

    #[test]
    fn the_clients_extras_are_dropped_and_the_servers_are_kept() {
        let text = r#"{ "x":1, "share": 0.50, "blocks": {"type":"text","note":null,"text":"\u0061","y":[1.0]} }"#;
        let taken = walk(Author::Client, text);
        assert_eq!(taken.unwrap(), r#"{"share":0.50,"blocks":{"type":"text","text":"a"}}"#);
        assert_eq!(walk(Author::Server, text).unwrap_err(), ["/blocks/note type"]);
        let text = text.replace("null", r#""n""#);
        let taken = walk(Author::Server, &text);
        assert_eq!(taken.unwrap(), r#"{"x":1,"share":0.50,"blocks":{"type":"text","note":"n","text":"a","y":[1.0]}}"#);
    }

    #[test]
    fn every_fault_has_its_place() {
        assert!(walk(Author::Client, r#"{"blocks":[{"type":"blob","data":"AAE="}],"count":1.0}"#).is_ok());
        let table: [(&str, &[&str]); 10] = [
            ("[]", &[" type"]),
            ("{}", &["/blocks required"]),
            (
                r#"{"blocks":[{"type":"text"},{"type":"blob","data":"A"},{"type":"video"},{},7]}"#,
                &[
                    "/blocks/0/text required",
                    "/blocks/1/data format",
                    "/blocks/2/type not_an_option",
                    "/blocks/3/type required",
                    "/blocks/4 type",
                ],
            ),
            (r#"{"blocks":[],"count":0}"#, &["/count range"]),
            (r#"{"blocks":[],"count":1.5}"#, &["/count range"]),
            (r#"{"blocks":[],"share":1.01}"#, &["/share range"]),
            (r#"{"blocks":[],"share":1e999}"#, &["/share number_range"]),
            (r#"{"blocks":[],"share":"1"}"#, &["/share type"]),
            (r#"{"blocks":[{"type":"text","text":"\ud800"}]}"#, &["/blocks/0/text lone_surrogate"]),
            (r#"{"blocks":null}"#, &["/blocks type"]),
        ];
        for (text, issues) in table {
            assert_eq!(walk(Author::Client, text).unwrap_err(), issues, "{text}");
        }
    }

    #[test]
    fn base64_is_what_atob_takes() {
        for good in ["", "AA==", "AA", "AAA=", "AAA", "AAAA", "A A\n==", "+/+/"] {
            assert!(is_base64(good), "{good:?}");
        }
        for bad in ["A", "AAAAA", "AA=", "A=A=", "====", "-_-_", "AA==AA==", "AAAA=", "\u{e9}AAA"] {
            assert!(!is_base64(bad), "{bad:?}");
        }
    }
}
