//! Forms.

use mrtr::Issue;
use napi::Env;
use napi::bindgen_prelude::Unknown;
use napi_derive::napi;

use crate::convert;
use crate::failure::guard;

/// A checked form.
#[napi]
pub struct Form {
    form: mrtr::form::Form,
}

impl Form {
    pub(crate) fn core(&self) -> &mrtr::form::Form {
        &self.form
    }
}

#[napi]
impl Form {
    /// Checks a schema; both are JSON text.
    #[napi(factory)]
    pub fn parse(env: Env, schema: Unknown<'_>, options: Unknown<'_>) -> napi::Result<Form> {
        guard(env, || {
            let schema = convert::text(schema, "schema")?;
            let options = convert::text(options, "options")?;
            Ok(Form { form: mrtr::form::Form::parse(&schema, &options)? })
        })
    }

    /// JSON text of the canonical form.
    #[napi(getter)]
    pub fn wire(&self, env: Env) -> napi::Result<&str> {
        guard(env, || Ok(self.form.wire()))
    }

    /// The digest in hex.
    #[napi(getter)]
    pub fn digest(&self, env: Env) -> napi::Result<String> {
        guard(env, || Ok(self.form.digest_hex()))
    }

    /// JSON array of issues.
    #[napi(getter)]
    pub fn lints(&self, env: Env) -> napi::Result<String> {
        guard(env, || Ok(Issue::list_to_json(self.form.lints())))
    }

    /// JSON array of what normalising changed.
    #[napi(getter)]
    pub fn steps(&self, env: Env) -> napi::Result<Vec<String>> {
        guard(env, || Ok(self.form.steps().to_vec()))
    }

    /// The form in plain text.
    #[napi]
    pub fn preview(&self, env: Env) -> napi::Result<String> {
        guard(env, || Ok(self.form.preview()))
    }

    /// The verdict on a content, both JSON text.
    #[napi]
    pub fn accept(&self, env: Env, content: Unknown<'_>) -> napi::Result<String> {
        guard(env, || Ok(self.form.accept(&convert::text(content, "content")?).to_json()))
    }

    /// The same, then the defaults of the fields that are left out.
    #[napi]
    pub fn fill_defaults(&self, env: Env, content: Unknown<'_>) -> napi::Result<String> {
        guard(env, || Ok(self.form.fill_defaults(&convert::text(content, "content")?).to_json()))
    }
}

/// The host's own model where it is a JSON Schema.
#[napi]
pub struct HostModel {
    model: mrtr::form::HostModel,
}

#[napi]
impl HostModel {
    /// Compiles a schema given as JSON text.
    #[napi(factory)]
    pub fn compile(env: Env, schema: Unknown<'_>) -> napi::Result<HostModel> {
        guard(env, || Ok(HostModel { model: mrtr::form::HostModel::compile(&convert::text(schema, "schema")?)? }))
    }

    /// JSON array of what the model refuses in a canonical content, which is JSON text.
    #[napi]
    pub fn check(&self, env: Env, content: Unknown<'_>) -> napi::Result<String> {
        guard(env, || Ok(Issue::list_to_json(&self.model.check(&convert::text(content, "content")?))))
    }
}
