"""What the boundary does around the handlers of a server of the official SDK."""

from __future__ import annotations

import asyncio
import json
import logging
from typing import Any

import pytest
from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.request_state import RequestStateBoundary, RequestStateSecurity
from mcp_types import (
    CallToolRequestParams,
    CallToolResult,
    InputRequiredResult,
    ListToolsResult,
    PaginatedRequestParams,
    TextContent,
    Tool,
)

import mrtr
from mrtr import Refusal
from mrtr.mcp import (
    input_required,
    protect,
    read_answer,
    state,
)

from servers import call, envelope, post, post_text, serve
from support import KEY, OTHER_KEY, SECRET
from tools import FROZEN, Confirm, Ctx, accept, ask, begin, named, text, with_tool


def test_hand_built_questions_are_checked_and_gated() -> None:
    server = named()
    protect(server, key=KEY)
    wire: dict[str, Any] = {}

    @server.tool(structured_output=False)
    async def careless() -> InputRequiredResult:
        return InputRequiredResult.model_validate(wire)

    def question(schema: dict[str, Any]) -> dict[str, Any]:
        params = {"message": "Sure?", "requestedSchema": schema, "mode": "form"}
        return {"inputRequests": {"q": {"method": "elicitation/create", "params": params}}}

    with serve(server) as url:
        wire = question({"type": "object", "properties": {"ok": {"type": "boolean"}}})
        assert call(url, "careless")["result"]["resultType"] == "input_required"
        assert post(url, "tools/call", {"name": "careless"}, {})["error"]["code"] == -32021
        nested = {"type": "object", "properties": {"deep": {"type": "object", "properties": {}}}}
        sensitive = {"type": "object", "properties": {"password": {"type": "string"}}}
        for schema in (nested, sensitive):
            wire = question(schema)
            error = call(url, "careless")["error"]
            assert error["code"] == -32603
        assert "/inputRequests/q" in error["message"]
        assert "password" in error["message"]


def test_a_state_without_questions_is_sealed_and_counted() -> None:
    server = named()
    protect(server, key=KEY, max_rounds=2)

    @server.tool(structured_output=False)
    async def wait(ctx: Ctx) -> InputRequiredResult:
        return input_required(request_state=f"step {state(ctx).round} after {ctx.request_state}")

    with serve(server) as url:
        token = begin(url, "wait")
        assert "step" not in token
        token = begin(url, "wait", requestState=token)
        assert call(url, "wait", requestState=token)["result"]["isError"] is True


@pytest.mark.parametrize("kind", ["sync", "async"])
def test_a_principal_binds_the_state(kind: str) -> None:
    who: list[Any] = ["alice"]

    def plain(ctx: ServerRequestContext[Any, Any]) -> str | None:
        if isinstance(who[0], Exception):
            raise who[0]
        name: str | None = who[0]
        return name

    async def later(ctx: ServerRequestContext[Any, Any]) -> str | None:
        await asyncio.sleep(0)
        return plain(ctx)

    refusals: list[Refusal] = []
    with serve(with_tool(principal=plain if kind == "sync" else later, on_refusal=refusals.append)) as url:
        token = begin(url)
        assert text(call(url, "tell", requestState=token, inputResponses=accept(ok=True)))
        strangers: list[Any] = ["mallory", None, "", 5, b"alice", ValueError(SECRET)]
        for who[0] in strangers:
            reply = call(url, "tell", requestState=token, inputResponses=accept(ok=True))
            assert reply["error"] == FROZEN
        assert {refusal.reason for refusal in refusals} <= {"principal", "bind"}
        for who[0] in strangers[2:]:
            error = call(url, "tell")["error"]
            assert (error["code"], error["message"]) == (-32603, "Internal error")


def test_refusals_are_logged_and_a_callback_that_fails_changes_none(caplog: pytest.LogCaptureFixture) -> None:
    with serve(with_tool()) as url, caplog.at_level(logging.WARNING, "mrtr.mcp"):
        assert call(url, "tell", requestState=SECRET)["error"] == FROZEN
    assert "malformed" in caplog.text
    assert SECRET not in caplog.text
    caplog.clear()

    def fail(refusal: Refusal) -> None:
        raise RuntimeError("no log")

    with serve(with_tool(on_refusal=fail)) as url:
        assert call(url, "tell", requestState="x")["error"] == FROZEN
    assert "on_refusal raised" in caplog.text


def test_a_question_that_goes_out_as_text_is_told_to_the_operator(caplog: pytest.LogCaptureFixture) -> None:
    server = with_tool()

    @server.tool()
    async def slips() -> dict[str, Any]:
        return mrtr.input_required(input_requests={"confirm": mrtr.input_required.elicit("Sure?", Confirm)})

    @server.tool(structured_output=False)
    async def answers(echo: str) -> str:
        return echo

    with serve(server) as url, caplog.at_level(logging.WARNING, "mrtr.mcp"):
        assert call(url, "answers", arguments={"echo": '{"a": "input_required"}'})["result"]["content"]
        assert "mrtr.mcp.input_required" not in caplog.text
        assert '"input_required"' in text(call(url, "slips"))
    assert "ask with mrtr.mcp.input_required" in caplog.text


