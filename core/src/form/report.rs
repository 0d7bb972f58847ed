//! All that can be said about a schema, for its author: whether it is a form, what is wrong, what goes over the wire,
//! and what the user sees.

use std::fmt::Write as _;

use super::lints::is_bidi_control;
use super::preview::shown;
use super::{Form, FormOptions};
use crate::json::{self, pretty, quote};
use crate::{Error, Issue};

/// What is found about one schema.
#[derive(Clone, Debug)]
pub struct Report {
    form: Result<Form, Error>,
    option: &'static str,
    /// It is a form only once it is normalised.
    narrowed: bool,
}

/// Looks at a schema given as JSON text: as it stands, and where that is no form, once it is normalised.
///
/// The options are those of [`Form::parse_with`]; `normalise` is tried of its own accord.
#[must_use]
pub fn report(schema_json: &str, options: &FormOptions) -> Report {
    let option = if options.host_model { "hostModel" } else { "normalise" };
    let plain = FormOptions { normalise: false, host_model: false, ..options.clone() };
    if let Ok(form) = Form::parse_with(schema_json, &plain) {
        return Report { form: Ok(form), option, narrowed: false };
    }
    let normalised = FormOptions { normalise: true, ..options.clone() };
    // What normalising cannot help either is what the author has to know.
    Report { form: Form::parse_with(schema_json, &normalised), option, narrowed: true }
}

impl Report {
    /// Is it a form?
    #[must_use]
    pub fn is_form(&self) -> bool {
        self.form.is_ok()
    }

    /// The report for programs: `{"form":…,"normalise":…,"issues":[…],"lints":[…],"steps":[…],"wire":…,"digest":…,
    /// "preview":…}`, the last three null where it is no form. `normalise` tells that a plain parse refuses it, and that
    /// the option `normalise` is needed.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut out = format!("{{\"form\":{},\"normalise\":{}", self.is_form(), self.is_form() && self.narrowed);
        let (issues, lints, steps): (&[Issue], &[Issue], &[String]) = match &self.form {
            Ok(form) => (&[], form.lints(), form.steps()),
            Err(error) => (error.issues(), &[], &[]),
        };
        let _ = write!(out, ",\"issues\":{},\"lints\":{}", Issue::list_to_json(issues), Issue::list_to_json(lints));
        out.push_str(",\"steps\":[");
        for (at, step) in steps.iter().enumerate() {
            out.push_str(if at > 0 { "," } else { "" });
            quote(&mut out, step);
        }
        out.push(']');
        match &self.form {
            Ok(form) => {
                let _ = write!(out, ",\"wire\":{},\"digest\":\"{}\",\"preview\":", form.wire(), form.digest_hex());
                quote(&mut out, &form.preview());
            }
            Err(_) => out.push_str(",\"wire\":null,\"digest\":null,\"preview\":null"),
        }
        out.push('}');
        out
    }

    /// The report for people, in plain text; `name` is what the schema is called. Nothing in it steers a terminal.
    #[must_use]
    pub fn to_text(&self, name: &str) -> String {
        let mut out = String::new();
        shown(name, &mut out);
        match &self.form {
            Err(error) => {
                let count = error.issues().len();
                let _ = writeln!(out, ": no form, {count} {}", if count == 1 { "fault" } else { "faults" });
                issues("Faults", error.issues(), &mut out);
            }
            Ok(form) => {
                out.push_str(if self.narrowed { ": a form, once it is normalised\n" } else { ": a form\n" });
                if self.narrowed {
                    let option = self.option;
                    let _ = write!(
                        out,
                        "\nAs it stands it is refused. What a library emits is normalised of its own accord; for JSON\n\
                         text and plain objects set the option {option}.\n",
                    );
                }
                list("Normalising changed", form.steps(), &mut out);
                issues("Worth a word", form.lints(), &mut out);
                let _ = writeln!(out, "\nOn the wire (digest {})\n\n{}", form.digest_hex(), laid_out(form.wire()));
                let _ = write!(out, "\nWhat the user sees\n\n{}", form.preview());
            }
        }
        out
    }
}

fn issues(heading: &str, issues: &[Issue], out: &mut String) {
    let line = |issue: &Issue| {
        let place = if issue.pointer.is_empty() { "the whole" } else { &issue.pointer };
        format!("{place} ({}): {}", issue.code, issue.message)
    };
    list(heading, &issues.iter().map(line).collect::<Vec<_>>(), out);
}

fn list(heading: &str, lines: &[String], out: &mut String) {
    if lines.is_empty() {
        return;
    }
    let _ = writeln!(out, "\n{heading}\n");
    for line in lines {
        out.push_str("  ");
        shown(line, out);
        out.push('\n');
    }
}

