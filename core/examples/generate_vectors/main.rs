//! Writes the vectors of our own: `cargo run -p mrtr --example generate_vectors`, and with `-- --check` compares them
//! with what is checked in. Keys, clock and randomness are fixed, and no line of the crate is used: tokens are forged by
//! the letter of the formats, and what is expected is written down by hand.

// A program of the tests, to which the exceptions for tests do not reach; shared with one of them.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::needless_pass_by_value,
    clippy::similar_names,
    unreachable_pub
)]

mod arguments;
mod boundary;
mod case;
mod files;
mod forge;
mod tokens;

use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let check = std::env::args().any(|argument| argument == "--check");
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/vectors");
    let mut good = true;
    for (name, text) in files::all() {
        let path = directory.join(name);
        if check {
            let same = std::fs::read_to_string(&path).is_ok_and(|found| found == text);
            println!("{name}: {}", if same { "as generated" } else { "differs" });
            good &= same;
        } else {
            std::fs::write(&path, text).expect("tests/vectors can be written to");
        }
    }
    if good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
