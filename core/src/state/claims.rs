//! What the boundary seals beside the payload, and what it expects to find again.

use std::borrow::Cow;

use super::Reason;
use super::arguments::{self, Arguments, Digests};
use super::spelling;
use crate::json::{self, Value};
use crate::message::{Asked, Kind};

/// What a token may be used for; a token of one purpose never passes for another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// A `requestState`, echoed on the next round of one logical call.
    RequestState,
    /// State that a widget carries.
    View,
    /// State that comes back from a page that the user was sent to.
    UrlCompletion,
}

impl Purpose {
    pub(crate) fn letter(self) -> &'static str {
        match self {
            Purpose::RequestState => "r",
            Purpose::View => "v",
            Purpose::UrlCompletion => "u",
        }
    }
}

/// Who made a token; a token of a foreign make lacks some of our claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Make {
    Own,
    TypeScriptSdk,
    NgMcpUi,
    PythonSdk,
    RubySdk,
}

impl Make {
    /// Names as the option `foreign` takes them.
    pub(crate) const FOREIGN: [(&'static str, Make); 4] = [
        ("typescript-sdk", Make::TypeScriptSdk),
        ("ng-mcp-ui", Make::NgMcpUi),
        ("python-sdk", Make::PythonSdk),
        ("ruby-sdk", Make::RubySdk),
    ];
}

/// The state that a handler sealed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// Nothing: the token only carries the flow on.
    Absent,
    /// JSON text of a payload.
    Json(String),
    /// Text that the handler gave as it was.
    Text(String),
}

impl State {
    fn text(&self) -> &str {
        match self {
            State::Absent => "",
            State::Json(text) | State::Text(text) => text,
        }
    }
}

/// The call that a token is minted for, or has come back with.
#[derive(Clone, Copy)]
pub(crate) struct Operation<'a> {
    pub(crate) method: &'a str,
    pub(crate) target: &'a str,
    pub(crate) arguments: Arguments<'a>,
    pub(crate) digests: &'a Digests,
    /// The host gave us the text itself, not numbers that it had parsed.
    pub(crate) exact_numbers: bool,
    pub(crate) principal: Option<&'a str>,
    pub(crate) audience: Option<&'a str>,
}

impl Operation<'_> {
    pub(crate) fn digest(&self, style: arguments::Style) -> Result<arguments::Digest, arguments::Fault> {
        self.digests.of(self.arguments, style, self.exact_numbers)
    }
}

/// Claims of one round, to be sealed.
pub(crate) struct Claims<'a> {
    pub(crate) purpose: Purpose,
    pub(crate) operation: Operation<'a>,
    pub(crate) round: u32,
    pub(crate) flow: &'a str,
    pub(crate) asked: &'a [Asked],
    pub(crate) state: &'a State,
}

impl Claims<'_> {
    /// About how many bytes they are when they are written.
    pub(super) fn bytes(&self) -> usize {
        // Names, digests and the flow; and for each question its key, its kind and its digest.
        const FIXED: usize = 160;
        let Operation { method, target, principal, audience, .. } = &self.operation;
        let asked: usize = self.asked.iter().map(|(key, ..)| key.len() + 16).sum();
        let texts = [*method, *target, principal.unwrap_or(""), audience.unwrap_or(""), self.state.text()];
        FIXED + asked + texts.iter().map(|text| text.len()).sum::<usize>()
    }
}

/// What a genuine and fitting token says.
#[derive(Debug)]
pub(crate) struct Opened {
    pub(crate) make: Make,
    /// The round that the token answers; 1 for a token of a foreign make.
    pub(crate) round: u32,
    /// Absent in a token of a foreign make.
    pub(crate) flow: Option<String>,
    pub(crate) asked: Vec<Asked>,
    pub(crate) state: State,
    /// Unix seconds.
    pub(crate) expires: f64,
}

/// Bytes in a flow id.
pub(crate) const FLOW_BYTES: usize = 16;

/// The claims that only our tokens carry. A token has all that its purpose needs, or is of a foreign make.
pub(super) struct OwnClaims<'a> {
    pub(super) round: u32,
    pub(super) flow: String,
    pub(super) digest: Cow<'a, str>,
    pub(super) asked: Vec<Asked>,
}

/// Writes `c`, `n`, `f` and, when something was asked, `q`.
pub(super) fn write_own(out: &mut String, claims: &Claims<'_>, digest: &str) {
    out.push_str(",\"c\":\"");
    out.push_str(digest);
    out.push_str("\",\"n\":");
    out.push_str(&claims.round.to_string());
    out.push_str(",\"f\":");
    json::quote(out, claims.flow);
    if claims.asked.is_empty() {
        return;
    }
    out.push_str(",\"q\":{");
    for (at, (key, kind, digest)) in claims.asked.iter().enumerate() {
        if at > 0 {
            out.push(',');
        }
        json::quote(out, key);
        out.push_str(":\"");
        out.push(kind.letter());
        if let Some(digest) = digest {
            spelling::encode_into(out, digest);
        }
        out.push('"');
    }
    out.push('}');
}

/// Reads `c`, `n`, `f` and `q`. `Ok(None)` when none of the four is there: a foreign make.
pub(super) fn read_own<'a>(object: Value<'_, 'a>) -> Result<Option<OwnClaims<'a>>, Reason> {
    let (c, n, f, q) = (object.get("c"), object.get("n"), object.get("f"), object.get("q"));
    if c.is_none() && n.is_none() && f.is_none() && q.is_none() {
        return Ok(None);
    }
    let digest = c.and_then(Value::as_str).ok_or(Reason::Malformed)?;
    let round = n.and_then(Value::as_number).and_then(|literal| literal.parse().ok()).filter(|round| *round > 0);
    let round = round.ok_or(Reason::Malformed)?;
    let flow = f.and_then(Value::as_str).ok_or(Reason::Malformed)?;
    spelling::decode_exact::<FLOW_BYTES>(&flow).ok_or(Reason::Malformed)?;
    let asked = q.map(read_asked).transpose()?.unwrap_or_default();
    Ok(Some(OwnClaims { round, flow: flow.into_owned(), digest, asked }))
}

fn read_asked(asked: Value<'_, '_>) -> Result<Vec<Asked>, Reason> {
    if asked.kind() != json::Kind::Object {
        return Err(Reason::Malformed);
    }
    asked
        .members()
        .map(|(key, value)| {
            let key = key.into_unicode().ok_or(Reason::Malformed)?.into_owned();
            let mark = value.as_str().ok_or(Reason::Malformed)?;
            let mut characters = mark.chars();
            let kind = characters.next().and_then(Kind::from_letter).ok_or(Reason::Malformed)?;
            let digest = match (kind, characters.as_str()) {
                (Kind::Form, digest) => Some(spelling::decode_exact::<6>(digest).ok_or(Reason::Malformed)?),
                (_, "") => None,
                _ => return Err(Reason::Malformed),
            };
            Ok((key, kind, digest))
        })
        .collect()
}
