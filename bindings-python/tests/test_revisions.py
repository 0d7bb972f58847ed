"""One handler, and clients of 2025-06-18 and 2025-11-25: each is asked in the words of its revision."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from mcp.server.mcpserver import MCPServer
from mcp_types import InputRequiredResult

from mrtr import Accepted, Form, Refusal
from mrtr.mcp import input_required, protect, state

from servers import serve
from sessions import Session
from support import KEY, refused
from tools import Ctx, named

OLD, NEW = "2025-06-18", "2025-11-25"
BOTH = [OLD, NEW]
CAN: dict[str, Any] = {"elicitation": {"form": {}, "url": {}}, "sampling": {"tools": {}}, "roots": {}}
streamed = partial(serve, json_response=False)

FORM: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "properties": {
        "size": {"type": "string", "oneOf": [{"const": "s", "title": "Small"}, {"const": "l", "title": "Large"}]},
        "copies": {"type": "integer", "minimum": 1, "default": 1},
        "news": {"type": "boolean", "default": True},
    },
    "required": ["size"],
}
OLD_FORM: dict[str, Any] = {
    "type": "object",
    "properties": {
        "size": {"type": "string", "enum": ["s", "l"], "enumNames": ["Small", "Large"]},
        "copies": {"type": "integer", "minimum": 1},
        "news": {"type": "boolean", "default": True},
    },
    "required": ["size"],
}
SEVERAL: dict[str, Any] = {
    "type": "object",
    "properties": {"tags": {"type": "array", "items": {"type": "string", "enum": ["a", "b"]}}},
}
BLOCKS = [{"type": "text", "text": "What"}, {"type": "text", "text": "is it?"}]


def asking(question: Any, **options: Any) -> MCPServer[Any]:
    """A server whose tool and prompt put one question, and tell what was answered."""
    server = named()
    protect(server, **{"key": KEY, **options})

    @server.tool(structured_output=False)
    async def tell(ctx: Ctx) -> str | InputRequiredResult:
        if state(ctx).round == 1:
            return input_required(input_requests={"q": question})
        answer = state(ctx).answer("q", FORM if question["params"].get("requestedSchema") == FORM else None)
        return str(answer.value) if isinstance(answer, Accepted) else answer.outcome

    @server.prompt()
    async def asks(ctx: Ctx) -> str | InputRequiredResult:
        return input_required(input_requests={"q": question}) if state(ctx).round == 1 else "told"

    @server.tool(structured_output=False)
    async def never(ctx: Ctx) -> InputRequiredResult:
        return input_required(input_requests={"q": question})

    return server


def accept(method: str, params: dict[str, Any]) -> dict[str, Any]:
    return {"action": "accept", "content": {"size": "l", "copies": 2}}


@pytest.mark.parametrize("revision", BOTH)
def test_a_form_is_put_in_the_words_of_the_revision(revision: str) -> None:
    with streamed(asking(input_required.elicit("Which?", FORM))) as url:
        session = Session(url, revision, CAN)
        assert session.tool("tell", accept) == "{'size': 'l', 'copies': 2}"
        wrong = session.tool("tell", lambda method, params: {"action": "accept", "content": {"size": "Large"}})
        assert wrong == "invalid"
    params = (
        {"message": "Which?", "requestedSchema": OLD_FORM}
        if revision == OLD
        else {"message": "Which?", "requestedSchema": FORM, "mode": "form"}
    )
    assert session.asked == [{"method": "elicitation/create", "params": params}] * 2


@pytest.mark.parametrize("revision", BOTH)
def test_the_bound_holds_in_every_revision(revision: str) -> None:
    with streamed(asking(input_required.elicit("Which?", FORM), max_rounds=3)) as url:
        session = Session(url, revision, CAN)
        assert session.tool("never", accept).startswith("isError: The call still needed input after 3 rounds")
    assert len(session.asked) == 3


def test_what_a_revision_cannot_ask_is_refused_before_anything_is_asked() -> None:
    heard: list[Refusal] = []
    with streamed(asking(input_required.elicit("Which?", SEVERAL), on_refusal=heard.append)) as url:
        newer = Session(url, NEW, CAN)
        assert newer.tool("tell", lambda method, params: {"action": "decline"}) == "declined"
        older = Session(url, OLD, CAN)
        said = older.tool("tell", accept)
        assert said.startswith(
            "isError: The call could not go on: a client of revision 2025-06-18 cannot be asked this"
        )
        assert "/q/params/requestedSchema/properties/tags" in said
        error = older.request("prompts/get", {"name": "asks"}, accept)["error"]
        assert error["code"] == -32603
        assert "2025-06-18" in error["message"]
    assert older.asked == []
    assert [refusal.code for refusal in heard] == ["unasked", "unasked"]


def test_pages_are_of_the_later_revision_alone_and_have_ids() -> None:
    with streamed(asking(input_required.elicit_url("Go there", "https://a.example/"))) as url:
        newer = Session(url, NEW, CAN)
        for _ in range(2):
            assert newer.tool("tell", lambda method, params: {"action": "accept"}) == "None"
        older = Session(url, OLD, CAN)
        assert "/q/params/mode" in older.tool("tell", accept)
        # A client that says nothing of URLs is not asked in either.
        plain = Session(url, OLD, {"elicitation": {}})
        assert plain.tool("tell", accept) == "isError: Missing required client capabilities: elicitation"
    assert older.asked == plain.asked == []
    page = {"message": "Go there", "url": "https://a.example/", "mode": "url"}
    ids = [question["params"].pop("elicitationId") for question in newer.asked]
    assert [question["params"] for question in newer.asked] == [page, page]
    assert len(set(ids)) == 2
    assert all(isinstance(one, str) and len(one) >= 16 for one in ids)


@pytest.mark.parametrize("revision", BOTH)
def test_messages_of_several_blocks(revision: str) -> None:
    said = {"role": "assistant", "content": {"type": "text", "text": "A report"}, "model": "m"}
    question = input_required.create_message([{"role": "user", "content": BLOCKS}], max_tokens=5)
    with streamed(asking(question)) as url:
        session = Session(url, revision, CAN)
        session.tool("tell", lambda method, params: said)
    one = [{"role": "user", "content": BLOCKS}]
    each = [{"role": "user", "content": block} for block in BLOCKS]
    assert session.asked[0]["params"]["messages"] == (each if revision == OLD else one)


def test_the_form_says_so_by_itself() -> None:
    assert Form.parse(FORM).wire_for(NEW) == FORM
    assert Form.parse(FORM).wire_for(OLD) == OLD_FORM
    assert [issue.code for issue in refused(lambda: Form.parse(SEVERAL).wire_for(OLD), "invalid_form").issues] == [
        "revision"
    ]
    refused(lambda: Form.parse(FORM).wire_for("2025-03-26"), "invalid_form")
    for name in ["2026-07-28", "2025-06-19", ""]:
        refused(partial(Form.parse(FORM).wire_for, name), "invalid_argument")
