//! What nothing can satisfy is refused; what is left is a property's constraint.

use super::property::{Draft, Type};
use crate::form::formats::Format;
use crate::form::model::{Choices, Constraint, Counts};
use crate::form::path::{Faults, Path};
use crate::json;

/// The constraint of a property whose keywords are without faults; None when a fault was added.
pub(super) fn constraint(
    kind: Type,
    draft: &mut Draft<'_, '_>,
    path: Path<'_>,
    faults: &mut Faults,
) -> Option<Constraint> {
    let before = faults.count();
    let choices = match (draft.titled.take(), draft.plain.take()) {
        (Some(titled), _) => Some(titled),
        (None, Some(values)) => Some(Choices::new(values, draft.names.clone())),
        (None, None) => None,
    };
    let constraint = match (kind, choices) {
        (Type::String, Some(choices)) => Constraint::Choice(choices),
        (Type::String, None) => {
            lengths(draft.counts, draft.format, path, faults);
            Constraint::Text { lengths: draft.counts, format: draft.format }
        }
        (Type::Number, _) => {
            if matches!((draft.minimum, draft.maximum), (Some(low), Some(high)) if low > high) {
                faults.push(path, "unsatisfiable", "minimum must not be above maximum");
            }
            Constraint::Number { minimum: draft.minimum, maximum: draft.maximum }
        }
        (Type::Integer, _) => integers(draft.minimum, draft.maximum, path, faults),
        (Type::Boolean, _) => Constraint::Boolean,
        (Type::Array, Some(choices)) => {
            items(draft.counts, choices.values.len(), path, faults);
            Constraint::Multiple { choices, items: draft.counts }
        }
        // An array without options has a fault already.
        (Type::Array, None) => return None,
    };
    (faults.count() == before).then_some(constraint)
}

fn lengths(counts: Counts, format: Option<Format>, path: Path<'_>, faults: &mut Faults) {
    let (least, most) = (counts.least.unwrap_or(0), counts.most.unwrap_or(u32::MAX));
    if least > most {
        return faults.push(path, "unsatisfiable", "minLength must not be above maxLength");
    }
    if let Some(format) = format {
        let (shortest, longest) = format.lengths();
        if most < shortest || least > longest {
            faults.push(path, "unsatisfiable", "no text of this format has such a length");
        }
    }
}

fn integers(minimum: Option<f64>, maximum: Option<f64>, path: Path<'_>, faults: &mut Faults) -> Constraint {
    let low = minimum.map_or(-json::MAX_SAFE, f64::ceil);
    let high = maximum.map_or(json::MAX_SAFE, f64::floor);
    if low.max(-json::MAX_SAFE) > high.min(json::MAX_SAFE) {
        faults.push(path, "unsatisfiable", "there must be an integer between minimum and maximum, within ±(2^53 - 1)");
    }
    // What lies outside the safe integers bounds nothing, since accept keeps to them anyway.
    Constraint::Integer {
        minimum: minimum.map(f64::ceil).and_then(json::safe_integer),
        maximum: maximum.map(f64::floor).and_then(json::safe_integer),
    }
}

fn items(counts: Counts, options: usize, path: Path<'_>, faults: &mut Faults) {
    if matches!((counts.least, counts.most), (Some(least), Some(most)) if least > most) {
        faults.push(path, "unsatisfiable", "minItems must not be above maxItems");
    } else if counts.least.is_some_and(|least| least as usize > options) {
        faults.push(path.name("minItems"), "unsatisfiable", "must not be above the number of options");
    }
}

#[cfg(test)]
mod tests {
    use crate::form::Form;

    /// The code of the only issue with a property, or "" where there is none.
    fn code(property: &str) -> String {
        match Form::parse(&format!(r#"{{"type":"object","properties":{{"f":{property}}}}}"#), "") {
            Ok(_) => String::new(),
            Err(error) => error.issues().iter().map(|issue| issue.code).collect::<Vec<_>>().join(" "),
        }
    }

    #[test]
    fn a_range_must_hold_something() {
        let table = [
            (r#"{"type":"string","minLength":3,"maxLength":3}"#, true),
            (r#"{"type":"string","minLength":4,"maxLength":3}"#, false),
            (r#"{"type":"number","minimum":0.1,"maximum":0.1}"#, true),
            (r#"{"type":"number","minimum":0.2,"maximum":0.1}"#, false),
            (r#"{"type":"integer","minimum":0.5,"maximum":1.5}"#, true),
            (r#"{"type":"integer","minimum":0.5,"maximum":0.9}"#, false),
            (r#"{"type":"integer","minimum":9007199254740991}"#, true),
            (r#"{"type":"integer","minimum":9007199254740992}"#, false),
            (r#"{"type":"integer","minimum":1e300}"#, false),
            (r#"{"type":"integer","maximum":-1e300}"#, false),
            (r#"{"type":"integer","minimum":-1e300,"maximum":1e300}"#, true),
            (r#"{"type":"array","items":{"type":"string","enum":["a","b"]},"minItems":2,"maxItems":2}"#, true),
            (r#"{"type":"array","items":{"type":"string","enum":["a","b"]},"minItems":2,"maxItems":1}"#, false),
            (r#"{"type":"array","items":{"type":"string","enum":["a","b"]},"minItems":3}"#, false),
        ];
        for (property, satisfiable) in table {
            assert_eq!(code(property), if satisfiable { "" } else { "unsatisfiable" }, "{property}");
        }
    }

    #[test]
    fn a_format_must_leave_room_for_its_shortest_and_longest_text() {
        let table = [
            (r#"{"type":"string","format":"date","minLength":10,"maxLength":10}"#, true),
            (r#"{"type":"string","format":"date","maxLength":9}"#, false),
            (r#"{"type":"string","format":"date","minLength":11}"#, false),
            (r#"{"type":"string","format":"date-time","maxLength":20}"#, true),
            (r#"{"type":"string","format":"date-time","maxLength":19}"#, false),
            (r#"{"type":"string","format":"email","minLength":254}"#, true),
            (r#"{"type":"string","format":"email","minLength":255}"#, false),
            (r#"{"type":"string","format":"email","maxLength":2}"#, false),
            (r#"{"type":"string","format":"uri","maxLength":2}"#, true),
            (r#"{"type":"string","format":"uri","maxLength":1}"#, false),
        ];
        for (property, satisfiable) in table {
            assert_eq!(code(property), if satisfiable { "" } else { "unsatisfiable" }, "{property}");
        }
    }
}
