//! Near misses: which name was probably meant.

use crate::json::Value;

/// Names that other libraries, languages and older revisions use, and what they are called here.
const ALIASES: &[(&str, &str)] = &[
    ("schema", "requestedSchema"),
    ("jsonschema", "requestedSchema"),
    ("form", "requestedSchema"),
    ("fields", "requestedSchema"),
    ("properties", "requestedSchema"),
    ("prompt", "message"),
    ("text", "message"),
    ("question", "message"),
    ("uri", "url"),
    ("href", "url"),
    ("link", "url"),
    ("system", "systemPrompt"),
    ("stop", "stopSequences"),
    ("model", "modelPreferences"),
    ("prompt", "messages"),
    ("maxcompletiontokens", "maxTokens"),
    ("requests", "inputRequests"),
    ("questions", "inputRequests"),
    ("state", "requestState"),
];

/// `; did you mean …?` when a name lies near one of the known names, else nothing.
pub(crate) fn known(name: &str, known: &[&str]) -> String {
    meant(name, known).map_or_else(String::new, |meant| format!("; did you mean {meant}?"))
}

/// The known name that lies near this one, if there is one.
pub(crate) fn meant<'k>(name: &str, known: &[&'k str]) -> Option<&'k str> {
    known.iter().find(|candidate| is_near(name, candidate)).copied()
}

/// `; … stands there instead` when an object has a member that was probably meant to be the missing one, else nothing.
/// Only for objects that the server's own program wrote: the name is said.
pub(crate) fn instead(object: Value<'_, '_>, missing: &str, is_known: impl Fn(&str) -> bool) -> String {
    object
        .members()
        .filter_map(|(name, _)| name.into_unicode())
        .find(|name| !is_known(name) && is_near(name, missing))
        .map_or_else(String::new, |name| format!("; {name} stands there instead"))
}

fn is_near(name: &str, wanted: &str) -> bool {
    let (plain, target) = (plain(name), plain(wanted));
    let alias = ALIASES.iter().any(|(other, meant)| plain == *other && *meant == wanted);
    let reach = if target.len() < 5 { 1 } else { 2 };
    alias || (plain.len() > reach && distance(&plain, &target) <= reach)
}

/// Lower case without `_` and `-`.
fn plain(name: &str) -> String {
    name.chars().take(64).filter(|letter| !matches!(letter, '_' | '-')).flat_map(char::to_lowercase).collect()
}

/// Levenshtein's distance, with a swap of neighbours as one step.
fn distance(from: &str, to: &str) -> usize {
    let (from, to): (Vec<char>, Vec<char>) = (from.chars().collect(), to.chars().collect());
    let mut before: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (i, a) in from.iter().enumerate() {
        let mut next = vec![i + 1];
        for (j, b) in to.iter().enumerate() {
            let at = |row: &[usize], index: usize| row.get(index).copied().unwrap_or(usize::MAX / 2);
            let mut best = (at(&row, j) + usize::from(a != b)).min(at(&row, j + 1) + 1).min(at(&next, j) + 1);
            let swapped = i > 0 && j > 0 && from.get(i - 1) == Some(b) && to.get(j - 1) == Some(a);
            if swapped {
                best = best.min(at(&before, j - 1) + 1);
            }
            next.push(best);
        }
        before = std::mem::replace(&mut row, next);
    }
    row.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_and_names_of_elsewhere_are_recognised() {
        let table = [
            ("schema", Some("requestedSchema")),
            ("requested_schema", Some("requestedSchema")),
            ("requestedschema", Some("requestedSchema")),
            ("requestSchema", Some("requestedSchema")),
            ("reqeustedSchema", Some("requestedSchema")),
            ("mesage", Some("message")),
            ("prompt", Some("message")),
            ("Mode", Some("mode")),
            ("color", None),
            ("m", None),
            ("", None),
            ("constructor", None),
        ];
        for (name, meant) in table {
            let hint = meant.map_or_else(String::new, |meant| format!("; did you mean {meant}?"));
            assert_eq!(known(name, &["mode", "message", "requestedSchema"]), hint, "{name}");
        }
        assert_eq!(known("uri", &["url"]), "; did you mean url?");
        assert_eq!(known("max_tokens", &["maxTokens"]), "; did you mean maxTokens?");
    }

    #[test]
    fn distance_counts_a_swap_once() {
        for (from, to, steps) in
            [("", "abc", 3), ("abc", "abc", 0), ("abc", "acb", 1), ("abc", "ab", 1), ("ca", "abc", 3)]
        {
            assert_eq!(distance(from, to), steps, "{from} {to}");
        }
    }
}
