//! Reading the text of a JSON-RPC request, for hosts whose parser would give away what the verdicts hang on.

use crate::error::Error;
use crate::json::{self, Kind};

/// The longest request looked at, in bytes; HTTP servers bound bodies well below.
const MAX_BYTES: usize = 64 << 20;

/// Params may nest as deep as the boundary reads them, and stand one level down.
const MAX_DEPTH: usize = 132;

/// The text of `params` in a request's text, just as it stands there; `None` where the request has none, or is not one
/// object.
///
/// Errors: `invalid_json`, `duplicate_member`, `too_deep`, `too_large`.
pub fn request_params(text: &str) -> Result<Option<&str>, Error> {
    let document = json::parse(text, MAX_BYTES, MAX_DEPTH).map_err(|fault| Error::from_fault("the request", fault))?;
    let root = document.root();
    Ok(if root.kind() == Kind::Object { root.get("params").map(json::Value::raw) } else { None })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ErrorCode;

    #[test]
    fn params_keep_their_text() {
        let text = r#" {"id":1,"params": {"a":1.0, "b":9007199254740993} ,"method":"tools/call"} "#;
        assert_eq!(request_params(text).unwrap(), Some(r#"{"a":1.0, "b":9007199254740993}"#));
        assert_eq!(request_params(r#"{"id":1}"#).unwrap(), None);
        assert_eq!(request_params(r#"[{"params":{}}]"#).unwrap(), None);
    }

    #[test]
    fn what_parsers_disagree_on_is_an_error() {
        let code = |text: &str| request_params(text).unwrap_err().code();
        assert_eq!(code(r#"{"params":{},"params":{}}"#), ErrorCode::DuplicateMember);
        assert_eq!(code(r#"{"params":{"a":1,"\u0061":2}}"#), ErrorCode::DuplicateMember);
        assert_eq!(code("{"), ErrorCode::InvalidJson);
        assert_eq!(code(&format!("{}{}", "[".repeat(200), "]".repeat(200))), ErrorCode::TooDeep);
    }
}
