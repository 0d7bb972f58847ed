//! How a failure reaches JavaScript: an `Error` with `code`, `message` and, where there are any, `issues`.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use mrtr::{ErrorCode, Issue};
use napi::bindgen_prelude::{JsObjectValue, Object};
use napi::{Env, JsError, JsValue, Status};

/// A failure on its way to JavaScript. Holds no key, token or user's value.
pub(crate) struct Failure {
    code: &'static str,
    message: String,
    /// The issues as a JSON array.
    issues: Option<String>,
}

impl Failure {
    pub(crate) fn new(code: ErrorCode, message: impl Into<String>) -> Failure {
        Failure { code: code.as_str(), message: message.into(), issues: None }
    }

    /// An argument of the wrong type. Says what it must be, never what it was.
    pub(crate) fn argument(message: impl Into<String>) -> Failure {
        Failure::new(ErrorCode::InvalidArgument, message)
    }

    fn panicked(_payload: &(dyn Any + Send)) -> Failure {
        // A panic's text may quote the data that caused it, so it goes nowhere.
        Failure::new(ErrorCode::Internal, "a defect of mrtr was caught; please report it")
    }

    fn throw(self, env: Env) -> napi::Error {
        let thrown = self.into_js(env).and_then(|error| env.throw(error));
        match thrown {
            Ok(()) => napi::Error::new(Status::PendingException, ""),
            Err(error) => error,
        }
    }

    fn into_js<'env>(self, env: Env) -> napi::Result<Object<'env>> {
        let error = JsError::from(napi::Error::new(self.code, self.message)).into_unknown(env);
        let mut error = error.coerce_to_object()?;
        if let Some(issues) = self.issues {
            error.set_named_property("issues", issues)?;
        }
        Ok(error)
    }
}

impl From<mrtr::Error> for Failure {
    fn from(error: mrtr::Error) -> Failure {
        let issues = error.issues();
        Failure {
            code: error.code().as_str(),
            message: error.message().to_owned(),
            issues: (!issues.is_empty()).then(|| Issue::list_to_json(issues)),
        }
    }
}

/// Runs a body so that neither an error nor a panic leaves it in another form than a JavaScript error.
pub(crate) fn guard<T>(env: Env, body: impl FnOnce() -> Result<T, Failure>) -> napi::Result<T> {
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(failure)) => Err(failure.throw(env)),
        Err(payload) => Err(Failure::panicked(payload.as_ref()).throw(env)),
    }
}

/// Makes a panic say only where it happened: its text may quote data. The hook is this addon's own.
pub(crate) fn quiet_panics() {
    std::panic::set_hook(Box::new(|info| {
        let place = info.location().map_or_else(String::new, |at| format!(" at {}:{}", at.file(), at.line()));
        eprintln!("mrtr: a defect was caught{place}");
    }));
}
