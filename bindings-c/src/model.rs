//! The host's own model of an answer: a full JSON Schema.

use mrtr_core::Issue;
use mrtr_core::form::HostModel;

use crate::ffi::{Out, guard, handle, mrtr_buf, mrtr_str};
use crate::result::mrtr_result;

/// A full JSON Schema that judges accepted contents. Safe to share between threads.
pub struct mrtr_model(HostModel);

/// Compiles a full JSON Schema (JSON text; draft 4 to 2020-12), for what no form can say: `pattern`, `multipleOf`, `if`.
///
/// Parse the same text by `mrtr_form_parse` with the option `hostModel`, which leaves such keywords to the model, and
/// pass each content that the form has accepted to `mrtr_model_check`. Nothing is fetched: a reference that leads out of
/// the schema is refused, and so is a pattern with look-around or a back-reference.
///
/// MRTR_OK: `*model` is a handle for `mrtr_model_free`. MRTR_ERR_INVALID_FORM: error_json has an issue that says where.
/// Otherwise a code for a malformed argument. `error_json` may be NULL. Any thread.
#[unsafe(no_mangle)]
pub extern "C" fn mrtr_model_compile(
    schema_json: mrtr_str,
    model: *mut *mut mrtr_model,
    error_json: *mut mrtr_buf,
) -> mrtr_result {
    guard!(error_json, {
        let out = Out::required(model, "model")?;
        let compiled = HostModel::compile(schema_json.need_text("schema_json")?)?;
        out.hand_over(mrtr_model(compiled));
        Ok(())
    })
}

/// Frees a model. NULL does nothing.
#[unsafe(no_mangle)]
pub extern "C" fn mrtr_model_free(model: Option<Box<mrtr_model>>) {
    guard!(or(), { drop(model) });
}

/// What the model refuses in a content that a form has accepted: a JSON array of issues with the code `model`, empty
/// when it takes the content. No issue holds a value.
///
/// MRTR_OK: `*issues_json` is the text. Otherwise a code for a malformed argument. `error_json` may be NULL. Any thread.
#[unsafe(no_mangle)]
pub extern "C" fn mrtr_model_check(
    model: Option<&mrtr_model>,
    content_json: mrtr_str,
    issues_json: *mut mrtr_buf,
    error_json: *mut mrtr_buf,
) -> mrtr_result {
    guard!(error_json, {
        let mrtr_model(model) = handle(model, "model")?;
        let out = Out::required(issues_json, "issues_json")?;
        out.set(Issue::list_to_json(&model.check(content_json.need_text("content_json")?)).into());
        Ok(())
    })
}
