//! The command `mrtr check`.

use mrtr::command::{Input, run};
use napi::Env;
use napi::ValueType;
use napi::bindgen_prelude::Unknown;
use napi_derive::napi;

use crate::convert;
use crate::failure::guard;

/// The next step as JSON text. `input`: undefined before the file is read, null where it cannot be, else its bytes.
#[napi]
pub fn command(env: Env, arguments: Unknown<'_>, input: Unknown<'_>) -> napi::Result<String> {
    guard(env, || {
        let arguments = convert::items(arguments, "arguments")?
            .into_iter()
            .map(|one| convert::text(one, "an argument"))
            .collect::<Result<Vec<_>, _>>()?;
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let bytes;
        let input = match input.get_type() {
            Ok(ValueType::Undefined) => Input::Unread,
            Ok(ValueType::Null) => Input::Unreadable,
            _ => {
                bytes = convert::bytes(input, "input")?;
                Input::Bytes(&bytes)
            }
        };
        Ok(run(&arguments, input).to_json())
    })
}
