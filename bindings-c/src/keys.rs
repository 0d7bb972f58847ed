//! Key rings as C passes them.

use mrtr_core::state::Key;

use crate::ffi::{Stop, items, mrtr_str};

/// The ring in `keys`; its rules are the core's.
pub(crate) fn ring(keys: *const mrtr_str, count: usize) -> Result<Vec<Key>, Stop> {
    items(keys, count, "keys")?.iter().map(|key| Ok(Key::new(key.need_bytes("a key")?)?)).collect()
}
