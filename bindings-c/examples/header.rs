//! Writes the C header: `cargo run -p mrtr-c --example header -- include/mrtr.h`, or to standard output.

#[path = "../header/generate.rs"]
mod generate;

use std::io::Write;
use std::process::ExitCode;

fn main() -> ExitCode {
    let written = generate::header().and_then(|text| match std::env::args_os().nth(1) {
        Some(path) => std::fs::write(path, text).map_err(|error| error.to_string()),
        None => std::io::stdout().write_all(text.as_bytes()).map_err(|error| error.to_string()),
    });
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("mrtr.h: {error}");
            ExitCode::FAILURE
        }
    }
}
