//! The text of `include/mrtr.h`, for the program that writes it and the test that compares it.

use std::path::Path;

/// Reads `src/` and `cbindgen.toml` of this crate, and adds the version.
pub(crate) fn header() -> Result<String, String> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut config = cbindgen::Config::from_file(here.join("cbindgen.toml"))?;
    config.after_includes = Some(version_lines());
    let bindings = cbindgen::Builder::new().with_crate(here).with_config(config).generate();
    let mut text = Vec::new();
    bindings.map_err(|error| error.to_string())?.write(&mut text);
    String::from_utf8(text).map_err(|error| error.to_string())
}

fn version_lines() -> String {
    let part = |name: &str, value: &str| format!("#define MRTR_VERSION_{name} {value}\n");
    [
        "\n/* The version of this header; mrtr_version() is that of the library. */\n".to_owned(),
        format!("#define MRTR_VERSION \"{}\"\n", env!("CARGO_PKG_VERSION")),
        part("MAJOR", env!("CARGO_PKG_VERSION_MAJOR")),
        part("MINOR", env!("CARGO_PKG_VERSION_MINOR")),
        part("PATCH", env!("CARGO_PKG_VERSION_PATCH")),
    ]
    .concat()
}
