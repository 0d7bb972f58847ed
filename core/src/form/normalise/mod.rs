//! What zod, pydantic and schemars emit, reduced to the restricted grammar: narrowed, never widened.
//!
//! The outcome is JSON text that goes through the ordinary check, so nothing enters a form by this way that could not
//! enter it by hand. What cannot be reduced stays in the text and is refused there, or is refused here where more can
//! be said about it.

mod aside;
mod gather;
mod parts;
mod patterns;
mod property;
#[cfg(test)]
mod tests;
mod union;

use super::accept::member;
use super::options::FormOptions;
use super::path::{Faults, Path};
use crate::json::{Kind, Value};
use parts::{Part, Parts};

/// A schema in the restricted grammar, or what is left of one where faults were added.
pub(super) struct Normalised {
    pub(super) text: String,
    pub(super) steps: Vec<String>,
}

/// Reduces a schema (the table `normalise`).
pub(super) fn normalise(root: Value<'_, '_>, options: &FormOptions, faults: &mut Faults) -> Normalised {
    // Defects of the text, and what is no object, are for the check to tell.
    if root.has_defects() || root.kind() != Kind::Object {
        return Normalised { text: root.raw().to_owned(), steps: Vec::new() };
    }
    let mut work = Work {
        root,
        options,
        faults,
        steps: Vec::new(),
        spent: false,
        budget: options.limits.text_bytes.saturating_mul(4).saturating_add(1 << 20),
    };
    let text = work.root().unwrap_or_default();
    Normalised { text, steps: work.steps }
}

/// The work on one schema.
struct Work<'w, 'd, 'a> {
    root: Value<'d, 'a>,
    options: &'w FormOptions,
    faults: &'w mut Faults,
    steps: Vec<String>,
    /// What may still be visited and copied: definitions that refer to definitions unfold exponentially.
    budget: usize,
    /// It was asked for more.
    spent: bool,
}

/// What a property becomes that was refused here: the check finds nothing more to say about it.
const REFUSED: &str = r#"{"type":"boolean"}"#;

impl<'d, 'a> Work<'_, 'd, 'a> {
    fn step(&mut self, path: Path<'_>, change: &str) {
        let pointer = path.pointer();
        let step = format!("{}: {change}", if pointer.is_empty() { "/" } else { &pointer });
        if self.spend(step.len()).is_some() {
            self.steps.push(step);
        }
    }

    /// None when the budget is spent; said once.
    fn spend(&mut self, cost: usize) -> Option<()> {
        if let Some(rest) = self.budget.checked_sub(cost) {
            self.budget = rest;
            return Some(());
        }
        self.budget = 0;
        if !self.spent {
            self.spent = true;
            self.faults.push(Path::ROOT, "too_large", "the definitions unfold into more than a form may hold");
        }
        None
    }

    fn root(&mut self) -> Option<String> {
        let path = Path::ROOT;
        let mut parts = self.gather(self.root, path, &mut Vec::new())?;
        for key in ["$defs", "definitions"] {
            parts.remove(key);
        }
        if parts.get("$schema").and_then(Part::string).is_some_and(|uri| super::check::is_dialect(&uri)) {
            parts.remove("$schema");
        }
        if let Some(Part::Given(value)) = parts.get("additionalProperties") {
            if value.kind() == Kind::Bool || value.kind() == Kind::Object && value.members().next().is_none() {
                parts.remove("additionalProperties");
            } else {
                let rule = "an open map of fields cannot be a form: name each property";
                self.faults.push(path.name("additionalProperties"), "open_map", rule);
                parts.remove("additionalProperties");
            }
        }
        self.set_aside_of_root(&mut parts, path);
        for key in ["anyOf", "oneOf", "allOf"] {
            if parts.remove(key).is_some() {
                let rule = "a form is one object: ask for the variants' properties, or first for the variant";
                self.faults.push(path.name(key), "root_union", rule);
                parts.provide("type", "", "\"object\"");
                parts.provide("properties", "", "{}");
            }
        }
        if matches!(parts.get("required"), Some(Part::Given(value)) if value.kind() == Kind::Array && value.items().next().is_none())
        {
            parts.remove("required");
        }
        if parts.get("type").is_some_and(|kind| kind.is_str("object")) {
            parts.provide("properties", "", "{}");
        }
        self.emit(&parts)
    }

    fn emit(&mut self, parts: &Parts<'d, 'a>) -> Option<String> {
        let mut out = String::with_capacity(self.root.raw().len().min(1 << 16));
        out.push('{');
        for (key, part) in &parts.list {
            member(&mut out, key);
            match part {
                Part::Given(value) if key == "properties" && value.kind() == Kind::Object => {
                    self.properties(*value, &mut out)?;
                }
                _ => out.push_str(part.text()),
            }
        }
        out.push('}');
        Some(out)
    }

    fn properties(&mut self, value: Value<'d, 'a>, out: &mut String) -> Option<()> {
        if value.members().nth(self.options.limits.properties).is_some() {
            // The check says so.
            out.push_str(value.raw());
            return Some(());
        }
        let root = Path::ROOT;
        let path = root.name("properties");
        out.push('{');
        for (name, value) in value.members() {
            let name = name.as_unicode().unwrap_or("");
            member(out, name);
            let before = out.len();
            if value.kind() == Kind::Object {
                match self.property(name, value, path.name(name)) {
                    Some(parts) => write_parts(&parts, out),
                    None => out.push_str(REFUSED),
                }
            } else {
                out.push_str(value.raw());
            }
            self.spend(out.len() - before)?;
        }
        out.push('}');
        Some(())
    }
}

/// Writes the members as an object.
fn write_parts(parts: &Parts<'_, '_>, out: &mut String) {
    out.push('{');
    for (key, part) in &parts.list {
        member(out, key);
        out.push_str(part.text());
    }
    out.push('}');
}
