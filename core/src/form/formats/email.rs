//! `email`: the `Mailbox` of RFC 5321, section 4.1.2, in ASCII, with the lengths of section 4.5.3.1.

use super::ip;

const LOCAL: usize = 64;
const WHOLE: usize = 254;
const LABEL: usize = 63;

pub(super) fn is_mailbox(text: &str) -> bool {
    if text.len() > WHOLE || !text.is_ascii() {
        return false;
    }
    let Some((local, domain)) = split(text) else { return false };
    if local.len() > LOCAL {
        return false;
    }
    match domain.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        Some(literal) => is_address_literal(literal),
        None => domain.split('.').all(is_label),
    }
}

/// The local part, already checked, and what follows the `@` after it.
fn split(text: &str) -> Option<(&str, &str)> {
    let end = if text.starts_with('"') {
        quoted_end(text.as_bytes())?
    } else {
        let end = text.find('@')?;
        let local = text.get(..end)?;
        if !local.split('.').all(|atom| !atom.is_empty() && atom.bytes().all(is_atext)) {
            return None;
        }
        end
    };
    let domain = text.get(end..)?.strip_prefix('@')?;
    Some((text.get(..end)?, domain))
}

/// Where the quoted string at the start of the text ends, after its closing quote.
fn quoted_end(text: &[u8]) -> Option<usize> {
    let mut at = 1;
    loop {
        match *text.get(at)? {
            b'"' => return Some(at + 1),
            b'\\' => {
                if !matches!(*text.get(at + 1)?, b' '..=b'~') {
                    return None;
                }
                at += 2;
            }
            b' '..=b'~' => at += 1,
            _ => return None,
        }
    }
}

fn is_atext(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-/=?^_`{|}~".contains(&byte)
}

fn is_label(label: &str) -> bool {
    let bytes = label.as_bytes();
    let ends =
        bytes.first().is_some_and(u8::is_ascii_alphanumeric) && bytes.last().is_some_and(u8::is_ascii_alphanumeric);
    ends && bytes.len() <= LABEL && bytes.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'-')
}

/// IPv4, or `IPv6:` and its address: the only tag that is registered for the general form.
fn is_address_literal(literal: &str) -> bool {
    match literal.split_at_checked(5) {
        Some((tag, address)) if tag.eq_ignore_ascii_case("IPv6:") => ip::is_ipv6(address, &ip::MAIL),
        _ => ip::is_ipv4(literal, &ip::MAIL),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mailboxes_of_the_grammar() {
        for good in [
            "a@b",
            "a@localhost",
            "a.b+c@example.co.uk",
            "\"a b\"@example.com",
            r#""a\"b"@example.com"#,
            "\"\"@a.b",
            "a@[127.0.0.1]",
            "a@[IPv6:::1]",
            "a@[ipv6:2001:db8::7]",
            "\"@\"@a.b",
            "a@1.2",
            "!#$%&'*+-/=?^_`{|}~@a.b",
        ] {
            assert!(is_mailbox(good), "{good}");
        }
        for bad in [
            "",
            "@",
            "a",
            "a@",
            "@b",
            ".a@b",
            "a.@b",
            "a..b@c",
            "a@b.",
            "a@.b",
            "a@-b",
            "a@b-",
            "a@b_c",
            "a b@c",
            "Ada <a@example.com>",
            "a@b\n",
            "a@b@c",
            "\"a@b",
            r#""\"@example.com"#,
            "\"a\"b@c",
            "\"a\u{7f}\"@b",
            "\"\\\u{1}\"@b",
            "a@[::1]",
            "a@[IPv6:1.2.3.4]",
            "a@[127.0.0.256]",
            "a@[x-y:z]",
            "a@[1.2.3.4",
            "ü@b.de",
            "a@bücher.de",
            "a,b@c",
        ] {
            assert!(!is_mailbox(bad), "{bad}");
        }
    }

    #[test]
    fn lengths_of_the_standard() {
        let local = "a".repeat(64);
        assert!(is_mailbox(&format!("{local}@b.de")) && !is_mailbox(&format!("a{local}@b.de")));
        let label = "b".repeat(63);
        assert!(is_mailbox(&format!("a@{label}.de")) && !is_mailbox(&format!("a@b{label}.de")));
        let tail = format!("{label}.{label}.{label}.{}", "c".repeat(60));
        assert_eq!(format!("a@{tail}").len(), 254);
        assert!(is_mailbox(&format!("a@{tail}")) && !is_mailbox(&format!("aa@{tail}")));
    }
}
