//! The door in: what the client sent, against what this server minted.

use super::method::Method;
use super::round::{Flow, Round};
use super::settings::Settings;
use super::{Boundary, Refusal};
use crate::entropy::Entropy;
use crate::error::ErrorCode;
use crate::json::{self, Kind, Value};
use crate::message::{Capabilities, Responses};
use crate::rounds::{self, Progress};
use crate::state::arguments::{Arguments, Digests};
use crate::state::claims::{FLOW_BYTES, Make, Opened, Operation, Purpose, State};
use crate::state::{Codec, Reason, spelling};

/// Where a modern request declares what its client can be asked (specification, `_meta` of requests).
pub(super) const CAPABILITIES_META_KEY: &str = "io.modelcontextprotocol/clientCapabilities";

/// The longest params looked at, in bytes. Arguments may carry files; HTTP servers bound them before us.
const MAX_PARAMS_BYTES: usize = 64 << 20;

/// Who calls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Principal<'a> {
    /// Nobody in particular: no principal is bound.
    #[default]
    Anonymous,
    /// An authenticated caller, by one text that is the same on every instance.
    Named(&'a str),
    /// The host could not tell: its callback failed, or gave something that is not text.
    Failed,
}

impl<'a> From<Option<&'a str>> for Principal<'a> {
    fn from(name: Option<&'a str>) -> Principal<'a> {
        name.map_or(Principal::Anonymous, Principal::Named)
    }
}

/// A request as it came in.
#[derive(Clone, Copy, Debug, Default)]
pub struct Call<'a> {
    /// `tools/call`, `prompts/get` or `resources/read`.
    pub method: &'a str,
    /// JSON text of the request's `params`.
    pub params: &'a str,
    /// Who calls.
    pub principal: Principal<'a>,
    /// JSON text of the client's capabilities, where the host knows them from elsewhere; else they are read from the
    /// params' `_meta`.
    pub capabilities: Option<&'a str>,
}

impl Boundary {
    /// Lets a call in, or refuses it. `now` is Unix seconds.
    ///
    /// Opens the echoed `requestState` and checks it against the call: purpose, method, target, arguments, audience,
    /// principal, lifetime, round. Sorts the answers by the questions asked. Whatever is wrong with the state, the
    /// refusal on the wire is the same.
    pub fn enter(&self, call: &Call<'_>, now: f64, entropy: &mut dyn Entropy) -> Result<Round, Box<Refusal>> {
        let Some(method) = Method::from_name(call.method) else {
            let message = "only tools/call, prompts/get and resources/read pass through the boundary";
            return Err(Box::new(Refusal::server(ErrorCode::UnknownMethod, message).of(call.method, "")));
        };
        // Params stand around the arguments, whose nesting has this limit; what else is in them nests less.
        let document = json::parse(call.params, MAX_PARAMS_BYTES, spelling::MAX_DEPTH + 1).map_err(|fault| {
            let message = crate::Error::from_fault("params", fault).message().to_owned();
            Box::new(Refusal::params(message).of(call.method, ""))
        })?;
        let params = document.root();
        let target = params.get(method.target_member()).and_then(Value::as_str);
        let refuse = |refusal: Refusal| Box::new(refusal.of(call.method, target.as_deref().unwrap_or("")));
        let Some(target) = target.as_deref() else {
            return Err(refuse(Refusal::params(format!("params.{} must be text", method.target_member()))));
        };
        let arguments = params.get("arguments").filter(|value| method.has_arguments() && !value.is_null());
        if arguments.is_some_and(|arguments| arguments.kind() != Kind::Object) {
            return Err(refuse(Refusal::params("params.arguments must be an object")));
        }
        let incoming = Incoming { settings: &self.settings, call, method, target, arguments, params };
        incoming.enter(self, now, entropy).map_err(refuse)
    }
}

/// The refusals in here are boxed once, at the door.
struct Incoming<'a> {
    settings: &'a Settings,
    call: &'a Call<'a>,
    method: Method,
    target: &'a str,
    arguments: Option<Value<'a, 'a>>,
    params: Value<'a, 'a>,
}

