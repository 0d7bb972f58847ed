//! Programs for the steady tests, which judge what they print:
//!
//!     mrtr-steady memory TURNS [leak]
//!     mrtr-steady refuse CASE
//!     mrtr-steady timing SAMPLES
//!
//! `tests/steady/memory.mjs` and `tests/steady/timing.mjs` say what each must show.

// What goes wrong here is a failed run.
#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

mod memory;
mod refuse;
mod timing;

use std::process::ExitCode;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match args.as_slice() {
        ["memory", turns] => memory::run(number(turns), false),
        ["memory", turns, "leak"] => memory::run(number(turns), true),
        ["refuse", case] => refuse::run(case),
        ["timing", samples] => timing::run(number(samples)),
        _ => {
            eprintln!("mrtr-steady memory TURNS [leak] | refuse CASE | timing SAMPLES");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}

fn number(text: &str) -> usize {
    text.parse().expect("a number")
}
