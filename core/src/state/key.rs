//! Secrets as the operator gives them.

use zeroize::Zeroizing;

use crate::error::{Error, ErrorCode};

/// The least number of bytes in a key; every official SDK asks for as many.
pub const MIN_KEY_BYTES: usize = 32;

/// A secret of at least 32 bytes, copied when made, wiped when dropped, and never printed.
#[derive(Clone)]
pub struct Key {
    id: Option<String>,
    secret: Zeroizing<Vec<u8>>,
}

impl Key {
    /// Copies the secret. A text key counts, and is used as, its UTF-8 bytes.
    ///
    /// Fewer than 32 bytes are an error with code `invalid_key`.
    pub fn new(secret: &[u8]) -> Result<Key, Error> {
        if secret.len() < MIN_KEY_BYTES {
            return Err(Error::new(
                ErrorCode::InvalidKey,
                format!("a key must be at least {MIN_KEY_BYTES} bytes (got {})", secret.len()),
            ));
        }
        Ok(Key { id: None, secret: Zeroizing::new(secret.to_vec()) })
    }

    /// Names the key, as the format `rs2` needs: 1 to 255 UTF-8 bytes, else an error with code `invalid_key`.
    pub fn with_id(self, id: &str) -> Result<Key, Error> {
        if id.is_empty() || id.len() > 255 {
            return Err(Error::new(ErrorCode::InvalidKey, "a key id must be 1 to 255 bytes of UTF-8"));
        }
        Ok(Key { id: Some(id.to_owned()), ..self })
    }

    pub(super) fn id(&self) -> Option<&str> {
        self.id.as_deref()
    }

    pub(super) fn secret(&self) -> &[u8] {
        &self.secret
    }
}

impl std::fmt::Debug for Key {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Key(..)")
    }
}

/// Refuses two equal secrets in one ring: the second could never be told from the first.
pub(super) fn distinct(keys: &[Key]) -> Result<(), Error> {
    let mut rest = keys;
    while let Some((key, tail)) = rest.split_first() {
        if tail.iter().any(|other| other.secret() == key.secret()) {
            return Err(Error::new(ErrorCode::DuplicateKey, "two keys of the ring are the same"));
        }
        rest = tail;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compiles for types that wipe themselves when dropped.
    fn wipes_itself<T: zeroize::ZeroizeOnDrop>() {}

    #[test]
    fn whatever_holds_a_secret_wipes_itself() {
        wipes_itself::<Zeroizing<Vec<u8>>>();
        wipes_itself::<Zeroizing<[u8; 32]>>();
        // An HMAC made ready holds two states of the hash and a block of it, no key.
        wipes_itself::<sha2::Sha256>();
        wipes_itself::<aes_gcm::Aes256Gcm>();
    }

    #[test]
    fn short_keys_and_odd_ids_are_errors_and_nothing_is_printed() {
        let key = Key::new(&[0x41; 32]).unwrap();
        assert_eq!(format!("{key:?}"), "Key(..)");
        assert_eq!(Key::new(&[0x41; 31]).unwrap_err().code(), ErrorCode::InvalidKey);
        assert!(key.clone().with_id(&"x".repeat(255)).is_ok());
        assert_eq!(key.clone().with_id("").unwrap_err().code(), ErrorCode::InvalidKey);
        assert_eq!(key.clone().with_id(&"x".repeat(256)).unwrap_err().code(), ErrorCode::InvalidKey);
        assert_eq!(distinct(&[key.clone(), key]).unwrap_err().code(), ErrorCode::DuplicateKey);
    }
}
