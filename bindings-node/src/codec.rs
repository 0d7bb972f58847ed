//! The codec used alone.

use mrtr::state::{Key, Reason};
use mrtr::{ErrorCode, OsEntropy};
use napi::Env;
use napi::bindgen_prelude::{Uint8ArraySlice, Unknown};
use napi_derive::napi;

use crate::convert;
use crate::failure::{Failure, guard};
use crate::keys;

/// A key ring with a format. Keeps its keys, so that a boundary can be made of the same ring.
#[napi]
pub struct Codec {
    codec: mrtr::state::Codec,
    keys: Vec<Key>,
}

impl Codec {
    pub(crate) fn keys(&self) -> Vec<Key> {
        self.keys.clone()
    }
}

#[napi]
impl Codec {
    /// `keys`: an array of strings and `Uint8Array`s; `options`: JSON text.
    #[napi(constructor)]
    pub fn new(env: Env, keys: Unknown<'_>, options: Unknown<'_>) -> napi::Result<Codec> {
        guard(env, || {
            let keys = keys::ring(keys)?;
            let codec = mrtr::state::Codec::new(keys.clone(), &convert::text(options, "options")?)?;
            Ok(Codec { codec, keys })
        })
    }

    /// A token around the payload's JSON text; without payload where it is undefined.
    #[napi]
    pub fn mint(&self, env: Env, payload: Unknown<'_>, bind: Unknown<'_>, now: Unknown<'_>) -> napi::Result<String> {
        guard(env, || {
            let payload = convert::optional_text(payload, "payload")?;
            let bind = convert::optional_text(bind, "bind")?;
            let now = convert::number(now, "now")?;
            Ok(self.codec.mint(payload.as_deref(), bind.as_deref(), now, &mut OsEntropy)?)
        })
    }

    /// The payload's JSON text, null for a token without payload. A refusal throws, with the reason as its message.
    #[napi]
    pub fn verify(
        &self,
        env: Env,
        token: Unknown<'_>,
        bind: Unknown<'_>,
        now: Unknown<'_>,
    ) -> napi::Result<Option<String>> {
        guard(env, || {
            let token = convert::token(token)?;
            let bind = convert::optional_text(bind, "bind")?;
            let now = convert::number(now, "now")?;
            self.codec.verify(&token, bind.as_deref(), now).map_err(refused)
        })
    }

    /// The state text of a token of the Python or the Ruby SDK, for the call that `expected` names as JSON text.
    #[napi]
    pub fn open_state(
        &self,
        env: Env,
        token: Unknown<'_>,
        expected: Unknown<'_>,
        now: Unknown<'_>,
    ) -> napi::Result<String> {
        guard(env, || {
            let token = convert::token(token)?;
            let expected = convert::text(expected, "the call")?;
            let now = convert::number(now, "now")?;
            self.codec.open_state(&token, &expected, now)?.map_err(refused)
        })
    }

    /// A token around bytes. `associated_data` is signed along and not stored.
    #[napi]
    pub fn seal_bytes(
        &self,
        env: Env,
        payload: Unknown<'_>,
        associated_data: Unknown<'_>,
        now: Unknown<'_>,
    ) -> napi::Result<String> {
        guard(env, || {
            let payload = convert::bytes(payload, "payload")?;
            let data = convert::optional_bytes(associated_data, "associatedData")?;
            let now = convert::number(now, "now")?;
            Ok(self.codec.seal_bytes(&payload, &data, now, &mut OsEntropy)?)
        })
    }

    /// The bytes in a token, copied into memory of the host's own: some hosts allow no other.
    #[napi]
    pub fn open_bytes<'env>(
        &self,
        env: Env,
        token: Unknown<'env>,
        associated_data: Unknown<'env>,
        now: Unknown<'env>,
    ) -> napi::Result<Uint8ArraySlice<'env>> {
        let bytes = guard(env, || {
            let token = convert::token(token)?;
            let data = convert::optional_bytes(associated_data, "associatedData")?;
            let now = convert::number(now, "now")?;
            self.codec.open_bytes(&token, &data, now).map_err(refused)
        })?;
        Uint8ArraySlice::copy_from(&env, bytes)
    }
}

/// The digest of arguments, given as JSON text.
#[napi]
pub fn arguments_digest(env: Env, arguments: Unknown<'_>) -> napi::Result<String> {
    guard(env, || Ok(mrtr::state::arguments_digest(&convert::text(arguments, "the arguments")?)?))
}

fn refused(reason: Reason) -> Failure {
    Failure::new(ErrorCode::InvalidRequestState, reason.as_str())
}
