//! Mints and opens tokens as the interop tests tell it, with mrtr or with the Rust SDK: one JSON object a line in, one
//! a line out (in ASCII), in order, to the end of input. `tests/interop/README.md` describes the lines.

// A member that is not there reads as null.
#![allow(clippy::indexing_slicing)]

mod job;
mod ours;
mod sdk;

use std::io::{BufRead, Write};

use job::{Failed, Job};

fn main() -> Result<(), Failed> {
    let answer: fn(&Job) -> Result<job::Reply, Failed> = match std::env::args().nth(1).as_deref() {
        Some("rmcp") => sdk::answer,
        Some("mrtr") => ours::answer,
        _ => return Err("say which codec: rmcp or mrtr".into()),
    };
    let mut output = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let reply = Job::read(&line?).and_then(|job| answer(&job));
        writeln!(output, "{}", job::ascii(&job::told(reply).to_string()))?;
        output.flush()?;
    }
    Ok(())
}