#[allow(clippy::result_large_err)]
impl Incoming<'_> {
    fn enter(&self, boundary: &Boundary, now: f64, entropy: &mut dyn Entropy) -> Result<Round, Refusal> {
        let token = self.params.get("requestState").filter(|state| !state.is_null());
        let token = token.map(|state| state.as_str().ok_or_else(|| Refusal::state(Reason::Malformed))).transpose()?;
        let principal = self.principal(token.is_some())?;
        let digests = Digests::default();
        let opened = match (&self.settings.codec, &token) {
            (Some(codec), Some(token)) => {
                Some(self.open(codec, token, principal, &digests, now).map_err(Refusal::state)?)
            }
            _ => None,
        };
        let answered = opened.as_ref().map(|opened| opened.round);
        let progress = match answered {
            None => Progress::first(self.settings.max_rounds),
            Some(answered) => {
                Progress::after(answered, self.settings.max_rounds).ok_or_else(|| Refusal::state(Reason::Rounds))?
            }
        };
        let responses = self.responses(opened.as_ref())?;
        let capabilities = self.capabilities();
        let retry = token.is_some() || self.params.get("inputResponses").is_some_and(|given| !given.is_null());
        let foreign = opened.as_ref().is_some_and(|opened| opened.make != Make::Own);
        let (flow, expires, state) = match opened {
            Some(Opened { flow, expires, state, .. }) => (flow, Some(expires), state),
            // Without a key the state is the handler's own affair, and passes as it came.
            None => (None, None, token.map_or(State::Absent, |token| State::Text(token.into_owned()))),
        };
        let flow = if let Some(flow) = flow {
            flow
        } else {
            let mut bytes = [0; FLOW_BYTES];
            entropy.fill(&mut bytes)?;
            rounds::flow_id(bytes)
        };
        Ok(Round::new(
            boundary.clone(),
            Flow {
                method: self.method,
                target: self.target.to_owned(),
                arguments: self.arguments.map(|arguments| arguments.raw().to_owned()),
                digests,
                principal: principal.map(str::to_owned),
                progress,
                id: flow,
                expires,
                state,
                responses,
                capabilities,
                retry,
                foreign,
            },
        ))
    }

    /// The principal, or a refusal where it should be there and cannot be told: frozen towards a client that echoes a
    /// state, an internal error where nothing was claimed yet.
    fn principal(&self, with_token: bool) -> Result<Option<&str>, Refusal> {
        match self.call.principal {
            Principal::Anonymous => Ok(None),
            Principal::Named(name) if !name.is_empty() => Ok(Some(name)),
            _ if with_token => Err(Refusal::state(Reason::Principal)),
            _ => Err(Refusal::principal()),
        }
    }

    fn open(
        &self,
        codec: &Codec,
        token: &str,
        principal: Option<&str>,
        digests: &Digests,
        now: f64,
    ) -> Result<Opened, Reason> {
        let operation = Operation {
            method: self.method.as_str(),
            target: self.target,
            arguments: Arguments::Scanned(self.arguments),
            digests,
            exact_numbers: self.settings.exact_numbers,
            principal,
            audience: self.settings.audience.as_deref(),
        };
        codec.open_claims(token, Purpose::RequestState, &operation, now, &self.settings.foreign)
    }

    /// The answers that may be read: those to the questions of the token; all of them where nothing binds them; none
    /// where a client has dropped the state.
    fn responses(&self, opened: Option<&Opened>) -> Result<Responses, Refusal> {
        let Some(given) = self.params.get("inputResponses").filter(|value| !value.is_null()) else {
            return Ok(Responses::empty());
        };
        let read = match opened {
            Some(opened) if opened.make == Make::Own => Responses::bound(given, &opened.asked),
            Some(_) => Responses::unbound(given),
            None if self.settings.codec.is_none() || self.settings.read_without_state => Responses::unbound(given),
            // Nothing was asked that this client still knows of.
            None => Responses::bound(given, &[]),
        };
        read.map_err(|_| Refusal::params("params.inputResponses must be an object"))
    }

    /// What the client declared; a malformed declaration declares nothing, `None` is no declaration at all.
    fn capabilities(&self) -> Option<Capabilities> {
        if let Some(text) = self.call.capabilities {
            return Some(Capabilities::parse(text).unwrap_or_default());
        }
        let declared = self.params.get("_meta").and_then(|meta| meta.get(CAPABILITIES_META_KEY));
        declared.map(Capabilities::read)
    }
}
