//! The Rust SDK's codec.

use std::time::Duration;

use rmcp::model::{RequestStateCodec, SealOptions};
use serde_json::Value;

use crate::job::{Failed, Job, Reply, parsed};

pub(crate) fn answer(job: &Job) -> Result<Reply, Failed> {
    let codec = match job.need("format")? {
        "rs1" => RequestStateCodec::try_new(job.key()?)?,
        "rs2" => RequestStateCodec::new_with_keyring(job.need("keyId")?, [(job.need("keyId")?, job.key()?)])?,
        _ => return Err("the Rust SDK knows rs1 and rs2".into()),
    };
    if !job.mints() {
        let opened = codec.open_with(job.need("token")?, job.associated_data())?;
        return if job.about_bytes() { Ok(Reply::Bytes(opened)) } else { parsed(&String::from_utf8(opened)?) };
    }
    let mut options = SealOptions::new().associated_data(job.associated_data());
    // Half of them without an expiry, which mrtr opens too.
    if job.by_value() {
        options = options.ttl(Duration::from_secs(600));
    }
    Ok(Reply::Token(match job.bytes() {
        Some(bytes) => codec.seal_with(&bytes?, &options),
        None if job.by_value() => {
            codec.seal_json_with(&serde_json::from_str::<Value>(job.need("payload")?)?, &options)?
        }
        None => codec.seal_with(job.need("payload")?.as_bytes(), &options),
    }))
}
