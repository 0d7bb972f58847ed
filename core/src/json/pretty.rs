//! JSON laid out for people: one member a line, lists of plain values on one line.

use super::{Kind, Value, quote};

/// Writes a value, indented by two spaces a level; a string that can be no Unicode text is written as it stands.
pub(crate) fn pretty(value: Value<'_, '_>, level: usize, out: &mut String) {
    match value.kind() {
        Kind::Object if value.members().next().is_some() => {
            let members = value.members().map(|(name, value)| {
                let mut start = String::new();
                quote(&mut start, name.as_unicode().unwrap_or("\u{FFFD}"));
                (start + ": ", value)
            });
            block(('{', '}'), members, level, out);
        }
        Kind::Array if value.items().any(|item| matches!(item.kind(), Kind::Object | Kind::Array)) => {
            block(('[', ']'), value.items().map(|item| (String::new(), item)), level, out);
        }
        Kind::Array => {
            out.push('[');
            for (at, item) in value.items().enumerate() {
                out.push_str(if at > 0 { ", " } else { "" });
                out.push_str(item.raw());
            }
            out.push(']');
        }
        Kind::Object => out.push_str("{}"),
        _ => out.push_str(value.raw()),
    }
}

fn block<'d, 'a: 'd>(
    (open, close): (char, char),
    parts: impl Iterator<Item = (String, Value<'d, 'a>)>,
    level: usize,
    out: &mut String,
) {
    out.push(open);
    for (at, (start, value)) in parts.enumerate() {
        out.push_str(if at > 0 { ",\n" } else { "\n" });
        out.push_str(&"  ".repeat(level + 1));
        out.push_str(&start);
        pretty(value, level + 1, out);
    }
    out.push('\n');
    out.push_str(&"  ".repeat(level));
    out.push(close);
}

#[cfg(test)]
mod tests {
    use super::super::parse;

    #[test]
    fn laid_out() {
        let text = r#"{"a":{},"b":[],"c":["x",1,true],"d":[{"e":null},{"f":"\""}]}"#;
        let document = parse(text, text.len(), 9).unwrap();
        let mut out = String::new();
        super::pretty(document.root(), 0, &mut out);
        let wanted = "{\n  \"a\": {},\n  \"b\": [],\n  \"c\": [\"x\", 1, true],\n  \"d\": [\n    {\n      \"e\": null\n    },\n    {\n      \"f\": \"\\\"\"\n    }\n  ]\n}";
        assert_eq!(out, wanted);
    }
}
