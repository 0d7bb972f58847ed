//! A form as its user would meet it, in plain text: what an author sees before anyone is asked.

use std::fmt::Write as _;

use super::formats::Format;
use super::lints::is_bidi_control;
use super::model::{Choices, Constraint, Counts, Field, Fields};
use crate::json;

/// Options shown of one list.
const SHOWN: usize = 20;

/// The whole form: each property with its label, its rule in words, and its control.
pub(super) fn preview(fields: &Fields) -> String {
    let mut out = String::new();
    for field in fields.iter() {
        property(field, &mut out);
        out.push('\n');
    }
    if fields.iter().any(|field| field.required) {
        out.push_str("* must be filled in\n\n");
    }
    out.push_str("[ Accept ]  [ Decline ]  [ Cancel ]\n");
    out
}

fn property(field: &Field, out: &mut String) {
    shown(field.title.as_deref().filter(|title| !title.is_empty()).unwrap_or(&field.name), out);
    out.push_str(if field.required { " *" } else { "" });
    let rule = rule(&field.constraint);
    if rule.is_empty() {
        out.push('\n');
    } else {
        line(out, format_args!("   ({rule})"));
    }
    if let Some(description) = &field.description {
        out.push_str("  ");
        shown(description, out);
        out.push('\n');
    }
    control(&field.constraint, field.default.as_deref(), out);
}

/// The rule in words, for the people who read the label.
fn rule(constraint: &Constraint) -> String {
    match constraint {
        Constraint::Text { lengths, format } => {
            let kind = match format {
                None => "text",
                Some(Format::Email) => "e-mail address",
                Some(Format::Uri) => "URI",
                Some(Format::Date) => "date",
                Some(Format::DateTime) => "date and time",
            };
            kind.to_owned() + &range(*lengths, "characters")
        }
        Constraint::Choice(_) => "choose one".to_owned(),
        Constraint::Number { minimum, maximum } => {
            let text = |bound: Option<f64>| bound.map(json::ecmascript);
            "number".to_owned() + &between(text(*minimum), text(*maximum))
        }
        Constraint::Integer { minimum, maximum } => {
            let text = |bound: Option<i64>| bound.map(|bound| bound.to_string());
            "whole number".to_owned() + &between(text(*minimum), text(*maximum))
        }
        Constraint::Boolean => String::new(),
        Constraint::Multiple { items, .. } => "choose any".to_owned() + &range(*items, "of them"),
    }
}

fn range(counts: Counts, unit: &str) -> String {
    let words = match (counts.least.filter(|least| *least > 0), counts.most) {
        (None, None) => return String::new(),
        (Some(least), Some(most)) if least == most => format!("{least}"),
        (least, most) => return between(least.map(|n| n.to_string()), most.map(|n| n.to_string())) + " " + unit,
    };
    format!(", {words} {unit}")
}

fn between(low: Option<String>, high: Option<String>) -> String {
    match (low, high) {
        (None, None) => String::new(),
        (Some(low), None) => format!(", at least {low}"),
        (None, Some(high)) => format!(", at most {high}"),
        (Some(low), Some(high)) => format!(", {low} to {high}"),
    }
}

fn control(constraint: &Constraint, default: Option<&str>, out: &mut String) {
    match constraint {
        Constraint::Text { .. } | Constraint::Number { .. } | Constraint::Integer { .. } => {
            let text = default.map(plain).unwrap_or_default();
            out.push_str("  [ ");
            shown(&text, out);
            line(out, format_args!("{} ]", " ".repeat(30_usize.saturating_sub(text.chars().count()))));
        }
        Constraint::Boolean => {
            line(out, format_args!("  [{}] yes", if default == Some("true") { 'x' } else { ' ' }));
        }
        Constraint::Choice(choices) => {
            let chosen: Vec<String> = default.map(plain).into_iter().collect();
            options(choices, &chosen, ('(', ')', 'o'), out);
        }
        Constraint::Multiple { choices, .. } => options(choices, &list(default), ('[', ']', 'x'), out),
    }
}

fn options(choices: &Choices, chosen: &[String], (open, close, mark): (char, char, char), out: &mut String) {
    for (at, value) in choices.values.iter().enumerate().take(SHOWN) {
        let title = choices.titles.as_ref().and_then(|titles| titles.get(at)).filter(|title| !title.is_empty());
        let mark = if chosen.contains(value) { mark } else { ' ' };
        let _ = write!(out, "  {open}{mark}{close} ");
        shown(title.unwrap_or(value), out);
        out.push('\n');
    }
    if let Some(more) = choices.values.len().checked_sub(SHOWN).filter(|more| *more > 0) {
        line(out, format_args!("  … and {more} more"));
    }
}

