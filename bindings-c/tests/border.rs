//! Rules of the border that the compiler does not know: unsafe code in one file, and a panic guard around every body.

#![allow(clippy::unwrap_used)] // in the helper too

use std::path::Path;

fn sources() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    // A test of the border is C itself.
    let files = files.filter(|path| !path.to_string_lossy().ends_with("_tests.rs"));
    files
        .map(|path| (path.file_name().unwrap().to_string_lossy().into(), std::fs::read_to_string(&path).unwrap()))
        .collect()
}

#[test]
fn unsafe_blocks_are_in_one_file_and_say_why() {
    let (mut blocks, mut reasons) = (0, 0);
    for (file, text) in sources() {
        let here =
            text.lines().filter(|line| line.contains("unsafe {") && !line.trim_start().starts_with("//")).count();
        assert!(here == 0 || file == "ffi.rs", "{file} has {here} unsafe blocks");
        blocks += here;
        reasons += text.matches("// SAFETY: ").count();
    }
    assert_eq!((blocks, reasons), (5, 5));
}

#[test]
fn every_exported_body_is_guarded() {
    // These give back a constant, and cannot panic.
    const CONSTANT: [&str; 2] = ["mrtr_version", "mrtr_abi_version"];
    let mut exported = 0;
    for (file, text) in sources() {
        for function in text.split("#[unsafe(no_mangle)]").skip(1) {
            let name = function.split("fn ").nth(1).and_then(|rest| rest.split('(').next()).unwrap();
            let body = function.split_once(" {\n").unwrap().1.trim_start();
            let statics = body.starts_with("static ");
            let body = if statics { body.split_once(";\n").unwrap().1.trim_start() } else { body };
            assert!(body.starts_with("guard!(") || CONSTANT.contains(&name), "{file}: {name}");
            assert!(name.starts_with("mrtr_") && function.contains("extern \"C\""), "{file}: {name}");
            exported += 1;
        }
    }
    assert_eq!(exported, 75);
}

#[test]
fn the_library_is_named_after_the_abi_number_of_the_header() {
    let header = include_str!("../../include/mrtr.h");
    let script = include_str!("../build.rs");
    let after = |text: &str, mark: &str| -> String {
        text.split_once(mark).unwrap().1.chars().take_while(char::is_ascii_digit).collect()
    };
    assert_eq!(after(header, "#define MRTR_ABI_VERSION "), after(script, "const ABI: u32 = "));
    assert!(header.contains(&format!("#define MRTR_VERSION \"{}\"\n", env!("CARGO_PKG_VERSION"))));
}
