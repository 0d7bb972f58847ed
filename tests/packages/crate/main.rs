//! Uses the packaged crate as any program would: both doors, a codec, and, where it is switched on, a full JSON Schema.

use mrtr::OsEntropy;
use mrtr::boundary::{Boundary, Call};
use mrtr::form::Form;
use mrtr::state::Key;

const NOW: f64 = 1_790_000_000.0;

fn main() {
    let form = Form::parse(r#"{"type":"object","properties":{"ok":{"type":"boolean"}}}"#, "").unwrap();
    let key = Key::new(b"thirty-two bytes or more of secret").unwrap();
    let boundary = Boundary::new(vec![key], "").unwrap();
    let params = r#"{"name":"t","_meta":{"io.modelcontextprotocol/clientCapabilities":{"elicitation":{}}}}"#;
    let call = Call { method: "tools/call", params, ..Call::default() };
    let mut round = boundary.enter(&call, NOW, &mut OsEntropy).unwrap();
    let asking = format!(
        r#"{{"resultType":"input_required","inputRequests":{{"q":{{"method":"elicitation/create",
           "params":{{"message":"Sure?","requestedSchema":{}}}}}}}}}"#,
        form.wire()
    );
    let sent = round.leave(&asking, NOW, &mut OsEntropy).unwrap().unwrap();
    assert!(sent.contains(r#""requestState":"v1."#));

    #[cfg(feature = "jsonschema")]
    {
        let model = mrtr::form::HostModel::compile(r#"{"properties":{"zip":{"pattern":"^[0-9]{5}$"}}}"#).unwrap();
        assert!(model.check(r#"{"zip":"01234"}"#).is_empty());
        assert_eq!(model.check(r#"{"zip":"x"}"#).len(), 1);
    }
    println!("used");
}
