"""The tools that the official suite calls, as a server on mrtr in Python. Prints its address."""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Callable, Mapping
from typing import Any

import uvicorn
from mcp.server.mcpserver import Context, MCPServer
from mcp_types import InputRequiredResult

from mrtr import Accepted
from mrtr.mcp import input_required, protect, state

Ctx = Context[Any, Any]
Result = str | InputRequiredResult
Schema = Mapping[str, Any]


def text(name: str) -> Schema:
    """A form with one line of text."""
    return {"type": "object", "properties": {name: {"type": "string"}}, "required": [name]}


NAME = text("name")
COLOR = text("color")
CONTEXT = text("context")
CONFIRMATION: Schema = {"type": "object", "properties": {"ok": {"type": "boolean"}}, "required": ["ok"]}
NAME_QUESTION = input_required.elicit("What is your name?", NAME)
CONFIRM_QUESTION = input_required.elicit("Please confirm", CONFIRMATION)

USER: Schema = {
    "type": "object",
    "properties": {
        "username": {"type": "string", "description": "User's response"},
        "email": {"type": "string", "description": "User's email address"},
    },
    "required": ["username", "email"],
}
DEFAULTS: Schema = {
    "type": "object",
    "properties": {
        "name": {"type": "string", "default": "John Doe"},
        "age": {"type": "integer", "default": 30},
        "score": {"type": "number", "default": 95.5},
        "status": {"type": "string", "enum": ["active", "inactive", "pending"], "default": "active"},
        "verified": {"type": "boolean", "default": True},
    },
    "required": [],
}
OPTIONS = ["option1", "option2", "option3"]


def titled(first: str, second: str) -> list[dict[str, str]]:
    """Options with titles."""
    return [{"const": "value1", "title": first}, {"const": "value2", "title": second}]


ENUMS: Schema = {
    "type": "object",
    "properties": {
        "untitledSingle": {"type": "string", "enum": OPTIONS},
        "titledSingle": {"type": "string", "oneOf": titled("First Option", "Second Option")},
        "legacyEnum": {"type": "string", "enum": ["opt1", "opt2"], "enumNames": ["Option One", "Option Two"]},
        "untitledMulti": {"type": "array", "items": {"type": "string", "enum": OPTIONS}},
        "titledMulti": {"type": "array", "items": {"anyOf": titled("First Choice", "Second Choice")}},
    },
    "required": [],
}

server: MCPServer[Any] = MCPServer("conformance", version="1.0.0", log_level="ERROR")
# The suite answers in its first round, without a state.
protect(server, key=os.environ["STATE_KEY"], answers_without_state="read")


def sample(prompt: str) -> dict[str, Any]:
    """A question to the client's model."""
    return input_required.create_message(
        [{"role": "user", "content": {"type": "text", "text": prompt}}], max_tokens=100
    )


def asks(
    name: str,
    schemas: Mapping[str, Schema | None],
    questions: Mapping[str, dict[str, Any]],
    complete: Callable[[Ctx, dict[str, Any]], str],
) -> None:
    """A tool that asks until everything is answered."""

    async def handle(ctx: Ctx) -> Result:
        call = state(ctx)
        given = {key: call.answer(key, schema) for key, schema in schemas.items()}
        if all(given.values()):
            return complete(ctx, {key: answer.value for key, answer in given.items() if isinstance(answer, Accepted)})
        return input_required(input_requests=questions, request_state=call.seal_request_state({"asked": list(schemas)}))

    server.add_tool(handle, name=name, description="For the conformance suite", structured_output=False)


