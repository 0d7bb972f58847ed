//! Options of ours that stand beside those of another library.

use napi::Env;
use napi::bindgen_prelude::Unknown;
use napi_derive::napi;

use crate::convert;
use crate::failure::guard;

/// Which of the known options a name was probably meant to be; null for none.
#[napi]
pub fn misspelt_option(env: Env, name: Unknown<'_>, known: Unknown<'_>) -> napi::Result<Option<String>> {
    guard(env, || {
        let known = convert::items(known, "known")?
            .into_iter()
            .map(|one| convert::text(one, "an option"))
            .collect::<Result<Vec<_>, _>>()?;
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        Ok(mrtr::misspelt_option(&convert::text(name, "name")?, &known).map(str::to_owned))
    })
}
