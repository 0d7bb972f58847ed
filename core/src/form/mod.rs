//! Forms: the restricted schema of a question, and the content that answers it.

mod accept;
mod affirm;
mod check;
mod defaults;
mod digest;
mod formats;
#[cfg(feature = "jsonschema")]
mod host;
mod kept;
mod lints;
mod model;
mod normalise;
mod older;
mod options;
mod path;
mod preview;
mod report;
mod sensitive;

use std::fmt::{self, Write as _};
use std::sync::{Arc, OnceLock};

use crate::json;
use crate::{Error, ErrorCode, Issue, Revision};
#[cfg(feature = "jsonschema")]
pub use host::HostModel;
pub(crate) use lints::{has_bidi_control, has_url};
use model::Fields;
pub use options::{FormOptions, Limits};
use path::{Faults, scan_issue};
pub use report::{Report, report};

/// A checked form: what may be asked, and what may be answered. Cheap to clone; check once and keep it.
///
/// ```
/// use mrtr::{Acceptance, Form};
///
/// let form = Form::parse(
///     r#"{"type": "object", "properties": {"age": {"type": "integer", "minimum": 18.0}}, "required": ["age"]}"#,
///     "",
/// )?;
/// assert_eq!(
///     form.wire(),
///     r#"{"type":"object","properties":{"age":{"type":"integer","minimum":18}},"required":["age"]}"#
/// );
/// assert_eq!(form.accept(r#"{"age": 36.0, "more": "dropped"}"#), Acceptance::Accepted(r#"{"age":36}"#.to_owned()));
/// assert!(matches!(form.accept(r#"{"age": "36"}"#), Acceptance::Invalid(issues) if issues[0].pointer == "/age"));
/// # Ok::<(), mrtr::Error>(())
/// ```
#[derive(Clone)]
pub struct Form(Arc<Inner>);

struct Inner {
    wire: String,
    fields: Fields,
    digest: OnceLock<[u8; 6]>,
    lints: Vec<Issue>,
    steps: Vec<String>,
    null_as_absent: bool,
    limits: Limits,
}

/// What a content is found to be.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub enum Acceptance {
    /// The canonical content as JSON text: schema order, declared names only, integral numbers as integers.
    Accepted(String),
    /// Every fault.
    Invalid(Vec<Issue>),
}

impl Acceptance {
    /// `{"outcome":"accepted","content":…}` or `{"outcome":"invalid","issues":[…]}`.
    #[must_use]
    pub fn to_json(&self) -> String {
        match self {
            Acceptance::Accepted(content) => format!("{{\"outcome\":\"accepted\",\"content\":{content}}}"),
            Acceptance::Invalid(issues) => {
                format!("{{\"outcome\":\"invalid\",\"issues\":{}}}", Issue::list_to_json(issues))
            }
        }
    }
}

impl Form {
    /// Checks a schema given as JSON text, with options given as JSON text (see [`FormOptions::from_json`]).
    ///
    /// [`ErrorCode::InvalidForm`] lists every fault; [`ErrorCode::InvalidOption`] is about the options.
    pub fn parse(schema_json: &str, options_json: &str) -> Result<Form, Error> {
        Form::parse_with(schema_json, &FormOptions::from_json(options_json)?)
    }

    /// The same with options already read.
    pub fn parse_with(schema_json: &str, options: &FormOptions) -> Result<Form, Error> {
        let refused = |issues| Error::with_issues(ErrorCode::InvalidForm, "the form's schema is refused", issues);
        let limits = &options.limits;
        let document = json::parse(schema_json, limits.text_bytes, limits.depth)
            .map_err(|fault| refused(vec![scan_issue(fault)]))?;
        let mut faults = Faults::default();
        let mut steps = Vec::new();
        let checked = if options.normalise || options.host_model {
            let normalised = normalise::normalise(document.root(), options, &mut faults);
            steps = normalised.steps;
            // Flat text of ours, except where it was left as it came; so it is scanned under the same limits.
            match json::parse(&normalised.text, limits.text_bytes, limits.depth) {
                Ok(document) => check::check(document.root(), options, &mut faults),
                Err(_) if !faults.is_empty() => check::Checked::default(),
                Err(fault) => return Err(refused(vec![scan_issue(fault)])),
            }
        } else {
            check::check(document.root(), options, &mut faults)
        };
        if !faults.is_empty() {
            return Err(refused(faults.into_issues()));
        }
        Ok(Form(Arc::new(Inner {
            wire: checked.wire,
            fields: checked.fields,
            digest: OnceLock::new(),
            lints: checked.lints,
            steps,
            null_as_absent: options.null_as_absent,
            limits: limits.clone(),
        })))
    }

    /// The canonical form as JSON text, as it goes to the client: the author's order of properties and keys, integral
    /// numbers without a fraction, integer bounds rounded inward, annotations that have no place on the wire left out.
    #[must_use]
    pub fn wire(&self) -> &str {
        &self.0.wire
    }

