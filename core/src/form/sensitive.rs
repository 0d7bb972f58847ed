//! Names and titles that ask for what forms must not ask for (the specification's elicitation page: passwords, API keys,
//! access tokens, payment credentials): in the English words of compounds, never as a part of another word.

use super::path::{Faults, Path};

/// Phrases that ask for a secret wherever they stand.
#[rustfmt::skip]
const PHRASES: &[&str] = &[
    "password", "passwords", "passwd", "passphrase", "passphrases", "passcode", "passcodes", "pwd", "userpassword",
    "newpassword", "oldpassword", "currentpassword", "confirmpassword", "dbpassword", "api key", "api keys", "apikey",
    "apikeys", "private key", "private keys", "privatekey", "secret key", "secret keys", "secretkey", "access key",
    "access keys", "accesskey", "auth key", "signing key", "encryption key", "decryption key", "master key", "token",
    "api tokens", "access tokens", "auth tokens", "refresh tokens", "bearer tokens", "session tokens", "apitoken",
    "accesstoken", "authtoken", "refreshtoken", "bearertoken", "sessiontoken", "client secrets", "clientsecret",
    "seed phrase", "recovery phrase", "card number", "card numbers", "card no", "card num", "cardnumber", "cardno",
    "credit card", "debit card", "creditcard", "debitcard", "creditcardnumber", "card security code",
    "card verification", "cvv", "cvc", "ssn", "social security number", "social security no", "socialsecuritynumber",
];

/// "secret" is also an adjective: alone or before one of these (or a word of speech) it asks for one.
const SECRET: &[&str] = &["secret", "secrets"];
#[rustfmt::skip]
const AFTER_SECRET: &[&str] = &[
    "code", "token", "value", "access", "string", "text", "word", "answer", "hex", "base",
];

/// A word after a phrase that makes the whole about the secret, not the secret: `password_policy`, `token_count`.
#[rustfmt::skip]
const ABOUT: &[&str] = &[
    "age", "algorithm", "brand", "budget", "change", "column", "count", "counts", "date", "ending", "endpoint",
    "expired", "expires", "expiration", "expiry", "file", "format", "free", "hint", "hints", "holder", "id", "ids",
    "issuer", "kind", "label", "last", "length", "less", "limit", "limits", "location", "manager", "name", "names",
    "network", "path", "policies", "policy", "protected", "protection", "provider", "recovery", "reminder", "reset",
    "rotation", "size", "strategy", "strength", "suffix", "ttl", "type", "types", "uri", "url", "usage",
];

/// A word before "token" that makes it a piece of text or a place in a list.
#[rustfmt::skip]
const OTHER_TOKENS: &[&str] = &[
    "bos", "cancel", "continuation", "cursor", "end", "eos", "mask", "max", "min", "next", "num", "number", "pad",
    "page", "per", "sep", "start", "stop", "sync", "total", "unk",
];

/// Words of speech that leave a "secret" before them a noun.
#[rustfmt::skip]
const SPEECH: &[&str] = &[
    "a", "again", "and", "as", "at", "by", "for", "from", "here", "in", "is", "of", "on", "or", "please", "that",
    "the", "to", "used", "which", "with", "you", "your",
];

const RULE: &str = "asks for what a form must not ask for (passwords, keys, tokens, card or social security numbers): \
                    send the user to a page of yours by URL mode, or allow the property by name";

/// Refuses a free text property whose name or title asks for a secret.
pub(super) fn check(name: &str, title: Option<&str>, path: Path<'_>, faults: &mut Faults) {
    if asks(name) {
        faults.push(path, "sensitive", RULE);
    } else if title.is_some_and(asks) {
        faults.push(path.name("title"), "sensitive", RULE);
    }
}

fn asks(text: &str) -> bool {
    if text.is_ascii() && !has_stem(text.as_bytes()) {
        return false;
    }
    let words = words(text);
    (0..words.len()).any(|at| {
        let rest = words.get(at..).unwrap_or(&[]);
        let before = at.checked_sub(1).and_then(|at| words.get(at)).map(String::as_str);
        is_secret(rest) || PHRASES.iter().any(|phrase| is_asked(phrase, before, rest))
    })
}

/// Each phrase holds one of these runs of letters, and most names hold none: splitting is for the others.
fn has_stem(text: &[u8]) -> bool {
    (0..text.len()).any(|at| {
        let stems: &[&[u8]] = match text.get(at).map(u8::to_ascii_lowercase) {
            Some(b'p') => &[b"pass", b"pwd", b"phrase"],
            Some(b'k') => &[b"key"],
            Some(b't') => &[b"token"],
            Some(b's') => &[b"secret", b"ssn", b"social"],
            Some(b'c') => &[b"card", b"cvv", b"cvc"],
            _ => return false,
        };
        let starts = |stem: &&[u8]| text.get(at..at + stem.len()).is_some_and(|part| part.eq_ignore_ascii_case(stem));
        stems.iter().any(starts)
    })
}

