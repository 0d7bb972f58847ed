//! One property: the keywords that its type has and nothing else, constraints that something satisfies, a default
//! that fits.

use super::keywords::{annotation, bound, count, text, unknown};
use super::{Context, satisfiable, write};
use crate::form::formats::Format;
use crate::form::model::{Choices, Constraint, Counts, Field, owned};
use crate::form::path::Path;
use crate::form::{accept, lints, sensitive};
use crate::json::{self, Kind, Value, quote};

/// The types that a property may have.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Type {
    String,
    Number,
    Integer,
    Boolean,
    Array,
}

/// What has been read of a property so far.
#[derive(Default)]
pub(super) struct Draft<'d, 'a> {
    title: Option<String>,
    description: Option<String>,
    /// The default, and where in the wire its canonical text belongs.
    default: Option<(Value<'d, 'a>, usize)>,
    pub(super) counts: Counts,
    pub(super) format: Option<Format>,
    pub(super) minimum: Option<f64>,
    pub(super) maximum: Option<f64>,
    pub(super) plain: Option<Vec<String>>,
    pub(super) names: Option<Vec<String>>,
    pub(super) titled: Option<Choices>,
    /// A string's option list is there, well or badly written.
    has_options: bool,
}

impl Context<'_> {
    /// Checks a property and writes its canonical text.
    pub(super) fn property(
        &mut self,
        name: &str,
        value: Value<'_, '_>,
        path: Path<'_>,
        out: &mut String,
    ) -> Option<Field> {
        if value.kind() != Kind::Object {
            self.faults.push(path, "type", "must be an object");
            return None;
        }
        let before = self.faults.count();
        let kind = self.kind(value, path);
        let mut draft = Draft::default();
        out.push('{');
        for (key, member) in value.members() {
            let key = key.as_unicode().unwrap_or("");
            self.member(key, member, kind, path.name(key), &mut draft, out);
        }
        out.push('}');
        let kind = kind?;
        if kind == Type::Array && value.get("items").is_none() {
            self.faults.push(path.name("items"), "missing", "is required in an array; it lists the options");
        }
        self.beside_options(value, path, &draft);
        let constraint = if self.faults.count() == before {
            satisfiable::constraint(kind, &mut draft, path, self.faults)
        } else {
            None
        };
        if kind == Type::String
            && !draft.has_options
            && !self.options.allow_sensitive.iter().any(|allowed| allowed == name)
        {
            sensitive::check(name, draft.title.as_deref(), path, self.faults);
        }
        let constraint = constraint?;
        let default = self.default(&constraint, draft.default, path, out);
        let field = Field {
            name: name.to_owned(),
            title: draft.title,
            description: draft.description,
            required: false,
            default,
            constraint,
        };
        lints::property(&field, value, path, draft.names.is_some(), &mut self.lints);
        Some(field)
    }

    fn kind(&mut self, value: Value<'_, '_>, path: Path<'_>) -> Option<Type> {
        const RULE: &str = "must be one of string, number, integer, boolean and array";
        let Some(name) = value.get("type") else {
            self.faults.push(path.name("type"), "missing", format!("is required; it {RULE}"));
            return None;
        };
        let kind = match name.as_str().as_deref() {
            Some("string") => Type::String,
            Some("number") => Type::Number,
            Some("integer") => Type::Integer,
            Some("boolean") => Type::Boolean,
            Some("array") => Type::Array,
            Some("object") => {
                let rule = "must not be object: a form is flat, and asks for each part under its own name";
                self.faults.push(path.name("type"), "unsupported_type", rule);
                return None;
            }
            _ => {
                self.faults.push(path.name("type"), "unsupported_type", RULE);
                return None;
            }
        };
        Some(kind)
    }

    fn member<'d, 'a>(
        &mut self,
        key: &str,
        value: Value<'d, 'a>,
        kind: Option<Type>,
        path: Path<'_>,
        draft: &mut Draft<'d, 'a>,
        out: &mut String,
    ) {
        match (key, kind) {
            ("type", _) => write(out, key, |out| out.push_str(value.raw())),
            ("title" | "description", _) => {
                text(value, path, self.faults);
                let text = owned(value.as_str());
                write(out, key, |out| quote(out, &text));
                *(if key == "title" { &mut draft.title } else { &mut draft.description }) = Some(text);
            }
            ("default", _) => write(out, key, |out| draft.default = Some((value, out.len()))),
            ("minLength", Some(Type::String)) | ("minItems", Some(Type::Array)) => {
                draft.counts.least = count(value, path, self.faults);
                write_count(out, key, draft.counts.least);
            }
            ("maxLength", Some(Type::String)) | ("maxItems", Some(Type::Array)) => {
                draft.counts.most = count(value, path, self.faults);
                write_count(out, key, draft.counts.most);
            }
            ("format", Some(Type::String)) => {
                draft.format = value.as_str().and_then(|name| Format::named(&name));
                match draft.format {
                    Some(format) => write(out, key, |out| quote(out, format.name())),
                    None => self.faults.push(path, "format", "must be email, uri, date or date-time; anything else is plain text, and checked when the answer is there"),
                }
            }
            ("enum", Some(Type::String)) => {
                draft.has_options = true;
                write(out, key, |out| draft.plain = self.plain_options(value, path, out));
            }
            ("enumNames", Some(Type::String)) => {
                write(out, key, |out| draft.names = self.strings(value, path, out));
            }
            ("oneOf", Some(Type::String)) => {
                draft.has_options = true;
                write(out, key, |out| draft.titled = self.titled_options(value, path, out));
            }
            ("minimum", Some(Type::Number | Type::Integer)) => {
                draft.minimum = bound(value, path, self.faults);
                write_bound(out, key, draft.minimum, kind == Some(Type::Integer));
            }
            ("maximum", Some(Type::Number | Type::Integer)) => {
                draft.maximum = bound(value, path, self.faults);
                write_bound(out, key, draft.maximum, kind == Some(Type::Integer));
            }
            ("items", Some(Type::Array)) => write(out, key, |out| self.items(value, path, draft, out)),
            _ if annotation(key, value, path, self.faults) => {}
            // Without a type it is not known which keywords belong; the type is the fault.
            (
                "minLength" | "maxLength" | "format" | "enum" | "enumNames" | "minimum" | "maximum" | "items"
                | "minItems" | "maxItems",
                None,
            ) => {}
            _ => unknown(key, path, self.faults, "is not a keyword of this type of property"),
        }
    }

    /// `items`: `{type: "string", enum}` or `{anyOf: [{const, title}]}`.
    fn items(&mut self, items: Value<'_, '_>, path: Path<'_>, draft: &mut Draft<'_, '_>, out: &mut String) {
        if items.kind() != Kind::Object {
            self.faults.push(path, "type", "must be an object with type and enum, or with anyOf");
            return;
        }
        let titled = items.get("anyOf").is_some();
        out.push('{');
        for (key, value) in items.members() {
            let key = key.as_unicode().unwrap_or("");
            let path = path.name(key);
            match key {
                "anyOf" => write(out, key, |out| draft.titled = self.titled_options(value, path, out)),
                "type" if !titled => {
                    if !value.is_str("string") {
                        self.faults.push(path, "unsupported_type", "must be \"string\": options are strings");
                    }
                    write(out, key, |out| out.push_str("\"string\""));
                }
                "enum" if !titled => write(out, key, |out| draft.plain = self.plain_options(value, path, out)),
                "title" | "description" => text(value, path, self.faults),
                _ if annotation(key, value, path, self.faults) => {}
                _ if titled => unknown(key, path, self.faults, "is not a keyword beside anyOf"),
                _ => unknown(key, path, self.faults, "is not a keyword of items"),
            }
        }
        out.push('}');
        if !titled {
            if items.get("type").is_none() {
                self.faults.push(path.name("type"), "missing", "is required beside enum; it must be \"string\"");
            }
            if items.get("enum").is_none() {
                let rule = "is required: only options can be chosen from, a list of free text cannot be asked for";
                self.faults.push(path.name("enum"), "missing", rule);
            }
        }
    }

    /// Nothing that constrains goes beside an option list, and no list beside another.
    fn beside_options(&mut self, value: Value<'_, '_>, path: Path<'_>, draft: &Draft<'_, '_>) {
        if !draft.has_options {
            if draft.names.is_some() {
                self.faults.push(path.name("enumNames"), "unknown_keyword", "goes only beside enum");
            }
            return;
        }
        for key in ["minLength", "maxLength", "format"] {
            if value.get(key).is_some() {
                self.faults.push(path.name(key), "unknown_keyword", "does not go beside options");
            }
        }
        let titled = value.get("oneOf").is_some();
        if titled && value.get("enum").is_some() {
            self.faults.push(path.name("oneOf"), "unknown_keyword", "does not go beside enum: one list of options");
        }
        if titled && value.get("enumNames").is_some() {
            self.faults.push(path.name("enumNames"), "unknown_keyword", "does not go beside oneOf, which has titles");
        }
        if let (Some(values), Some(names)) = (&draft.plain, &draft.names)
            && values.len() != names.len()
        {
            self.faults.push(path.name("enumNames"), "names_length", "must have as many names as enum has options");
        }
    }

    /// The canonical text of the default, put into the wire at its place.
    fn default(
        &mut self,
        constraint: &Constraint,
        default: Option<(Value<'_, '_>, usize)>,
        path: Path<'_>,
        out: &mut String,
    ) -> Option<String> {
        let (value, at) = default?;
        let mut canonical = String::new();
        accept::check(constraint, value, path.name("default"), self.faults, &mut canonical);
        out.insert_str(at, &canonical);
        Some(canonical)
    }
}

fn write_count(out: &mut String, key: &str, count: Option<u32>) {
    if let Some(count) = count {
        write(out, key, |out| accept::write_number(out, f64::from(count)));
    }
}

/// A number's bound as it is; an integer's rounded inward, and not at all where it says nothing about safe integers.
fn write_bound(out: &mut String, key: &str, bound: Option<f64>, integer: bool) {
    let Some(mut bound) = bound else { return };
    if integer {
        bound = if key == "minimum" { bound.ceil() } else { bound.floor() };
        if json::safe_integer(bound).is_none() {
            return;
        }
    }
    write(out, key, |out| accept::write_number(out, bound));
}