    /// The form as a client of an older revision is asked it, as JSON text. What binds nobody is left out where that
    /// revision has no word for it; an answer to this form is an answer to [`Form::wire`].
    ///
    /// [`ErrorCode::InvalidForm`] lists what the revision cannot say (issue code `revision`): several choices at once
    /// before 2025-11-25, forms at all before 2025-06-18.
    pub fn wire_for(&self, revision: Revision) -> Result<String, Error> {
        let refused = |issues| Error::with_issues(ErrorCode::InvalidForm, "the form cannot be asked", issues);
        let document = json::parse(&self.0.wire, self.0.wire.len(), self.0.limits.depth)
            .map_err(|fault| refused(vec![scan_issue(fault)]))?;
        let mut faults = Faults::default();
        let wire = older::write(document.root(), revision, &mut faults);
        if faults.is_empty() { Ok(wire) } else { Err(refused(faults.into_issues())) }
    }

    /// What tells this question from another: six bytes over what it constrains, whatever its titles, descriptions and
    /// defaults, the order of its members, and the library that wrote it.
    #[must_use]
    pub fn digest(&self) -> [u8; 6] {
        *self.0.digest.get_or_init(|| digest::digest(&self.0.fields))
    }

    /// The digest in hexadecimal, twelve digits.
    #[must_use]
    pub fn digest_hex(&self) -> String {
        self.digest().iter().fold(String::with_capacity(12), |mut hex, byte| {
            // Writing to a String cannot fail.
            let _ = write!(hex, "{byte:02x}");
            hex
        })
    }

    /// What is allowed and still worth a word to the author.
    #[must_use]
    pub fn lints(&self) -> &[Issue] {
        &self.0.lints
    }

    /// What normalising changed, as `pointer: change`, for the author's log.
    #[must_use]
    pub fn steps(&self) -> &[String] {
        &self.0.steps
    }

    /// The form in plain text, as its user would meet it; for an author's eyes, not for the wire.
    #[must_use]
    pub fn preview(&self) -> String {
        preview::preview(&self.0.fields)
    }

    /// Checks a content given as JSON text. Defaults are not filled in.
    pub fn accept(&self, content_json: &str) -> Acceptance {
        match json::parse(content_json, self.0.limits.text_bytes, self.0.limits.depth) {
            Ok(document) => self.accept_value(document.root()),
            Err(fault) => Acceptance::Invalid(vec![scan_issue(fault)]),
        }
    }

    /// Checks a content that stands in a text scanned already. Its depth is no matter: a list of strings is the deepest
    /// that is taken.
    pub(crate) fn accept_value(&self, content: json::Value<'_, '_>) -> Acceptance {
        if content.raw().len() > self.0.limits.text_bytes {
            return Acceptance::Invalid(vec![scan_issue(json::Fault::TooLarge)]);
        }
        let mut faults = Faults::default();
        let canonical = accept::content(&self.0.fields, self.0.null_as_absent, content, &mut faults);
        if faults.is_empty() { Acceptance::Accepted(canonical) } else { Acceptance::Invalid(faults.into_issues()) }
    }

    /// Checks a content as [`accept`](Form::accept) does, then adds the defaults of the fields it leaves out. A default
    /// neither stands in for a required field nor replaces a given value.
    pub fn fill_defaults(&self, content_json: &str) -> Acceptance {
        let accepted = self.accept(content_json);
        let Acceptance::Accepted(canonical) = &accepted else { return accepted };
        match json::parse(canonical, canonical.len(), self.0.limits.depth) {
            Ok(document) => Acceptance::Accepted(defaults::with_defaults(&self.0.fields, document.root())),
            Err(fault) => Acceptance::Invalid(vec![scan_issue(fault)]),
        }
    }
}

impl fmt::Debug for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A default may hold a user's data, so the schema is not printed.
        f.debug_struct("Form").field("properties", &self.0.fields.len()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_is_shared_between_threads_and_prints_nothing_of_its_author() {
        fn shared<T: Clone + Send + Sync + 'static>(value: &T) -> T {
            value.clone()
        }
        let schema = r#"{"type":"object","properties":{"mail":{"type":"string","default":"ada@example.com"}}}"#;
        let form = Form::parse(schema, "").unwrap();
        assert_eq!(shared(&form).wire(), schema);
        assert_eq!(format!("{form:?}"), "Form { properties: 1, .. }");
    }

    #[test]
    fn messages_name_places_and_never_values() {
        let schema = r#"{"type":"sesame","properties":{"f":{"type":"sesame","sesame":1},"g":{"type":"string","format":"sesame",
            "default":"sesame"},"h":{"type":"string","enum":["sesame","sesame"],"default":"sesames"}},"required":["sesame"]}"#;
        for options in ["", r#"{"normalise":true}"#] {
            let error = Form::parse(schema, options).unwrap_err();
            assert!(error.issues().len() >= 6, "{error:?}");
            assert!(error.issues().iter().all(|issue| !issue.message.contains("sesame")), "{error:?}");
        }
        let form = Form::parse(
            r#"{"type":"object","properties":{"f":{"type":"string","format":"date"},"g":{"type":"boolean"},
                "h":{"type":"string","enum":["a"]},"i":{"type":"integer"}}}"#,
            "",
        )
        .unwrap();
        let Acceptance::Invalid(issues) = form.accept(r#"{"f":"sesame","g":"sesame","h":"sesame","i":"sesame"}"#)
        else {
            panic!("accepted")
        };
        assert_eq!(issues.len(), 4);
        assert!(issues.iter().all(|issue| !issue.message.contains("sesame")));
    }
}
