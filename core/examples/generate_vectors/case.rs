//! One vector, as it is written to a file.

use serde_json::{Map, Value, json};

use crate::forge;

/// Unix seconds of every vector that does not say otherwise.
pub const NOW: f64 = 1_790_001_000.25;

#[derive(Clone)]
pub struct Case(pub Map<String, Value>);

impl Case {
    pub fn new(id: impl Into<String>, op: &str) -> Case {
        Case(Map::new()).put("id", id.into()).put("op", op)
    }

    /// Adds a member; null is left out.
    pub fn put(mut self, name: &str, value: impl Into<Value>) -> Case {
        let value = value.into();
        if !value.is_null() {
            self.0.insert(name.to_owned(), value);
        }
        self
    }

    pub fn without(mut self, name: &str) -> Case {
        self.0.shift_remove(name);
        self
    }

    pub fn keys(self, keys: &[&[u8]]) -> Case {
        self.put("keysHex", keys.iter().map(forge::hex).collect::<Vec<_>>())
    }

    pub fn entropy(self, parts: &[&[u8]]) -> Case {
        self.put("entropyHex", forge::hex(parts.concat()))
    }

    /// The passing vector that this one differs from in one place.
    pub fn unlike(self, positive: &str) -> Case {
        self.put("positive", positive)
    }

    pub fn expect(self, expected: Value) -> Case {
        self.put("expect", expected)
    }

    pub fn refused(self, reason: &str) -> Case {
        self.expect(json!({ "refused": reason }))
    }

    pub fn error(self, code: &str) -> Case {
        self.expect(json!({ "error": code }))
    }

    pub fn id(&self) -> &str {
        self.0["id"].as_str().unwrap_or_default()
    }

    /// Does it end in an error or a refusal?
    pub fn fails(&self) -> bool {
        let bad = |expected: &Value| ["refused", "error", "refusal"].iter().any(|name| expected.get(name).is_some());
        bad(&self.0["expect"]) || self.0.get("leave").is_some_and(|leave| bad(&leave["expect"]))
    }
}
