//! Keys on their way in.

use mrtr::state::Key;
use napi::bindgen_prelude::Unknown;

use crate::convert;
use crate::failure::Failure;

/// A ring from an array of strings and `Uint8Array`s; no ring where the value is undefined or null.
pub(crate) fn ring(value: Unknown<'_>) -> Result<Vec<Key>, Failure> {
    if convert::is_absent(value) {
        return Ok(Vec::new());
    }
    let items = convert::items(value, "keys")?;
    items.into_iter().map(|item| Ok(Key::new(&convert::bytes(item, "a key")?)?)).collect()
}
