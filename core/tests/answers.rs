//! Runs `tests/vectors/answers.json`: what clients send as answers, and what each reader makes of it.
//!
//! Prints one line, `rust: 183 answer cases, 183 as wanted`, and fails when it is another one.

// A program of its own, which the exceptions for #[test] functions do not reach.
#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::panic, clippy::unwrap_used)]

use std::path::Path;
use std::process::ExitCode;

use mrtr::boundary::{Boundary, Call};
use mrtr::message::{Answer, Responses};
use mrtr::state::Key;
use mrtr::{Form, OsEntropy};
use serde_json::Value;

const CASES: usize = 183;
const NOW: f64 = 1_790_001_000.0;
const CAPABILITIES: &str = r#"{"elicitation":{"form":{},"url":{}},"sampling":{},"roots":{}}"#;

fn main() -> ExitCode {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/vectors/answers.json");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let file: Value = serde_json::from_str(&text).expect("JSON");
    let key = Key::new(b"a key of at least thirty-two bytes").expect("a key");
    let boundary = Boundary::new(vec![key], "").expect("a boundary");
    let (mut cases, mut as_wanted) = (0, 0);
    for case in file["cases"].as_array().expect("cases") {
        cases += 1;
        match (Runner { case, questions: &file["questions"], boundary: &boundary }).run() {
            Ok(()) => as_wanted += 1,
            Err(fault) => eprintln!("rust: answers: {}: {}", case["id"], fault.chars().take(400).collect::<String>()),
        }
    }
    println!("rust: {cases} answer cases, {as_wanted} as wanted");
    if cases == CASES && as_wanted == cases { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

struct Runner<'a> {
    case: &'a Value,
    questions: &'a Value,
    boundary: &'a Boundary,
}

impl Runner<'_> {
    fn run(&self) -> Result<(), String> {
        let sent = self.filled("responses").expect("responses");
        let Some(asked) = self.case["asked"].as_object() else {
            let responses = Responses::parse(&sent).map_err(|error| error.to_string())?;
            return self.read(&responses);
        };
        let requests: serde_json::Map<String, Value> =
            asked.iter().map(|(key, name)| (key.clone(), self.question(name).clone())).collect();
        let result = serde_json::json!({"resultType": "input_required", "inputRequests": requests}).to_string();
        let mut round = self.enter(r#"{"name":"t"}"#).expect("the first call is let in");
        let left = round.leave(&result, NOW, &mut OsEntropy).expect("the questions leave").expect("rewritten");
        let token = serde_json::from_str::<Value>(&left).expect("JSON")["requestState"].to_string();
        let entered = self.enter(&format!(r#"{{"name":"t","requestState":{token},"inputResponses":{sent}}}"#));
        match (entered, self.case.get("refused")) {
            (Ok(round), None) => self.read(round.responses()),
            (Err(refusal), Some(code)) if *code == refusal.code() => Ok(()),
            (Ok(_), Some(_)) => Err("let in".to_owned()),
            (Err(refusal), _) => Err(refusal.detail().to_owned()),
        }
    }

    fn enter(&self, params: &str) -> Result<mrtr::boundary::Round, Box<mrtr::boundary::Refusal>> {
        let call = Call { method: "tools/call", params, capabilities: Some(CAPABILITIES), ..Call::default() };
        self.boundary.enter(&call, NOW, &mut OsEntropy)
    }

    fn read(&self, responses: &Responses) -> Result<(), String> {
        let key = self.case["key"].as_str().expect("key");
        let form = self.case.get("schema").map(|name| {
            let schema = self.question(name)["params"]["requestedSchema"].to_string();
            Form::parse(&schema, "").expect("a form")
        });
        let form = form.as_ref();
        let answer = responses.answer(key, form);
        same("outcome", answer.outcome(), self.case["outcome"].as_str().expect("outcome"))?;
        let (content, issues) = match answer {
            Answer::Accepted { content } => (content, Vec::new()),
            Answer::Invalid { issues } => {
                let places = issues.iter().map(|issue| Value::from(format!("{} {}", issue.pointer, issue.code)));
                (None, places.collect())
            }
            _ => (None, Vec::new()),
        };
        same("content", &content, &self.filled("content"))?;
        same("issues", &Value::from(issues), self.case.get("issues").unwrap_or(&Value::Array(Vec::new())))?;
        same("accepted content", &responses.accepted_content(key, form), &self.filled("acceptedContent"))?;
        same("view", &Some(responses.view(key)), &self.filled("view"))?;
        if let Some(confirmed) = self.case.get("confirmed") {
            let field = self.case.get("field").and_then(Value::as_str);
            let found = responses.confirmed(key, form, field).map_err(|error| error.to_string())?;
            same("confirmed", &Value::from(found), confirmed)?;
        }
        Ok(())
    }

    fn question(&self, name: &Value) -> &Value {
        &self.questions[name.as_str().expect("a name")]
    }

    /// A text of the case, with what stands for many of the same.
    fn filled(&self, member: &str) -> Option<String> {
        let text = self.case.get(member)?.as_str()?;
        let Some(fill) = self.case.get("fill") else { return Some(text.to_owned()) };
        let (unit, times) = (fill["unit"].as_str().expect("unit"), fill["times"].as_u64().expect("times"));
        let filling: String = (0..times).map(|at| unit.replace('#', &at.to_string())).collect();
        Some(text.replace('@', &filling))
    }
}

fn same<T: PartialEq + std::fmt::Debug + ?Sized>(what: &str, found: &T, wanted: &T) -> Result<(), String> {
    if found == wanted { Ok(()) } else { Err(format!("{what}: {found:?}, not {wanted:?}")) }
}
