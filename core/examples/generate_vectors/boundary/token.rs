//! A token of the boundary, claim by claim, and the texts around it.

use serde_json::{Value, json};

use crate::case::{Case, NOW};
use crate::forge::{self, b64u, digest6, digest16};

pub const SALT: &[u8] = b"saltsalt";
pub const FLOW: &[u8; 16] = b"flow of 16 bytes";
pub const PAYLOAD: &str = r#"{"target":"q3.pdf"}"#;
pub const ARGUMENTS: &str = r#"{"target":"q3.pdf"}"#;
pub const SCHEMA: &str = r#"{"type":"object","properties":{"ok":{"type":"boolean"}},"required":["ok"]}"#;
/// What [`SCHEMA`] constrains.
const CONSTRAINTS: &str = r#"{"properties":{"ok":{"type":"boolean"}},"required":["ok"],"type":"object"}"#;
pub const ALL_CAPABILITIES: &str =
    r#"{"elicitation":{"form":{},"url":{}},"sampling":{"tools":{},"context":{}},"roots":{}}"#;
pub const FROZEN: &str =
    r#"{"code":-32602,"message":"Invalid or expired requestState","data":{"reason":"invalid_request_state"}}"#;

/// The claim `q` for the one question that is asked here.
pub fn asked() -> String {
    format!(r#"{{"confirm":"e{}"}}"#, digest6(CONSTRAINTS))
}

/// The state in a token.
#[derive(Clone)]
pub enum State<'a> {
    Absent,
    Json(&'a str),
    Text(&'a str),
}

/// A token that is right for the call of these vectors, but for what is set otherwise.
#[derive(Clone)]
pub struct Token<'a> {
    pub format: &'a str,
    pub key: Vec<u8>,
    pub nonce: Vec<u8>,
    /// Unix seconds of minting; the lifetime is ten minutes.
    pub minted: f64,
    pub purpose: &'a str,
    pub method: &'a str,
    pub target: &'a str,
    /// Canonical text, for `c`.
    pub arguments: &'a str,
    /// Canonical text as Python writes it, for `a`.
    pub python: &'a str,
    pub state: State<'a>,
    pub round: &'a str,
    pub flow: String,
    /// The claim `q`, if any.
    pub asked: Option<String>,
    pub audience: Option<&'a str>,
    pub principal: Option<&'a str>,
}

impl<'a> Token<'a> {
    pub fn new(format: &'a str) -> Token<'a> {
        Token {
            format,
            key: forge::key("a"),
            nonce: forge::nonce("token"),
            minted: NOW,
            purpose: "r",
            method: "tools/call",
            target: "delete_report",
            arguments: ARGUMENTS,
            python: ARGUMENTS,
            state: State::Json(PAYLOAD),
            round: "1",
            flow: b64u(FLOW),
            asked: Some(asked()),
            audience: None,
            principal: None,
        }
    }

    /// Unix seconds, as the format writes them.
    pub fn expires(&self) -> String {
        if self.format == "signed" {
            format!("{}", self.minted.floor() + 600.0)
        } else {
            format!("{:?}", self.minted + 600.0)
        }
    }

    /// The claims that are the same in both formats.
    fn own(&self) -> String {
        let q = self.asked.as_ref().map_or(String::new(), |asked| format!(",\"q\":{asked}"));
        format!(",\"c\":\"{}\",\"n\":{},\"f\":\"{}\"{q}", digest16(self.arguments), self.round, self.flow)
    }

    /// Claims as text: the envelope in `signed`, all of them in `encrypted`.
    pub fn claims(&self) -> String {
        let state = |name: &str, text: &str| format!(",\"{name}\":{}", json!(text));
        let aud = self.audience.map_or(String::new(), |audience| state("aud", audience));
        if self.format == "signed" {
            let d = match self.state {
                State::Absent => String::new(),
                State::Json(text) => format!(",\"d\":{text}"),
                State::Text(text) => state("d", text) + ",\"s\":1",
            };
            let mut call = if self.purpose == "v" { String::new() } else { state("o", self.target) };
            if self.purpose != "v" && self.method != "tools/call" {
                call += &state("m", self.method);
            }
            let own = self.of_purpose(&self.own());
            return format!("{{\"p\":\"{}\"{d}{call}{own}{aud}}}", self.purpose);
        }
        let s = match self.state {
            State::Absent => ",\"s\":\"\",\"d\":0".to_owned(),
            State::Json(text) | State::Text(text) => state("s", text),
        };
        let call = if self.purpose == "v" { String::new() } else { state("m", self.method) + &state("t", self.target) };
        let own = self.of_purpose(&format!(",\"a\":\"{}\"{}", digest16(self.python), self.own()));
        let u = if self.purpose == "r" { String::new() } else { state("u", self.purpose) };
        let p = self.principal.map_or(String::new(), |name| state("p", &forge::principal(SALT, name)));
        format!("{{\"v\":1,\"iat\":{:?},\"exp\":{}{call}{own}{u}{s}{aud}{p}}}", self.minted, self.expires())
    }

    fn of_purpose(&self, own: &str) -> String {
        match self.purpose {
            "r" => own.to_owned(),
            "u" => format!(",\"f\":\"{}\"", self.flow),
            _ => String::new(),
        }
    }

    pub fn mint(&self) -> String {
        self.around(&self.claims())
    }

    /// A genuine token around other claims.
    pub fn around(&self, claims: &str) -> String {
        if self.format == "signed" {
            let tag = self.principal.map(|name| forge::bind_tag(&self.key, name));
            return forge::signed(&self.key, &forge::envelope(Some(claims), &self.expires(), tag.as_deref()));
        }
        forge::encrypted(&self.key, self.nonce.clone(), claims)
    }
}

/// The text of a call's params: name (or URI), arguments, what came along.
pub struct Params<'a> {
    pub target: &'a str,
    pub arguments: Option<&'a str>,
    /// JSON text.
    pub state: Option<String>,
    pub responses: Option<&'a str>,
    pub capabilities: &'a str,
}

impl Default for Params<'_> {
    fn default() -> Self {
        let target = r#""name":"delete_report""#;
        Params { target, arguments: Some(ARGUMENTS), state: None, responses: None, capabilities: ALL_CAPABILITIES }
    }
}

