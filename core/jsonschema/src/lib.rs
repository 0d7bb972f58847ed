//! Part of [mrtr](https://docs.rs/mrtr), which alone should depend on it: what mrtr asks of the crate `jsonschema`.
//!
//! The validators of that crate are generic, so they are compiled into whoever uses them. Here they are used behind a trait
//! object, in a crate that is compiled for size (`opt-level` in the workspace's release profile), and mrtr itself is
//! compiled for speed. That halves the packages of every language.
#![forbid(unsafe_code)]

use std::sync::Arc;

use jsonschema::{PatternOptions, ValidationError, Validator};
use serde_json::Value;

/// One thing that is wrong: places and names, never a value.
pub struct Fault {
    /// JSON Pointer (RFC 6901) into what was judged; for a schema that is refused, into the schema.
    pub instance: String,
    /// JSON Pointer into the schema, to the keyword that is broken.
    pub schema: String,
    /// The keyword.
    pub keyword: String,
}

/// A schema, compiled once.
pub trait Model: Send + Sync {
    /// What is wrong with a value, up to `most` faults; empty when nothing is.
    fn faults(&self, value: &Value, most: usize) -> Vec<Fault>;
}

/// Compiles a schema of draft 4 to 2020-12. The formats in `judged` are taken for granted, since they have been judged
/// before.
///
/// Nothing is fetched, and no pattern takes more than linear time: a schema that needs either is refused.
pub fn compile(schema: &Value, judged: &[&str]) -> Result<Arc<dyn Model>, Fault> {
    let mut options =
        jsonschema::options().offline().should_validate_formats(true).with_pattern_options(PatternOptions::regex());
    for format in judged {
        options = options.with_format(*format, |_: &str| true);
    }
    match options.build(schema) {
        Ok(validator) => Ok(Arc::new(Compiled(validator))),
        Err(error) => Err(fault(&error)),
    }
}

struct Compiled(Validator);

impl Model for Compiled {
    fn faults(&self, value: &Value, most: usize) -> Vec<Fault> {
        self.0.iter_errors(value).take(most).map(|error| fault(&error)).collect()
    }
}

fn fault(error: &ValidationError<'_>) -> Fault {
    Fault {
        instance: error.instance_path().as_str().to_owned(),
        schema: error.schema_path().as_str().to_owned(),
        keyword: error.kind().keyword().to_owned(),
    }
}
