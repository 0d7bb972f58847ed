//! Work on forms.

use std::hint::black_box;

use mrtr::{Acceptance, Form};

use crate::{Failed, Work};

const TEN_FIELDS: &str = include_str!("../../data/ten-fields.txt");
const FIVE_FIELDS: &str = include_str!("../../data/five-fields.txt");
const ANSWER: &str = include_str!("../../data/answer.txt");

pub(crate) fn works() -> Result<Vec<(&'static str, Work)>, Failed> {
    let form = Form::parse(FIVE_FIELDS, "")?;
    if !matches!(form.accept(ANSWER), Acceptance::Accepted(_)) || Form::parse(TEN_FIELDS, "").is_err() {
        return Err("the forms are wrong".into());
    }
    let check = || drop(black_box(Form::parse(black_box(TEN_FIELDS), "")));
    let accept = move || drop(black_box(form.accept(black_box(ANSWER))));
    Ok(vec![("form", Box::new(check)), ("accept", Box::new(accept))])
}
