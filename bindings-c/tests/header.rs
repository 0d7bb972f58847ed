//! The committed header is the generated one.

#[path = "../header/generate.rs"]
mod generate;

#[test]
fn the_committed_header_is_the_generated_one() {
    let committed = include_str!("../../include/mrtr.h");
    let generated = generate::header().expect("the header is generated");
    assert!(
        committed == generated,
        "include/mrtr.h is out of date: cargo run -p mrtr-c --example header -- include/mrtr.h"
    );
}
