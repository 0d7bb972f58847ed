//! `mrtr-bench time REPEATS`: every comparison, one JSON object a line, times in nanoseconds.
//! `mrtr-bench growth REPEATS`: works at several sizes and with several threads, one JSON object a line.
//! `mrtr-bench run WORK COUNT`: one piece of work that often, for the counting of instructions.
//! `mrtr-bench inputs DIRECTORY`: writes there what the C program works on.

mod forms;
mod growth;
mod measure;
mod rounds;
mod threads;
mod tokens;

use std::hint::black_box;

/// Whatever goes wrong ends the program.
pub(crate) type Failed = Box<dyn std::error::Error>;

/// A piece of work, done once for each call.
pub(crate) type Work = Box<dyn Fn()>;

/// Unix seconds; every token here is minted and opened at this moment.
pub(crate) const NOW: f64 = 1_790_001_000.0;

fn main() -> Result<(), Failed> {
    settle();
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments.as_slice() {
        ["time", repeats] => time(repeats.parse()?),
        ["growth", repeats] => grow(repeats.parse()?),
        ["run", name, count] => run(name, count.parse()?),
        ["inputs", directory] => tokens::write_inputs(directory.as_ref()),
        _ => Err("mrtr-bench time REPEATS | growth REPEATS | run WORK COUNT | inputs DIRECTORY".into()),
    }
}

/// Has the allocator keep what is freed. That of glibc gives memory beyond 128 KiB back to the system, to fetch it again
/// for the next large work, until it has once freed a block as large as this one: as it has in any server after a while.
fn settle() {
    drop(black_box(vec![1_u8; 16 << 20]));
}

fn works() -> Result<Vec<(&'static str, Work)>, Failed> {
    let mut works = tokens::works()?;
    works.extend(rounds::works()?);
    works.extend(forms::works()?);
    Ok(works)
}

/// What is compared: ours, and the peers that it stands beside.
const COMPARED: [(&str, &[&str]); 16] = [
    ("rs2 seal", &["rs2 seal", "rmcp seal"]),
    ("rs2 open", &["rs2 open", "rmcp open"]),
    ("rs2 open, the last of 16 keys", &["rs2 open 16 keys", "rmcp open 16 keys"]),
    ("rs2 refuse, tampered", &["rs2 open tampered", "rmcp open tampered"]),
    ("rs2 refuse, 1 MiB", &["rs2 open 1 MiB", "rmcp open 1 MiB"]),
    ("signed mint", &["signed mint", "hmac of a token"]),
    ("signed verify", &["signed verify", "hmac of a token"]),
    ("signed mint, 4 KiB", &["signed mint 4 KiB", "hmac of a token 4 KiB"]),
    ("signed verify, 4 KiB", &["signed verify 4 KiB", "hmac of a token 4 KiB"]),
    ("signed verify, the last of 16 keys", &["signed verify 16 keys", "signed verify"]),
    ("boundary seal", &["seal"]),
    ("boundary open", &["enter", "enter without state"]),
    ("boundary seal, encrypted", &["seal encrypted"]),
    ("boundary open, encrypted", &["enter encrypted"]),
    ("form of ten fields", &["form"]),
    ("accept of five fields", &["accept"]),
];

fn time(repeats: usize) -> Result<(), Failed> {
    let works = works()?;
    let find = |name: &&str| works.iter().find(|(known, _)| known == name).map(|(_, work)| work);
    for (subject, names) in COMPARED {
        let chosen: Option<Vec<&Work>> = names.iter().map(find).collect();
        let medians = measure::medians(&chosen.ok_or("no such work")?, repeats);
        let medians: Vec<String> = medians.iter().map(|nanoseconds| format!("{nanoseconds:.1}")).collect();
        println!("{{\"subject\":\"{subject}\",\"medians\":[{}]}}", medians.join(","));
    }
    Ok(())
}

fn grow(repeats: usize) -> Result<(), Failed> {
    for growth::Line { name, points } in growth::all()? {
        let works: Vec<&Work> = points.iter().map(|(_, work)| work).collect();
        let sizes = points.iter().map(|(size, _)| *size);
        show(&name, sizes.zip(measure::medians(&works, repeats)));
    }
    // A repeat with threads is longer.
    for threads::Measured { name, points } in threads::all(repeats / 5 + 1)? {
        show(name, points.into_iter());
    }
    Ok(())
}

fn show(name: &str, points: impl Iterator<Item = (usize, f64)>) {
    let points: Vec<String> = points.map(|(size, nanoseconds)| format!("[{size},{nanoseconds:.1}]")).collect();
    println!("{{\"growth\":\"{name}\",\"points\":[{}]}}", points.join(","));
}

/// A work by its name; one of several sizes has its size behind: `form check, 1000`.
fn run(name: &str, count: usize) -> Result<(), Failed> {
    let known = works()?.into_iter().find(|(known, _)| *known == name);
    let work = match (known, name.rsplit_once(", ")) {
        (Some((_, work)), _) => Some(work),
        (None, Some((line, size))) => growth::one(line, size.parse()?)?,
        (None, None) => None,
    };
    let work = work.ok_or("no such work")?;
    for _ in 0..count {
        work();
    }
    Ok(())
}
