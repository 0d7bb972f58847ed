//! How cost grows: one work at several sizes.

use std::hint::black_box;

use mrtr::boundary::{Boundary, Round};
use mrtr::state::{Codec, Key};
use mrtr::{Acceptance, Form, OsEntropy};

use crate::rounds::{enter, options, params};
use crate::tokens::{KEY, note};
use crate::{Failed, NOW, Work};

/// Bytes of the state.
pub(crate) const STATES: [usize; 6] = [100, 1_000, 4_000, 8_000, 16_000, 32_000];
/// Fields of a form. A thousand is the limit unless `limits.properties` says another.
const FIELDS: [usize; 7] = [1, 10, 50, 100, 250, 500, 1_000];
/// Questions of one result. Sixty-four is the limit unless `limits.questions` says another.
const QUESTIONS: [usize; 7] = [1, 2, 4, 8, 16, 32, 64];

/// A work at several sizes.
pub(crate) struct Line {
    pub(crate) name: String,
    pub(crate) points: Vec<(usize, Work)>,
}

/// Makes several lines at once: `works` gives one work for each name, at one size.
fn lines<const N: usize>(
    names: [&str; N],
    sizes: &[usize],
    works: impl Fn(usize) -> Result<[Work; N], Failed>,
) -> Result<Vec<Line>, Failed> {
    let mut lines = names.map(|name| Line { name: name.to_owned(), points: Vec::new() });
    for size in sizes {
        for (line, work) in lines.iter_mut().zip(works(*size)?) {
            line.points.push((*size, work));
        }
    }
    Ok(lines.into())
}

pub(crate) fn all() -> Result<Vec<Line>, Failed> {
    let mut all = lines(["signed mint", "signed verify"], &STATES, signed)?;
    all.extend(lines(["enter, signed"], &STATES, |size| entered("signed", size))?);
    all.extend(lines(["enter, encrypted"], &STATES, |size| entered("encrypted", size))?);
    all.extend(lines(["form check", "accept"], &FIELDS, forms)?);
    all.extend(lines(["leave with questions", "enter with answers"], &QUESTIONS, questions)?);
    Ok(all)
}

/// The work of one line at one size.
pub(crate) fn one(line: &str, size: usize) -> Result<Option<Work>, Failed> {
    let mut points = all()?.into_iter().filter(|Line { name, .. }| name == line).flat_map(|line| line.points);
    Ok(points.find(|(known, _)| *known == size).map(|(_, work)| work))
}

fn signed(size: usize) -> Result<[Work; 2], Failed> {
    let codec = Codec::new(vec![Key::new(KEY)?], "{}")?;
    let payload = note(size);
    let token = codec.mint(Some(&payload), None, NOW, &mut OsEntropy)?;
    let opener = codec.clone();
    let _ = opener.verify(&token, None, NOW)?;
    Ok([
        Box::new(move || drop(black_box(codec.mint(Some(black_box(&payload)), None, NOW, &mut OsEntropy)))),
        Box::new(move || drop(black_box(opener.verify(black_box(&token), None, NOW)))),
    ])
}

/// A retry with a state of this size and no answer.
fn entered(format: &str, size: usize) -> Result<[Work; 1], Failed> {
    let boundary = Boundary::new(vec![Key::new(KEY)?], &options(format))?;
    let state = note(size);
    let token = enter(&boundary, &params(""))?.seal_request_state(&state, NOW, &mut OsEntropy)?;
    let retry = params(&format!(",\"requestState\":\"{token}\""));
    if enter(&boundary, &retry)?.request_state().as_deref() != Some(state.as_str()) {
        return Err("the state did not come back".into());
    }
    Ok([Box::new(move || drop(black_box(enter(&boundary, black_box(&retry)))))])
}

/// A form of so many fields of four kinds, each with a title of its own, and an answer that fills them all.
fn form_of(count: usize) -> (String, String) {
    let kinds = [
        (r#""type":"string","minLength":1,"maxLength":80"#, r#""Ada Lovelace""#),
        (r#""type":"integer","minimum":18,"maximum":120"#, "36"),
        (r#""type":"string","enum":["free","pro","team"]"#, r#""pro""#),
        (r#""type":"boolean""#, "true"),
    ];
    let fields = || kinds.iter().cycle().take(count).enumerate();
    let property =
        |(at, &(kind, _)): (usize, &(&str, &str))| format!("\"field_{at}\":{{{kind},\"title\":\"Field {at}\"}}");
    let properties: Vec<String> = fields().map(property).collect();
    let values: Vec<String> = fields().map(|(at, (_, value))| format!("\"field_{at}\":{value}")).collect();
    let schema = format!(r#"{{"type":"object","properties":{{{}}}}}"#, properties.join(","));
    (schema, format!("{{{}}}", values.join(",")))
}

fn forms(count: usize) -> Result<[Work; 2], Failed> {
    let (schema, answer) = form_of(count);
    let form = Form::parse(&schema, "")?;
    if !matches!(form.accept(&answer), Acceptance::Accepted(_)) {
        return Err("the answer does not fit the form".into());
    }
    Ok([
        Box::new(move || drop(black_box(Form::parse(black_box(&schema), "")))),
        Box::new(move || drop(black_box(form.accept(black_box(&answer))))),
    ])
}

/// A first call that asks so many questions, in by one door and out by the other; and the retry with all the answers.
fn questions(count: usize) -> Result<[Work; 2], Failed> {
    let boundary = Boundary::new(vec![Key::new(KEY)?], &options("signed"))?;
    let schema = r#"{"type":"object","properties":{"ok":{"type":"boolean"}},"required":["ok"]}"#;
    let each = |text: &str| -> String {
        (0..count).map(|at| format!("\"question_{at}\":{text}")).collect::<Vec<_>>().join(",")
    };
    let question =
        format!(r#"{{"method":"elicitation/create","params":{{"message":"Delete it?","requestedSchema":{schema}}}}}"#);
    let result = format!(r#"{{"resultType":"input_required","inputRequests":{{{}}}}}"#, each(&question));
    let sent = left(&mut enter(&boundary, &params(""))?, &result)?;
    let (_, token) = sent.rsplit_once(r#""requestState":"#).ok_or("no state")?;
    let answers = each(r#"{"action":"accept","content":{"ok":true}}"#);
    let token = token.trim_end_matches('}');
    let retry = params(&format!(",\"inputResponses\":{{{answers}}},\"requestState\":{token}"));
    if enter(&boundary, &retry)?.responses().keys().count() != count {
        return Err("the answers did not come back".into());
    }
    let first = params("");
    let door = boundary.clone();
    let leave = move || {
        if let Ok(mut round) = enter(&boundary, black_box(&first)) {
            drop(black_box(round.leave(&result, NOW, &mut OsEntropy)));
        }
    };
    Ok([Box::new(leave), Box::new(move || drop(black_box(enter(&door, black_box(&retry)))))])
}

fn left(round: &mut Round, result: &str) -> Result<String, Failed> {
    let sent = round.leave(result, NOW, &mut OsEntropy).map_err(|refusal| refusal.error_json())?;
    Ok(sent.ok_or("the round asked nothing")?)
}
