//! Results that were meant to ask and do not say so: a handler's slip, which would otherwise reach the client as an answer.

use crate::json::{Kind, Value};
use crate::message;

/// What a result that ends a call has one of.
pub(super) const FINAL: [&str; 4] = ["content", "structuredContent", "messages", "contents"];

/// What is wrong with a result that neither asks nor ends the call, if it is a slip: where, the rule, and the remedy.
pub(super) fn slip(result: Value<'_, '_>) -> Option<String> {
    if result.kind() != Kind::Object {
        let given = result.kind().name();
        return Some(format!("a handler must give a result, such as {{ content }}, or one that asks, not {given}"));
    }
    let has = |name: &str| result.get(name).is_some_and(|value| !value.is_null());
    if has("resultType") || FINAL.into_iter().any(has) {
        return None;
    }
    let method = result.get("method");
    if let Some(kind) =
        message::Kind::ALL.into_iter().find(|kind| method.is_some_and(|method| method.is_str(kind.method())))
    {
        let method = kind.method();
        return Some(format!(
            "/method: a bare {method} is no result; it goes under a key of inputRequests, as in \
             inputRequired({{ inputRequests: {{ key: … }} }})"
        ));
    }
    let given = ["inputRequests", "requestState"].into_iter().find(|name| has(name))?;
    Some(format!("/resultType: must be input_required where there is {given}, as inputRequired(…) writes it"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json;

    fn fault(text: &str) -> Option<String> {
        slip(json::parse(text, 1 << 20, 64).unwrap().root())
    }

    #[test]
    fn what_asks_or_ends_the_call_is_none() {
        for text in [
            "{}",
            r#"{"_meta":{}}"#,
            r#"{"method":"tools/call"}"#,
            r#"{"content":[],"requestState":"s"}"#,
            r#"{"structuredContent":{},"method":"roots/list"}"#,
            r#"{"messages":[],"inputRequests":{}}"#,
            r#"{"contents":[],"method":"roots/list"}"#,
            r#"{"resultType":"complete","requestState":"s"}"#,
            r#"{"requestState":null,"inputRequests":null}"#,
        ] {
            assert_eq!(fault(text), None, "{text}");
        }
    }

    #[test]
    fn what_is_no_object_is_no_result() {
        for (text, given) in
            [("null", "null"), ("\"x\"", "string"), ("5", "number"), ("[]", "array"), ("true", "boolean")]
        {
            assert!(fault(text).unwrap().ends_with(&format!("not {given}")), "{text}");
        }
    }

    #[test]
    fn slips_are_named_with_their_remedy() {
        for method in ["elicitation/create", "sampling/createMessage", "roots/list"] {
            let fault = fault(&format!("{{\"method\":\"{method}\",\"params\":{{}}}}")).unwrap();
            assert!(fault.starts_with(&format!("/method: a bare {method} ")), "{fault}");
            assert!(fault.contains("inputRequests"), "{fault}");
        }
        for name in ["inputRequests", "requestState"] {
            let fault = fault(&format!("{{\"{name}\":{{}}}}")).unwrap();
            assert!(fault.starts_with("/resultType: ") && fault.contains(name), "{fault}");
        }
    }
}
