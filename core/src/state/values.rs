//! Values of the caller's own types in and out of tokens, for servers in Rust: what [`Codec`] does with JSON text and
//! with bytes, through `serde`.

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{Codec, Reason};
use crate::entropy::Entropy;
use crate::error::{Error, ErrorCode};

/// Why a token gave no value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unopened {
    /// The token was refused. To a client every reason is the same: [`super::REFUSAL_MESSAGE`].
    #[error("the token was refused: {0}")]
    Refused(Reason),
    /// The token is genuine and fits, but its payload is not of the type asked for: code `invalid_payload`. The server's
    /// own affair, such as an instance of an older release that is still minting.
    #[error(transparent)]
    Payload(Error),
}

impl From<Reason> for Unopened {
    fn from(reason: Reason) -> Unopened {
        Unopened::Refused(reason)
    }
}

impl Codec {
    /// [`Codec::mint`] for a value, which goes into the token as `serde_json` writes it.
    ///
    /// Errors: `invalid_payload` for a value that JSON cannot say, and those of [`Codec::mint`].
    ///
    /// ```
    /// use mrtr::OsEntropy;
    /// use mrtr::state::{Codec, Key, Reason, Unopened};
    ///
    /// #[derive(serde::Serialize, serde::Deserialize, Debug, PartialEq)]
    /// struct Step { report: String, step: u32 }
    ///
    /// let codec = Codec::new(vec![Key::new(b"at least thirty-two secret bytes")?], "{}")?;
    /// let (now, step) = (1_790_001_000.0, Step { report: "q3.pdf".into(), step: 2 });
    /// let token = codec.mint_value(&step, Some("alice"), now, &mut OsEntropy)?;
    /// assert_eq!(codec.verify_value(&token, Some("alice"), now), Ok(step));
    ///
    /// let moved = codec.verify_value::<Step>(&token, Some("mallory"), now);
    /// assert_eq!(moved, Err(Unopened::Refused(Reason::Bind)));
    /// // A genuine token whose payload is of another type is no refusal: it is the server's own mistake.
    /// let Err(Unopened::Payload(error)) = codec.verify_value::<Vec<u8>>(&token, Some("alice"), now) else { panic!() };
    /// assert_eq!(error.code().as_str(), "invalid_payload");
    /// # Ok::<(), mrtr::Error>(())
    /// ```
    pub fn mint_value<T: Serialize + ?Sized>(
        &self,
        payload: &T,
        bind: Option<&str>,
        now: f64,
        entropy: &mut dyn Entropy,
    ) -> Result<String, Error> {
        self.mint(Some(&written(payload)?), bind, now, entropy)
    }

    /// [`Codec::verify`] for a value. A token without payload reads as `null`: as `None` for an `Option`.
    pub fn verify_value<T: DeserializeOwned>(&self, token: &str, bind: Option<&str>, now: f64) -> Result<T, Unopened> {
        let payload = self.verify(token, bind, now)?;
        read(payload.as_deref().unwrap_or("null").as_bytes())
    }

    /// [`Codec::seal_bytes`] for a value, as JSON: what the Rust SDK's `seal_json_with` and `open_json_with` write and
    /// read. `associated_data` is signed along and not stored: the caller's identity and a digest of the request, say.
    ///
    /// Errors: `invalid_payload` for a value that JSON cannot say, and those of [`Codec::seal_bytes`].
    ///
    /// ```
    /// use mrtr::OsEntropy;
    /// use mrtr::state::{Codec, Key, Reason, Unopened};
    ///
    /// let keys = vec![Key::new(b"at least thirty-two secret bytes")?];
    /// let codec = Codec::new(keys, r#"{"format": "rs2", "keyIds": ["2026-07"]}"#)?;
    /// let (now, context) = (1_790_001_000.0, b"user:alice|tools/call:weather");
    /// let token = codec.seal_value(&("Zürich", 2), context, now, &mut OsEntropy)?;
    /// assert_eq!(codec.open_value(&token, context, now), Ok(("Zürich".to_owned(), 2)));
    ///
    /// let moved = codec.open_value::<(String, u32)>(&token, b"user:bob|tools/call:weather", now);
    /// assert_eq!(moved, Err(Unopened::Refused(Reason::Mac)));
    /// # Ok::<(), mrtr::Error>(())
    /// ```
    pub fn seal_value<T: Serialize + ?Sized>(
        &self,
        payload: &T,
        associated_data: &[u8],
        now: f64,
        entropy: &mut dyn Entropy,
    ) -> Result<String, Error> {
        self.seal_bytes(written(payload)?.as_bytes(), associated_data, now, entropy)
    }

    /// [`Codec::open_bytes`] for a value that [`Codec::seal_value`] or the Rust SDK has sealed.
    pub fn open_value<T: DeserializeOwned>(
        &self,
        token: &str,
        associated_data: &[u8],
        now: f64,
    ) -> Result<T, Unopened> {
        read(&self.open_bytes(token, associated_data, now)?)
    }
}

fn written<T: Serialize + ?Sized>(value: &T) -> Result<String, Error> {
    // What serde says of a value may quote it, so it goes no further.
    serde_json::to_string(value)
        .map_err(|_| Error::new(ErrorCode::InvalidPayload, "the payload cannot be written as JSON"))
}

