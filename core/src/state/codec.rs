//! A key ring, the format it mints, and the formats it opens.

use std::sync::Arc;

use super::key::{self, Key};
use super::{Format, Reason, encrypted, rmcp, signed, spelling};
use crate::entropy::Entropy;
use crate::error::{Error, ErrorCode};
use crate::json;
use crate::options::{self, Options};

/// How long a token lives unless told otherwise, in seconds; the TypeScript and Python SDKs agree.
pub const DEFAULT_TTL_SECONDS: f64 = 600.0;

/// Seals payloads into tokens and opens them again, used alone: no call, no round, no question is bound in.
///
/// A server whose handlers ask through [`crate::boundary::Boundary`] needs no codec beside it. Cheap to clone, and
/// shared freely between threads.
#[derive(Clone)]
pub struct Codec {
    inner: Arc<Inner>,
}

pub(super) struct Inner {
    pub(super) mint: Format,
    pub(super) open: Vec<Format>,
    pub(super) ttl: f64,
    pub(super) max_token: usize,
    pub(super) signers: Vec<signed::Signer>,
    pub(super) ciphers: Vec<encrypted::Cipher>,
    pub(super) raw_ciphers: Vec<encrypted::Cipher>,
    pub(super) named: Vec<rmcp::Named>,
}

impl std::fmt::Debug for Codec {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Codec")
            .field("format", &self.inner.mint)
            .field("open", &self.inner.open)
            .field("ttl_seconds", &self.inner.ttl)
            .finish_non_exhaustive()
    }
}

/// Names of the options that a codec takes.
pub(crate) const OPTIONS: [&str; 6] = ["format", "open", "ttlSeconds", "keyIds", "allowAnyTtl", "limits"];

/// The member of the option `limits` that is about tokens.
pub(crate) const TOKEN_LIMIT: &str = "tokenBytes";

impl Codec {
    /// Makes a codec from a key ring (the first key mints, all open) and options as one JSON object:
    ///
    /// - `format`: the format minted, `signed` unless given (see [`Format`]);
    /// - `open`: the formats opened, only the one that is minted unless given;
    /// - `ttlSeconds`: lifetime, 600 unless given, finite and positive;
    /// - `keyIds`: ids of the keys, for `rs2`, one for each;
    /// - `allowAnyTtl`: takes any finite lifetime, for a host whose model does;
    /// - `limits`: `{tokenBytes}`, the longest token looked at or minted, 65,536 bytes unless given.
    ///
    /// Errors: `invalid_key`, `duplicate_key`, `invalid_option`, `invalid_ttl`.
    pub fn new(keys: Vec<Key>, options: &str) -> Result<Codec, Error> {
        let document = options::scan(options)?;
        let options = Options::new(document.root(), &OPTIONS)?;
        let max_token = match options.get("limits") {
            None => None,
            Some(limits) => Options::new(limits, &[TOKEN_LIMIT])?.positive(TOKEN_LIMIT)?,
        };
        Codec::from_options(keys, options, max_token)
    }

    /// [`Codec::new`] from options that stand among others.
    pub(crate) fn from_options(
        keys: Vec<Key>,
        options: Options<'_, '_>,
        max_token: Option<u32>,
    ) -> Result<Codec, Error> {
        if keys.is_empty() {
            return Err(Error::new(ErrorCode::NoKey, "a codec needs at least one key"));
        }
        let mint = options.text("format")?.map_or(Ok(Format::Signed), |name| Format::from_name(&name))?;
        if mint == Format::EncryptedRuby {
            return Err(options::invalid("option format: encrypted-ruby is opened only, never minted"));
        }
        let open = match options.texts("open")? {
            None => vec![mint],
            Some(names) => names.iter().map(|name| Format::from_name(name)).collect::<Result<_, _>>()?,
        };
        let ttl = options.number("ttlSeconds").map_err(|_| ttl_error())?.unwrap_or(DEFAULT_TTL_SECONDS);
        if ttl <= 0.0 && !options.boolean("allowAnyTtl")?.unwrap_or(false) {
            return Err(ttl_error());
        }
        let keys = with_ids(keys, options.texts("keyIds")?)?;
        key::distinct(&keys)?;
        let used = |format: Format| mint == format || open.contains(&format);
        let ready = |wanted: bool| if wanted { keys.as_slice() } else { &[] };
        let inner = Inner {
            signers: ready(used(Format::Signed)).iter().map(signed::Signer::new).collect::<Result<_, _>>()?,
            ciphers: ready(used(Format::Encrypted)).iter().map(encrypted::Cipher::derived).collect::<Result<_, _>>()?,
            raw_ciphers: ready(used(Format::EncryptedRuby))
                .iter()
                .map(encrypted::Cipher::raw)
                .collect::<Result<_, _>>()?,
            named: ready(used(Format::Rs1) || used(Format::Rs2))
                .iter()
                .map(rmcp::Named::new)
                .collect::<Result<_, _>>()?,
            mint,
            ttl,
            open,
            max_token: max_token.unwrap_or(spelling::MAX_TOKEN_BYTES) as usize,
        };
        encrypted::distinct(&inner.ciphers)?;
        if mint == Format::Rs2 || inner.open.contains(&Format::Rs2) {
            rmcp::identified(&inner.named)?;
        }
        Ok(Codec { inner: Arc::new(inner) })
    }

