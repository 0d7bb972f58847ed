//! `anyOf` and `oneOf`: a branch of null is dropped, one branch is taken in, and string options become a list.

use std::collections::HashSet;

use super::Work;
use super::parts::{Part, Parts, is_annotation};
use crate::form::accept::member;
use crate::form::model::repeats;
use crate::form::path::Path;
use crate::json::quote;

/// A list of string options on its way.
struct List {
    options: Vec<(String, Option<String>)>,
    /// `anyOf` lets a value match twice, so that a repeat says nothing; `oneOf` forbids what matches twice.
    seen: Option<HashSet<String>>,
}

impl List {
    fn new(key: &str) -> List {
        List { options: Vec::new(), seen: (key == "anyOf").then(HashSet::new) }
    }

    fn push(&mut self, value: String, title: Option<String>) {
        if self.seen.as_mut().is_none_or(|seen| seen.insert(value.clone())) {
            self.options.push((value, title));
        }
    }
}

impl<'d, 'a> Work<'_, 'd, 'a> {
    /// Takes the unions out of a schema: what is left has `enum`, or `oneOf` of titled options.
    pub(super) fn flatten(
        &mut self,
        mut parts: Parts<'d, 'a>,
        path: Path<'_>,
        trail: &mut Vec<usize>,
    ) -> Option<Parts<'d, 'a>> {
        loop {
            let is_union = |key: &str| matches!(parts.get(key), Some(Part::Given(_)));
            let key = match (is_union("anyOf"), is_union("oneOf")) {
                (false, false) => return Some(parts),
                (true, false) => "anyOf",
                (false, true) => "oneOf",
                (true, true) => {
                    self.faults.push(path, "union", "must not have both anyOf and oneOf");
                    return None;
                }
            };
            let at = parts.position(key)?;
            let Some(Part::Given(union)) = parts.remove(key) else { return None };
            let before = trail.len();
            let mut branches = Vec::new();
            for item in union.items() {
                let mut trail_of_branch = trail.clone();
                let branch = self.gather(item, path, &mut trail_of_branch)?;
                branches.push((branch, trail_of_branch));
            }
            let all = branches.len();
            branches.retain(|(branch, _)| !branch.is_null());
            if branches.len() < all {
                self.step(path, "dropped null branch");
            }
            if branches.is_empty() {
                self.faults.push(path.name(key), "union", "must be a list with a branch that is not null");
                return None;
            }
            let is_option = |(branch, _): &(Parts<'_, '_>, Vec<usize>)| branch.get("const").is_some();
            if let [only] = branches.as_slice()
                && !is_option(only)
            {
                let (branch, trail_of_branch) = branches.pop()?;
                trail.truncate(before);
                trail.extend(trail_of_branch.get(before..).unwrap_or(&[]));
                self.merge(&mut parts, at, branch, path)?;
                continue;
            }
            let mut list = List::new(key);
            for (branch, trail) in branches {
                if !self.collect(branch, path, &trail, &mut list)? {
                    let rule = "must be one kind of value, or string options: ask for each kind under its own name";
                    self.faults.push(path.name(key), "union", rule);
                    return None;
                }
            }
            let (key, text) = written(&list.options);
            if parts.position(key).is_some() {
                self.faults.push(path.name(key), "conflict", "is said twice, and the lists may differ");
                return None;
            }
            parts.list.insert(at.min(parts.list.len()), (key.into(), Part::Written(text)));
            parts.provide("type", key, "\"string\"");
        }
    }

    /// Adds the options of a branch; `Some(false)` when it is more than options.
    fn collect(&mut self, mut branch: Parts<'d, 'a>, path: Path<'_>, trail: &[usize], list: &mut List) -> Option<bool> {
        let title = branch.remove("title").and_then(|title| title.string()).map(std::borrow::Cow::into_owned);
        branch.list.retain(|(key, _)| !is_annotation(key));
        if let Some(kind) = branch.remove("type")
            && !kind.is_str("string")
        {
            return Some(false);
        }
        let [(key, Part::Given(value))] = branch.list.as_slice() else { return Some(false) };
        match key.as_ref() {
            "const" => {
                let Some(text) = value.as_str() else { return Some(false) };
                self.spend(text.len())?;
                list.push(text.into_owned(), title);
            }
            "enum" => {
                let alone = value.items().nth(1).is_none();
                for item in value.items().filter(|item| !item.is_null()) {
                    let Some(text) = item.as_str() else { return Some(false) };
                    self.spend(text.len() + 1)?;
                    list.push(text.into_owned(), if alone { title.clone() } else { None });
                }
            }
            "anyOf" | "oneOf" => {
                let mut inner = List::new(key);
                for item in value.items() {
                    let mut trail = trail.to_vec();
                    let branch = self.gather(item, path, &mut trail)?;
                    if !branch.is_null() && !self.collect(branch, path, &trail, &mut inner)? {
                        return Some(false);
                    }
                }
                if key == "oneOf"
                    && !repeats(&inner.options.iter().map(|(value, _)| value).collect::<Vec<_>>()).is_empty()
                {
                    return Some(false);
                }
                inner.options.into_iter().for_each(|(value, title)| list.push(value, title));
            }
            _ => return Some(false),
        }
        Some(true)
    }
}

/// The list in the grammar: `enum`, or `oneOf` where there is a title; an option without one is titled by its value.
fn written(options: &[(String, Option<String>)]) -> (&'static str, String) {
    let titled = options.iter().any(|(_, title)| title.is_some());
    let mut out = String::from("[");
    for (at, (value, title)) in options.iter().enumerate() {
        if at > 0 {
            out.push(',');
        }
        if titled {
            out.push('{');
            member(&mut out, "const");
            quote(&mut out, value);
            member(&mut out, "title");
            quote(&mut out, title.as_ref().unwrap_or(value));
            out.push('}');
        } else {
            quote(&mut out, value);
        }
    }
    out.push(']');
    (if titled { "oneOf" } else { "enum" }, out)
}
