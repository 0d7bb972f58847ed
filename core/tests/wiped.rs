//! Secrets are gone from memory when what held them is dropped, seen from outside: this program reads its own heap
//! through the operating system. One made of raw bytes is found while a key lives, and nowhere afterwards; nor is the key
//! that the format `encrypted` derives from it.
//!
//! A program of its own and of one thread, so that its heap is the one of that name. Elsewhere than on Linux it looks at
//! nothing; that the types of the crypto crates wipe themselves is shown by a test in `state`.

// A program of its own, which the exceptions for #[test] functions do not reach.
#![allow(clippy::indexing_slicing, clippy::unwrap_used)]

use std::fs::File;
use std::io::{Read as _, Seek as _, SeekFrom};

use hkdf::Hkdf;
use mrtr::OsEntropy;
use mrtr::boundary::{Boundary, Principal};
use mrtr::state::{Codec, Key};
use sha2::Sha256;
use zeroize::Zeroizing;

const LENGTH: usize = 32;
const FORMATS: [(&str, &str); 5] = [
    ("signed", r#"{"format":"signed"}"#),
    ("encrypted", r#"{"format":"encrypted"}"#),
    ("rs1", r#"{"format":"rs1"}"#),
    ("rs2", r#"{"format":"rs2","keyIds":["k"]}"#),
    ("encrypted-ruby", r#"{"open":["signed","encrypted-ruby"]}"#),
];

/// The secret, byte by byte, so that no other place holds it.
fn byte(at: usize) -> u8 {
    at.wrapping_mul(37).to_le_bytes()[0] ^ 0xA7
}

fn secret() -> Zeroizing<Vec<u8>> {
    let mut secret = Zeroizing::new(Vec::with_capacity(LENGTH));
    secret.extend((0..LENGTH).map(byte));
    secret
}

/// How often the secret stands in this program's heap; `None` where that cannot be told.
fn found() -> Option<usize> {
    count(byte)
}

/// How often the key that is derived from the secret stands there. What is looked for lies on the stack.
fn derived_found() -> Option<usize> {
    let mut derived = [0_u8; LENGTH];
    Hkdf::<Sha256>::new(None, &secret()).expand(b"mcp/request-state/v1/aes-256-gcm", &mut derived).unwrap();
    count(|at| derived[at])
}

/// How often these bytes stand in the heap.
fn count(byte: impl Fn(usize) -> u8) -> Option<usize> {
    let maps = std::fs::read_to_string("/proc/self/maps").ok()?;
    let line = maps.lines().find(|line| line.ends_with("[heap]"))?;
    let (from, to) = line.split_once(' ')?.0.split_once('-')?;
    let (from, to) = (u64::from_str_radix(from, 16).ok()?, u64::from_str_radix(to, 16).ok()?);
    let mut memory = File::open("/proc/self/mem").ok()?;
    memory.seek(SeekFrom::Start(from)).ok()?;
    // What is read lies on the stack, which is not looked at.
    let (mut chunk, mut matched, mut count, mut left) = ([0_u8; 4096], 0, 0, to - from);
    while left > 0 {
        let size = memory.read(&mut chunk).ok().filter(|size| *size > 0)?;
        for read in chunk.iter().take(size) {
            // No beginning of the secret stands again inside it, so that one place in it is enough to know.
            matched = if *read == byte(matched) { matched + 1 } else { usize::from(*read == byte(0)) };
            if matched == LENGTH {
                count += 1;
                matched = 0;
            }
        }
        left = left.saturating_sub(size as u64);
    }
    Some(count)
}

fn main() {
    let Some(before) = found() else {
        println!("wiped: nothing to look at here");
        return;
    };
    assert_eq!(before, 0, "nobody has made the secret yet");
    let key = Key::new(&secret()).unwrap();
    assert_eq!(found(), Some(1), "the key holds one copy, and the caller's is gone");
    let other = key.clone();
    assert_eq!(found(), Some(2));
    drop(key);
    drop(other);
    assert_eq!(found(), Some(0), "a key that is dropped is wiped");

    for (name, options) in FORMATS {
        let codec = Codec::new(vec![Key::new(&secret()).unwrap()], options).unwrap();
        let token = codec.mint(Some("1"), Some("x"), 1e9, &mut OsEntropy).unwrap();
        assert!(codec.verify(&token, Some("x"), 1e9).is_ok(), "{name}");
        let derived = derived_found().unwrap();
        assert_eq!(
            derived > 0,
            name.starts_with("encrypted"),
            "{name}: a cipher begins with its key, found {derived} times"
        );
        drop(codec);
        assert_eq!(found(), Some(0), "{name}: a codec that is dropped leaves nothing");
        assert_eq!(derived_found(), Some(0), "{name}: nor what it derives");
        if name == "signed" || name == "encrypted" {
            let boundary = Boundary::new(vec![Key::new(&secret()).unwrap()], options).unwrap();
            let token = boundary.seal("1", Principal::Anonymous, 1e9, &mut OsEntropy).unwrap();
            assert!(boundary.open(&token, Principal::Anonymous, 1e9).is_ok(), "{name}");
            drop(boundary);
            assert_eq!(found(), Some(0), "{name}: a boundary that is dropped leaves nothing");
            assert_eq!(derived_found(), Some(0), "{name}: nor what it derives");
        }
    }
    // What is refused is wiped, too.
    let ring = vec![Key::new(&secret()).unwrap(), Key::new(&secret()).unwrap()];
    assert!(Codec::new(ring, "").is_err());
    assert_eq!(found(), Some(0), "a ring that is refused leaves nothing");
    println!("wiped: no secret is left in the heap");
}