/// Do the words begin with the phrase, in a compound that means the secret itself?
fn is_asked(phrase: &str, before: Option<&str>, rest: &[String]) -> bool {
    let length = phrase.split(' ').count();
    let same = rest.len() >= length && phrase.split(' ').zip(rest).all(|(wanted, word)| wanted == word);
    same && !rest.get(length).is_some_and(|word| ABOUT.contains(&word.as_str()))
        && !(phrase == "token" && before.is_some_and(|word| OTHER_TOKENS.contains(&word)))
}

fn is_secret(rest: &[String]) -> bool {
    let mut rest = rest.iter().map(String::as_str);
    rest.next().is_some_and(|word| SECRET.contains(&word))
        && rest.next().is_none_or(|word| {
            AFTER_SECRET.contains(&word) || SPEECH.contains(&word) || word.bytes().all(|byte| byte.is_ascii_digit())
        })
}

/// Lower-case words: split at what is no letter or digit, between letters and digits, and at the humps of camel case
/// (`APIKey` is `api`, `key`).
fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut last = Class::Gap;
    let mut rest = text.chars().peekable();
    while let Some(character) = rest.next() {
        let class = class(character);
        let hump =
            class == Class::Upper && (last != Class::Upper || rest.peek().is_some_and(|next| next.is_lowercase()));
        let starts = match class {
            Class::Gap => false,
            Class::Upper => hump,
            Class::Letter => !matches!(last, Class::Letter | Class::Upper),
            Class::Digit => last != Class::Digit,
        };
        if starts {
            words.push(String::new());
        }
        if class != Class::Gap
            && let Some(word) = words.last_mut()
        {
            word.extend(character.to_lowercase());
        }
        last = class;
    }
    words
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Gap,
    Upper,
    Letter,
    Digit,
}

fn class(character: char) -> Class {
    if character.is_uppercase() {
        Class::Upper
    } else if character.is_alphabetic() {
        Class::Letter
    } else if character.is_numeric() {
        Class::Digit
    } else {
        Class::Gap
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compounds_fall_into_words() {
        for (text, wanted) in [
            ("apiKey", "api key"),
            ("APIKey", "api key"),
            ("api_key", "api key"),
            ("API-KEY", "api key"),
            ("cvv2", "cvv 2"),
            ("userPasswordNew", "user password new"),
            ("Your password (8 letters)", "your password 8 letters"),
            ("Ünïcode Straße", "ünïcode straße"),
            ("", ""),
        ] {
            assert_eq!(words(text).join(" "), wanted);
        }
    }

    #[test]
    fn every_phrase_has_a_stem() {
        for phrase in PHRASES.iter().chain(SECRET) {
            assert!(has_stem(phrase.as_bytes()), "{phrase}");
        }
    }

    #[test]
    fn secrets_are_known_in_their_compounds() {
        #[rustfmt::skip]
        let texts = [
            "password", "Password", "db_password", "passwordConfirm", "new-password", "Your password", "PASSWORD",
            "passwd", "apiKey", "api_key", "OPENAI_API_KEY", "apikey", "API keys", "secretKey",
            "aws_secret_access_key", "private_key", "sshPrivateKey", "access_token", "accessToken", "token",
            "Bearer token", "github_token", "auth tokens", "secret", "client_secret", "Secret of the webhook",
            "secret2", "card_number", "Credit card", "creditCardNumber", "cvv", "CVC", "cvv2", "ssn",
            "Social Security number", "Enter the API key for Acme", "passphrase", "seed phrase",
        ];
        for text in texts {
            assert!(asks(text), "{text}");
        }
    }

    #[test]
    fn words_that_only_look_alike_are_ordinary() {
        #[rustfmt::skip]
        let texts = [
            "max_tokens", "maxTokens", "tokens", "secretary", "keyboard", "primary_key_column", "key", "public_key",
            "password_policy", "passwordless", "Password hint", "token_count", "page_token", "next token",
            "api_key_name", "api_key_id", "token_url", "secret_ingredient", "Secret Santa", "credit_card_type",
            "card", "business card", "pin", "compass", "tokenizer", "accession", "card_holder", "username", "email",
            "description", "assn", "card number last 4",
        ];
        for text in texts {
            assert!(!asks(text), "{text}");
        }
    }
}
