//! Defaults, which `accept` never fills in: a separate call does, where a host asks for it.

use super::accept::member;
use super::model::{Field, Fields};
use crate::json::Value;

/// Adds the defaults of the fields that a canonical content leaves out.
pub(super) fn with_defaults(fields: &Fields, content: Value<'_, '_>) -> String {
    let mut given: Vec<Option<&str>> = vec![None; fields.len()];
    let mut next = 0;
    for (name, value) in content.members() {
        let at = name.as_unicode().and_then(|name| fields.position(name, next));
        if let Some(slot) = at.and_then(|at| given.get_mut(at)) {
            *slot = Some(value.raw());
        }
        next = at.map_or(next, |at| at + 1);
    }
    let mut out = String::from("{");
    for (Field { name, default, .. }, given) in fields.iter().zip(given) {
        if let Some(text) = given.or(default.as_deref()) {
            member(&mut out, name);
            out.push_str(text);
        }
    }
    out.push('}');
    out
}
