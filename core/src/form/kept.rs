//! Forms that were checked before. A tool asks the same form in every call, and each of them is checked when it is built
//! and once more on its way out: what was found of a text under some options is found again, so a few are kept.

use std::sync::{Mutex, TryLockError};

use super::{Form, FormOptions};
use crate::Error;

/// Forms kept at once, by all boundaries of a process; the oldest makes way.
const MOST: usize = 64;

/// The longest schema kept, in bytes: a form made of data is seldom met twice.
const LONGEST: usize = 16 << 10;

static KEPT: Mutex<Kept> = Mutex::new(Kept { entries: Vec::new(), oldest: 0 });

struct Kept {
    entries: Vec<Entry>,
    oldest: usize,
}

struct Entry {
    schema: Box<str>,
    options: FormOptions,
    form: Form,
}

impl Form {
    /// As [`Form::parse_with`], for a form that may have been met before.
    pub(crate) fn parse_kept(schema_json: &str, options: &FormOptions) -> Result<Form, Error> {
        if schema_json.len() > LONGEST {
            return Form::parse_with(schema_json, options);
        }
        if let Some(form) = at_hand(|kept| kept.find(schema_json, options)).flatten() {
            return Ok(form);
        }
        let form = Form::parse_with(schema_json, options)?;
        at_hand(|kept| kept.keep(Entry { schema: schema_json.into(), options: options.clone(), form: form.clone() }));
        Ok(form)
    }
}

/// Nobody waits for what is kept: where another thread has it, or had it when this process was forked off, a form is
/// checked anew. Nothing in here can panic half-way, so a poisoned lock guards whole entries all the same.
fn at_hand<T>(body: impl FnOnce(&mut Kept) -> T) -> Option<T> {
    match KEPT.try_lock() {
        Ok(mut kept) => Some(body(&mut kept)),
        Err(TryLockError::Poisoned(poisoned)) => Some(body(&mut poisoned.into_inner())),
        Err(TryLockError::WouldBlock) => None,
    }
}

impl Kept {
    fn find(&self, schema: &str, options: &FormOptions) -> Option<Form> {
        let known = self.entries.iter().find(|entry| &*entry.schema == schema && entry.options == *options)?;
        Some(known.form.clone())
    }

    fn keep(&mut self, entry: Entry) {
        match self.entries.get_mut(self.oldest) {
            Some(oldest) => *oldest = entry,
            None => self.entries.push(entry),
        }
        self.oldest = (self.oldest + 1) % MOST;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn schema(name: &str) -> String {
        format!("{{\"type\":\"object\",\"properties\":{{\"{name}\":{{\"type\":\"string\"}}}}}}")
    }

    #[test]
    fn the_same_text_under_other_options_is_another_form() {
        let strict = FormOptions::default();
        let lenient = FormOptions { allow_sensitive: vec!["password".to_owned()], ..FormOptions::default() };
        let nullable = FormOptions { null_as_absent: true, ..FormOptions::default() };
        let (plain, sensitive) = (schema("name"), schema("password"));
        for _ in 0..2 {
            assert_eq!(Form::parse_kept(&plain, &strict).unwrap().wire(), plain);
            assert!(
                Form::parse_kept(&plain, &strict).unwrap().accept(r#"{"name":null}"#).to_json().contains("invalid")
            );
            assert!(
                Form::parse_kept(&plain, &nullable).unwrap().accept(r#"{"name":null}"#).to_json().contains("accepted")
            );
            assert!(Form::parse_kept(&sensitive, &lenient).is_ok());
            assert!(Form::parse_kept(&sensitive, &strict).is_err());
        }
    }

    #[test]
    fn few_are_kept_and_none_that_is_long() {
        let options = FormOptions::default();
        let mut kept = Kept { entries: Vec::new(), oldest: 0 };
        let names: Vec<String> = (0..=MOST).map(|at| schema(&format!("name{at}"))).collect();
        for name in &names {
            let form = Form::parse_with(name, &options).unwrap();
            kept.keep(Entry { schema: name.as_str().into(), options: options.clone(), form });
        }
        assert_eq!(kept.entries.len(), MOST);
        assert!(kept.find(&names[0], &options).is_none());
        assert!(names[1..].iter().all(|name| kept.find(name, &options).is_some()));
        let long =
            schema("n").replace("\"string\"", &format!("\"string\",\"description\":\"{}\"", "d".repeat(LONGEST)));
        assert!(Form::parse_kept(&long, &options).is_ok());
        assert!(at_hand(|kept| kept.find(&long, &options)).flatten().is_none());
    }

    #[test]
    fn nobody_waits_for_a_form() {
        let held = KEPT.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let (there, options) = (schema("held"), FormOptions::default());
        assert_eq!(Form::parse_kept(&there, &options).unwrap().wire(), there);
        drop(held);
    }
}
