//! The codec: tokens by themselves, without a boundary.

use mrtr_core::OsEntropy;
use mrtr_core::state::{Codec, Reason, arguments_digest};

use crate::ffi::{Out, Stop, guard, handle, mrtr_buf, mrtr_str};
use crate::keys::ring;
use crate::result::{mrtr_reason, mrtr_result};

/// Mints and verifies tokens with a ring of keys. Safe to share between threads.
pub struct mrtr_codec(Codec);

/// Makes a codec.
///
/// `keys`: `key_count` keys of at least 32 bytes each, copied; the first mints, all of them open. `options_json`:
/// `{"format","open","ttlSeconds","keyIds"}`, each optional; absent for the defaults (format "signed", which alone is
/// opened, and 600 seconds).
///
/// MRTR_OK: `*codec` is a handle for `mrtr_codec_free`. Otherwise MRTR_ERR_INVALID_KEY (shorter than 32 bytes),
/// MRTR_ERR_DUPLICATE_KEY, MRTR_ERR_INVALID_OPTION, MRTR_ERR_INVALID_TTL, MRTR_ERR_NO_KEY or a code for a malformed
/// argument. `error_json` may be NULL. Any thread.
#[unsafe(no_mangle)]
pub extern "C" fn mrtr_codec_new(
    keys: *const mrtr_str,
    key_count: usize,
    options_json: mrtr_str,
    codec: *mut *mut mrtr_codec,
    error_json: *mut mrtr_buf,
) -> mrtr_result {
    guard!(error_json, {
        let out = Out::required(codec, "codec")?;
        out.hand_over(mrtr_codec(Codec::new(ring(keys, key_count)?, options_json.options()?)?));
        Ok(())
    })
}

/// Frees a codec and wipes its keys. NULL does nothing.
#[unsafe(no_mangle)]
pub extern "C" fn mrtr_codec_free(codec: Option<Box<mrtr_codec>>) {
    guard!(or(), { drop(codec) });
}

/// Mints a token around `payload_json`, whose text is kept as it is; absent for a token without a payload.
///
/// `bind`: who or what the token belongs to, wanted again when it is verified; absent for unbound (empty is a binding).
///
/// MRTR_OK: `*token` is the token. Otherwise MRTR_ERR_INVALID_JSON, MRTR_ERR_DUPLICATE_MEMBER, MRTR_ERR_TOO_DEEP,
/// MRTR_ERR_TOO_LARGE (a token over 64 KiB), MRTR_ERR_RESERVED_PAYLOAD (what only a boundary may mint),
/// MRTR_ERR_ENTROPY or a code for a malformed argument. `error_json` may be NULL. Any thread.
#[unsafe(no_mangle)]
pub extern "C" fn mrtr_codec_mint(
    codec: Option<&mrtr_codec>,
    payload_json: mrtr_str,
    bind: mrtr_str,
    now: f64,
    token: *mut mrtr_buf,
    error_json: *mut mrtr_buf,
) -> mrtr_result {
    guard!(error_json, {
        let mrtr_codec(codec) = handle(codec, "codec")?;
        let out = Out::required(token, "token")?;
        let payload = payload_json.text("payload_json")?;
        let minted = codec.mint(payload, bind.text("bind")?, now, &mut OsEntropy)?;
        out.set(minted.into());
        Ok(())
    })
}

/// Verifies a token, which comes from an attacker until this says otherwise.
///
/// `bind`: as when it was minted, absent for an unbound token.
///
/// MRTR_OK: `*payload_json` is the payload's JSON text, or nothing (data NULL) for a token without one. MRTR_REFUSED:
/// `*reason` says why, for the operator's log and nobody else; `reason` may be NULL. Otherwise a code for a malformed
/// argument. A token that is not UTF-8 is refused as malformed. `error_json` may be NULL. Any thread.
#[unsafe(no_mangle)]
pub extern "C" fn mrtr_codec_verify(
    codec: Option<&mrtr_codec>,
    token: mrtr_str,
    bind: mrtr_str,
    now: f64,
    payload_json: *mut mrtr_buf,
    reason: *mut mrtr_reason,
    error_json: *mut mrtr_buf,
) -> mrtr_result {
    guard!(error_json, {
        let mrtr_codec(codec) = handle(codec, "codec")?;
        let out = Out::required(payload_json, "payload_json")?;
        let bind = bind.text("bind")?;
        let opened = token_text(&token)?.and_then(|token| codec.verify(token, bind, now));
        out.set(refused(opened, reason)?.into());
        Ok(())
    })
}

