//! The URL to which a client sends its user.
//!
//! Sources: "Safe URL Handling" and "URL Mode Elicitation" of the specification. The URL is judged as written and as a
//! browser reads it (WHATWG, crate `url`), and must mean the same both ways: a parser that trims, decodes and repairs
//! would find a host in texts that show the user another one.

use std::net::Ipv4Addr;

use ::url::{Host, Url};

use super::credential::{is_credential, names_credential};
use super::path::Path;
use crate::error::Issue;

/// The longest URL, in characters.
const MAX_CHARACTERS: usize = 2048;

/// Schemes that no option allows: they run code, read files, or show what the URL itself says.
const NEVER: &[&str] = &["javascript", "vbscript", "data", "file", "blob", "about", "view-source", "filesystem"];

/// What may be in a URL.
pub(super) struct Rules<'r> {
    /// The schemes allowed on any host. None: `https`, and `http` on loopback.
    pub(super) schemes: &'r [String],
    /// Names in the query that may look like credentials.
    pub(super) allowed: &'r [String],
}

/// Can this be a scheme in the option `schemes`?
pub(super) fn is_allowable(scheme: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"+-.".contains(&byte);
    scheme.starts_with(|first: char| first.is_ascii_lowercase())
        && scheme.bytes().all(plain)
        && !NEVER.contains(&scheme)
}

/// Adds every fault and lint of the URL.
pub(super) fn check(text: &str, rules: &Rules<'_>, path: &Path<'_>, issues: &mut Vec<Issue>, lints: &mut Vec<Issue>) {
    if text.chars().nth(MAX_CHARACTERS).is_some() {
        issues.push(path.issue("too_long", format!("must be at most {MAX_CHARACTERS} characters")));
        return;
    }
    let before = issues.len();
    spelling(text, path, issues);
    let well_spelt = issues.len() == before;
    let Some((scheme, authority)) = split(text) else {
        issues.push(path.issue("url", "must be an absolute URL with a host, such as https://example.com/start"));
        return;
    };
    let scheme = scheme.to_ascii_lowercase();
    if authority.contains('@') {
        issues.push(path.issue("user_info", "must not hold a user name or a password"));
    }
    let Ok(url) = Url::parse(text) else {
        if well_spelt {
            issues.push(path.issue("url", "must be an absolute URL with a host, such as https://example.com/start"));
        }
        return;
    };
    if well_spelt {
        host(&url, authority, path, issues, lints);
    }
    if !scheme_allowed(&scheme, &url, rules.schemes) {
        let rule = match rules.schemes {
            [] => "must be https, or http on a loopback host".to_owned(),
            schemes => format!("must have one of the schemes {}", schemes.join(", ")),
        };
        issues.push(path.issue("scheme", rule));
    }
    credentials(&url, rules.allowed, path, issues);
}

/// What no URL is spelt with (RFC 3986, section 2).
fn spelling(text: &str, path: &Path<'_>, issues: &mut Vec<Issue>) {
    if text.chars().any(|letter| letter.is_whitespace() || letter.is_control()) {
        issues.push(path.issue("white_space", "must not hold white space or control characters"));
    } else if !text.is_ascii() {
        let rule = "must be ASCII: a host in its registered (xn--) form, everything else percent-encoded";
        issues.push(path.issue("not_ascii", rule));
    } else if !is_spelt(text) {
        issues.push(path.issue("url", "holds characters that must be percent-encoded"));
    }
}

fn is_spelt(text: &str) -> bool {
    let after = text.find("://").map_or(0, |at| at + 3);
    let host = text.get(after..).unwrap_or("");
    let host_end = after + host.find(['/', '?', '#']).unwrap_or(host.len());
    let mut fragment = false;
    text.bytes().enumerate().all(|(at, byte)| match byte {
        b'%' => text.as_bytes().get(at + 1..at + 3).is_some_and(|hex| hex.iter().all(u8::is_ascii_hexdigit)),
        b'[' | b']' => (after..host_end).contains(&at),
        b'#' => !std::mem::replace(&mut fragment, true),
        _ => byte.is_ascii_alphanumeric() || b"-._~:/?@!$&'()*+,;=".contains(&byte),
    })
}

/// The scheme and the authority as written.
fn split(text: &str) -> Option<(&str, &str)> {
    let (scheme, rest) = text.split_once("://")?;
    let authority = rest.split(['/', '?', '#', '\\']).next()?;
    let named = scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte));
    (named && !authority.is_empty()).then_some((scheme, authority))
}

