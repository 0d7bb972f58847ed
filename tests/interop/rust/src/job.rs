//! The lines: what is asked, and what is answered.

use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};

/// Whatever goes wrong is told in the reply, and fails the test there.
pub(crate) type Failed = Box<dyn std::error::Error>;

/// One job.
pub(crate) struct Job(Value);

/// What came of it.
pub(crate) enum Reply {
    /// A token was minted.
    Token(String),
    /// A token was opened: the payload's JSON text, as this host writes it after parsing.
    Payload(String),
    /// A token was opened: bytes.
    Bytes(Vec<u8>),
}

impl Job {
    pub(crate) fn read(line: &str) -> Result<Job, Failed> {
        Ok(Job(serde_json::from_str(line)?))
    }

    /// Mint, or else open.
    pub(crate) fn mints(&self) -> bool {
        self.0["op"] == "mint"
    }

    /// Is it one of the jobs whose payload is handed over as a value, not as text?
    pub(crate) fn by_value(&self) -> bool {
        self.0["at"].as_u64().is_some_and(|at| at % 2 == 0)
    }

    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        self.0[name].as_str()
    }

    pub(crate) fn need(&self, name: &str) -> Result<&str, Failed> {
        self.text(name).ok_or_else(|| format!("{name} is missing").into())
    }

    pub(crate) fn call(&self) -> Option<Job> {
        self.0.get("call").cloned().map(Job)
    }

    pub(crate) fn key(&self) -> Result<Vec<u8>, Failed> {
        unhex(self.need("key")?)
    }

    /// Bytes of no text, where the payload is such.
    pub(crate) fn bytes(&self) -> Option<Result<Vec<u8>, Failed>> {
        self.text("hex").map(unhex)
    }

    /// The job is about bytes of no text.
    pub(crate) fn about_bytes(&self) -> bool {
        self.0["bytes"] == true
    }

    pub(crate) fn associated_data(&self) -> &[u8] {
        self.text("bind").unwrap_or("").as_bytes()
    }
}

/// The JSON text of a payload as this host has it once it is parsed.
pub(crate) fn parsed(text: &str) -> Result<Reply, Failed> {
    Ok(Reply::Payload(serde_json::from_str::<Value>(text)?.to_string()))
}

/// Unix seconds.
pub(crate) fn now() -> Result<f64, Failed> {
    Ok(SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs_f64())
}

/// A reply as it goes over the line.
pub(crate) fn told(reply: Result<Reply, Failed>) -> Value {
    match reply {
        Ok(Reply::Token(token)) => json!({ "token": token }),
        Ok(Reply::Payload(payload)) => json!({ "payload": payload }),
        Ok(Reply::Bytes(bytes)) => json!({ "hex": hex(&bytes) }),
        Err(error) => json!({ "error": error.to_string() }),
    }
}

/// A JSON text with every other character as its escape: some readers of lines end one at U+2028.
pub(crate) fn ascii(json: &str) -> String {
    let escape = |unit: u16| format!("\\u{unit:04x}");
    let spell = |c: char| {
        if c.is_ascii() { c.to_string() } else { c.encode_utf16(&mut [0; 2]).iter().copied().map(escape).collect() }
    };
    json.chars().map(spell).collect()
}

fn unhex(digits: &str) -> Result<Vec<u8>, Failed> {
    let pairs = digits.as_bytes().chunks(2);
    pairs.map(|pair| Ok(u8::from_str_radix(std::str::from_utf8(pair)?, 16)?)).collect()
}

fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a String cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}
