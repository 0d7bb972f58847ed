//! Forms as older revisions spell them.
//!
//! What an older form cannot say is left out where it binds nobody, and refused where it does: an answer that fits the
//! older form fits the canonical one, so it is read as ever. In 2025-06-18 (`PrimitiveSchemaDefinition` of its
//! schema.ts) options have their titles in `enumNames`, only booleans have defaults, no dialect is named, and there are no
//! multi-selects.

use super::accept::member;
use super::path::{Faults, Path};
use crate::Revision;
use crate::json::{Value, quote};

/// Writes a canonical schema in the words of an older revision.
pub(super) fn write(schema: Value<'_, '_>, revision: Revision, faults: &mut Faults) -> String {
    let path = Path::ROOT;
    if revision >= Revision::V2025_11_25 {
        return schema.raw().to_owned();
    }
    if revision < Revision::V2025_06_18 {
        faults.push(path, "revision", format!("revision {revision} has no forms"));
        return String::new();
    }
    let mut out = String::with_capacity(schema.raw().len());
    out.push('{');
    for (key, value) in schema.members() {
        match key.as_unicode().unwrap_or("") {
            "$schema" => {}
            "properties" => {
                member(&mut out, "properties");
                properties(value, revision, path.name("properties"), faults, &mut out);
            }
            key => copy(key, value, &mut out),
        }
    }
    out.push('}');
    out
}

fn properties(all: Value<'_, '_>, revision: Revision, path: Path<'_>, faults: &mut Faults, out: &mut String) {
    out.push('{');
    for (name, property) in all.members() {
        let name = name.as_unicode().unwrap_or("");
        if property.get("type").is_some_and(|kind| kind.is_str("array")) {
            let rule = format!("is a choice of several, which a form of revision {revision} has not");
            faults.push(path.name(name), "revision", rule);
            continue;
        }
        member(out, name);
        self::property(property, out);
    }
    out.push('}');
}

fn property(property: Value<'_, '_>, out: &mut String) {
    let boolean = property.get("type").is_some_and(|kind| kind.is_str("boolean"));
    out.push('{');
    for (key, value) in property.members() {
        match key.as_unicode().unwrap_or("") {
            "default" if !boolean => {}
            "oneOf" => {
                list("enum", value, "const", out);
                list("enumNames", value, "title", out);
            }
            key => copy(key, value, out),
        }
    }
    out.push('}');
}

/// One member of every option, as a list.
fn list(name: &str, options: Value<'_, '_>, of: &str, out: &mut String) {
    member(out, name);
    out.push('[');
    for (at, option) in options.items().enumerate() {
        if at > 0 {
            out.push(',');
        }
        quote(out, &option.get(of).and_then(Value::as_str).unwrap_or_default());
    }
    out.push(']');
}

fn copy(key: &str, value: Value<'_, '_>, out: &mut String) {
    member(out, key);
    out.push_str(value.raw());
}

#[cfg(test)]
mod tests {
    use crate::form::{Acceptance, Form};
    use crate::{ErrorCode, Revision};

    const EVERY_FIELD: &str = r#"{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{
        "name":{"type":"string","title":"Name","description":"D","minLength":1,"maxLength":80,"default":"Ada"},
        "mail":{"type":"string","format":"email"},
        "age":{"type":"integer","minimum":18,"default":36},
        "share":{"type":"number","maximum":1.5,"default":0.5},
        "news":{"type":"boolean","default":true},
        "plan":{"type":"string","enum":["free","pro"],"default":"pro"},
        "old":{"type":"string","enum":["a","b"],"enumNames":["A","B"]},
        "size":{"type":"string","title":"Size","oneOf":[{"const":"s","title":"Small \"s\""},{"const":"é","title":""}],"default":"s"}},
        "required":["name","size"]}"#;

    fn older(schema: &str, revision: Revision) -> Result<String, String> {
        Form::parse(schema, "").unwrap().wire_for(revision).map_err(|error| {
            assert_eq!(error.code(), ErrorCode::InvalidForm);
            let one = |issue: &crate::Issue| format!("{} {} {}", issue.pointer, issue.code, issue.message);
            error.issues().iter().map(one).collect::<Vec<_>>().join("; ")
        })
    }

    #[test]
    fn what_binds_nobody_is_left_out() {
        assert_eq!(
            older(EVERY_FIELD, Revision::V2025_06_18).unwrap(),
            concat!(
                r#"{"type":"object","properties":{"#,
                r#""name":{"type":"string","title":"Name","description":"D","minLength":1,"maxLength":80},"#,
                r#""mail":{"type":"string","format":"email"},"age":{"type":"integer","minimum":18},"#,
                r#""share":{"type":"number","maximum":1.5},"news":{"type":"boolean","default":true},"#,
                r#""plan":{"type":"string","enum":["free","pro"]},"#,
                r#""old":{"type":"string","enum":["a","b"],"enumNames":["A","B"]},"#,
                r#""size":{"type":"string","title":"Size","enum":["s","é"],"enumNames":["Small \"s\"",""]}},"#,
                r#""required":["name","size"]}"#
            )
        );
        // Nothing that constrains is lost on the way, so one digest stands for both.
        let form = Form::parse(EVERY_FIELD, "").unwrap();
        let again = Form::parse(&form.wire_for(Revision::V2025_06_18).unwrap(), "").unwrap();
        assert_eq!(again.digest(), form.digest());
        let content = r#"{"name":"x","news":false,"size":"é"}"#;
        assert_eq!(form.accept(content), Acceptance::Accepted(content.to_owned()));
        assert_eq!(form.accept(content), again.accept(content));
    }

    #[test]
    fn the_last_of_them_says_all_that_ours_says() {
        let form = Form::parse(EVERY_FIELD, "").unwrap();
        assert_eq!(form.wire_for(Revision::V2025_11_25).unwrap(), form.wire());
    }

    #[test]
    fn what_cannot_be_said_is_refused_by_its_place() {
        let several = r#"{"type":"object","properties":{"a":{"type":"boolean"},"tags":{"type":"array","items":{"type":"string",
            "enum":["x"]}},"b/c":{"type":"array","items":{"anyOf":[{"const":"x","title":"X"}]}}}}"#;
        assert!(older(several, Revision::V2025_11_25).is_ok());
        assert_eq!(
            older(several, Revision::V2025_06_18).unwrap_err(),
            "/properties/tags revision is a choice of several, which a form of revision 2025-06-18 has not; \
             /properties/b~1c revision is a choice of several, which a form of revision 2025-06-18 has not"
        );
        for revision in [Revision::V2024_11_05, Revision::V2025_03_26] {
            let told = older(r#"{"type":"object","properties":{}}"#, revision).unwrap_err();
            assert_eq!(told, format!(" revision revision {revision} has no forms"));
        }
    }

    #[test]
    fn names_of_properties_are_no_keywords() {
        let schema = r#"{"type":"object","properties":{"default":{"type":"string"},"$schema":{"type":"string"},
            "oneOf":{"type":"number"}},"required":["default"]}"#;
        assert_eq!(
            older(schema, Revision::V2025_06_18).unwrap(),
            r#"{"type":"object","properties":{"default":{"type":"string"},"$schema":{"type":"string"},"oneOf":{"type":"number"}},"required":["default"]}"#
        );
    }
}
