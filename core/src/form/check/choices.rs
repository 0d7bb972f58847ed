//! Lists of options: plain, with legacy names, and titled.

use super::keywords::{annotation, text, unknown};
use super::{Context, write};
use crate::form::model::{Choices, owned, repeats};
use crate::form::path::Path;
use crate::json::{Kind, Value, quote};

impl Context<'_> {
    /// `enum`: strings.
    pub(super) fn plain_options(
        &mut self,
        value: Value<'_, '_>,
        path: Path<'_>,
        out: &mut String,
    ) -> Option<Vec<String>> {
        let values = self.strings(value, path, out)?;
        self.whole_list(&values, path);
        Some(values)
    }

    /// `enumNames`: as many strings; how many is compared when both lists are there.
    pub(super) fn strings(&mut self, value: Value<'_, '_>, path: Path<'_>, out: &mut String) -> Option<Vec<String>> {
        self.list(value, path)?;
        let before = self.faults.count();
        let mut values = Vec::new();
        out.push('[');
        for (at, item) in value.items().enumerate() {
            if item.kind() != Kind::String {
                self.faults.push(path.item(at), "type", "must be a string");
                continue;
            }
            if at > 0 {
                out.push(',');
            }
            let text = owned(item.as_str());
            quote(out, &text);
            values.push(text);
        }
        out.push(']');
        (self.faults.count() == before).then_some(values)
    }

    /// `oneOf` of a string and `anyOf` of items: `{const, title}` each.
    pub(super) fn titled_options(&mut self, value: Value<'_, '_>, path: Path<'_>, out: &mut String) -> Option<Choices> {
        self.list(value, path)?;
        let before = self.faults.count();
        let (mut values, mut titles) = (Vec::new(), Vec::new());
        out.push('[');
        for (at, item) in value.items().enumerate() {
            if at > 0 {
                out.push(',');
            }
            if let Some((value, title)) = self.titled_option(item, path.item(at), out) {
                values.push(value);
                titles.push(title);
            }
        }
        out.push(']');
        if self.faults.count() > before {
            return None;
        }
        self.whole_list(&values, path);
        Some(Choices::new(values, Some(titles)))
    }

    fn titled_option(&mut self, option: Value<'_, '_>, path: Path<'_>, out: &mut String) -> Option<(String, String)> {
        if option.kind() != Kind::Object {
            self.faults.push(path, "type", "must be an object with const and title");
            return None;
        }
        let (mut value, mut title) = (None, None);
        out.push('{');
        for (key, member) in option.members() {
            let key = key.as_unicode().unwrap_or("");
            let path = path.name(key);
            match key {
                "const" | "title" => {
                    text(member, path, self.faults);
                    let text = owned(member.as_str());
                    write(out, key, |out| quote(out, &text));
                    *(if key == "const" { &mut value } else { &mut title }) = Some(text);
                }
                "description" => text(member, path, self.faults),
                _ if annotation(key, member, path, self.faults) => {}
                _ => unknown(key, path, self.faults, "is not a keyword of an option"),
            }
        }
        out.push('}');
        for (key, found) in [("const", &value), ("title", &title)] {
            if found.is_none() {
                self.faults.push(path.name(key), "missing", "is required in a titled option");
            }
        }
        value.zip(title)
    }

    /// A list of no more options than the limit.
    fn list(&mut self, value: Value<'_, '_>, path: Path<'_>) -> Option<()> {
        if value.kind() != Kind::Array {
            self.faults.push(path, "type", "must be a list");
            return None;
        }
        let most = self.options.limits.options;
        if value.items().nth(most).is_some() {
            self.faults.push(path, "too_many_options", format!("must not have more than {most} options"));
            return None;
        }
        Some(())
    }

    /// Options are there, and none is there twice.
    fn whole_list(&mut self, values: &[String], path: Path<'_>) {
        if values.is_empty() {
            self.faults.push(path, "no_options", "must have at least one option");
        }
        for at in repeats(values) {
            self.faults.push(path.item(at), "duplicate_option", "must not repeat an earlier option");
        }
    }
}
