//! IP addresses as they stand in brackets.

/// How a grammar bounds the addresses that it takes.
pub(super) struct Rules {
    /// The most groups that may stand beside `::` (an IPv4 tail counts as two).
    pub(super) beside_gap: usize,
    /// May the numbers of an IPv4 address carry leading zeros?
    pub(super) leading_zeros: bool,
}

/// RFC 3986: `::` stands for one group at least; `dec-octet` has no leading zero.
pub(super) const URI: Rules = Rules { beside_gap: 7, leading_zeros: false };
/// RFC 5321: `::` stands for two groups at least; `Snum` is one to three digits.
pub(super) const MAIL: Rules = Rules { beside_gap: 6, leading_zeros: true };

pub(super) fn is_ipv4(text: &str, rules: &Rules) -> bool {
    let octet = |part: &str| {
        let digits = (1..=3).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
        let plain = rules.leading_zeros || part.len() == 1 || !part.starts_with('0');
        digits && plain && part.parse::<u16>().is_ok_and(|number| number <= 255)
    };
    text.split('.').count() == 4 && text.split('.').all(octet)
}

pub(super) fn is_ipv6(text: &str, rules: &Rules) -> bool {
    match text.split_once("::") {
        None => groups(text, true, rules) == Some(8),
        Some((before, after)) => {
            let before = if before.is_empty() { Some(0) } else { groups(before, false, rules) };
            let after = if after.is_empty() { Some(0) } else { groups(after, true, rules) };
            matches!((before, after), (Some(before), Some(after)) if before + after <= rules.beside_gap)
        }
    }
}

/// How many groups of 16 bits the text has; an IPv4 address may be the last two of the whole.
fn groups(text: &str, at_end: bool, rules: &Rules) -> Option<usize> {
    let mut count = 0;
    let mut parts = text.split(':').peekable();
    while let Some(part) = parts.next() {
        let hex = (1..=4).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_hexdigit());
        if hex {
            count += 1;
        } else if at_end && parts.peek().is_none() && is_ipv4(part, rules) {
            count += 2;
        } else {
            return None;
        }
    }
    Some(count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_counted_as_each_grammar_counts_them() {
        for good in ["::", "::1", "1::", "1:2:3:4:5:6:7:8", "1:2:3:4:5:6::", "::ffff:1.2.3.4", "1:2:3:4:5:6:1.2.3.4"] {
            assert!(is_ipv6(good, &URI) && is_ipv6(good, &MAIL), "{good}");
        }
        for bad in [
            "",
            ":",
            ":::",
            "1:2",
            "1:2:3:4:5:6:7:8:9",
            "1::2::3",
            "12345::",
            "g::",
            "1.2.3.4::",
            "::1.2.3.4:1",
            "1:2:3:4:5:6:7::8",
            "::1.2.3.256",
            "::1.2.3",
            "fe80::1%1",
        ] {
            assert!(!is_ipv6(bad, &MAIL), "{bad}");
        }
        assert!(is_ipv6("1:2:3:4:5:6:7::", &URI) && !is_ipv6("1:2:3:4:5:6:7::", &MAIL));
        assert!(!is_ipv6("1:2:3:4:5:6:7:8::", &URI));
    }

    #[test]
    fn octets_are_one_to_three_digits() {
        for good in ["0.0.0.0", "127.0.0.1", "255.255.255.255"] {
            assert!(is_ipv4(good, &URI), "{good}");
            assert!(is_ipv4(good, &MAIL), "{good}");
        }
        assert!(is_ipv4("127.000.0.1", &MAIL));
        assert!(!is_ipv4("127.000.0.1", &URI));
        for bad in ["", "1.2.3", "1.2.3.4.5", "1.2.3.", "256.0.0.1", "0001.0.0.1", "+1.2.3.4", "1.2.3.4a", "1.2. 3.4"] {
            assert!(!is_ipv4(bad, &MAIL), "{bad}");
            assert!(!is_ipv4(bad, &URI), "{bad}");
        }
    }
}