fn read<T: DeserializeOwned>(payload: &[u8]) -> Result<T, Unopened> {
    serde_json::from_slice(payload).map_err(|fault| {
        let (line, column) = (fault.line(), fault.column());
        let message = format!("the payload is not of the type asked for, at line {line}, column {column}");
        Unopened::Payload(Error::new(ErrorCode::InvalidPayload, message))
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde::Deserialize;

    use super::*;
    use crate::OsEntropy;
    use crate::state::Key;

    const NOW: f64 = 1_790_001_000.0;

    #[allow(clippy::struct_field_names)]
    #[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
    struct Step {
        report: String,
        step: u32,
        note: Option<String>,
    }

    fn codec(options: &str) -> Codec {
        Codec::new(vec![Key::new(&[7; 32]).unwrap()], options).unwrap()
    }

    fn step() -> Step {
        Step { report: "Zürich \u{1FA83}".into(), step: 2, note: None }
    }

    const FORMATS: [&str; 4] =
        ["{}", r#"{"format":"encrypted"}"#, r#"{"format":"rs1","keyIds":["k"]}"#, r#"{"format":"rs2","keyIds":["k"]}"#];

    fn code<T: std::fmt::Debug>(outcome: Result<T, Unopened>) -> ErrorCode {
        match outcome {
            Err(Unopened::Payload(error)) => error.code(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn values_go_in_and_come_out_in_every_format() {
        for options in FORMATS {
            let codec = codec(options);
            for bind in [None, Some("alice")] {
                let token = codec.mint_value(&step(), bind, NOW, &mut OsEntropy).unwrap();
                assert_eq!(codec.verify_value(&token, bind, NOW), Ok(step()), "{options}");
                assert_eq!(
                    codec.verify(&token, bind, NOW).unwrap().unwrap(),
                    serde_json::to_string(&step()).unwrap(),
                    "{options}"
                );
                let moved = codec.verify_value::<Step>(&token, Some("mallory"), NOW);
                assert!(matches!(moved, Err(Unopened::Refused(Reason::Bind | Reason::Mac))), "{options}: {moved:?}");
                assert!(matches!(
                    codec.verify_value::<Step>(&token, bind, NOW + 601.0),
                    Err(Unopened::Refused(Reason::Expired))
                ));
            }
        }
    }

    #[test]
    fn sealed_values_are_the_bytes_of_their_json() {
        for options in FORMATS.iter().skip(2) {
            let codec = codec(options);
            let token = codec.seal_value(&step(), b"alice", NOW, &mut OsEntropy).unwrap();
            assert_eq!(codec.open_value(&token, b"alice", NOW), Ok(step()));
            assert_eq!(codec.open_bytes(&token, b"alice", NOW).unwrap(), serde_json::to_vec(&step()).unwrap());
            for other in [b"mallory".as_slice(), b""] {
                assert_eq!(codec.open_value::<Step>(&token, other, NOW), Err(Unopened::Refused(Reason::Mac)));
            }
        }
        let bare = codec(r#"{"format":"encrypted"}"#);
        let token = bare.seal_value("x", b"", NOW, &mut OsEntropy).unwrap();
        assert_eq!(bare.open_value(&token, b"", NOW), Ok("x".to_owned()));
        let refused = bare.seal_value("x", b"alice", NOW, &mut OsEntropy).unwrap_err();
        assert_eq!(refused.code(), ErrorCode::InvalidArgument);
        assert_eq!(
            codec("{}").seal_value("x", b"", NOW, &mut OsEntropy).unwrap_err().code(),
            ErrorCode::InvalidArgument
        );
    }

    #[test]
    fn a_payload_of_another_type_is_an_error_that_shows_none_of_it() {
        for options in FORMATS {
            let codec = codec(options);
            let token = codec.mint_value("hunter2", None, NOW, &mut OsEntropy).unwrap();
            assert_eq!(codec.verify_value(&token, None, NOW), Ok("hunter2".to_owned()));
            let Err(Unopened::Payload(error)) = codec.verify_value::<u32>(&token, None, NOW) else {
                panic!("{options}")
            };
            assert_eq!(error.code(), ErrorCode::InvalidPayload);
            assert_eq!(error.message(), "the payload is not of the type asked for, at line 1, column 9");
            assert_eq!(code(codec.verify_value::<Step>(&token, None, NOW)), ErrorCode::InvalidPayload);
            // The verdict on the token comes first.
            let forged = codec.verify_value::<u32>(&format!("{token}A"), None, NOW);
            assert!(matches!(forged, Err(Unopened::Refused(_))), "{options}");
        }
        let bytes = codec(FORMATS[3]);
        let token = bytes.seal_bytes(b"\xff{", b"", NOW, &mut OsEntropy).unwrap();
        assert_eq!(bytes.open_bytes(&token, b"", NOW).as_deref(), Ok(b"\xff{".as_slice()));
        assert_eq!(code(bytes.open_value::<Step>(&token, b"", NOW)), ErrorCode::InvalidPayload);
    }

    #[test]
    fn a_token_without_payload_reads_as_null() {
        for options in FORMATS {
            let codec = codec(options);
            let token = codec.mint(None, None, NOW, &mut OsEntropy).unwrap();
            assert_eq!(codec.verify_value::<Option<Step>>(&token, None, NOW), Ok(None), "{options}");
            assert_eq!(code(codec.verify_value::<Step>(&token, None, NOW)), ErrorCode::InvalidPayload);
        }
    }

    #[test]
    fn what_json_cannot_say_and_what_no_codec_mints() {
        let codec = codec("{}");
        let mint = |value: &BTreeMap<(u8, u8), u8>| codec.mint_value(value, None, NOW, &mut OsEntropy);
        assert!(mint(&BTreeMap::new()).is_ok());
        assert_eq!(mint(&BTreeMap::from([((1, 2), 3)])).unwrap_err().code(), ErrorCode::InvalidPayload);
        let reserved = serde_json::json!({"p": "r", "n": 1});
        let refused = codec.mint_value(&reserved, None, NOW, &mut OsEntropy).unwrap_err();
        assert_eq!(refused.code(), ErrorCode::ReservedPayload);
    }
}
