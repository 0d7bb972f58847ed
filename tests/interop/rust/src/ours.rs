//! mrtr.

use mrtr::OsEntropy;
use mrtr::boundary::{Boundary, Call};
use mrtr::message;
use mrtr::state::{Codec, Key};
use serde_json::{Value, json};

use crate::job::{Failed, Job, Reply, now, parsed};

pub(crate) fn answer(job: &Job) -> Result<Reply, Failed> {
    if let Some(call) = job.call() {
        return through_boundary(job, &call);
    }
    let mut options = json!({ "format": job.need("format")? });
    if let Some(id) = job.text("keyId") {
        options["keyIds"] = json!([id]);
    }
    let codec = Codec::new(vec![Key::new(&job.key()?)?], &options.to_string())?;
    let (now, bind) = (now()?, job.text("bind"));
    if !job.mints() {
        let token = job.need("token")?;
        return if job.about_bytes() {
            Ok(Reply::Bytes(codec.open_bytes(token, job.associated_data(), now)?))
        } else {
            Ok(Reply::Payload(codec.verify_value::<Value>(token, bind, now)?.to_string()))
        };
    }
    Ok(Reply::Token(match job.bytes() {
        Some(bytes) => codec.seal_bytes(&bytes?, job.associated_data(), now, &mut OsEntropy)?,
        None if job.by_value() => {
            codec.mint_value(&serde_json::from_str::<Value>(job.need("payload")?)?, bind, now, &mut OsEntropy)?
        }
        None => codec.mint(Some(job.need("payload")?), bind, now, &mut OsEntropy)?,
    }))
}

fn through_boundary(job: &Job, call: &Job) -> Result<Reply, Failed> {
    let options =
        json!({ "format": "encrypted", "foreign": ["python-sdk"], "audience": call.need("audience")? }).to_string();
    let boundary = Boundary::new(vec![Key::new(&job.key()?)?], &options)?;
    let mut params = call.need("params")?.to_owned();
    if let Some(token) = job.text("token") {
        params = params.replacen('{', &format!("{{\"requestState\":{},", json!(token)), 1);
    }
    let entering = Call {
        method: call.need("method")?,
        params: &params,
        principal: call.text("principal").into(),
        capabilities: None,
    };
    let now = now()?;
    let mut round = boundary.enter(&entering, now, &mut OsEntropy).map_err(|refusal| refusal.detail().to_owned())?;
    if !job.mints() {
        return parsed(&round.request_state().ok_or("the token has no state")?);
    }
    let token = round.seal_request_state(job.need("payload")?, now, &mut OsEntropy)?;
    let result = message::input_required(&json!({ "requestState": token }).to_string())?;
    let left = round.leave(&result, now, &mut OsEntropy).map_err(|refusal| refusal.detail().to_owned())?;
    let left: Value = serde_json::from_str(&left.ok_or("the result asks nothing")?)?;
    Ok(Reply::Token(left["requestState"].as_str().unwrap_or_default().to_owned()))
}