impl Params<'_> {
    pub fn text(&self) -> String {
        let member = |name: &str, text: Option<&str>| text.map_or(String::new(), |text| format!(",\"{name}\":{text}"));
        format!(
            "{{{}{},\"_meta\":{{\"io.modelcontextprotocol/clientCapabilities\":{}}}{}{}}}",
            self.target,
            member("arguments", self.arguments),
            self.capabilities,
            member("requestState", self.state.as_deref()),
            member("inputResponses", self.responses),
        )
    }
}

/// A string as JSON text, for a member that may be left out.
#[allow(clippy::unnecessary_wraps)]
pub fn quoted(text: &str) -> Option<String> {
    Some(json!(text).to_string())
}

/// The params of these vectors with a token.
pub fn echo(token: &str) -> String {
    Params { state: quoted(token), ..Params::default() }.text()
}

/// The door in, for a tool's call.
pub fn enter(id: impl Into<String>, options: &Value, params: &str) -> Case {
    Case::new(id, "enter")
        .keys(&[&forge::key("a")])
        .put("options", options.clone())
        .put("now", NOW)
        .put("method", "tools/call")
        .put("params", params)
}

/// The text of all that a handler may know of a round.
pub fn round(number: u32, left: u32, flow: &str, expires: Option<&str>, state: Option<&str>, notes: &str) -> String {
    let state = state.map_or(String::new(), |state| format!(",\"requestState\":{state}"));
    let expires = expires.unwrap_or("null");
    format!(
        "{{\"round\":{number},\"roundsLeft\":{left},\"flowId\":\"{flow}\",\"expiresAt\":{expires}{state},\"notes\":[{notes}]}}"
    )
}

/// A call that is let in. Whether it is a retry shows in its params.
pub fn lets_in(case: Case, round: &str, state_text: Option<&str>) -> Case {
    let params = case.0.get("params").and_then(Value::as_str).and_then(|text| serde_json::from_str(text).ok());
    let params: Value = params.unwrap_or_default();
    let retry =
        ["requestState", "inputResponses"].iter().any(|name| params.get(name).is_some_and(|given| !given.is_null()));
    let round = round.replacen(",\"flowId\"", &format!(",\"retry\":{retry},\"flowId\""), 1);
    let mut expected = json!({ "round": round });
    if let Some(text) = state_text {
        expected["stateText"] = text.into();
    }
    case.expect(expected)
}

/// The round after the token of these vectors.
pub fn second(case: Case, format: &str) -> Case {
    let token = Token::new(format);
    lets_in(case, &round(2, 7, &token.flow, Some(&token.expires()), Some(PAYLOAD), ""), Some(PAYLOAD))
}

/// A state that is refused: one face on the wire, the reason for the log.
pub fn refused(case: Case, positive: &str, reason: &str) -> Case {
    refuses(case, positive, json!({ "reason": reason, "code": -32602, "error": FROZEN }))
}

pub fn refuses(case: Case, positive: &str, refusal: Value) -> Case {
    case.unlike(positive).expect(json!({ "refusal": refusal }))
}

/// A question with the form of these vectors, and the whole result.
pub fn question(schema: &str) -> String {
    format!(
        r#"{{"method":"elicitation/create","params":{{"mode":"form","message":"Delete q3.pdf?","requestedSchema":{schema}}}}}"#
    )
}

/// A result that asks these, with that state.
pub fn asking(requests: &str, state: Option<&str>) -> String {
    let state = state.map_or(String::new(), |state| format!(",\"requestState\":{state}"));
    format!(r#"{{"resultType":"input_required","inputRequests":{requests}{state}}}"#)
}
