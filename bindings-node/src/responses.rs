//! Answers.

use napi::Env;
use napi::bindgen_prelude::{ClassInstance, FromNapiValue, Unknown};
use napi_derive::napi;

use crate::convert;
use crate::failure::{Failure, guard};
use crate::form::Form;

/// The answers of one call, bound to the questions where they came through a boundary.
#[napi]
pub struct Responses {
    responses: mrtr::message::Responses,
}

impl From<mrtr::message::Responses> for Responses {
    fn from(responses: mrtr::message::Responses) -> Responses {
        Responses { responses }
    }
}

#[napi]
impl Responses {
    /// Reads JSON text of an `inputResponses` object, bound to nothing.
    #[napi(factory)]
    pub fn parse(env: Env, text: Unknown<'_>) -> napi::Result<Responses> {
        guard(env, || Ok(mrtr::message::Responses::parse(&convert::text(text, "responses")?)?.into()))
    }

    /// Is there nothing to read?
    #[napi(getter)]
    pub fn is_empty(&self, env: Env) -> napi::Result<bool> {
        guard(env, || Ok(self.responses.is_empty()))
    }

    /// JSON text of the SDK's view of one entry.
    #[napi]
    pub fn view(&self, env: Env, key: Unknown<'_>) -> napi::Result<String> {
        guard(env, || Ok(self.responses.view(&convert::text(key, "key")?)))
    }

    /// JSON text of the answer, told apart in five ways.
    #[napi]
    pub fn answer(&self, env: Env, key: Unknown<'_>, form: Unknown<'_>) -> napi::Result<String> {
        guard(env, || {
            let form = form_of(form)?;
            Ok(self.responses.answer(&convert::text(key, "key")?, form.as_deref().map(Form::core)).to_json())
        })
    }

    /// JSON text of the content that was accepted, or null.
    #[napi]
    pub fn accepted_content(&self, env: Env, key: Unknown<'_>, form: Unknown<'_>) -> napi::Result<Option<String>> {
        guard(env, || {
            let form = form_of(form)?;
            Ok(self.responses.accepted_content(&convert::text(key, "key")?, form.as_deref().map(Form::core)))
        })
    }

    /// Is the answer an accept with true in the boolean that was asked for?
    #[napi]
    pub fn confirmed(&self, env: Env, key: Unknown<'_>, form: Unknown<'_>, field: Unknown<'_>) -> napi::Result<bool> {
        guard(env, || {
            let form = form_of(form)?;
            let (key, field) = (convert::text(key, "key")?, convert::optional_text(field, "field")?);
            Ok(self.responses.confirmed(&key, form.as_deref().map(Form::core), field.as_deref())?)
        })
    }

    /// JSON text of the answers as `inputResponses` again.
    #[napi]
    pub fn to_json(&self, env: Env) -> napi::Result<String> {
        guard(env, || Ok(self.responses.to_json()))
    }
}

fn form_of(value: Unknown<'_>) -> Result<Option<ClassInstance<'_, Form>>, Failure> {
    if convert::is_absent(value) {
        return Ok(None);
    }
    ClassInstance::from_unknown(value).map(Some).map_err(|_| Failure::argument("the form must be a Form"))
}
