//! `mrtr-bench time REPEATS`: every comparison, one JSON object a line, times in nanoseconds.
//! `mrtr-bench run WORK COUNT`: one piece of work that often, for the counting of instructions.
//! `mrtr-bench inputs DIRECTORY`: writes there what the C program works on.

mod forms;
mod measure;
mod tokens;

/// Whatever goes wrong ends the program.
pub(crate) type Failed = Box<dyn std::error::Error>;

/// A piece of work, done once for each call.
pub(crate) type Work = Box<dyn Fn()>;

/// Unix seconds; every token here is minted and opened at this moment.
pub(crate) const NOW: f64 = 1_790_001_000.0;

fn main() -> Result<(), Failed> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments.as_slice() {
        ["time", repeats] => time(repeats.parse()?),
        ["run", name, count] => run(name, count.parse()?),
        ["inputs", directory] => tokens::write_inputs(directory.as_ref()),
        _ => Err("mrtr-bench time REPEATS | run WORK COUNT | inputs DIRECTORY".into()),
    }
}

fn works() -> Result<Vec<(&'static str, Work)>, Failed> {
    let mut works = tokens::works()?;
    works.extend(forms::works()?);
    Ok(works)
}

/// What is compared: ours, and the peers that it stands beside.
const COMPARED: [(&str, &[&str]); 12] = [
    ("rs2 seal", &["rs2 seal", "rmcp seal"]),
    ("rs2 open", &["rs2 open", "rmcp open"]),
    ("signed mint", &["signed mint", "hmac of a token"]),
    ("signed verify", &["signed verify", "hmac of a token"]),
    ("signed mint, 4 KiB", &["signed mint 4 KiB", "hmac of a token 4 KiB"]),
    ("signed verify, 4 KiB", &["signed verify 4 KiB", "hmac of a token 4 KiB"]),
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

fn run(name: &str, count: usize) -> Result<(), Failed> {
    let work = works()?.into_iter().find(|(known, _)| *known == name);
    let (_, work) = work.ok_or("no such work")?;
    for _ in 0..count {
        work();
    }
    Ok(())
}
