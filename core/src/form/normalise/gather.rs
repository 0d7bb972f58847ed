//! One schema with what it refers to: local `$ref`s and an `allOf` of one are written out in place.

use super::Work;
use super::parts::{Part, Parts, is_annotation, is_tighter};
use crate::form::path::Path;
use crate::json::{Kind, Value};

/// References inside one another; what nests deeper is not read.
const MOST_REFERENCES: usize = 64;

/// What it costs to look at one member, beside a byte copied.
pub(super) const VISIT: usize = 64;

impl<'d, 'a> Work<'_, 'd, 'a> {
    /// The members of a schema, with those it refers to. `trail` holds the definitions gone through to get here, so that
    /// a recursive one is known.
    pub(super) fn gather(
        &mut self,
        value: Value<'d, 'a>,
        path: Path<'_>,
        trail: &mut Vec<usize>,
    ) -> Option<Parts<'d, 'a>> {
        if value.kind() != Kind::Object {
            self.faults.push(path, "type", "must be an object; true and false are no form fields");
            return None;
        }
        self.spend(VISIT)?;
        let mut parts = Parts::default();
        let mut bases = Vec::new();
        for (key, value) in value.members() {
            self.spend(VISIT)?;
            let key = key.into_unicode().unwrap_or_default();
            let one = |value: Value<'d, 'a>| {
                let mut items = value.items();
                items.next().filter(|_| items.next().is_none())
            };
            match key.as_ref() {
                // zod to 4.1 writes the name of a definition into it.
                "id" if value.kind() == Kind::String => self.step(path, "dropped id"),
                "$ref" => bases.push((parts.list.len(), value, true)),
                "allOf" if one(value).is_some() => bases.extend(one(value).map(|item| (parts.list.len(), item, false))),
                _ => parts.list.push((key, Part::Given(value))),
            }
        }
        // From the last to the first, so that the places stay right.
        for (at, base, is_reference) in bases.into_iter().rev() {
            let base = if is_reference { self.inline(base, path, trail)? } else { self.gather(base, path, trail)? };
            self.merge(&mut parts, at, base, path)?;
        }
        Some(parts)
    }

    fn inline(&mut self, reference: Value<'d, 'a>, path: Path<'_>, trail: &mut Vec<usize>) -> Option<Parts<'d, 'a>> {
        let path_of_ref = path.name("$ref");
        let Some(text) = reference.as_str() else {
            self.faults.push(path_of_ref, "type", "must be a string");
            return None;
        };
        let Some(pointer) = text.strip_prefix('#') else {
            self.faults.push(path_of_ref, "remote_ref", "must refer into this schema: nothing is fetched");
            return None;
        };
        let Some(target) = self.resolve(pointer) else {
            if !self.spent {
                self.faults.push(path_of_ref, "unknown_ref", "must point to a definition that is there");
            }
            return None;
        };
        let place = target.raw().as_ptr() as usize;
        if trail.contains(&place) {
            self.faults.push(path_of_ref, "recursive_ref", "must not lead back to itself: a form is flat");
            return None;
        }
        if trail.len() >= MOST_REFERENCES {
            self.faults.push(path_of_ref, "too_deep", "leads through too many definitions");
            return None;
        }
        trail.push(place);
        self.step(path, &format!("inlined {text}"));
        let mut parts = self.gather(target, path, trail)?;
        // The title of a class is its name in the program, and was not written for the user.
        parts.remove("title");
        Some(parts)
    }

    /// Follows a JSON Pointer in a URI fragment (RFC 6901, section 6).
    fn resolve(&mut self, fragment: &str) -> Option<Value<'d, 'a>> {
        let pointer = percent_decoded(fragment)?;
        let mut place = self.root;
        if pointer.is_empty() {
            return Some(place);
        }
        for token in pointer.strip_prefix('/')?.split('/') {
            let token = token.replace("~1", "/").replace("~0", "~");
            let mut seen = 0;
            let next = match place.kind() {
                Kind::Object => {
                    place.members().inspect(|_| seen += 1).find(|(name, _)| name.is(&token)).map(|found| found.1)
                }
                Kind::Array => {
                    let at = token.parse::<usize>().ok()?;
                    seen = at;
                    place.items().nth(at)
                }
                _ => None,
            };
            self.spend(seen)?;
            place = next?;
        }
        Some(place)
    }

    /// Adds the members of a base at that place. What a sibling says about the display wins; of two bounds the tighter
    /// one holds; anything else said twice must be the same.
    pub(super) fn merge(
        &mut self,
        parts: &mut Parts<'d, 'a>,
        mut at: usize,
        base: Parts<'d, 'a>,
        path: Path<'_>,
    ) -> Option<()> {
        for (key, part) in base.list {
            self.spend(VISIT + parts.list.len())?;
            let own = parts.position(&key).and_then(|at| parts.list.get_mut(at));
            let Some((_, own)) = own else {
                parts.list.insert(at.min(parts.list.len()), (key, part));
                at += 1;
                continue;
            };
            if is_annotation(&key) || own.text() == part.text() {
                continue;
            }
            match is_tighter(&key, own, &part) {
                Some(true) => *own = part,
                Some(false) => {}
                None => {
                    let rule = "is said here and, differently, in what this refers to";
                    self.faults.push(path.name(&key), "conflict", rule);
                    return None;
                }
            }
        }
        Some(())
    }
}

fn percent_decoded(text: &str) -> Option<String> {
    let mut out = Vec::with_capacity(text.len());
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        if byte == b'%' {
            let digits = [bytes.next()?, bytes.next()?];
            out.push(u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?);
        } else {
            out.push(byte);
        }
    }
    String::from_utf8(out).ok()
}