/// Canonical JSON for the eye, with what would steer a terminal written as escapes.
fn laid_out(wire: &str) -> String {
    let mut text = String::new();
    if let Ok(document) = json::parse(wire, wire.len(), 128) {
        pretty(document.root(), 0, &mut text);
    }
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        if is_bidi_control(character) || character.is_control() && character != '\n' {
            let _ = write!(out, "\\u{:04x}", u32::from(character));
        } else {
            out.push(character);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORM: &str = r#"{"type":"object","properties":{"ok":{"type":"boolean","title":"Sure?"}},"required":["ok"]}"#;

    #[test]
    fn a_form_as_it_stands() {
        let report = report(FORM, &FormOptions::default());
        assert!(report.is_form());
        let text = report.to_text("a.json");
        assert!(text.starts_with("a.json: a form\n\nOn the wire (digest "), "{text}");
        assert!(
            text.contains("\n      \"title\": \"Sure?\"\n") && text.ends_with("[ Accept ]  [ Decline ]  [ Cancel ]\n")
        );
        let json = report.to_json();
        assert!(json.starts_with(r#"{"form":true,"normalise":false,"issues":[],"lints":[],"steps":[],"wire":{"type""#));
        assert!(json::parse(&json, json.len(), 9).is_ok());
    }

    #[test]
    fn a_form_once_it_is_normalised() {
        let schema = r##"{"$ref":"#/$defs/F","$defs":{"F":{"type":"object","properties":{"a":{"const":"x"}}}}}"##;
        let report = report(schema, &FormOptions::default());
        let text = report.to_text("-");
        assert!(text.starts_with("-: a form, once it is normalised\n"), "{text}");
        assert!(text.contains("\nNormalising changed\n\n  /: inlined #/$defs/F\n"), "{text}");
        assert!(report.to_json().starts_with(r#"{"form":true,"normalise":true,"#));
    }

    #[test]
    fn steps_are_a_list_and_what_is_needed_is_told_whatever_was_asked_for() {
        let schema = r##"{"$ref":"#/$defs/F","$defs":{"F":{"type":"object","properties":{
            "a":{"const":"x"},"b":{"anyOf":[{"type":"string"},{"type":"null"}],"default":null},
            "c":{"type":"integer","exclusiveMinimum":0}}}}}"##;
        for asked in ["", r#"{"normalise":true}"#, r#"{"hostModel":true}"#] {
            let options = FormOptions::from_json(asked).unwrap();
            let needed: serde_json::Value = serde_json::from_str(&report(schema, &options).to_json()).unwrap();
            assert_eq!(needed["normalise"], true, "{asked}");
            let steps = needed["steps"].as_array().unwrap();
            assert!(steps.len() > 1 && steps.iter().all(serde_json::Value::is_string), "{steps:?}");
            let plain: serde_json::Value = serde_json::from_str(&report(FORM, &options).to_json()).unwrap();
            assert_eq!((&plain["normalise"], &plain["form"]), (&false.into(), &true.into()), "{asked}");
        }
    }

    #[test]
    fn no_form_and_every_fault() {
        let schema = r#"{"type":"object","properties":{"a":{"type":"string","maxlength":3},"b":{"type":"null"}}}"#;
        let report = report(schema, &FormOptions::default());
        assert!(!report.is_form());
        let text = report.to_text("a.json");
        assert!(
            text.starts_with("a.json: no form, 2 faults\n\nFaults\n\n  /properties/a/maxlength (unknown_keyword): ")
        );
        assert!(report.to_json().ends_with(r#","wire":null,"digest":null,"preview":null}"#));
    }

    #[test]
    fn nothing_steers_the_terminal() {
        let schema = "{\"type\":\"object\",\"properties\":{\"a\u{202e}\":{\"type\":\"boolean\",\"title\":\"\u{9b}31m\"},\
                      \"\\u001b[31m\":{\"type\":\"null\"}}}";
        let text = report(schema, &FormOptions::default()).to_text("\u{1b}[31m");
        assert!(text.chars().all(|character| character == '\n' || !character.is_control()), "{text:?}");
        let schema =
            "{\"type\":\"object\",\"properties\":{\"a\u{202e}\":{\"type\":\"boolean\",\"title\":\"\u{9b}31m\"}}}";
        let text = report(schema, &FormOptions::default()).to_text("x");
        assert!(text.contains(r#""a\u202e": {"#) && text.contains(r#""\u009b31m""#), "{text}");
        assert!(!text.contains(is_bidi_control) && !text.contains('\u{9b}'));
    }
}
