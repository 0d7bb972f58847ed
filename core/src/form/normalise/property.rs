//! One property, when its references and unions are taken out: nulls, constants, bounds, formats, items.

use super::Work;
use super::parts::{Part, Parts};
use super::patterns;
use crate::form::accept::member;
use crate::form::formats::Format;
use crate::form::path::Path;
use crate::json::{self, Kind, Value, quote};

/// Formats that number types of programs are annotated with; the host's own model keeps to them.
const NUMBER_FORMATS: &[&str] = &[
    "int8", "int16", "int32", "int64", "int128", "int", "uint8", "uint16", "uint32", "uint64", "uint128", "uint",
    "float", "double",
];

impl<'d, 'a> Work<'_, 'd, 'a> {
    /// Reduces a property; None when a fault was added that leaves nothing of it.
    pub(super) fn property(&mut self, name: &str, value: Value<'d, 'a>, path: Path<'_>) -> Option<Parts<'d, 'a>> {
        let mut parts = self.schema(value, path)?;
        self.set_aside(&mut parts, path);
        let is = |parts: &Parts<'_, '_>, kind: &str| parts.get("type").is_some_and(|part| part.is_str(kind));
        if is(&parts, "integer") {
            self.exclusive("exclusiveMinimum", "minimum", &mut parts, path);
            self.exclusive("exclusiveMaximum", "maximum", &mut parts, path);
            self.safe_bounds(&mut parts, path);
            self.number_format(&mut parts, path);
        } else if is(&parts, "number") {
            for key in ["exclusiveMinimum", "exclusiveMaximum"] {
                if self.options.host_model {
                    self.inclusive(key, &mut parts, path);
                } else if parts.remove(key).is_some() {
                    let rule = "an exclusive bound of a number cannot be sent: use an inclusive one";
                    self.faults.push(path.name(key), "exclusive_bound", rule);
                }
            }
            self.number_format(&mut parts, path);
        } else if is(&parts, "string") {
            self.format(name, &mut parts, path);
        } else if is(&parts, "array") {
            self.items(&mut parts, path)?;
            if parts.remove("uniqueItems").is_some() {
                self.step(path, "dropped uniqueItems");
            }
        }
        Some(parts)
    }

    /// References, unions, nulls and constants: what a property and its items have in common.
    fn schema(&mut self, value: Value<'d, 'a>, path: Path<'_>) -> Option<Parts<'d, 'a>> {
        let mut trail = Vec::new();
        let parts = self.gather(value, path, &mut trail)?;
        let mut parts = self.flatten(parts, path, &mut trail)?;
        self.one_type(&mut parts, path)?;
        self.constant(&mut parts, path)?;
        self.string_enum(&mut parts, path)?;
        if parts.get("default").is_some_and(Part::is_null) {
            parts.remove("default");
            self.step(path, "dropped null default");
        }
        Some(parts)
    }

    /// `["string", "null"]` is `"string"`.
    fn one_type(&mut self, parts: &mut Parts<'d, 'a>, path: Path<'_>) -> Option<()> {
        let Some(Part::Given(types)) = parts.get("type") else { return Some(()) };
        if types.kind() != Kind::Array {
            return Some(());
        }
        let others: Vec<&str> = types.items().filter(|kind| !kind.is_str("null")).map(Value::raw).collect();
        let [only] = others.as_slice() else {
            let rule = "must be one type: ask for each kind of value under its own name";
            self.faults.push(path.name("type"), "union", rule);
            return None;
        };
        let (only, had_null) = ((*only).to_owned(), types.items().nth(1).is_some());
        parts.write("type", "type", only);
        if had_null {
            self.step(path, "dropped null type");
        }
        Some(())
    }

    /// Drops null from an `enum`, and says that the rest are strings.
    fn string_enum(&mut self, parts: &mut Parts<'d, 'a>, path: Path<'_>) -> Option<()> {
        let Some(Part::Given(list)) = parts.get("enum") else { return Some(()) };
        let list = *list;
        if list.kind() != Kind::Array {
            return Some(());
        }
        let options: Vec<Value<'d, 'a>> = list.items().filter(|item| !item.is_null()).collect();
        if options.iter().any(|option| option.kind() != Kind::String) {
            let rule = "options are strings: spell them as text, or ask for a number, an integer or a boolean";
            self.faults.push(path.name("enum"), "enum_type", rule);
            return None;
        }
        if options.len() < list.items().count() {
            let mut text = String::from("[");
            for option in options {
                if text.len() > 1 {
                    text.push(',');
                }
                text.push_str(option.raw());
            }
            text.push(']');
            parts.write("enum", "enum", text);
            self.step(path, "dropped null option");
        }
        parts.provide("type", "enum", "\"string\"");
        Some(())
    }

    /// A string `const` is an `enum` of one.
    fn constant(&mut self, parts: &mut Parts<'d, 'a>, path: Path<'_>) -> Option<()> {
        let Some(Part::Given(constant)) = parts.get("const") else { return Some(()) };
        let constant = *constant;
        let Some(text) = constant.as_str() else {
            if self.left_tick(parts, path) {
                return Some(());
            }
            let rule = match constant.kind() {
                Kind::Bool => "a box that must be ticked cannot be sent: ask for a boolean and check the answer",
                _ => "a fixed value is a string: ask for text, a number or a boolean and check the answer",
            };
            self.faults.push(path.name("const"), "const_type", rule);
            return None;
        };
        let fits = match parts.get("enum") {
            None => true,
            Some(Part::Given(list)) => list.items().any(|option| option.is_str(&text)),
            // The options of a union stand here already.
            Some(Part::Written(_)) => false,
        };
        if !fits || parts.get("oneOf").is_some() {
            self.faults.push(path.name("const"), "conflict", "must be one of the options, and the only list of them");
            return None;
        }
        let mut list = String::from("[");
        quote(&mut list, &text);
        list.push(']');
        parts.write("enum", "const", list);
        parts.remove("const");
        parts.provide("type", "enum", "\"string\"");
        Some(())
    }

    /// An exclusive bound of an integer is the inclusive one next to it.
    fn exclusive(&mut self, key: &'static str, inclusive: &'static str, parts: &mut Parts<'d, 'a>, path: Path<'_>) {
        let Some(bound) = parts.get(key).and_then(Part::number) else { return };
        let low = inclusive == "minimum";
        let mut bound = if low { bound.floor() + 1.0 } else { bound.ceil() - 1.0 };
        if let Some(own) = parts.get(inclusive).and_then(Part::number) {
            bound = if low { bound.max(own) } else { bound.min(own) };
            parts.remove(key);
        }
        parts.write(inclusive, key, json::ecmascript(bound));
        self.step(path, &format!("{key} -> {inclusive}"));
    }

    /// The ends of the safe integers bound nothing that is not bounded anyway.
    fn safe_bounds(&mut self, parts: &mut Parts<'d, 'a>, path: Path<'_>) {
        let mut dropped = false;
        for (key, end) in [("minimum", -json::MAX_SAFE), ("maximum", json::MAX_SAFE)] {
            if parts.get(key).and_then(Part::number).is_some_and(|bound| bound.to_bits() == end.to_bits()) {
                parts.remove(key);
                dropped = true;
            }
        }
        if dropped {
            self.step(path, "dropped safe-integer bound");
        }
    }

    fn number_format(&mut self, parts: &mut Parts<'d, 'a>, path: Path<'_>) {
        let known = parts.get("format").and_then(|part| NUMBER_FORMATS.iter().find(|known| part.is_str(known)));
        if let Some(known) = known {
            parts.remove("format");
            self.step(path, &format!("dropped format {known}"));
        }
    }

    /// A pattern beside a format goes when it is the library's own for that format; what marks a secret is refused.
    fn format(&mut self, name: &str, parts: &mut Parts<'d, 'a>, path: Path<'_>) {
        let is_password = parts.get("format").is_some_and(|format| format.is_str("password"));
        let write_only = matches!(parts.get("writeOnly"), Some(Part::Given(value)) if value.as_bool() == Some(true));
        if is_password || write_only {
            if self.options.allow_sensitive.iter().any(|allowed| allowed == name) {
                self.step(path, "dropped the mark of a secret");
            } else {
                let rule = "is marked as a secret, and a form must not ask for one: send the user to a page of yours by \
                            URL mode";
                let key = if is_password { "format" } else { "writeOnly" };
                self.faults.push(path.name(key), "sensitive", rule);
            }
            parts.remove("writeOnly");
            if is_password {
                parts.remove("format");
            }
        }
        let format = parts.get("format").and_then(Part::string).and_then(|name| Format::named(&name));
        let pattern = parts.get("pattern").and_then(Part::string);
        if let (Some(format), Some(pattern)) = (format, pattern)
            && patterns::is_own(format, &pattern, &self.options.own_patterns)
        {
            parts.remove("pattern");
            self.step(path, "dropped the library pattern of the format");
        }
    }

    /// `items` as the grammar has them: `{type, enum}`, or `{anyOf}` of titled options.
    fn items(&mut self, parts: &mut Parts<'d, 'a>, path: Path<'_>) -> Option<()> {
        let Some(Part::Given(value)) = parts.get("items") else { return Some(()) };
        let value = *value;
        if value.kind() != Kind::Object {
            return Some(());
        }
        let path = path.name("items");
        let items = self.schema(value, path)?;
        let titled = items.get("oneOf").is_some();
        let is_string = items.get("type").is_none_or(|kind| kind.is_str("string"));
        if !is_string || !titled && items.get("enum").is_none() {
            let rule = "only string options can be chosen from: a list of anything else cannot be asked for";
            self.faults.push(path, "items_not_options", rule);
            return None;
        }
        let mut text = String::from("{");
        for (key, part) in &items.list {
            let key = match key.as_ref() {
                "oneOf" => "anyOf",
                "type" if titled => continue,
                key => key,
            };
            member(&mut text, key);
            text.push_str(part.text());
        }
        text.push('}');
        self.spend(text.len())?;
        parts.write("items", "items", text);
        Some(())
    }
}