/// The host that a browser goes to must be the one that is written there.
fn host(url: &Url, authority: &str, path: &Path<'_>, issues: &mut Vec<Issue>, lints: &mut Vec<Issue>) {
    let Some(host) = url.host_str().filter(|host| !host.is_empty()) else {
        issues.push(path.issue("host", "must name a host"));
        return;
    };
    let shown = authority.rsplit('@').next().unwrap_or(authority);
    let port = shown.rfind(':').filter(|at| !shown.get(*at..).unwrap_or("").contains(']'));
    let shown = shown.get(..port.unwrap_or(shown.len())).unwrap_or(shown);
    if !shown.eq_ignore_ascii_case(host) {
        issues
            .push(path.issue("host", "must write the host as a browser shows it: no escapes, no other number formats"));
    }
    if host.split('.').any(|label| label.starts_with("xn--")) {
        lints.push(path.issue("punycode", "has a Punycode host, at which clients warn their users"));
    }
}

fn scheme_allowed(scheme: &str, url: &Url, schemes: &[String]) -> bool {
    if NEVER.contains(&scheme) {
        return false;
    }
    if schemes.is_empty() {
        return scheme == "https" || scheme == "http" && is_loopback(url);
    }
    schemes.iter().any(|allowed| allowed == scheme)
}

fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        Some(Host::Ipv4(address)) => Ipv4Addr::is_loopback(&address),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}

/// A URL passes through the client, its model and its log: it must not open anything by itself.
fn credentials(url: &Url, allowed: &[String], path: &Path<'_>, issues: &mut Vec<Issue>) {
    let in_fragment = url.fragment().unwrap_or("");
    let pairs = url.query_pairs().chain(::url::form_urlencoded::parse(in_fragment.as_bytes()));
    for (name, value) in pairs {
        let suspect = !value.is_empty() && (names_credential(&name) || is_credential(&value));
        if suspect && !allowed.iter().any(|allowed| *allowed == name) {
            let name: String = name.chars().filter(|letter| !letter.is_control()).take(64).collect();
            let message = format!(
                "must not carry credentials: {name} looks like one; let the page behind the URL identify the user"
            );
            issues.push(path.issue("sensitive", message));
        }
    }
}

