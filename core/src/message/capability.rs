//! What a client can be asked: its declared capabilities, what a question needs, and what is missing.
//!
//! Source: `ClientCapabilities` of the specification's schema.ts, and the capability sections of its elicitation,
//! sampling and roots pages. `requiredCapabilities` has the shape that the TypeScript SDK's gate answers with, except
//! that it names everything that is missing, not the first.

use super::kind::Kind;
use crate::error::Error;
use crate::json::{self, Value};

const FORM: u8 = 1;
const URL: u8 = 1 << 1;
const SAMPLING: u8 = 1 << 2;
const TOOLS: u8 = 1 << 3;
const CONTEXT: u8 = 1 << 4;
const ROOTS: u8 = 1 << 5;

/// The capabilities that one question needs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Needs(u8);

impl Needs {
    /// What every question of that kind needs.
    #[must_use]
    pub fn of(kind: Kind) -> Needs {
        Needs(match kind {
            Kind::Form => FORM,
            Kind::Url => URL,
            Kind::Sampling => SAMPLING,
            Kind::Roots => ROOTS,
        })
    }

    /// As well as the model's tools: a sampling request with `tools` or `toolChoice`.
    #[must_use]
    pub(crate) fn and_tools(self) -> Needs {
        Needs(self.0 | TOOLS)
    }

    /// As well as context from servers: a sampling request whose `includeContext` is not `none`.
    #[must_use]
    pub(crate) fn and_context(self) -> Needs {
        Needs(self.0 | CONTEXT)
    }

    /// The needs in the shape of `ClientCapabilities`.
    #[must_use]
    pub fn to_json(self) -> String {
        let groups: [(&str, &[(u8, &str)]); 3] = [
            ("elicitation", &[(FORM, "form"), (URL, "url")]),
            ("sampling", &[(SAMPLING, ""), (TOOLS, "tools"), (CONTEXT, "context")]),
            ("roots", &[(ROOTS, "")]),
        ];
        let mut written = Vec::new();
        for (name, bits) in groups {
            let wanted = || bits.iter().filter(|(bit, _)| self.0 & bit != 0);
            if wanted().next().is_some() {
                let members: Vec<String> = wanted()
                    .filter(|(_, member)| !member.is_empty())
                    .map(|(_, member)| format!("\"{member}\":{{}}"))
                    .collect();
                written.push(format!("\"{name}\":{{{}}}", members.join(",")));
            }
        }
        format!("{{{}}}", written.join(","))
    }
}

/// What a client declared for this request.
///
/// A member that is not an object is not declared. A bare `elicitation: {}` means forms only (the specification's
/// backward compatibility), and so does a declaration that names modes we do not know and neither `form` nor `url`, as
/// both official SDKs read it. `null` is an absent member, as serializers write it: `{"form": null}` is bare. Any other
/// value under `form` or `url` names that mode wrongly, so the declaration is not bare and the mode is not declared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Capabilities(u8);

impl Capabilities {
    /// Reads a `ClientCapabilities` text.
    ///
    /// # Errors
    /// `invalid_json`, `duplicate_member`, `too_deep`, `too_large`: the text is not strict JSON. What it says is never
    /// an error, only declared or not.
    pub fn parse(text: &str) -> Result<Capabilities, Error> {
        let document = json::parse(text, super::CONTENT_BYTES, super::STATE_DEPTH)
            .map_err(|fault| Error::from_fault("client capabilities", fault))?;
        Ok(Capabilities::read(document.root()))
    }

    /// Reads a `ClientCapabilities` value; anything but an object declares nothing.
    pub(crate) fn read(value: Value<'_, '_>) -> Capabilities {
        let mut declared = 0;
        if let Some(elicitation) = object(value, "elicitation") {
            let named = |mode| elicitation.get(mode).is_some_and(|value| !value.is_null());
            if object(elicitation, "form").is_some() || (!named("form") && !named("url")) {
                declared |= FORM;
            }
            if object(elicitation, "url").is_some() {
                declared |= URL;
            }
        }
        if let Some(sampling) = object(value, "sampling") {
            declared |= SAMPLING;
            if object(sampling, "tools").is_some() {
                declared |= TOOLS;
            }
            if object(sampling, "context").is_some() {
                declared |= CONTEXT;
            }
        }
        if object(value, "roots").is_some() {
            declared |= ROOTS;
        }
        Capabilities(declared)
    }

    /// Is everything declared that the question needs?
    #[must_use]
    pub fn allows(&self, needs: &Needs) -> bool {
        needs.0 & !self.0 == 0
    }

    /// May a handler ask a plain question of that kind?
    #[must_use]
    pub fn may_ask(&self, kind: Kind) -> bool {
        self.allows(&Needs::of(kind))
    }

