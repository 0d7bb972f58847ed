//! JSON that keeps the order of members and compares numbers as doubles, which is how wire texts are compared.
#![allow(dead_code, missing_docs, unreachable_pub, clippy::cast_precision_loss, clippy::unwrap_used, clippy::panic)]

use std::fmt;

use serde::Deserialize;
use serde::de::{MapAccess, SeqAccess, Visitor};

#[derive(Clone, Debug, PartialEq)]
pub enum Ordered {
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
    List(Vec<Ordered>),
    Object(Vec<(String, Ordered)>),
}

impl Ordered {
    pub fn parse(text: &str) -> Ordered {
        serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
    }

    pub fn parse_lenient(text: &str) -> Option<Ordered> {
        serde_json::from_str(text).ok()
    }

    /// How many values there are.
    pub fn size(&self) -> usize {
        1 + match self {
            Ordered::List(items) => items.iter().map(Ordered::size).sum(),
            Ordered::Object(members) => members.iter().map(|(_, value)| value.size()).sum(),
            _ => 0,
        }
    }

    /// The same with the value at that place, counted from the front, replaced.
    pub fn with(&self, place: &mut usize, piece: &Ordered) -> Ordered {
        if *place == 0 {
            *place = usize::MAX;
            return piece.clone();
        }
        *place -= 1;
        match self {
            Ordered::List(items) => Ordered::List(items.iter().map(|item| item.with(place, piece)).collect()),
            Ordered::Object(members) => {
                Ordered::Object(members.iter().map(|(name, value)| (name.clone(), value.with(place, piece))).collect())
            }
            other => other.clone(),
        }
    }

    pub fn get(&self, name: &str) -> Option<&Ordered> {
        let Ordered::Object(members) = self else { return None };
        members.iter().find(|(key, _)| key == name).map(|(_, value)| value)
    }

    pub fn text(&self, name: &str) -> Option<&str> {
        match self.get(name) {
            Some(Ordered::Text(text)) => Some(text),
            _ => None,
        }
    }

    pub fn items(&self) -> &[Ordered] {
        match self {
            Ordered::List(items) => items,
            _ => &[],
        }
    }

    /// The same with members sorted at every level.
    pub fn sorted(&self) -> Ordered {
        match self {
            Ordered::List(items) => Ordered::List(items.iter().map(Ordered::sorted).collect()),
            Ordered::Object(members) => {
                let mut members: Vec<_> = members.iter().map(|(name, value)| (name.clone(), value.sorted())).collect();
                members.sort_by(|a, b| a.0.cmp(&b.0));
                Ordered::Object(members)
            }
            other => other.clone(),
        }
    }

    /// JSON text again; numbers as Rust spells doubles.
    pub fn to_text(&self) -> String {
        match self {
            Ordered::Null => "null".to_owned(),
            Ordered::Bool(value) => value.to_string(),
            Ordered::Number(value) => value.to_string(),
            Ordered::Text(text) => serde_json::to_string(text).unwrap(),
            Ordered::List(items) => {
                format!("[{}]", items.iter().map(Ordered::to_text).collect::<Vec<_>>().join(","))
            }
            Ordered::Object(members) => {
                let one = |(name, value): &(String, Ordered)| {
                    format!("{}:{}", serde_json::to_string(name).unwrap(), value.to_text())
                };
                format!("{{{}}}", members.iter().map(one).collect::<Vec<_>>().join(","))
            }
        }
    }
}

impl<'de> Deserialize<'de> for Ordered {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Ordered, D::Error> {
        deserializer.deserialize_any(Reader)
    }
}

struct Reader;

impl<'de> Visitor<'de> for Reader {
    type Value = Ordered;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Ordered, E> {
        Ok(Ordered::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Ordered, E> {
        Ok(Ordered::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Ordered, E> {
        Ok(Ordered::Number(value as f64))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Ordered, E> {
        Ok(Ordered::Number(value as f64))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Ordered, E> {
        Ok(Ordered::Number(value))
    }

    fn visit_str<E>(self, value: &str) -> Result<Ordered, E> {
        Ok(Ordered::Text(value.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Ordered, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            list.push(item);
        }
        Ok(Ordered::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Ordered, A::Error> {
        let mut members = Vec::new();
        while let Some(member) = map.next_entry()? {
            members.push(member);
        }
        Ok(Ordered::Object(members))
    }
}
