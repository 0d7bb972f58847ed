//! `uri`: the `URI` of RFC 3986, appendix A: a scheme always, ASCII, nothing trimmed, nothing repaired.

use super::ip;

pub(super) fn is_uri(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once(':') else { return false };
    if !is_scheme(scheme) {
        return false;
    }
    let (rest, fragment) = rest.split_once('#').unwrap_or((rest, ""));
    let (hierarchy, query) = rest.split_once('?').unwrap_or((rest, ""));
    if !spelt(fragment, b"/?") || !spelt(query, b"/?") {
        return false;
    }
    match hierarchy.strip_prefix("//") {
        None => spelt(hierarchy, b"/"),
        Some(rest) => {
            let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
            is_authority(authority) && spelt(path, b"/")
        }
    }
}

fn is_scheme(scheme: &str) -> bool {
    scheme.starts_with(|first: char| first.is_ascii_alphabetic())
        && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
}

fn is_authority(authority: &str) -> bool {
    let (user, rest) = authority.rsplit_once('@').unwrap_or(("", authority));
    if !spelt_of(user, b":", false) {
        return false;
    }
    if let Some(rest) = rest.strip_prefix('[') {
        let Some((literal, port)) = rest.split_once(']') else { return false };
        return is_ip_literal(literal) && (port.is_empty() || port.strip_prefix(':').is_some_and(is_port));
    }
    let (host, port) = rest.split_once(':').unwrap_or((rest, ""));
    // An IPv4 address is spelt as a registered name is, so that one check serves both.
    spelt_of(host, b"", false) && is_port(port)
}

fn is_port(port: &str) -> bool {
    port.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_ip_literal(literal: &str) -> bool {
    match literal.strip_prefix(['v', 'V']) {
        None => ip::is_ipv6(literal, &ip::URI),
        Some(future) => future.split_once('.').is_some_and(|(version, address)| {
            let plain = |byte: u8| is_unreserved(byte) || is_sub_delimiter(byte) || byte == b':';
            !version.is_empty()
                && version.bytes().all(|byte| byte.is_ascii_hexdigit())
                && !address.is_empty()
                && address.bytes().all(plain)
        }),
    }
}

/// Only `pchar` and the bytes of `also`.
fn spelt(text: &str, also: &[u8]) -> bool {
    spelt_of(text, also, true)
}

/// Only unreserved bytes, sub-delimiters, whole percent escapes and the bytes of `also`; in a path also `:` and `@`.
fn spelt_of(text: &str, also: &[u8], path: bool) -> bool {
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        let escape = byte == b'%'
            && bytes.next().is_some_and(|digit| digit.is_ascii_hexdigit())
            && bytes.next().is_some_and(|digit| digit.is_ascii_hexdigit());
        let plain = is_unreserved(byte) || is_sub_delimiter(byte) || also.contains(&byte);
        if !(escape || plain || path && (byte == b':' || byte == b'@')) {
            return false;
        }
    }
    true
}

fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~".contains(&byte)
}

fn is_sub_delimiter(byte: u8) -> bool {
    b"!$&'()*+,;=".contains(&byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uris_of_the_grammar() {
        for good in [
            "a:",
            "http:",
            "http:///a",
            "http://",
            "mailto:a@example.com",
            "urn:isbn:0451450523",
            "tel:+1-816-555-1212",
            "http://[2001:db8::7]/c=GB?objectClass?one",
            "http://[::1]:80",
            "http://[v7.a:b]/",
            "http://u:p@h:99999/",
            "http://a:/",
            "http://a?b#c/?d",
            "a:b:c@d",
            "x://%41%c3%bc/%20?%21#%22",
            "http://1.2.3.999/",
            "a+b-c.1:/x//y",
        ] {
            assert!(is_uri(good), "{good}");
        }
        for bad in [
            "",
            ":",
            ":a",
            "//a",
            "/a",
            "a",
            "1a:",
            "a b:",
            "http://a b",
            " http://a",
            "http://a\n",
            "http://a/%",
            "http://a/%4",
            "http://a/%4g",
            "http://[::1",
            "http://[::1]a",
            "http://[::1]:a",
            "http://[1.2.3.4]",
            "http://[v.a]",
            "http://[v7.]",
            "http://a:b/",
            "http://a@b@c/",
            "http://a/[b]",
            "http://a/#b#c",
            "http://a\\b",
            "http://ü/",
            "http://a/<b>",
            "http://a/^",
            "http://a/\"",
            "http://a/{b}",
            "http://a/|",
            "http://a/`",
        ] {
            assert!(!is_uri(bad), "{bad}");
        }
    }
}
