//! Runs the vectors: tokens of the official SDKs, and those of our own under `tests/vectors/mrtr-*.json`.
//!
//! Prints one line, `rust: N cases, N as wanted`, and fails when a case comes out otherwise or is not there.

// A program of its own, which the exceptions for #[test] functions do not reach.
#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::panic, clippy::unwrap_used)]

mod arguments;
mod boundary;
mod sdks;
mod tally;
mod tokens;
mod typescript;

use std::process::ExitCode;

use tally::Tally;

/// All cases of all files.
const CASES: usize = 94 + 18 + 21 + 4 + 314 + 518 + 114;

fn main() -> ExitCode {
    let mut tally = Tally::default();
    typescript::run(&mut tally);
    sdks::run(&mut tally);
    tokens::run(&mut tally);
    boundary::run(&mut tally);
    arguments::run(&mut tally);
    println!("rust: {} cases, {} as wanted", tally.cases, tally.as_wanted);
    if tally.cases != CASES {
        eprintln!("rust: {CASES} cases were to run");
    }
    if tally.cases == CASES && tally.as_wanted == CASES { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
