//! The restricted grammar: a scanned schema in, the canonical wire text and the fields out, or every fault.

mod choices;
mod keywords;
mod property;
mod satisfiable;

use std::collections::HashSet;

use super::lints::{self, Lints};
use super::model::Fields;
use super::options::FormOptions;
use super::path::{Faults, Path, list_defects};
use crate::Issue;
use crate::json::{Kind, Value, quote};
use keywords::{annotation, unknown};

/// What is left of a schema that was checked; it means something only when no fault was added.
#[derive(Default)]
pub(super) struct Checked {
    pub(super) wire: String,
    pub(super) fields: Fields,
    pub(super) lints: Vec<Issue>,
}

/// What every part of the check shares.
struct Context<'c> {
    options: &'c FormOptions,
    faults: &'c mut Faults,
    lints: Lints,
    /// Names of properties that are there, and are no fields because of their faults.
    refused: HashSet<String>,
}

/// The most characters of a property's name.
const NAME: usize = 256;

/// The dialects in which the keywords of a form mean what the grammar means; scheme and a final `#` aside.
const DIALECTS: [&str; 4] = [
    "json-schema.org/draft/2020-12/schema",
    "json-schema.org/draft/2019-09/schema",
    "json-schema.org/draft-07/schema",
    "json-schema.org/draft-06/schema",
];

/// Checks a schema (the rules of `check`).
pub(super) fn check(root: Value<'_, '_>, options: &FormOptions, faults: &mut Faults) -> Checked {
    let path = Path::ROOT;
    if root.has_defects() {
        list_defects(root, path, faults);
        return Checked::default();
    }
    if root.kind() != Kind::Object {
        faults.push(path, "type", "a form's schema must be an object");
        return Checked::default();
    }
    let mut context = Context { options, faults, lints: Lints::default(), refused: HashSet::new() };
    for key in ["type", "properties"] {
        if root.get(key).is_none() {
            context.faults.push(path.name(key), "missing", "is required at the root");
        }
    }
    let mut properties = String::new();
    let mut fields = match root.get("properties") {
        Some(value) => context.properties(value, &mut properties),
        None => Fields::default(),
    };
    let mut wire = String::with_capacity(root.raw().len());
    wire.push('{');
    for (key, value) in root.members() {
        let key = key.as_unicode().unwrap_or("");
        context.root_member(key, value, &mut fields, &properties, &mut wire);
    }
    wire.push('}');
    lints::form(&fields, &mut context.lints);
    Checked { wire, fields, lints: context.lints.into_issues() }
}

impl Context<'_> {
    fn root_member(
        &mut self,
        key: &str,
        value: Value<'_, '_>,
        fields: &mut Fields,
        properties: &str,
        wire: &mut String,
    ) {
        let root = Path::ROOT;
        let path = root.name(key);
        match key {
            "$schema" => match value.as_str() {
                Some(uri) if is_dialect(&uri) => write(wire, key, |out| quote(out, &uri)),
                Some(_) => {
                    self.faults.push(path, "dialect", "must be JSON Schema 2020-12, 2019-09, draft-07 or draft-06");
                }
                None => self.faults.push(path, "type", "must be a string"),
            },
            "type" => {
                if !value.is_str("object") {
                    self.faults.push(path, "type", "must be \"object\"");
                }
                write(wire, key, |out| out.push_str("\"object\""));
            }
            "properties" => write(wire, key, |out| out.push_str(properties)),
            "required" => write(wire, key, |out| self.required(value, path, fields, out)),
            "title" | "description" => keywords::text(value, path, self.faults),
            _ if annotation(key, value, path, self.faults) => {}
            _ => unknown(key, path, self.faults, "is not a keyword of a form's root"),
        }
    }

    fn properties(&mut self, value: Value<'_, '_>, out: &mut String) -> Fields {
        let root = Path::ROOT;
        let path = root.name("properties");
        if value.kind() != Kind::Object {
            self.faults.push(path, "type", "must be an object");
            return Fields::default();
        }
        let most = self.options.limits.properties;
        if value.members().nth(most).is_some() {
            self.faults.push(path, "too_many_properties", format!("must not have more than {most} properties"));
            return Fields::default();
        }
        let mut list = Vec::new();
        out.push('{');
        for (name, value) in value.members() {
            let name = name.as_unicode().unwrap_or("");
            let path = path.name(name);
            self.name(name, path);
            super::accept::member(out, name);
            match self.property(name, value, path, out) {
                Some(field) => list.push(field),
                None => drop(self.refused.insert(name.to_owned())),
            }
        }
        out.push('}');
        Fields::new(list)
    }

    fn name(&mut self, name: &str, path: Path<'_>) {
        let rule = if name.is_empty() {
            "a property's name must not be empty"
        } else if name == "__proto__" {
            "a property must not be called __proto__, which JavaScript hosts lose"
        } else if name.chars().any(char::is_control) {
            "a property's name must not hold control characters"
        } else if name.chars().nth(NAME).is_some() {
            "a property's name must not have more than 256 characters"
        } else {
            return;
        };
        self.faults.push(path, "name", rule);
    }

    fn required(&mut self, value: Value<'_, '_>, path: Path<'_>, fields: &mut Fields, out: &mut String) {
        if value.kind() != Kind::Array {
            return self.faults.push(path, "type", "must be a list of strings");
        }
        out.push('[');
        for (at, item) in value.items().enumerate() {
            let path = path.item(at);
            if item.kind() != Kind::String {
                self.faults.push(path, "type", "must be a string");
                continue;
            }
            let name = item.as_str().unwrap_or_default();
            if at > 0 {
                out.push(',');
            }
            quote(out, &name);
            match fields.position(&name, at).and_then(|at| fields.get_mut(at)) {
                Some(field) if field.required => {
                    self.faults.push(path, "duplicate", "must not repeat an earlier name");
                }
                Some(field) => field.required = true,
                None if self.refused.contains(name.as_ref()) => {}
                None => self.faults.push(path, "required_unknown", "must name a property of the form"),
            }
        }
        out.push(']');
    }
}

/// Is it one of the dialects, with `http` or `https`, with or without a final `#`?
pub(super) fn is_dialect(uri: &str) -> bool {
    let rest = uri.strip_prefix("https://").or_else(|| uri.strip_prefix("http://"));
    rest.is_some_and(|rest| DIALECTS.contains(&rest.strip_suffix('#').unwrap_or(rest)))
}

/// Writes a member of an object that is being written: comma, keyword (which needs no escape), colon, value.
fn write(out: &mut String, key: &str, value: impl FnOnce(&mut String)) {
    out.push_str(if out.ends_with('{') { "\"" } else { ",\"" });
    out.push_str(key);
    out.push_str("\":");
    value(out);
}
