//! Forms: the restricted schema, and content checked against it.

use mrtr_core::Issue;
use mrtr_core::form::{Acceptance, Form};

use crate::ffi::{Out, guard, handle, mrtr_buf, mrtr_str};
use crate::result::{mrtr_outcome, mrtr_result};

/// A checked form. Safe to share between threads.
pub struct mrtr_form(pub(crate) Form);

/// How many bytes the digest of a form has.
pub const MRTR_FORM_DIGEST_LEN: usize = 6;

/// Parses a form's schema (JSON text), strictly: what MCP does not allow in a form is an error.
///
/// `options_json`: `{"normalise","allowSensitive","nullAsAbsent","hostModel","ownPatterns","limits"}`, each optional.
///
/// MRTR_OK: `*form` is a handle for `mrtr_form_free`. MRTR_ERR_INVALID_FORM: error_json lists an issue for every place.
/// Otherwise MRTR_ERR_INVALID_OPTION or a code for a malformed argument. `error_json` may be NULL. Any thread.
#[unsafe(no_mangle)]
pub extern "C" fn mrtr_form_parse(
    schema_json: mrtr_str,
    options_json: mrtr_str,
    form: *mut *mut mrtr_form,
    error_json: *mut mrtr_buf,
) -> mrtr_result {
    guard!(error_json, {
        let out = Out::required(form, "form")?;
        let parsed = Form::parse(schema_json.need_text("schema_json")?, options_json.options()?)?;
        out.hand_over(mrtr_form(parsed));
        Ok(())
    })
}

/// Frees a form. NULL does nothing.
#[unsafe(no_mangle)]
pub extern "C" fn mrtr_form_free(form: Option<Box<mrtr_form>>) {
    guard!(or(), { drop(form) });
}

/// The canonical schema, as it goes over the wire in `requestedSchema`.
///
/// MRTR_OK: `*wire_json` is the text. `error_json` may be NULL. Any thread.
#[unsafe(no_mangle)]
pub extern "C" fn mrtr_form_wire(
    form: Option<&mrtr_form>,
    wire_json: *mut mrtr_buf,
    error_json: *mut mrtr_buf,
) -> mrtr_result {
    guard!(error_json, {
        let mrtr_form(form) = handle(form, "form")?;
        Out::required(wire_json, "wire_json")?.set(form.wire().into());
        Ok(())
    })
}

/// The digest of what constrains an answer (without titles, descriptions and defaults): equal for one and the same
/// question in every language, and sealed into tokens.
///
/// MRTR_OK: `*digest` is the digest. `error_json` may be NULL. Any thread.
#[unsafe(no_mangle)]
pub extern "C" fn mrtr_form_digest(
    form: Option<&mrtr_form>,
    digest: *mut [u8; MRTR_FORM_DIGEST_LEN],
    error_json: *mut mrtr_buf,
) -> mrtr_result {
    guard!(error_json, {
        let mrtr_form(form) = handle(form, "form")?;
        Out::required(digest, "digest")?.set(form.digest());
        Ok(())
    })
}

/// What is allowed in the form and yet looks like a mistake: a JSON array of issues, often empty.
///
/// MRTR_OK: `*issues_json` is the text. `error_json` may be NULL. Any thread.
#[unsafe(no_mangle)]
pub extern "C" fn mrtr_form_lints(
    form: Option<&mrtr_form>,
    issues_json: *mut mrtr_buf,
    error_json: *mut mrtr_buf,
) -> mrtr_result {
    guard!(error_json, {
        let mrtr_form(form) = handle(form, "form")?;
        Out::required(issues_json, "issues_json")?.set(Issue::list_to_json(form.lints()).into());
        Ok(())
    })
}

/// Checks a client's content against the form.
///
/// MRTR_OK: `*outcome` is MRTR_OUTCOME_ACCEPTED, and `*detail_json` the canonical content (declared members only, in
/// the form's order), or MRTR_OUTCOME_INVALID, and `*detail_json` a JSON array of issues. `detail_json` may be NULL.
/// Content that is no JSON is invalid too. Otherwise a code for a malformed argument. `error_json` may be NULL. Any
/// thread.
#[unsafe(no_mangle)]
pub extern "C" fn mrtr_form_accept(
    form: Option<&mrtr_form>,
    content_json: mrtr_str,
    outcome: *mut mrtr_outcome,
    detail_json: *mut mrtr_buf,
    error_json: *mut mrtr_buf,
) -> mrtr_result {
    guard!(error_json, {
        let mrtr_form(form) = handle(form, "form")?;
        let out = Out::required(outcome, "outcome")?;
        write_acceptance(form.accept(content_json.need_text("content_json")?), out, detail_json);
        Ok(())
    })
}

/// As `mrtr_form_accept`, then adds the defaults of fields that the content leaves out. A default neither stands in
/// for a required field nor replaces a given value.
///
/// Results and codes: as in `mrtr_form_accept`. Any thread.
#[unsafe(no_mangle)]
pub extern "C" fn mrtr_form_fill_defaults(
    form: Option<&mrtr_form>,
    content_json: mrtr_str,
    outcome: *mut mrtr_outcome,
    detail_json: *mut mrtr_buf,
    error_json: *mut mrtr_buf,
) -> mrtr_result {
    guard!(error_json, {
        let mrtr_form(form) = handle(form, "form")?;
        let out = Out::required(outcome, "outcome")?;
        write_acceptance(form.fill_defaults(content_json.need_text("content_json")?), out, detail_json);
        Ok(())
    })
}

fn write_acceptance(acceptance: Acceptance, outcome: Out<mrtr_outcome>, detail_json: *mut mrtr_buf) {
    let (verdict, detail) = match acceptance {
        Acceptance::Accepted(content) => (mrtr_outcome::MRTR_OUTCOME_ACCEPTED, content),
        Acceptance::Invalid(issues) => (mrtr_outcome::MRTR_OUTCOME_INVALID, Issue::list_to_json(&issues)),
    };
    if let Some(out) = Out::optional(detail_json) {
        out.set(detail.into());
    }
    outcome.set(verdict);
}
