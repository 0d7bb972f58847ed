//! `mrtr-arguments.json`: texts of arguments and their digests.

use mrtr::state::arguments_digest;

use crate::tally::{Tally, cases, same, text};

pub(crate) fn run(tally: &mut Tally) {
    for case in cases("mrtr-arguments.json", "arguments") {
        let got = arguments_digest(text(&case, "text").expect("text"));
        let expected = &case["expect"];
        let got = got.as_deref().map_err(|error| error.code().as_str());
        let wanted = text(expected, "digest").ok_or_else(|| text(expected, "error").expect("an error"));
        tally.judge("mrtr-arguments", &case, same(&got, &wanted));
    }
}