/// Every name in the query and in the fragment.
pub(super) fn query_names(text: &str) -> Vec<String> {
    let Ok(url) = Url::parse(text) else {
        return Vec::new();
    };
    let in_fragment = url.fragment().unwrap_or("").as_bytes();
    let pairs = url.query_pairs().chain(::url::form_urlencoded::parse(in_fragment));
    pairs.map(|(name, _)| name.into_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn codes(text: &str, schemes: &[&str], allowed: &[&str]) -> (Vec<&'static str>, Vec<&'static str>) {
        let owned = |list: &[&str]| list.iter().map(|&text| text.to_owned()).collect::<Vec<_>>();
        let (schemes, allowed) = (owned(schemes), owned(allowed));
        let (mut issues, mut lints) = (Vec::new(), Vec::new());
        let rules = Rules { schemes: &schemes, allowed: &allowed };
        check(text, &rules, &Path::Start("/url"), &mut issues, &mut lints);
        assert!(issues.iter().chain(&lints).all(|issue| issue.pointer == "/url"));
        (issues.iter().map(|issue| issue.code).collect(), lints.iter().map(|issue| issue.code).collect())
    }

    fn faults(text: &str) -> Vec<&'static str> {
        codes(text, &[], &[]).0
    }

    #[test]
    fn takes_https_and_loopback() {
        for good in [
            "https://example.com",
            "HTTPS://Example.COM:8443/a%20b?c=d#e",
            "https://example.com./",
            "https://192.0.2.7/",
            "https://[2001:db8::1]:8443/",
            "http://localhost:3000/start",
            "http://app.localhost/",
            "http://127.0.0.1/",
            "http://127.9.9.9:1/",
            "http://[::1]:3000/",
            "https://as.example/authorize?response_type=code&client_id=x&state=y&code_challenge=z&redirect_uri=https%3A%2F%2Fa",
            "https://h/?page_token=1&max_tokens=2&country_code=de&primary_key_column=a&keyboard=b&secretary=c&token=",
            "https://h/?user_code=WDJB-MJHT",
        ] {
            assert_eq!(faults(good), [] as [&str; 0], "{good}");
        }
    }

    #[test]
    fn refuses_every_other_scheme_and_spelling() {
        let table: [(&str, &[&str]); 38] = [
            ("", &["url"]),
            ("javascript:alert(1)", &["url"]),
            ("JaVaScRiPt:alert(1)", &["url"]),
            ("javascript://test%0Aalert(321)", &["scheme"]),
            ("data:text/html,x", &["url"]),
            ("data://text/html,x", &["scheme"]),
            ("file:///etc/passwd", &["url"]),
            ("file://host/etc/passwd", &["scheme"]),
            ("vbscript://h/", &["scheme"]),
            ("ftp://example.com/", &["scheme"]),
            ("app://open/it", &["scheme"]),
            (" https://x", &["white_space", "url"]),
            ("https://x ", &["white_space"]),
            ("https://x/a b", &["white_space"]),
            ("https://x/a\tb", &["white_space"]),
            ("ht\ntps://x/", &["white_space", "url"]),
            ("https://x\u{a0}/", &["white_space"]),
            ("https:x", &["url"]),
            ("https:/x", &["url"]),
            ("https:///x", &["url"]),
            ("https:\\\\x", &["url", "url"]),
            ("//evil", &["url"]),
            ("/path", &["url"]),
            ("example.com", &["url"]),
            ("https://", &["url"]),
            ("https://?q", &["url"]),
            ("https://x\\@evil/", &["url"]),
            ("http://10.0.0.5", &["scheme"]),
            ("http://example.com", &["scheme"]),
            ("http://localhost.example/", &["scheme"]),
            ("https://trusted.example@evil.example/", &["user_info"]),
            ("https://u:p@h/", &["user_info"]),
            ("https://@h/", &["user_info"]),
            ("https://ex%61mple.com/", &["host"]),
            ("https://0x7f.1/", &["host"]),
            ("http://127.1/", &["host"]),
            ("https://b\u{fc}cher.example/", &["not_ascii"]),
            ("https://h/?a=%zz", &["url"]),
        ];
        for (text, codes) in table {
            assert_eq!(faults(text), codes, "{text}");
        }
    }

    #[test]
    fn length_is_counted_in_characters() {
        let long = |length: usize| format!("https://h/{}", "a".repeat(length - 10));
        assert_eq!(faults(&long(2048)), [] as [&str; 0]);
        assert_eq!(faults(&long(2049)), ["too_long"]);
    }

    #[test]
    fn credentials_are_refused_by_name_unless_allowed_by_name() {
        let names = [
            "token",
            "code",
            "key",
            "secret",
            "password",
            "access_token",
            "id_token",
            "accessToken",
            "api_key",
            "apiKey",
            "API-KEY",
            "apikey",
            "client_secret",
            "userPassword",
            "X-Amz-Signature",
            "X-Amz-Credential",
            "X-Amz-Security-Token",
            "sig",
            "session_id",
            "sessionId",
            "auth_code",
            "p%61ssword",
            "id_token_hint",
            "jwt",
        ];
        for name in names {
            assert_eq!(faults(&format!("https://h/?a=b&{name}=v")), ["sensitive"], "{name}");
            assert_eq!(faults(&format!("https://h/#a=b&{name}=v")), ["sensitive"], "{name}");
        }
        assert_eq!(faults("https://h/?token=sk-123&key=1"), ["sensitive", "sensitive"]);
        assert_eq!(faults("https://h/?q=sk-123"), ["sensitive"]);
        assert_eq!(codes("https://h/?code=1&token=2", &[], &["code"]).0, ["sensitive"]);
        assert_eq!(codes("https://h/?code=1&token=2", &[], &["code", "token"]).0, [] as [&str; 0]);
    }

    #[test]
    fn schemes_are_an_option_with_bounds() {
        let none: [&str; 0] = [];
        assert_eq!(codes("http://10.0.0.5/", &["https", "http"], &[]).0, none);
        assert_eq!(codes("app://open/it", &["app"], &[]).0, none);
        assert_eq!(codes("https://h/", &["app"], &[]).0, ["scheme"]);
        assert_eq!(codes("http://localhost/", &["https"], &[]).0, ["scheme"]);
        assert_eq!(codes("javascript://h/%0aalert(1)", &["javascript"], &[]).0, ["scheme"]);
        assert!(is_allowable("https") && is_allowable("com.example.app") && is_allowable("web+x"));
        for bad in ["", "HTTPS", "1a", "a b", "a:", "javascript", "data", "file"] {
            assert!(!is_allowable(bad), "{bad}");
        }
    }

    #[test]
    fn punycode_is_a_lint() {
        let (issues, lints) = codes("https://xn--pple-43d.com/", &[], &[]);
        assert!(issues.is_empty());
        assert_eq!(lints, ["punycode"]);
        assert_eq!(codes("https://h.example/xn--a", &[], &[]).1, [] as [&str; 0]);
    }

    #[test]
    fn no_issue_says_what_the_values_are() {
        let (mut issues, mut lints) = (Vec::new(), Vec::new());
        let rules = Rules { schemes: &[], allowed: &[] };
        check("http://user:hunter2@h/?token=sk-hunter2", &rules, &Path::Start(""), &mut issues, &mut lints);
        assert_eq!(issues.len(), 3);
        assert!(!Issue::list_to_json(&issues).contains("hunter2"));
    }
}
