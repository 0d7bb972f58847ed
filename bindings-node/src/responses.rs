//! Answers, read by the core: those of a round, or text that is bound to nothing.

use mrtr::message::Responses;
use napi::Env;
use napi::bindgen_prelude::{ClassInstance, FromNapiValue, Unknown};
use napi_derive::napi;

use crate::convert;
use crate::failure::{Failure, guard};
use crate::form::Form;

/// JSON text of the SDK's view of one entry.
pub(crate) fn view(responses: &Responses, key: Unknown<'_>) -> Result<String, Failure> {
    Ok(responses.view(&convert::text(key, "key")?))
}

/// JSON text of the answer, told apart in five ways.
pub(crate) fn answer(responses: &Responses, key: Unknown<'_>, form: Unknown<'_>) -> Result<String, Failure> {
    let form = form_of(form)?;
    Ok(responses.answer(&convert::text(key, "key")?, form.as_deref().map(Form::core)).to_json())
}

/// JSON text of the content that was accepted, or nothing.
pub(crate) fn content(responses: &Responses, key: Unknown<'_>, form: Unknown<'_>) -> Result<Option<String>, Failure> {
    let form = form_of(form)?;
    Ok(responses.accepted_content(&convert::text(key, "key")?, form.as_deref().map(Form::core)))
}

/// Is the answer an accept with true in the boolean that was asked for?
pub(crate) fn confirmed(
    responses: &Responses,
    key: Unknown<'_>,
    form: Unknown<'_>,
    field: Unknown<'_>,
) -> Result<bool, Failure> {
    let form = form_of(form)?;
    let (key, field) = (convert::text(key, "key")?, convert::optional_text(field, "field")?);
    Ok(responses.confirmed(&key, form.as_deref().map(Form::core), field.as_deref())?)
}

fn form_of(value: Unknown<'_>) -> Result<Option<ClassInstance<'_, Form>>, Failure> {
    if convert::is_absent(value) {
        return Ok(None);
    }
    ClassInstance::from_unknown(value).map(Some).map_err(|_| Failure::argument("the form must be a Form"))
}

/// Answers bound to nothing, from the JSON text of an `inputResponses` object.
fn parsed(text: Unknown<'_>) -> Result<Responses, Failure> {
    Ok(Responses::parse(&convert::text(text, "responses")?)?)
}

/// What `Round.view` gives, of answers that are bound to nothing.
#[napi]
pub fn view_of(env: Env, text: Unknown<'_>, key: Unknown<'_>) -> napi::Result<String> {
    guard(env, || view(&parsed(text)?, key))
}

/// What `Round.answer` gives, of answers that are bound to nothing.
#[napi]
pub fn answer_of(env: Env, text: Unknown<'_>, key: Unknown<'_>, form: Unknown<'_>) -> napi::Result<String> {
    guard(env, || answer(&parsed(text)?, key, form))
}

/// What `Round.acceptedContent` gives, of answers that are bound to nothing.
#[napi]
pub fn accepted_content_of(
    env: Env,
    text: Unknown<'_>,
    key: Unknown<'_>,
    form: Unknown<'_>,
) -> napi::Result<Option<String>> {
    guard(env, || content(&parsed(text)?, key, form))
}

/// What `Round.confirmed` gives, of answers that are bound to nothing.
#[napi]
pub fn confirmed_of(
    env: Env,
    text: Unknown<'_>,
    key: Unknown<'_>,
    form: Unknown<'_>,
    field: Unknown<'_>,
) -> napi::Result<bool> {
    guard(env, || confirmed(&parsed(text)?, key, form, field))
}