    /// Everything that these questions need and the client did not declare, as the `requiredCapabilities` of a
    /// -32021; `None` when nothing is missing.
    #[must_use]
    pub fn missing(&self, needs: &[Needs]) -> Option<String> {
        let all = needs.iter().fold(0, |all, needs| all | needs.0);
        let missing = all & !self.0;
        (missing != 0).then(|| Needs(missing).to_json())
    }
}

fn object<'d, 'a>(value: Value<'d, 'a>, name: &str) -> Option<Value<'d, 'a>> {
    value.get(name).filter(|member| member.kind() == json::Kind::Object)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn may_ask(text: &str) -> Vec<&'static str> {
        let declared = Capabilities::parse(text).unwrap();
        Kind::ALL.into_iter().filter(|kind| declared.may_ask(*kind)).map(Kind::as_str).collect()
    }

    #[test]
    fn reads_what_is_declared() {
        let table: [(&str, &[&str]); 22] = [
            (r#"{"elicitation":{}}"#, &["form"]),
            (r#"{"elicitation":{"form":{},"url":{}}}"#, &["form", "url"]),
            (r#"{"elicitation":{"url":{}}}"#, &["url"]),
            (r#"{"sampling":{},"elicitation":{},"roots":{"listChanged":true}}"#, &["form", "sampling", "roots"]),
            (r#"{"elicitation":true}"#, &[]),
            (r#"{"elicitation":"form"}"#, &[]),
            (r#"{"elicitation":null}"#, &[]),
            (r#"{"elicitation":[]}"#, &[]),
            (r#"{"elicitation":["form"]}"#, &[]),
            // Pinned: null is an absent member, so these are bare or name the other mode.
            (r#"{"elicitation":{"form":null}}"#, &["form"]),
            (r#"{"elicitation":{"form":null,"url":null}}"#, &["form"]),
            (r#"{"elicitation":{"form":null,"url":{}}}"#, &["url"]),
            // Pinned: a mode named wrongly is not declared, and the declaration is not bare.
            (r#"{"elicitation":{"form":false}}"#, &[]),
            (r#"{"elicitation":{"form":true}}"#, &[]),
            (r#"{"elicitation":{"url":false}}"#, &[]),
            (r#"{"elicitation":{"form":{},"url":true}}"#, &["form"]),
            // Pinned: unknown modes, and modes in other letters, name neither mode.
            (r#"{"elicitation":{"voice":{}}}"#, &["form"]),
            (r#"{"elicitation":{"Form":{},"URL":{}}}"#, &["form"]),
            (r#"{"sampling":true,"roots":[]}"#, &[]),
            (r#"{"constructor":{},"__proto__":{"elicitation":{}}}"#, &[]),
            ("{}", &[]),
            ("null", &[]),
        ];
        for (text, kinds) in table {
            assert_eq!(may_ask(text), kinds, "{text}");
        }
    }

    #[test]
    fn nothing_malformed_gets_further_than_an_error() {
        assert_eq!(may_ask(r#"{"roots":{}}"#), ["roots"]);
        for text in ["", "{", r#"{"roots":{},"roots":{}}"#] {
            assert!(Capabilities::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn lists_everything_that_is_missing_at_once() {
        let form = Needs::of(Kind::Form);
        let tools = Needs::of(Kind::Sampling).and_tools();
        let context = Needs::of(Kind::Sampling).and_context();
        let table = [
            ("{}", vec![form], Some(r#"{"elicitation":{"form":{}}}"#)),
            ("{}", vec![Needs::of(Kind::Url)], Some(r#"{"elicitation":{"url":{}}}"#)),
            ("{}", vec![Needs::of(Kind::Sampling)], Some(r#"{"sampling":{}}"#)),
            ("{}", vec![tools], Some(r#"{"sampling":{"tools":{}}}"#)),
            ("{}", vec![Needs::of(Kind::Roots)], Some(r#"{"roots":{}}"#)),
            (r#"{"sampling":{}}"#, vec![tools], Some(r#"{"sampling":{"tools":{}}}"#)),
            (r#"{"sampling":{}}"#, vec![context], Some(r#"{"sampling":{"context":{}}}"#)),
            (r#"{"sampling":{"tools":{},"context":{}}}"#, vec![tools, context], None),
            (r#"{"sampling":{"tools":true}}"#, vec![tools], Some(r#"{"sampling":{"tools":{}}}"#)),
            (r#"{"elicitation":{}}"#, vec![form], None),
            ("{}", vec![], None),
            (
                r#"{"elicitation":{"url":{}}}"#,
                vec![Needs::of(Kind::Roots), tools, form, Needs::of(Kind::Url), Needs::of(Kind::Sampling)],
                Some(r#"{"elicitation":{"form":{}},"sampling":{"tools":{}},"roots":{}}"#),
            ),
        ];
        for (text, needs, missing) in table {
            let declared = Capabilities::parse(text).unwrap();
            assert_eq!(declared.missing(&needs).as_deref(), missing, "{text}");
            assert_eq!(needs.iter().all(|needs| declared.allows(needs)), missing.is_none());
        }
    }
}
