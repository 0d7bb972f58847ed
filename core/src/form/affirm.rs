//! Which boolean of a form a confirmation turns on.

use super::Form;
use super::model::{Constraint, Field};
use crate::{Error, ErrorCode};

impl Form {
    /// The boolean of that name, or the form's only one where no name is given.
    ///
    /// A form without a boolean confirms nothing: a client that answers every question with `accept` would pass it.
    pub(crate) fn affirmative(&self, named: Option<&str>) -> Result<&str, Error> {
        let wrong = |message: &str| Err(Error::new(ErrorCode::InvalidArgument, message));
        let is_boolean = |field: &&Field| matches!(field.constraint, Constraint::Boolean);
        let mut booleans = self.0.fields.iter().filter(is_boolean);
        match (named, booleans.next(), booleans.next()) {
            (Some(name), first, second) => {
                let mut all = first.into_iter().chain(second).chain(booleans);
                let found = all.find(|field| field.name == name).map(|field| field.name.as_str());
                found.map_or_else(|| wrong("the field to confirm must be a boolean of the form"), Ok)
            }
            (None, Some(only), None) => Ok(&only.name),
            (None, None, _) => wrong("a form that confirms needs a boolean; this one has none"),
            (None, Some(_), Some(_)) => wrong("the form has several booleans; name the one that confirms"),
        }
    }
}