    pub(super) fn inner(&self) -> &Inner {
        &self.inner
    }

    /// The format minted.
    #[must_use]
    pub fn format(&self) -> Format {
        self.inner.mint
    }

    /// Mints a token around a payload, given as JSON text and copied as it stands; `None` mints a token without
    /// payload. `bind` ties it to a value of the caller's (a principal, say) without showing it. `now` is Unix seconds.
    ///
    /// Formats `signed` and `encrypted`, and `rs1` and `rs2` with the bind value as associated data, where an empty one
    /// would bind nothing and is an error. Errors: `invalid_json`, `too_deep`, `duplicate_member` for the payload,
    /// `reserved_payload` for one that would pass for a token of the boundary, `too_large`, `invalid_argument` for that
    /// binding and for a clock that is not finite, `entropy`.
    pub fn mint(
        &self,
        payload: Option<&str>,
        bind: Option<&str>,
        now: f64,
        entropy: &mut dyn Entropy,
    ) -> Result<String, Error> {
        if let Some(payload) = payload {
            check_payload(payload, self.inner.max_token)?;
        }
        let inner = self.inner();
        let token = match inner.mint {
            Format::Signed => {
                let expires = finite_clock(now)?.floor() + inner.ttl;
                let signer = inner.signers.first().ok_or_else(no_key)?;
                let envelope = payload.map(|payload| signed::envelope(payload.len()) + payload);
                signed::mint(signer, envelope, expires, bind)
            }
            Format::Encrypted => self.mint_alone(payload, bind, finite_clock(now)?, entropy)?,
            // Empty associated data is none, so that such a token would open without a binding.
            Format::Rs1 | Format::Rs2 if bind == Some("") => {
                return Err(Error::new(ErrorCode::InvalidArgument, "an empty binding binds nothing in this format"));
            }
            Format::Rs1 | Format::Rs2 | Format::EncryptedRuby => {
                let payload = payload.unwrap_or("").as_bytes();
                return self.seal_bytes(payload, bind.unwrap_or("").as_bytes(), now, entropy);
            }
        };
        self.mintable(token)
    }

    /// Opens a token that [`Codec::mint`] or an official SDK's codec has minted: the payload's JSON text, `None` when it
    /// has none. `bind` must be what it was minted with. `now` is Unix seconds.
    pub fn verify(&self, token: &str, bind: Option<&str>, now: f64) -> Result<Option<String>, Reason> {
        self.readable(token)?;
        self.first_that_opens(|format, inner| match format {
            Format::Signed => signed::open(&inner.signers, token, now, bind, 1, |payload, _| match payload {
                Some(payload) if signed::is_reserved(payload) => Err(Reason::Purpose),
                payload => Ok(payload.map(|payload| payload.raw().to_owned())),
            }),
            Format::Encrypted => self.open_alone(token, bind, now),
            Format::Rs1 | Format::Rs2 if bind == Some("") => Err(Reason::Bind),
            Format::Rs1 | Format::Rs2 => {
                let bytes = self.open_one(format, token, bind.unwrap_or("").as_bytes(), now)?;
                let text = String::from_utf8(bytes).map_err(|_| Reason::Malformed)?;
                Ok((!text.is_empty()).then_some(text))
            }
            // Its claims belong to a call, which a codec alone does not know.
            Format::EncryptedRuby => Err(Reason::Purpose),
        })
    }

    /// Seals bytes. With `rs1` and `rs2`, `associated_data` is signed along and not stored. With `encrypted` this is the
    /// bare encryption layer of the Python SDK: no claims, no lifetime, and no associated data (anything but an empty
    /// one is an error, code `invalid_argument`). `now` is Unix seconds.
    pub fn seal_bytes(
        &self,
        payload: &[u8],
        associated_data: &[u8],
        now: f64,
        entropy: &mut dyn Entropy,
    ) -> Result<String, Error> {
        let inner = self.inner();
        let token = match inner.mint {
            Format::Rs1 | Format::Rs2 => {
                let key = inner.named.first().ok_or_else(no_key)?;
                let expires = match milliseconds(finite_clock(now)? + inner.ttl) {
                    // 0 stands for no expiry at all.
                    0 => -1,
                    expires => expires,
                };
                let mint = if inner.mint == Format::Rs1 { rmcp::mint_rs1 } else { rmcp::mint_rs2 };
                mint(key, payload, associated_data, expires)
            }
            Format::Encrypted if associated_data.is_empty() => {
                encrypted::mint(inner.ciphers.first().ok_or_else(no_key)?, payload, entropy)?
            }
            _ => {
                return Err(Error::new(
                    ErrorCode::InvalidArgument,
                    "bytes are sealed in the formats rs1, rs2 and, without associated data, encrypted",
                ));
            }
        };
        self.mintable(token)
    }

