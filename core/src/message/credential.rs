//! What in a URL's query looks like a credential: whole words and their compounds, never parts of other words. `code` is
//! one and `country_code` is none; `page_token` is a bookmark.

/// Names that are a credential's by themselves, their words joined.
const WHOLE: &[&str] = &[
    "code",
    "key",
    "pwd",
    "sig",
    "apikey",
    "accesskey",
    "secretkey",
    "privatekey",
    "authkey",
    "accesstoken",
    "authtoken",
    "idtoken",
    "idtokenhint",
    "refreshtoken",
    "sessiontoken",
    "clientsecret",
    "sessionid",
    "authcode",
];
/// Last words that make a name a credential's.
const LAST: &[&str] =
    &["token", "secret", "password", "passwd", "passphrase", "credential", "credentials", "signature", "jwt", "apikey"];
/// Last two words that do.
const LAST_TWO: &[(&str, &str)] = &[
    ("api", "key"),
    ("access", "key"),
    ("secret", "key"),
    ("private", "key"),
    ("auth", "key"),
    ("signing", "key"),
    ("session", "id"),
    ("auth", "code"),
    ("authorization", "code"),
    ("access", "code"),
    ("login", "code"),
];
/// Words before `token` that make it a bookmark.
const BOOKMARK: &[&str] = &["page", "next", "continuation", "pagination", "sync", "cursor"];
/// How the keys of common services begin.
const PREFIXES: &[&str] =
    &["sk-", "sk_live_", "sk_test_", "ghp_", "gho_", "ghs_", "github_pat_", "glpat-", "xoxb-", "xoxp-"];

/// Does a value under this name let its bearer in?
pub(super) fn names_credential(name: &str) -> bool {
    let words = words(name);
    let joined = words.concat();
    if WHOLE.contains(&joined.as_str()) {
        return true;
    }
    match words.as_slice() {
        [.., before, last] if last == "token" => !BOOKMARK.contains(&before.as_str()),
        [.., before, last] => {
            LAST.contains(&last.as_str()) || LAST_TWO.iter().any(|(first, second)| before == first && last == second)
        }
        [last] => LAST.contains(&last.as_str()),
        [] => false,
    }
}

/// Does the value itself look like a key?
pub(super) fn is_credential(value: &str) -> bool {
    PREFIXES.iter().any(|prefix| value.starts_with(prefix))
}

/// The words of a name in snake, kebab or camel case, in lower case.
fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut open = false;
    let mut lower = false;
    for letter in name.chars().take(128) {
        if !letter.is_alphanumeric() {
            open = false;
            continue;
        }
        if !open || lower && letter.is_uppercase() {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut() {
            word.extend(letter.to_lowercase());
        }
        open = true;
        lower = letter.is_lowercase() || letter.is_numeric();
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_in_words() {
        for (name, expected) in [
            ("X-Amz-Signature", vec!["x", "amz", "signature"]),
            ("accessToken", vec!["access", "token"]),
            ("API_KEY", vec!["api", "key"]),
            ("a1B", vec!["a1", "b"]),
            ("__", vec![]),
        ] {
            assert_eq!(words(name), expected, "{name}");
        }
    }

    #[test]
    fn compounds_and_other_words() {
        for name in ["token", "refresh_token", "secret", "clientSecret", "authorization_code", "signing_key", "pwd"] {
            assert!(names_credential(name), "{name}");
        }
        for name in [
            "tokens",
            "max_tokens",
            "next_page_token",
            "tokenizer",
            "secretary",
            "keyboard",
            "country_code",
            "code_challenge",
            "response_type",
            "primary_key",
            "sort_key",
            "passenger",
            "state",
            "nonce",
            "client_id",
            "id",
            "",
        ] {
            assert!(!names_credential(name), "{name}");
        }
        assert!(is_credential("ghp_x") && !is_credential("skate") && !is_credential(""));
    }
}