/// A default's canonical text as a person would type it.
fn plain(canonical: &str) -> String {
    let document = json::parse(canonical, canonical.len(), 1);
    let text = document.as_ref().ok().and_then(|document| document.root().as_str());
    text.map_or_else(|| canonical.to_owned(), std::borrow::Cow::into_owned)
}

fn list(canonical: Option<&str>) -> Vec<String> {
    let document = canonical.and_then(|text| json::parse(text, text.len(), 1).ok());
    let items = |document: &json::Document<'_>| {
        document.root().items().filter_map(|item| item.as_str().map(std::borrow::Cow::into_owned)).collect()
    };
    document.as_ref().map(items).unwrap_or_default()
}

fn line(out: &mut String, text: std::fmt::Arguments<'_>) {
    // Writing to a String cannot fail.
    let _ = writeln!(out, "{text}");
}

/// Text of the author's on one line, without what would steer a terminal or turn the direction of what follows.
pub(super) fn shown(text: &str, out: &mut String) {
    let safe =
        |character: char| if character.is_control() || is_bidi_control(character) { '\u{FFFD}' } else { character };
    out.extend(text.chars().map(safe));
}

#[cfg(test)]
mod tests {
    use super::SHOWN;
    use crate::form::Form;

    #[test]
    fn every_kind_of_property_is_shown() {
        let form = Form::parse(
            r#"{"type":"object","properties":{
            "name":{"type":"string","title":"Full name","description":"As in your passport","minLength":1,"maxLength":80},
            "mail":{"type":"string","format":"email","default":"ada@example.com"},
            "code":{"type":"string","minLength":4,"maxLength":4},
            "age":{"type":"integer","minimum":18},
            "height":{"type":"number","maximum":2.5,"default":1.75},
            "news":{"type":"boolean","title":"Send me news","default":true},
            "plan":{"type":"string","oneOf":[{"const":"f","title":"Free"},{"const":"p","title":""}],"default":"f"},
            "days":{"type":"array","items":{"type":"string","enum":["mo","tu"]},"minItems":1,"default":["tu"]}
            },"required":["name","age"]}"#,
            "",
        )
        .unwrap();
        let wanted = "\
Full name *   (text, 1 to 80 characters)
  As in your passport
  [                                ]

mail   (e-mail address)
  [ ada@example.com                ]

code   (text, 4 characters)
  [                                ]

age *   (whole number, at least 18)
  [                                ]

height   (number, at most 2.5)
  [ 1.75                           ]

Send me news
  [x] yes

plan   (choose one)
  (o) Free
  ( ) p

days   (choose any, at least 1 of them)
  [ ] mo
  [x] tu

* must be filled in

[ Accept ]  [ Decline ]  [ Cancel ]
";
        assert_eq!(form.preview(), wanted);
    }

    #[test]
    fn what_says_nothing_is_not_shown() {
        let options: Vec<String> = (0..SHOWN).map(|at| format!("\"o{at}\"")).collect();
        let schema = format!(
            r#"{{"type":"object","properties":{{"a":{{"type":"string","minLength":0,"title":"A"}},
            "b":{{"type":"string","enum":[{}]}}}}}}"#,
            options.join(",")
        );
        let preview = Form::parse(&schema, "").unwrap().preview();
        assert!(preview.starts_with("A   (text)\n"), "{preview}");
        assert!(preview.contains("( ) o19\n") && !preview.contains('…'), "{preview}");
    }

    #[test]
    fn nothing_steers_the_terminal_and_long_lists_end() {
        let options: Vec<String> = (0..25).map(|at| format!("\"o{at}\"")).collect();
        let schema = format!(
            r#"{{"type":"object","properties":{{"a":{{"type":"string","title":"\u001b[31mred\u202e\n","enum":[{}]}}}}}}"#,
            options.join(",")
        );
        let preview = Form::parse(&schema, "").unwrap().preview();
        assert!(preview.starts_with("\u{FFFD}[31mred\u{FFFD}\u{FFFD}   (choose one)\n"), "{preview}");
        assert!(preview.contains("( ) o19\n  … and 5 more\n") && !preview.contains("o20"));
    }
}