PREFIX = "test_input_required_result"
asks(
    f"{PREFIX}_elicitation",
    {"user_name": NAME},
    {"user_name": NAME_QUESTION},
    lambda _, given: f"Hello, {given['user_name']['name']}!",
)
asks(
    f"{PREFIX}_sampling",
    {"capital_question": None},
    {"capital_question": sample("What is the capital of France?")},
    lambda *_: "Answered.",
)
asks(
    f"{PREFIX}_list_roots",
    {"client_roots": None},
    {"client_roots": input_required.list_roots()},
    lambda *_: "Listed.",
)
asks(
    f"{PREFIX}_request_state",
    {"confirm": CONFIRMATION},
    {"confirm": CONFIRM_QUESTION},
    lambda ctx, _: "state-ok" if state(ctx).request_state() == {"asked": ["confirm"]} else "state-missing",
)
asks(
    f"{PREFIX}_multiple_inputs",
    {"user_name": NAME, "greeting": None, "client_roots": None},
    {
        "user_name": NAME_QUESTION,
        "greeting": sample("Generate a greeting"),
        "client_roots": input_required.list_roots(),
    },
    lambda _, given: f"All three, {given['user_name']['name']}.",
)
asks(
    f"{PREFIX}_tampered_state",
    {"confirm": CONFIRMATION},
    {"confirm": CONFIRM_QUESTION},
    lambda *_: "Confirmed.",
)


@server.tool(name=f"{PREFIX}_multi_round", structured_output=False)
async def multi_round(ctx: Ctx) -> Result:
    """Two rounds of questions."""
    call = state(ctx)
    name = (call.request_state() or {}).get("name")
    if name is not None and (color := call.accepted_content("step2", COLOR)) is not None:
        return f"{name} likes {color['color']}."
    if name is None and (first := call.accepted_content("step1", NAME)) is not None:
        name = first["name"]
    if name is None:
        return input_required(
            input_requests={"step1": input_required.elicit("Step 1: What is your name?", NAME)},
            request_state=call.seal_request_state({}),
        )
    return input_required(
        input_requests={"step2": input_required.elicit("Step 2: What is your favorite color?", COLOR)},
        request_state=call.seal_request_state({"name": name}),
    )


@server.tool(name=f"{PREFIX}_capabilities", structured_output=False)
async def capabilities(ctx: Ctx) -> Result:
    """Asks what may be asked."""
    call = state(ctx)
    questions: dict[str, dict[str, Any]] = {}
    if call.may_ask("form"):
        questions["user_name"] = NAME_QUESTION
    if call.may_ask("sampling"):
        questions["greeting"] = sample("Generate a greeting")
    return input_required(input_requests=questions, request_state=call.seal_request_state({}))


@server.prompt(name=f"{PREFIX}_prompt")
async def prompt(ctx: Ctx) -> Result:
    """A prompt that asks."""
    content = state(ctx).accepted_content("user_context", CONTEXT)
    if content is None:
        question = input_required.elicit("What context should the prompt use?", CONTEXT)
        return input_required(input_requests={"user_context": question})
    return f"Use this: {content['context']}"


# What the suite has for clients of 2025: the same kind of handler, asked over the session.
def elicited(given: Mapping[str, Any]) -> str:
    """What was answered."""
    return f"Elicitation completed: action=accept, content={json.dumps(given['asked'])}"


@server.tool(structured_output=False)
async def test_elicitation(message: str, ctx: Ctx) -> Result:
    """Asks what it is told to."""
    content = state(ctx).accepted_content("asked", USER)
    if content is None:
        return input_required(input_requests={"asked": input_required.elicit(message, USER)})
    return elicited({"asked": content})


for tool, schema in (("test_elicitation_sep1034_defaults", DEFAULTS), ("test_elicitation_sep1330_enums", ENUMS)):
    asks(
        tool,
        {"asked": schema},
        {"asked": input_required.elicit("Please choose", schema)},
        lambda _, given: elicited(given),
    )


def main() -> None:
    """Serve on loopback."""
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    print(f"http://127.0.0.1:{listener.getsockname()[1]}/mcp", flush=True)
    # Streamed, since clients of 2025 are asked over the response.
    app = server.streamable_http_app()
    uvicorn.Server(uvicorn.Config(app, log_level="critical")).run(sockets=[listener])


if __name__ == "__main__":
    main()
