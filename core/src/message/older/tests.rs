use super::*;

const PAGE: &str =
    r#"{"method":"elicitation/create","params":{"message":"m","url":"https://a.example/","mode":"url"}}"#;

fn form(property: &str) -> String {
    format!(
        r#"{{"method":"elicitation/create","params":{{"message":"m","requestedSchema":{{"type":"object","properties":{{"f":{property}}}}},"mode":"form"}}}}"#
    )
}

fn sampling(messages: &str, more: &str) -> String {
    format!(r#"{{"method":"sampling/createMessage","params":{{"messages":[{messages}],"maxTokens":5{more}}}}}"#)
}

fn asked(revision: Revision, questions: &[(&str, &str)]) -> Result<String, String> {
    let members: Vec<String> = questions.iter().map(|(key, request)| format!("\"{key}\":{request}")).collect();
    let mut entropy = |bytes: &mut [u8]| {
        bytes.fill(0xAB);
        Ok(())
    };
    older(revision, &format!("{{{}}}", members.join(",")), &mut entropy).map_err(|error| {
        assert_eq!(error.code(), ErrorCode::InvalidRequest);
        let one = |issue: &Issue| format!("{} {}", issue.pointer, issue.code);
        error.issues().iter().map(one).collect::<Vec<_>>().join(", ")
    })
}

fn one(revision: Revision, request: &str) -> Result<String, String> {
    let text = asked(revision, &[("q", request)])?;
    Ok(text.strip_prefix("{\"q\":").and_then(|rest| rest.strip_suffix('}')).unwrap().to_owned())
}

#[test]
fn forms_lose_what_the_revision_has_no_word_for() {
    let titled = form(r#"{"type":"string","oneOf":[{"const":"s","title":"Small"}],"default":"s"}"#);
    assert_eq!(one(Revision::V2025_11_25, &titled).unwrap(), titled);
    assert_eq!(
        one(Revision::V2025_06_18, &titled).unwrap(),
        r#"{"method":"elicitation/create","params":{"message":"m","requestedSchema":{"type":"object","properties":{"f":{"type":"string","enum":["s"],"enumNames":["Small"]}}}}}"#
    );
    assert_eq!(one(Revision::V2025_03_26, &titled).unwrap_err(), "/q/params/requestedSchema revision");
}

#[test]
fn every_question_that_cannot_be_put_is_listed_before_any_is() {
    let several = form(r#"{"type":"array","items":{"type":"string","enum":["x"]}}"#);
    let fine = form(r#"{"type":"boolean"}"#);
    let roots = r#"{"method":"roots/list"}"#;
    let all: [(&str, &str); 4] = [("a", &several), ("b/c", PAGE), ("d", &fine), ("e", roots)];
    assert_eq!(
        asked(Revision::V2025_06_18, &all).unwrap_err(),
        "/a/params/requestedSchema/properties/f revision, /b~1c/params/mode revision"
    );
    assert!(asked(Revision::V2025_11_25, &all).unwrap().contains(r#""e":{"method":"roots/list"}}"#));
    assert!(asked(Revision::V2025_06_18, &[("d", &fine), ("e", roots)]).is_ok());
}

#[test]
fn a_page_gets_an_id_of_its_own() {
    let sent = one(Revision::V2025_11_25, PAGE).unwrap();
    let id = rounds::flow_id([0xAB; FLOW_BYTES]);
    assert_eq!(
        sent,
        format!(
            r#"{{"method":"elicitation/create","params":{{"message":"m","url":"https://a.example/","elicitationId":"{id}","mode":"url"}}}}"#
        )
    );
    let mut broken = |_: &mut [u8]| Err(Error::new(ErrorCode::Entropy, "none"));
    let refused = older(Revision::V2025_11_25, &format!("{{\"q\":{PAGE}}}"), &mut broken).unwrap_err();
    assert_eq!(refused.code(), ErrorCode::Entropy);
}

#[test]
fn a_message_of_several_blocks_becomes_several() {
    let (text, audio) = (r#"{"type":"text","text":"?"}"#, r#"{"type":"audio","data":"aGk=","mimeType":"audio/wav"}"#);
    let many = sampling(
        &format!(r#"{{"role":"user","content":[{text},{audio}],"_meta":{{"x":1}}}}"#),
        r#","temperature":0.5"#,
    );
    assert_eq!(one(Revision::V2025_11_25, &many).unwrap(), many);
    let split = sampling(
        &format!(r#"{{"role":"user","content":{text}}},{{"role":"user","content":{audio}}}"#),
        r#","temperature":0.5"#,
    );
    assert_eq!(one(Revision::V2025_06_18, &many).unwrap(), split);
    assert_eq!(one(Revision::V2025_03_26, &many).unwrap(), split);
    assert_eq!(one(Revision::V2024_11_05, &many).unwrap_err(), "/q/params/messages/0 revision");
}

#[test]
fn tools_are_of_the_last_revision_alone() {
    let turn = concat!(
        r#"{"role":"assistant","content":{"type":"tool_use","id":"1","name":"t","input":{}}},"#,
        r#"{"role":"user","content":{"type":"tool_result","toolUseId":"1","content":[]}}"#
    );
    let asked =
        sampling(turn, r#","tools":[{"name":"t","inputSchema":{"type":"object"}}],"toolChoice":{"mode":"auto"}"#);
    assert_eq!(one(Revision::V2025_11_25, &asked).unwrap(), asked);
    assert_eq!(
        one(Revision::V2025_06_18, &asked).unwrap_err(),
        "/q/params/tools revision, /q/params/toolChoice revision, /q/params/messages/0 revision, \
         /q/params/messages/1 revision"
    );
}

#[test]
fn only_questions_are_written_anew() {
    let anything =
        |text: &str| older(Revision::V2025_06_18, text, &mut |_: &mut [u8]| Ok(())).map_err(|error| error.code());
    assert_eq!(anything("{}").unwrap(), "{}");
    for bad in ["[]", r#"{"q":{"method":"tools/list"}}"#, r#"{"q":1}"#] {
        assert_eq!(anything(bad).unwrap_err(), ErrorCode::InvalidRequest, "{bad}");
    }
    assert_eq!(anything("{").unwrap_err(), ErrorCode::InvalidJson);
}