/// Seals bytes under associated data: the bare layer under formats whose claims somebody else writes (rs1, rs2, and the
/// encryption of "encrypted").
///
/// `associated_data` is wanted again when opening, and is not in the token; absent is empty.
///
/// MRTR_OK: `*token` is the token. Otherwise MRTR_ERR_INVALID_ARGUMENT (also for a format without such a layer),
/// MRTR_ERR_TOO_LARGE, MRTR_ERR_ENTROPY or a code for a malformed argument. `error_json` may be NULL. Any thread.
#[unsafe(no_mangle)]
pub extern "C" fn mrtr_codec_seal_bytes(
    codec: Option<&mrtr_codec>,
    payload: mrtr_str,
    associated_data: mrtr_str,
    now: f64,
    token: *mut mrtr_buf,
    error_json: *mut mrtr_buf,
) -> mrtr_result {
    guard!(error_json, {
        let mrtr_codec(codec) = handle(codec, "codec")?;
        let out = Out::required(token, "token")?;
        let payload = payload.need_bytes("payload")?;
        let data = associated_data.bytes("associated_data")?.unwrap_or_default();
        out.set(codec.seal_bytes(payload, data, now, &mut OsEntropy)?.into());
        Ok(())
    })
}

/// Opens what `mrtr_codec_seal_bytes` sealed.
///
/// MRTR_OK: `*payload` is the bytes. MRTR_REFUSED: `*reason` says why, for the log; `reason` may be NULL. Otherwise a
/// code for a malformed argument. `error_json` may be NULL. Any thread.
#[unsafe(no_mangle)]
pub extern "C" fn mrtr_codec_open_bytes(
    codec: Option<&mrtr_codec>,
    token: mrtr_str,
    associated_data: mrtr_str,
    now: f64,
    payload: *mut mrtr_buf,
    reason: *mut mrtr_reason,
    error_json: *mut mrtr_buf,
) -> mrtr_result {
    guard!(error_json, {
        let mrtr_codec(codec) = handle(codec, "codec")?;
        let out = Out::required(payload, "payload")?;
        let data = associated_data.bytes("associated_data")?.unwrap_or_default();
        let opened = token_text(&token)?.and_then(|token| codec.open_bytes(token, data, now));
        out.set(refused(opened, reason)?.into());
        Ok(())
    })
}

/// Opens a token that a server on the Python or the Ruby SDK has minted for a call, and gives its state.
///
/// `expected_json`: the call as you see it, `{"method","target","arguments","argumentsDigest","audience","principal"}`.
///
/// MRTR_OK: `*state` is the state's text. MRTR_REFUSED: `*reason` says why, for the log; `reason` may be NULL.
/// Otherwise MRTR_ERR_INVALID_OPTION or MRTR_ERR_INVALID_JSON about `expected_json`, or a code for a malformed
/// argument. `error_json` may be NULL. Any thread.
#[unsafe(no_mangle)]
pub extern "C" fn mrtr_codec_open_state(
    codec: Option<&mrtr_codec>,
    token: mrtr_str,
    expected_json: mrtr_str,
    now: f64,
    state: *mut mrtr_buf,
    reason: *mut mrtr_reason,
    error_json: *mut mrtr_buf,
) -> mrtr_result {
    guard!(error_json, {
        let mrtr_codec(codec) = handle(codec, "codec")?;
        let out = Out::required(state, "state")?;
        let expected = expected_json.need_text("expected_json")?;
        let opened = match token_text(&token)? {
            Ok(token) => codec.open_state(token, expected, now)?,
            Err(reason) => Err(reason),
        };
        out.set(refused(opened, reason)?.into());
        Ok(())
    })
}

/// The digest that binds a token to a call's arguments: `arguments_json` is the JSON text of an object.
///
/// MRTR_OK: `*digest` is its text. Otherwise MRTR_ERR_INVALID_JSON, MRTR_ERR_DUPLICATE_MEMBER, MRTR_ERR_TOO_DEEP or a
/// code for a malformed argument. `error_json` may be NULL. Any thread.
#[unsafe(no_mangle)]
pub extern "C" fn mrtr_arguments_digest(
    arguments_json: mrtr_str,
    digest: *mut mrtr_buf,
    error_json: *mut mrtr_buf,
) -> mrtr_result {
    guard!(error_json, {
        let out = Out::required(digest, "digest")?;
        out.set(arguments_digest(arguments_json.need_text("arguments_json")?)?.into());
        Ok(())
    })
}

/// A token's text. One that is not UTF-8 is the attacker's doing, so it is refused and no error of the caller.
pub(crate) fn token_text(token: &mrtr_str) -> Result<Result<&str, Reason>, Stop> {
    let bytes = token.need_bytes("token")?;
    Ok(std::str::from_utf8(bytes).map_err(|_| Reason::Malformed))
}

/// Writes the reason of a refusal and stops with it.
pub(crate) fn refused<T>(opened: Result<T, Reason>, place: *mut mrtr_reason) -> Result<T, Stop> {
    opened.map_err(|reason| {
        if let Some(out) = Out::optional(place) {
            out.set(reason.into());
        }
        Stop::Refused
    })
}
