//! What is allowed and still worth a word: lints never refuse a form.

use super::model::{Choices, Constraint, Field, Fields, repeats};
use super::path::{Faults, Path};
use crate::Issue;
use crate::json::Value;

/// Lints in the order they were found.
#[derive(Default)]
pub(super) struct Lints(Faults);

impl Lints {
    fn push(&mut self, path: Path<'_>, code: &'static str, message: &str) {
        self.0.push(path, code, message);
    }

    pub(super) fn into_issues(self) -> Vec<Issue> {
        self.0.into_issues()
    }
}

/// Lints about a property by itself.
pub(super) fn property(field: &Field, schema: Value<'_, '_>, path: Path<'_>, enum_names: bool, lints: &mut Lints) {
    if has_bidi_control(&field.name) {
        lints.push(path, "bidi", "the name holds a control that turns the direction of text");
    }
    for (key, text) in [("title", &field.title), ("description", &field.description)] {
        if let Some(text) = text {
            shown(text, path.name(key), lints);
        }
    }
    if enum_names {
        lints.push(path.name("enumNames"), "enum_names", "is deprecated: use oneOf with const and title");
    }
    if schema.get("writeOnly").and_then(Value::as_bool) == Some(true) {
        lints.push(
            path.name("writeOnly"),
            "write_only",
            "marks secrets, and forms must not ask for them; it is not sent",
        );
    }
    let (choices, key) = match &field.constraint {
        Constraint::Choice(choices) => (Some(choices), if enum_names { "enumNames" } else { "oneOf" }),
        Constraint::Multiple { choices, items } => {
            if items.most == Some(0) {
                lints.push(path.name("maxItems"), "max_items_zero", "allows no choice but the empty one");
            }
            (Some(choices), "items")
        }
        _ => (None, ""),
    };
    if let Some(Choices { titles: Some(titles), .. }) = choices {
        let list = path.name(key);
        let list = if key == "items" { list.name("anyOf") } else { list };
        option_titles(titles, list, lints);
    }
}

/// Lints about the properties together.
pub(super) fn form(fields: &Fields, lints: &mut Lints) {
    let root = Path::ROOT;
    let path = root.name("properties");
    if fields.len() == 0 {
        lints.push(path, "empty_form", "some clients show nothing to press: prefer one boolean property");
    }
    let titled: Vec<(&str, &str)> =
        fields.iter().filter_map(|field| Some((field.name.as_str(), field.title.as_deref()?))).collect();
    for at in repeats(&titled.iter().map(|(_, title)| *title).collect::<Vec<_>>()) {
        if let Some((name, _)) = titled.get(at) {
            lints.push(path.name(name).name("title"), "repeated_title", "repeats another property's title");
        }
    }
}

fn option_titles(titles: &[String], list: Path<'_>, lints: &mut Lints) {
    for (at, title) in titles.iter().enumerate() {
        shown(title, list.item(at), lints);
    }
    for at in repeats(titles) {
        lints.push(list.item(at), "repeated_title", "repeats another option's title");
    }
}

/// A text that the user is shown.
fn shown(text: &str, path: Path<'_>, lints: &mut Lints) {
    if has_url(text) {
        lints.push(path, "url", "holds a URL, and form fields should not: use URL mode");
    }
    if has_bidi_control(text) {
        lints.push(path, "bidi", "holds a control that turns the direction of text");
    }
}

/// Does a text that is shown hold a URL?
pub(crate) fn has_url(text: &str) -> bool {
    text.contains("://") || text.contains("www.")
}

pub(crate) fn has_bidi_control(text: &str) -> bool {
    !text.is_ascii() && text.contains(is_bidi_control)
}

/// The explicit directional controls: marks, embeddings, overrides and isolates.
pub(super) fn is_bidi_control(character: char) -> bool {
    matches!(character, '\u{061C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use crate::form::Form;

    fn lints(properties: &str) -> String {
        let form = Form::parse(&format!(r#"{{"type":"object","properties":{{{properties}}}}}"#), "").unwrap();
        let one = |issue: &crate::Issue| format!("{} {}", issue.pointer, issue.code);
        form.lints().iter().map(one).collect::<Vec<_>>().join(", ")
    }

    #[test]
    fn ordinary_forms_have_none() {
        assert_eq!(lints(r#""a":{"type":"string","title":"Name","description":"Ω – http or ftp, at 5:30"}"#), "");
    }

    #[test]
    fn each_is_found_where_it_is() {
        for (properties, wanted) in [
            ("", "/properties empty_form"),
            (
                r#""a":{"type":"string","title":"see https://a.de","description":"or www.a.de"}"#,
                "/properties/a/title url, /properties/a/description url",
            ),
            (
                r#""\u202ea":{"type":"string","title":"\u2066b"}"#,
                "/properties/\u{202E}a bidi, /properties/\u{202E}a/title bidi",
            ),
            (
                r#""a":{"type":"boolean","title":"T"},"b":{"type":"boolean","title":"T"}"#,
                "/properties/b/title repeated_title",
            ),
            (
                r#""a":{"type":"string","enum":["a","b"],"enumNames":["A","A"]}"#,
                "/properties/a/enumNames enum_names, /properties/a/enumNames/1 repeated_title",
            ),
            (
                r#""a":{"type":"string","oneOf":[{"const":"a","title":"A"},{"const":"b","title":"A"}]}"#,
                "/properties/a/oneOf/1 repeated_title",
            ),
            (
                r#""a":{"type":"array","items":{"anyOf":[{"const":"a","title":"x://y"}]},"maxItems":0}"#,
                "/properties/a/maxItems max_items_zero, /properties/a/items/anyOf/0 url",
            ),
            (r#""a":{"type":"string","writeOnly":true}"#, "/properties/a/writeOnly write_only"),
        ] {
            assert_eq!(lints(properties), wanted);
        }
    }
}
