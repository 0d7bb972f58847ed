//! Gives the shared library its name with the number of the binary interface (`MRTR_ABI_VERSION` in `src/lib.rs`).

/// Raised when a program that was linked with an older libmrtr could no longer run with this one.
const ABI: u32 = 0;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    match std::env::var("CARGO_CFG_TARGET_OS").as_deref() {
        Ok("linux" | "android" | "freebsd" | "netbsd" | "openbsd") => {
            println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libmrtr.so.{ABI}");
        }
        Ok("macos") => println!("cargo:rustc-cdylib-link-arg=-Wl,-install_name,@rpath/libmrtr.{ABI}.dylib"),
        _ => {}
    }
}