    /// Opens what [`Codec::seal_bytes`] or the SDK of that format has sealed. `now` is Unix seconds.
    pub fn open_bytes(&self, token: &str, associated_data: &[u8], now: f64) -> Result<Vec<u8>, Reason> {
        self.readable(token)?;
        self.first_that_opens(|format, _| self.open_one(format, token, associated_data, now))
    }

    /// The length is checked before anything else is looked at.
    pub(super) fn readable(&self, token: &str) -> Result<(), Reason> {
        if token.len() > self.inner.max_token { Err(Reason::TooLarge) } else { Ok(()) }
    }

    /// Tokens that no reader would look at are not minted.
    pub(super) fn mintable(&self, token: String) -> Result<String, Error> {
        let most = self.inner.max_token;
        if token.len() > most {
            let message = format!("the token would be longer than {most} bytes; keep large state on the server");
            return Err(Error::new(ErrorCode::TooLarge, message));
        }
        Ok(token)
    }

    fn open_one(&self, format: Format, token: &str, associated_data: &[u8], now: f64) -> Result<Vec<u8>, Reason> {
        let inner = self.inner();
        let now_ms = now.is_finite().then(|| milliseconds(now));
        match format {
            Format::Rs1 => rmcp::open_rs1(&inner.named, token, associated_data, now_ms),
            Format::Rs2 => rmcp::open_rs2(&inner.named, token, associated_data, now_ms),
            Format::Encrypted if associated_data.is_empty() => {
                encrypted::open(&inner.ciphers, token).map(|bytes| bytes.to_vec())
            }
            Format::EncryptedRuby if associated_data.is_empty() => {
                encrypted::open_raw(&inner.raw_ciphers, token).map(|bytes| bytes.to_vec())
            }
            _ => Err(Reason::Malformed),
        }
    }

    /// Tries the formats that are opened, those that look like the token; the reason is that of the last one.
    pub(super) fn first_that_opens<T>(
        &self,
        mut open: impl FnMut(Format, &Inner) -> Result<T, Reason>,
    ) -> Result<T, Reason> {
        let mut reason = Reason::Malformed;
        for format in &self.inner.open {
            match open(*format, &self.inner) {
                Ok(opened) => return Ok(opened),
                // A token that is not of this format says nothing; one that is, and fails, does.
                Err(Reason::Malformed) => {}
                Err(other) => reason = other,
            }
        }
        Err(reason)
    }
}

fn with_ids(keys: Vec<Key>, ids: Option<Vec<String>>) -> Result<Vec<Key>, Error> {
    let Some(ids) = ids else { return Ok(keys) };
    if ids.len() != keys.len() {
        return Err(options::invalid("option keyIds must name each key of the ring once"));
    }
    keys.into_iter().zip(ids).map(|(key, id)| key.with_id(&id)).collect()
}

fn ttl_error() -> Error {
    Error::new(ErrorCode::InvalidTtl, "option ttlSeconds must be a finite number of seconds above 0")
}

pub(super) fn no_key() -> Error {
    Error::new(ErrorCode::NoKey, "no key is configured for this format")
}

/// A clock that is not a number would mint tokens that never, or always, have expired.
pub(super) fn finite_clock(now: f64) -> Result<f64, Error> {
    if now.is_finite() {
        Ok(now)
    } else {
        Err(Error::new(ErrorCode::InvalidArgument, "the clock is not a finite number"))
    }
}

/// Seconds to whole milliseconds, those beyond 64 bits to the last that there are.
#[allow(clippy::cast_possible_truncation)]
fn milliseconds(seconds: f64) -> i64 {
    (seconds * 1000.0).floor() as i64
}

fn check_payload(payload: &str, max_bytes: usize) -> Result<(), Error> {
    let document = json::parse(payload, max_bytes, spelling::MAX_DEPTH)
        .map_err(|fault| Error::from_fault("the payload", fault))?;
    if signed::is_reserved(document.root()) {
        return Err(Error::new(
            ErrorCode::ReservedPayload,
            "a payload whose p is r, v or u and which has c, n, f, q, aud or m is a token of the boundary",
        ));
    }
    Ok(())
}
