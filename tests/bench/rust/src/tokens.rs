//! Work on tokens: ours, and that of the peers.

use std::hint::black_box;
use std::path::Path;
use std::time::Duration;

use hmac::{Hmac, KeyInit as _, Mac as _};
use mrtr::OsEntropy;
use mrtr::boundary::Boundary;
use mrtr::state::{Codec, Key};
use rmcp::model::{RequestStateCodec, SealOptions};
use sha2::Sha256;

use crate::rounds::{options, retried};
use crate::{Failed, NOW, Work};

pub(crate) const KEY: &[u8] = b"0123456789abcdef0123456789abcdef";
pub(crate) const PAYLOAD: &str = include_str!("../../data/payload.txt");
/// What `rs2` signs along.
const CONTEXT: &[u8] = b"alice@example.com|tools/call|delete_report|RBNvo1WzZ4oRRq0W9-hkng";
/// The largest ring that is timed.
const RING: usize = 16;

pub(crate) fn works() -> Result<Vec<(&'static str, Work)>, Failed> {
    let mut works = beside_rmcp()?;
    works.extend(opened()?);
    works.extend(signed("", PAYLOAD)?);
    works.extend(signed(" 4 KiB", &note(4096))?);
    works.extend(ring()?);
    Ok(works)
}

/// A payload of so many bytes.
pub(crate) fn note(bytes: usize) -> String {
    let note: String = "0123456789abcdef".chars().cycle().take(bytes - 11).collect();
    format!("{{\"note\":\"{note}\"}}")
}

/// The name of a work that differs by what it works on.
pub(crate) fn named(name: &str, suffix: &str) -> &'static str {
    String::leak(format!("{name}{suffix}"))
}

/// Unix seconds by the system's clock.
fn seconds() -> Result<f64, Failed> {
    Ok(std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH)?.as_secs_f64())
}

/// The secret of a ring's key.
fn secret(at: usize) -> Vec<u8> {
    format!("{at:032}").into_bytes()
}

/// `rs2` by us and by the Rust SDK, with so many keys; the last one mints in a ring of its own.
struct Pair {
    ours: Codec,
    theirs: RequestStateCodec,
    /// Minted with the last key.
    token: String,
}

