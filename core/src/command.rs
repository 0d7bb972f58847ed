//! The command `mrtr check`, for authors of forms, without its I/O: a binding reads the file that is asked for, prints
//! what it is given, and leaves with the code it is told.

use crate::FormOptions;
use crate::form::report;
use crate::json::quote;

const USAGE: &str = "\
usage: mrtr check FILE [--json] [--host-model] [--allow-sensitive NAME]...

Looks at the JSON Schema of a form in FILE (- for standard input): what is wrong with it, what normalising changes,
what goes over the wire, and what the user sees.

  --json                   the report as one line of JSON
  --host-model             what no form can say (pattern, multipleOf, if ...) is left to a model of the host's
  --allow-sensitive NAME   a property of this name may ask for what looks like a secret; may be repeated
  --help                   this text
  --version                the version

Exit codes: 0 it is a form; 1 it is none; 2 the command cannot be carried out.
";

/// What the binding has read so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input<'a> {
    /// Nothing yet.
    Unread,
    /// The file's bytes.
    Bytes(&'a [u8]),
    /// The file cannot be read.
    Unreadable,
}

/// What the binding has to do next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Read this file (`-` is the standard input), and run the command again with what it holds.
    Read(String),
    /// Print the first on the standard output and the second on the standard error stream, and leave with the code.
    Done(String, String, u8),
}

impl Step {
    /// `{"read":…}` or `{"out":…,"err":…,"exit":…}`.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut text = String::new();
        match self {
            Step::Read(file) => {
                text.push_str("{\"read\":");
                quote(&mut text, file);
            }
            Step::Done(out, err, exit) => {
                text.push_str("{\"out\":");
                quote(&mut text, out);
                text.push_str(",\"err\":");
                quote(&mut text, err);
                text.push_str(",\"exit\":");
                text.push_str(&exit.to_string());
            }
        }
        text.push('}');
        text
    }
}

/// Runs the command with the arguments that follow the program's name.
#[must_use]
pub fn run(arguments: &[&str], input: Input<'_>) -> Step {
    let said = |text: String| Step::Done(text, String::new(), 0);
    match arguments {
        ["--version" | "-V"] => return said(format!("mrtr {}\n", env!("CARGO_PKG_VERSION"))),
        _ if arguments.iter().any(|one| matches!(*one, "--help" | "-h")) => return said(USAGE.to_owned()),
        _ => {}
    }
    let wrong = |what: &str| Step::Done(String::new(), format!("mrtr: {what}\n\n{USAGE}"), 2);
    let check = match arguments {
        [] => return wrong("a command is missing"),
        ["check", rest @ ..] => match Check::read(rest) {
            Ok(check) => check,
            Err(what) => return wrong(what),
        },
        _ => return wrong("the only command is check"),
    };
    let failed = |what: &str| Step::Done(String::new(), format!("mrtr: {what}\n"), 2);
    match input {
        Input::Unread => Step::Read(check.file),
        Input::Unreadable => failed("the file cannot be read"),
        Input::Bytes(bytes) if bytes.starts_with(b"\xEF\xBB\xBF") => failed("the file begins with a byte order mark"),
        Input::Bytes(bytes) => match std::str::from_utf8(bytes) {
            Ok(text) => check.report(text),
            Err(_) => failed("the file is not UTF-8"),
        },
    }
}

struct Check {
    file: String,
    as_json: bool,
    options: FormOptions,
}

impl Check {
    fn read(arguments: &[&str]) -> Result<Check, &'static str> {
        let mut files = Vec::new();
        let (mut as_json, mut options) = (false, FormOptions::default());
        let mut rest = arguments.iter().copied();
        while let Some(one) = rest.next() {
            match one {
                "--json" => as_json = true,
                "--host-model" => options.host_model = true,
                "--allow-sensitive" => {
                    let name = rest.next().ok_or("--allow-sensitive needs the name of a property")?;
                    options.allow_sensitive.push(name.to_owned());
                }
                _ if one.starts_with('-') && one != "-" => return Err("unknown option"),
                file => files.push(file.to_owned()),
            }
        }
        match <[String; 1]>::try_from(files) {
            Ok([file]) => Ok(Check { file, as_json, options }),
            Err(_) => Err("exactly one file is needed"),
        }
    }

    fn report(&self, schema: &str) -> Step {
        let report = report(schema, &self.options);
        let name = if self.file == "-" { "standard input" } else { &self.file };
        let out = if self.as_json { report.to_json() + "\n" } else { report.to_text(name) };
        Step::Done(out, String::new(), u8::from(!report.is_form()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORM: &[u8] = br#"{"type":"object","properties":{"ok":{"type":"boolean"}}}"#;

    fn exit(arguments: &[&str], input: Input<'_>) -> u8 {
        match run(arguments, input) {
            Step::Done(out, err, exit) => {
                assert_eq!(err.is_empty(), exit != 2, "{err}");
                assert_eq!(out.is_empty(), exit == 2, "{out}");
                exit
            }
            Step::Read(file) => panic!("asks for {file}"),
        }
    }

    #[test]
    fn the_file_is_asked_for_and_then_looked_at() {
        for arguments in [&["check", "f.json"][..], &["check", "--json", "f.json"], &["check", "f.json", "--json"]] {
            assert_eq!(run(arguments, Input::Unread), Step::Read("f.json".to_owned()));
            assert_eq!(exit(arguments, Input::Bytes(FORM)), 0);
            assert_eq!(exit(arguments, Input::Bytes(b"{}")), 1);
            assert_eq!(exit(arguments, Input::Unreadable), 2);
        }
        assert_eq!(run(&["check", "-"], Input::Unread).to_json(), r#"{"read":"-"}"#);
        assert!(run(&["check", "-"], Input::Bytes(FORM)).to_json().starts_with(r#"{"out":"standard input: a form\n"#));
        assert_eq!(exit(&["check", "f"], Input::Bytes(b"\xFF")), 2);
        assert_eq!(exit(&["check", "f"], Input::Bytes(b"\xEF\xBB\xBF{}")), 2);
    }

    #[test]
    fn a_model_of_the_hosts_takes_what_no_form_can_say() {
        let schema = br#"{"type":"object","properties":{"zip":{"type":"string","pattern":"^[0-9]{5}$"}}}"#;
        assert_eq!(exit(&["check", "f"], Input::Bytes(schema)), 1);
        assert_eq!(exit(&["check", "f", "--host-model"], Input::Bytes(schema)), 0);
    }

    #[test]
    fn sensitive_names_are_allowed_one_by_one() {
        let schema = br#"{"type":"object","properties":{"password":{"type":"string"},"apiKey":{"type":"string"}}}"#;
        let allow = ["check", "f", "--allow-sensitive", "password", "--allow-sensitive", "apiKey"];
        assert_eq!(exit(&allow, Input::Bytes(schema)), 0);
        assert_eq!(exit(allow.get(..4).unwrap(), Input::Bytes(schema)), 1);
    }

    #[test]
    fn help_and_wrong_use() {
        for arguments in [&["--help"][..], &["check", "-h"], &["--version"], &["-V"]] {
            assert_eq!(exit(arguments, Input::Unread), 0);
        }
        for arguments in [
            &[][..],
            &["form.json"],
            &["check"],
            &["check", "a", "b"],
            &["check", "a", "-"],
            &["check", "a", "--yaml"],
            &["check", "a", "--allow-sensitive"],
        ] {
            assert_eq!(exit(arguments, Input::Unread), 2, "{arguments:?}");
        }
    }
}
