//! The vectors of our own that are checked in are the generated ones.

// The program's own exceptions.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::needless_pass_by_value,
    clippy::similar_names,
    unreachable_pub
)]

#[path = "../examples/generate_vectors/arguments.rs"]
mod arguments;
#[path = "../examples/generate_vectors/boundary/mod.rs"]
mod boundary;
#[path = "../examples/generate_vectors/case.rs"]
mod case;
#[path = "../examples/generate_vectors/files.rs"]
mod files;
#[path = "../examples/generate_vectors/forge.rs"]
mod forge;
#[path = "../examples/generate_vectors/tokens/mod.rs"]
mod tokens;

use std::path::Path;

#[test]
fn the_vectors_checked_in_are_the_generated_ones() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/vectors");
    for (name, text) in files::all() {
        let found = std::fs::read_to_string(directory.join(name)).unwrap();
        assert!(found == text, "{name} is out of date: cargo run -p mrtr --example generate_vectors");
    }
}
