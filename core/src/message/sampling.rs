//! `sampling/createMessage`.
//!
//! Sources: `CreateMessageRequestParams` of schema.ts, and "Message Content Constraints" of the sampling page.

use std::collections::HashSet;

use super::capability::Needs;
use super::kind::Kind;
use super::options::Context;
use super::path::Path;
use super::protocol::CREATE_MESSAGE_PARAMS;
use super::reply::fit;
use super::shape::{Author, Shape, Walk};
use crate::json::{self, Value};
use crate::near;

/// Checks the params; gives their JSON text and what the request needs of the client.
pub(super) fn check(params: Value<'_, '_>, path: &Path<'_>, context: &mut Context<'_>) -> Option<(String, Needs)> {
    if params.kind() != json::Kind::Object {
        context.fault(path, "type", "must be an object");
        return None;
    }
    if let Err(issues) = fit(params, path) {
        context.issues.extend(issues);
        return None;
    }
    unknown(params, path, context);
    let mut walk = Walk::new(Author::Server, &mut context.issues);
    walk.value(params, &Shape::Record(CREATE_MESSAGE_PARAMS), path);
    let wire = walk.out;
    if let Some(messages) = params.get("messages") {
        let path = Path::Member(path, "messages");
        if messages.kind() == json::Kind::Array && messages.items().next().is_none() {
            context.lints.push(path.issue("no_messages", "is empty: the model is told nothing"));
        }
        tools_in_turn(messages, &path, context);
    }
    Some((wire, needs(params)))
}

fn unknown(params: Value<'_, '_>, path: &Path<'_>, context: &mut Context<'_>) {
    let names: Vec<&str> = CREATE_MESSAGE_PARAMS.iter().map(|member| member.name).collect();
    for (name, _) in params.members() {
        let Some(name) = name.as_unicode().filter(|name| !names.contains(name)) else { continue };
        let hint = match name {
            "_meta" | "task" => " in revision 2026-07-28".to_owned(),
            _ => near::known(name, &names),
        };
        let message = format!("is no parameter of sampling/createMessage{hint}");
        context.fault(&Path::Member(path, name), "unknown_member", message);
    }
}

fn needs(params: Value<'_, '_>) -> Needs {
    let mut needs = Needs::of(Kind::Sampling);
    if params.get("tools").is_some() || params.get("toolChoice").is_some() {
        needs = needs.and_tools();
    }
    if params.get("includeContext").is_some_and(|context| !context.is_str("none")) {
        needs = needs.and_context();
    }
    needs
}

/// Each message of a model's tool calls is followed by a user's message of exactly their results.
fn tools_in_turn(messages: Value<'_, '_>, path: &Path<'_>, context: &mut Context<'_>) {
    let mut called: Option<(usize, HashSet<String>)> = None;
    for (index, message) in messages.items().enumerate() {
        let here = Path::Item(path, index);
        let calls = marks(message, "tool_use", "id");
        let results = marks(message, "tool_result", "toolUseId");
        if !calls.is_empty() && !message.get("role").is_some_and(|role| role.is_str("assistant")) {
            context.fault(&here, "tool_use", "tool calls stand in messages of the assistant only");
        }
        if !results.is_empty() {
            if !message.get("role").is_some_and(|role| role.is_str("user")) {
                context.fault(&here, "tool_result", "tool results stand in messages of the user only");
            }
            if blocks(message).any(|block| !is_block(block, "tool_result")) {
                context.fault(&here, "tool_result", "a message with tool results holds nothing else");
            }
        }
        let open = called.take().map(|(_, ids)| ids).unwrap_or_default();
        if open != results {
            let rule = "must hold one result for each tool call of the message before, and no others";
            context.fault(&here, "tool_result", rule);
        }
        if !calls.is_empty() {
            called = Some((index, calls));
        }
    }
    if let Some((index, _)) = called {
        context.fault(
            &Path::Item(path, index),
            "tool_use",
            "tool calls must be followed by a message of their results",
        );
    }
}

fn marks(message: Value<'_, '_>, kind: &str, name: &str) -> HashSet<String> {
    let wanted = blocks(message).filter(|block| is_block(*block, kind));
    wanted.filter_map(|block| Some(block.get(name)?.as_str()?.into_owned())).collect()
}

fn is_block(block: Value<'_, '_>, kind: &str) -> bool {
    block.get("type").is_some_and(|tag| tag.is_str(kind))
}

/// The blocks of a message, one or many.
fn blocks<'d, 'a>(message: Value<'d, 'a>) -> impl Iterator<Item = Value<'d, 'a>> {
    let content = message.get("content");
    let one = content.filter(|content| content.kind() == json::Kind::Object);
    one.into_iter().chain(content.into_iter().flat_map(Value::items))
}