def test_contents_of_a_middlewares_own_making_pass() -> None:
    async def bare(ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
        await call_next(ctx)
        return {"content": [TextContent(type="text", text="made by hand")], "resultType": "complete"}

    server = with_tool()
    server.middleware.append(bare)
    with serve(server) as url:
        assert text(call(url, "tell")) == "made by hand"


def test_what_json_does_not_know_is_an_error_of_the_client() -> None:
    meta = json.dumps({"_meta": envelope()})[1:-1]
    with serve(with_tool()) as url:
        for argument in ("NaN", "1e999", "[" * 300 + "]" * 300):
            params = f'{{"name":"tell","arguments":{{"a":{argument}}},{meta}}}'
            body = f'{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{params}}}'
            reply = post_text(url, "tools/call", "tell", body)
            assert reply["error"]["code"] == -32602, argument


def test_lists_and_notifications_pass() -> None:
    with serve(with_tool()) as url:
        reply = post(url, "tools/list", {"requestState": 7, "inputResponses": []})
        assert [tool["name"] for tool in reply["result"]["tools"]] == ["tell"]


def test_middleware_further_in_sees_what_was_let_in() -> None:
    seen: list[Any] = []

    async def spy(ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
        if ctx.method == "tools/call":
            params = dict(ctx.params or {})
            seen.append((params.get("requestState"), params.get("inputResponses")))
        return await call_next(ctx)

    server = named(middleware=[spy])
    protect(server, key=KEY)

    @server.tool(structured_output=False)
    async def tell(ctx: Ctx) -> str | InputRequiredResult:
        return "done" if state(ctx).answer("confirm") else ask(request_state="mine")

    with serve(server) as url:
        token = begin(url)
        call(url, "tell", requestState=token, inputResponses={**accept(ok=True), "x": {"action": "accept"}})
        call(url, "tell", inputResponses=accept(ok=True))
    assert seen == [(None, None), ("mine", accept(ok=True)), (None, None)]


def test_a_middleware_that_answers_with_a_model_is_sealed_too() -> None:
    async def short(ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
        return ask(request_state="mine") if ctx.method == "tools/call" else await call_next(ctx)

    server = named(middleware=[short])
    protect(server, key=KEY)
    with serve(server) as url:
        assert begin(url, "any").startswith("v1.")


def test_answers_without_a_state_may_be_read() -> None:
    with serve(with_tool(answers_without_state="read")) as url:
        assert text(call(url, "tell", inputResponses=accept(ok=True))).startswith("True None None 1")


def test_the_low_level_server_is_protected_too() -> None:
    async def tools(ctx: ServerRequestContext[Any], params: PaginatedRequestParams | None) -> ListToolsResult:
        return ListToolsResult(tools=[Tool(name="tell", input_schema={"type": "object"})])

    async def tell(
        ctx: ServerRequestContext[Any], params: CallToolRequestParams
    ) -> CallToolResult | InputRequiredResult:
        answer = state(ctx).answer("confirm", Confirm)
        if not answer:
            return ask(request_state=state(ctx).seal_request_state("low"))
        said = f"{params.request_state} {read_answer(params.input_responses, 'confirm', Confirm).outcome}"
        return CallToolResult(content=[TextContent(type="text", text=said)])

    server: Server[Any] = Server("low", on_list_tools=tools, on_call_tool=tell)
    protect(server, key=KEY)
    assert [type(entry).__name__ for entry in server.middleware] == ["OpenTelemetryMiddleware", "BoundaryMiddleware"]
    with serve(server) as url:
        token = begin(url)
        assert text(call(url, "tell", requestState=token, inputResponses=accept(ok=True))) == '"low" accepted'
        assert call(url, "other", requestState=token)["error"] == FROZEN
    own: Server[Any] = Server("low", on_call_tool=tell)
    own.middleware.append(RequestStateBoundary(RequestStateSecurity.ephemeral(), default_audience="low"))
    protect(own, key=KEY)
    assert [type(entry).__name__ for entry in own.middleware] == ["OpenTelemetryMiddleware", "BoundaryMiddleware"]


def test_a_key_ring_rotates_between_servers() -> None:
    with serve(with_tool(key=None, keys=[KEY])) as old, serve(with_tool(key=None, keys=[OTHER_KEY, KEY])) as new:
        token = begin(old)
        assert text(call(new, "tell", requestState=token, inputResponses=accept(ok=True)))
        assert call(old, "tell", requestState=begin(new))["error"] == FROZEN