fn pair(keys: usize) -> Result<Pair, Failed> {
    let ids: Vec<String> = (0..keys).map(|at| format!("key-{at:02}")).collect();
    let options = format!(r#"{{"format":"rs2","keyIds":["{}"]}}"#, ids.join(r#"",""#));
    let ring: Vec<Key> = (0..keys).map(|at| Key::new(&secret(at))).collect::<Result<_, _>>()?;
    let ours = Codec::new(ring, &options)?;
    let named = ids.iter().enumerate().map(|(at, id)| (id.as_str(), secret(at)));
    let theirs = RequestStateCodec::new_with_keyring("key-00", named)?;
    let last = format!(r#"{{"format":"rs2","keyIds":["key-{:02}"]}}"#, keys - 1);
    // The peer has no clock but the system's.
    let token = Codec::new(vec![Key::new(&secret(keys - 1))?], &last)?.seal_bytes(
        PAYLOAD.as_bytes(),
        CONTEXT,
        seconds()?,
        &mut OsEntropy,
    )?;
    if theirs.open_with(&token, CONTEXT)? != PAYLOAD.as_bytes() {
        return Err("the peers do not open one token".into());
    }
    Ok(Pair { ours, theirs, token })
}

/// `rs2` sealed, beside the Rust SDK's own codec.
fn beside_rmcp() -> Result<Vec<(&'static str, Work)>, Failed> {
    let Pair { ours, theirs, .. } = pair(1)?;
    let seal = move || {
        let sealed = ours.seal_bytes(black_box(PAYLOAD.as_bytes()), CONTEXT, seconds().unwrap_or(NOW), &mut OsEntropy);
        drop(black_box(sealed));
    };
    let their_seal = move || {
        let options = SealOptions::new().associated_data(CONTEXT).ttl(Duration::from_secs(600));
        drop(black_box(theirs.seal_with(black_box(PAYLOAD.as_bytes()), &options)));
    };
    Ok(vec![("rs2 seal", Box::new(seal)), ("rmcp seal", Box::new(their_seal))])
}

/// `rs2` opened or refused, beside the Rust SDK's own codec.
fn opened() -> Result<Vec<(&'static str, Work)>, Failed> {
    let mut works: Vec<(&'static str, Work)> = Vec::new();
    for (suffix, keys, change) in [
        ("", 1, str::to_owned as fn(&str) -> String),
        (" 16 keys", RING, str::to_owned),
        (" tampered", 1, tampered),
        (" 1 MiB", 1, |token| token.to_owned() + &"A".repeat(1 << 20)),
    ] {
        let Pair { ours, theirs, token } = pair(keys)?;
        let passes = suffix.is_empty() || keys == RING;
        let token = change(&token);
        let foreign = token.clone();
        let opens = ours.open_bytes(&token, CONTEXT, seconds()?).is_ok();
        if opens != passes || theirs.open_with(&token, CONTEXT).is_ok() != passes {
            return Err("the verdict on a token is wrong".into());
        }
        let open = move || drop(black_box(ours.open_bytes(black_box(&token), CONTEXT, seconds().unwrap_or(NOW))));
        let their_open = move || drop(black_box(theirs.open_with(black_box(&foreign), CONTEXT)));
        works.push((named("rs2 open", suffix), Box::new(open)));
        works.push((named("rmcp open", suffix), Box::new(their_open)));
    }
    Ok(works)
}

/// Another character in the middle, of the same alphabet.
fn tampered(token: &str) -> String {
    let middle = token.len() / 2;
    let other = |byte| if byte == 'A' { 'B' } else { 'A' };
    token.char_indices().map(|(at, byte)| if at == middle { other(byte) } else { byte }).collect()
}

/// The format `signed` beside the HMAC that it cannot do without, over the same bytes.
fn signed(suffix: &str, payload: &str) -> Result<Vec<(&'static str, Work)>, Failed> {
    let codec = Codec::new(vec![Key::new(KEY)?], "{}")?;
    let token = codec.mint(Some(payload), None, NOW, &mut OsEntropy)?;
    let (message, _) = token.rsplit_once('.').ok_or("no token")?;
    let message = message.to_owned();
    let opener = codec.clone();
    let payload = payload.to_owned();
    let mac: Hmac<Sha256> = Hmac::new_from_slice(KEY)?;
    let mint = move || drop(black_box(codec.mint(Some(black_box(&payload)), None, NOW, &mut OsEntropy)));
    let verify = move || drop(black_box(opener.verify(black_box(&token), None, NOW)));
    let bare = move || {
        let mut mac = mac.clone();
        mac.update(black_box(message.as_bytes()));
        black_box(mac.finalize());
    };
    Ok(vec![
        (named("signed mint", suffix), Box::new(mint)),
        (named("signed verify", suffix), Box::new(verify)),
        (named("hmac of a token", suffix), Box::new(bare)),
    ])
}

/// A token of the format `signed`, which names no key: verified with the last of a ring.
fn ring() -> Result<Vec<(&'static str, Work)>, Failed> {
    let last = Codec::new(vec![Key::new(&secret(RING - 1))?], "{}")?;
    let token = last.mint(Some(PAYLOAD), None, NOW, &mut OsEntropy)?;
    let keys: Vec<Key> = (0..RING).map(|at| Key::new(&secret(at))).collect::<Result<_, _>>()?;
    let codec = Codec::new(keys, "{}")?;
    let _ = codec.verify(&token, None, NOW)?;
    let verify = move || drop(black_box(codec.verify(black_box(&token), None, NOW)));
    Ok(vec![("signed verify 16 keys", Box::new(verify))])
}

/// What the C program works on: a token to verify, and the params of a retry with the boundary's options.
pub(crate) fn write_inputs(directory: &Path) -> Result<(), Failed> {
    let codec = Codec::new(vec![Key::new(KEY)?], "{}")?;
    let boundary = Boundary::new(vec![Key::new(KEY)?], &options("signed"))?;
    for (name, text) in [
        ("token.txt", codec.mint(Some(PAYLOAD), None, NOW, &mut OsEntropy)?),
        ("options.json", options("signed")),
        ("params.json", retried(&boundary)?),
    ] {
        std::fs::write(directory.join(name), text)?;
    }
    Ok(())
}
