//! A schema on its way to the restricted grammar: its members in their order, each given or written anew.

use std::borrow::Cow;

use crate::json::{self, Kind, Value};

/// The value of a member.
#[derive(Clone, Debug)]
pub(super) enum Part<'d, 'a> {
    /// As it stands in the author's text.
    Given(Value<'d, 'a>),
    /// JSON text of ours.
    Written(String),
}

impl<'a> Part<'_, 'a> {
    /// The JSON text.
    pub(super) fn text(&self) -> &str {
        match self {
            Part::Given(value) => value.raw(),
            Part::Written(text) => text,
        }
    }

    /// The string, where it is one of the author's.
    pub(super) fn string(&self) -> Option<Cow<'a, str>> {
        match self {
            Part::Given(value) => value.as_str(),
            Part::Written(_) => None,
        }
    }

    /// Is it that string?
    pub(super) fn is_str(&self, wanted: &str) -> bool {
        match self {
            Part::Given(value) => value.is_str(wanted),
            Part::Written(text) => {
                text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).is_some_and(|inside| inside == wanted)
            }
        }
    }

    pub(super) fn number(&self) -> Option<f64> {
        match self {
            Part::Given(value) => value.as_number().and_then(json::finite),
            Part::Written(text) => json::finite(text),
        }
    }

    pub(super) fn is_null(&self) -> bool {
        matches!(self, Part::Given(value) if value.is_null())
    }
}

/// Members of one schema.
#[derive(Clone, Debug, Default)]
pub(super) struct Parts<'d, 'a> {
    pub(super) list: Vec<(Cow<'a, str>, Part<'d, 'a>)>,
}

impl<'d, 'a> Parts<'d, 'a> {
    pub(super) fn position(&self, key: &str) -> Option<usize> {
        self.list.iter().position(|(name, _)| name == key)
    }

    pub(super) fn get(&self, key: &str) -> Option<&Part<'d, 'a>> {
        self.list.iter().find(|(name, _)| name == key).map(|(_, part)| part)
    }

    pub(super) fn remove(&mut self, key: &str) -> Option<Part<'d, 'a>> {
        self.position(key).map(|at| self.list.remove(at).1)
    }

    /// Puts text of ours in the place of the member, or of the member it replaces, or at the end.
    pub(super) fn write(&mut self, key: &'static str, instead_of: &str, text: String) {
        let at = self.position(key).or_else(|| self.position(instead_of));
        let member = (Cow::Borrowed(key), Part::Written(text));
        match at.and_then(|at| self.list.get_mut(at)) {
            Some(place) => *place = member,
            None => self.list.push(member),
        }
    }

    /// Puts text of ours before another member, unless the member is there.
    pub(super) fn provide(&mut self, key: &'static str, before: &str, text: &str) {
        if self.position(key).is_none() {
            let at = self.position(before).unwrap_or(self.list.len());
            self.list.insert(at, (Cow::Borrowed(key), Part::Written(text.to_owned())));
        }
    }

    /// Is this the schema of null, and nothing else?
    pub(super) fn is_null(&self) -> bool {
        let only_null = |part: &Part<'_, '_>| match part {
            Part::Given(value) => {
                value.kind() == Kind::Array && value.items().all(Value::is_null) && value.items().next().is_some()
            }
            Part::Written(_) => false,
        };
        self.get("type").is_some_and(|kind| kind.is_str("null"))
            || self.get("const").is_some_and(Part::is_null)
            || self.get("enum").is_some_and(only_null)
    }
}

/// Keywords that say nothing about what is valid.
pub(super) fn is_annotation(key: &str) -> bool {
    matches!(
        key,
        "title" | "description" | "default" | "examples" | "deprecated" | "readOnly" | "writeOnly" | "$comment"
    ) || key.starts_with("x-")
}

/// Of two bounds that hold together, does the second say more?
pub(super) fn is_tighter(key: &str, own: &Part<'_, '_>, other: &Part<'_, '_>) -> Option<bool> {
    let (own, other) = (own.number()?, other.number()?);
    match key {
        "minLength" | "minItems" | "minimum" | "exclusiveMinimum" => Some(other > own),
        "maxLength" | "maxItems" | "maximum" | "exclusiveMaximum" => Some(other < own),
        _ => None,
    }
}
