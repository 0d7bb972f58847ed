"""The boundary in servers of the official SDK, beyond the worked example."""

from __future__ import annotations

import asyncio
import json
import logging
from functools import partial
from typing import Annotated, Any

import pytest
from mcp.client import Client
from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.mcpserver import Context, Elicit, MCPServer, Resolve
from mcp.server.request_state import InvalidRequestState, RequestStateBoundary, RequestStateSecurity
from mcp_types import (
    CallToolRequestParams,
    CallToolResult,
    ElicitResult,
    InputRequiredResult,
    ListToolsResult,
    PaginatedRequestParams,
    TextContent,
    Tool,
)
from mcp_types.methods import INPUT_REQUIRED_METHODS, SPEC_CLIENT_METHODS
from pydantic import BaseModel

from mrtr import Accepted, Boundary, ConfigError, IllegalStateError, Missing, MrtrError, Refusal
from mrtr.mcp import (
    BoundaryMiddleware,
    SecurityCodec,
    accepted_content,
    current,
    input_required,
    protect,
    read_answer,
    state,
)

from servers import call, envelope, post, post_text, serve
from support import KEY, OTHER_KEY, SECRET, refused

FROZEN = {"code": -32602, "message": "Invalid or expired requestState", "data": {"reason": "invalid_request_state"}}
Ctx = Context[Any, Any]


class Confirm(BaseModel):
    ok: bool


class Name(BaseModel):
    name: str


def ask(**more: Any) -> InputRequiredResult:
    return input_required(input_requests={"confirm": input_required.elicit("Sure?", Confirm)}, **more)


def accept(**content: Any) -> dict[str, Any]:
    return {"confirm": {"action": "accept", "content": content}}


def named(name: str = "reports", **options: Any) -> MCPServer[Any]:
    return MCPServer(name, log_level="CRITICAL", **options)


def with_tool(**options: Any) -> MCPServer[Any]:
    """A protected server with a tool that tells what it sees."""
    server = named()
    protect(server, **{"key": KEY, **options})

    @server.tool(structured_output=False)
    async def tell(ctx: Ctx) -> str | InputRequiredResult:
        seen = state(ctx)
        if (confirmed := seen.accepted_content("confirm", Confirm)) is None:
            return ask(request_state=seen.seal_request_state({"round": seen.round}))
        return f"{confirmed.ok} {ctx.request_state} {seen.request_state()} {seen.round} {seen.rounds_left}"

    return server


def text(reply: dict[str, Any]) -> str:
    return str(reply["result"]["content"][0]["text"])


def begin(url: str, tool: str = "tell", **more: Any) -> str:
    reply = call(url, tool, **more)
    assert reply["result"]["resultType"] == "input_required", reply
    return str(reply["result"]["requestState"])


# --- protect ---------------------------------------------------------------------------------------------------------


def test_the_sdks_own_entry_is_replaced_in_place() -> None:
    async def mine(ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
        return await call_next(ctx)

    server = named(middleware=[mine])
    before = list(server.middleware)
    place = next(at for at, entry in enumerate(before) if isinstance(entry, RequestStateBoundary))
    protect(server, key=KEY)
    after = list(server.middleware)
    assert isinstance(after[place], BoundaryMiddleware)
    assert [*after[:place], *after[place + 1 :]] == [*before[:place], *before[place + 1 :]]


def test_a_server_where_that_entry_is_not_found_is_an_error() -> None:
    server = named()
    server.middleware[:] = [entry for entry in server.middleware if not isinstance(entry, RequestStateBoundary)]
    before = list(server.middleware)
    error = refused(lambda: protect(server, key=KEY), "illegal_state")
    assert isinstance(error, IllegalStateError)
    assert "RequestStateBoundary" in str(error)
    assert server.middleware == before
    twice = [RequestStateBoundary(RequestStateSecurity.ephemeral(), default_audience=None) for _ in range(2)]
    server.middleware.extend(twice)
    refused(lambda: protect(server, key=KEY), "illegal_state")


def test_a_server_is_protected_once() -> None:
    server = named()
    protect(server, key=KEY)
    refused(lambda: protect(server, key=KEY), "illegal_state")


def test_what_cannot_be_protected() -> None:
    anything: Any = protect
    for server in (None, "reports", 5, object(), MCPServer):
        refused(partial(anything, server, key=KEY), "invalid_argument")
    refused(lambda: protect(named()), "no_key")
    refused(lambda: protect(named(), keys=[]), "no_key")
    for options in ({"principal": "alice"}, {"on_refusal": 5}):
        refused(partial(anything, named(), key=KEY, **options), "invalid_argument")
    for options in ({"key": "short"}, {"max_rounds": 0}, {"format": "x"}, {"answers_without_state": "maybe"}):
        error = refused(partial(anything, named(), **{"key": KEY, **options}))
        assert isinstance(error, ConfigError)


def test_an_encrypted_state_names_the_server() -> None:
    unnamed: MCPServer[Any] = MCPServer(log_level="CRITICAL")
    refused(lambda: protect(unnamed, key=KEY, format="encrypted"), "invalid_option")
    protect(unnamed, key=KEY, format="encrypted", audience=None)
    one, other = named("one"), named("other")
    tokens = [protect(server, key=KEY, format="encrypted").seal("x") for server in (one, other)]
    assert protect(named("one"), key=KEY, format="encrypted").open(tokens[0]) == "x"
    assert refused(lambda: protect(named("one"), key=KEY, format="encrypted").open(tokens[1])).code == "audience"


def test_the_methods_of_the_sdk_are_those_of_the_boundary() -> None:
    assert {method for method in SPEC_CLIENT_METHODS if Boundary.asks(method)} == INPUT_REQUIRED_METHODS


# --- what a tool sees ------------------------------------------------------------------------------------------------


def test_a_tool_sees_the_plain_state_and_the_answers_that_fit() -> None:
    with serve(with_tool()) as url:
        token = begin(url)
        reply = call(url, "tell", requestState=token, inputResponses={**accept(ok=True), "unasked": {"roots": []}})
        assert text(reply) == "True {\"round\":1} {'round': 1} 2 7"


def test_the_readers_take_the_context_or_its_responses() -> None:
    server = named()
    protect(server, key=KEY)
    seen: list[object] = []

    @server.tool(structured_output=False)
    def tell(ctx: Ctx) -> str | InputRequiredResult:
        seen[:] = [
            accepted_content(ctx, "confirm", Confirm),
            accepted_content(ctx.input_responses, "confirm", Confirm),
            read_answer(ctx, "confirm", Confirm),
            read_answer(ctx.input_responses, "confirm", Confirm),
            read_answer(ctx, "confirm", Name),
            current().flow_id == state(ctx).flow_id,
            current().may_ask("form"),
            current().response("confirm")["kind"],
        ]
        return "done" if seen[0] else ask()

    with serve(server) as url:
        token = begin(url)
        assert seen == [None, None, Missing(), Missing(), Missing(), True, True, "missing"]
        assert text(call(url, "tell", requestState=token, inputResponses=accept(ok=True))) == "done"
        yes = Confirm(ok=True)
        told = Accepted(yes, {"ok": True})
        assert seen == [yes, yes, told, told, Missing(), True, True, "elicit"]


def test_outside_of_a_call_there_is_no_state() -> None:
    assert isinstance(refused(current, "illegal_state"), IllegalStateError)
    anything: Any = state
    refused(lambda: anything(None), "invalid_argument")
    refused(lambda: state(Context()), "illegal_state")


def test_a_handler_within_another_sees_nothing_of_its_state() -> None:
    server = named()
    protect(server, key=KEY)
    seen: list[object] = []

    @server.resource("inner://{name}")
    def inner(name: str, ctx: Ctx) -> str:
        nested = state(ctx)
        seen[:] = [nested.round, nested.request_state(), nested.answer("confirm", Confirm), nested.expires_at]
        seen.append(nested.accepted_content("confirm", Confirm))
        refused(lambda: nested.seal_request_state({}), "illegal_state")
        return name

    @server.tool(structured_output=False)
    async def outer(ctx: Ctx) -> str | InputRequiredResult:
        if not state(ctx).answer("confirm", Confirm):
            return ask(request_state="mine")
        return "".join(str(content.content) for content in await ctx.read_resource("inner://x"))

    with serve(server) as url:
        token = begin(url, "outer")
        assert text(call(url, "outer", requestState=token, inputResponses=accept(ok=True))) == "x"
        assert seen == [1, None, Missing(), None, None]


def test_prompts_and_resources_ask_too() -> None:
    server = named()
    protect(server, key=KEY)

    @server.prompt()
    async def greet(ctx: Ctx) -> str | InputRequiredResult:
        return "hello" if state(ctx).answer("confirm", Confirm) else ask()

    @server.resource("report://{name}")
    async def report(name: str, ctx: Ctx) -> str | InputRequiredResult:
        return name if state(ctx).answer("confirm", Confirm) else ask()

    with serve(server) as url:
        for method, params, found in (
            ("prompts/get", {"name": "greet"}, "hello"),
            ("resources/read", {"uri": "report://q3"}, "q3"),
        ):
            token = post(url, method, params)["result"]["requestState"]
            reply = post(url, method, {**params, "requestState": token, "inputResponses": accept(ok=True)})
            assert found in str(reply["result"])
            assert call(url, "x", requestState=token)["error"] == FROZEN


async def ask_who() -> Elicit[Name]:
    return Elicit("Who?", Name)


async def ask_sure(who: Annotated[Name, Resolve(ask_who)]) -> Elicit[Confirm]:
    return Elicit(f"{who.name}?", Confirm)


async def hire(who: Annotated[Name, Resolve(ask_who)], sure: Annotated[Confirm, Resolve(ask_sure)]) -> str:
    return f"{who.name} {sure.ok} {current().round}"


def test_the_sdks_resolvers_go_through_the_boundary() -> None:
    server = named()
    refusals: list[Refusal] = []
    protect(server, key=KEY, on_refusal=refusals.append)

    server.add_tool(hire, structured_output=False)

    asked: list[str] = []

    async def answer(context: Any, params: Any) -> ElicitResult:
        asked.append(params.message)
        return ElicitResult(action="accept", content={"name": "Ada"} if params.message == "Who?" else {"ok": True})

    async def run(url: str) -> CallToolResult:
        async with Client(url, elicitation_callback=answer) as client:
            return await client.call_tool("hire")

    with serve(server) as url:
        result = asyncio.run(run(url))
        assert isinstance(result.content[0], TextContent)
        assert result.content[0].text == "Ada True 3"
        assert asked == ["Who?", "Ada?"]
        token = begin(url, "hire")
        assert call(url, "other", requestState=token)["error"] == FROZEN
        assert [refusal.reason for refusal in refusals] == ["operation"]


# --- what the boundary does around it --------------------------------------------------------------------------------


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


# --- beside plain servers of the SDK ---------------------------------------------------------------------------------


def plain(**options: Any) -> MCPServer[Any]:
    """A server with the SDK's own boundary."""
    server = named(request_state_security=RequestStateSecurity(**options))

    @server.tool(structured_output=False)
    async def tell(ctx: Ctx) -> str | InputRequiredResult:
        if accepted_content(ctx.input_responses, "confirm", Confirm) is None:
            return ask(request_state='{"round":1}')
        return f"plain {ctx.request_state}"

    return server


def test_a_dialogue_hops_between_our_server_and_a_plain_one() -> None:
    ours = with_tool(format="encrypted", foreign=["python-sdk"])
    with serve(ours) as url, serve(plain(keys=[KEY])) as other:
        reply = call(other, "tell", requestState=begin(url), inputResponses=accept(ok=True))
        assert text(reply) == 'plain {"round":1}'
        reply = call(url, "tell", requestState=begin(other), inputResponses=accept(ok=True))
        assert text(reply).startswith("True {\"round\":1} {'round': 1}")
    with serve(with_tool(format="encrypted")) as strict, serve(plain(keys=[KEY])) as other:
        assert call(strict, "tell", requestState=begin(other))["error"] == FROZEN


def test_the_codec_for_the_sdks_own_boundary() -> None:
    codec = SecurityCodec(keys=[KEY, OTHER_KEY])
    with serve(plain(codec=codec)) as url, serve(plain(keys=[KEY])) as other:
        for begun, ended in ((url, other), (other, url), (url, url)):
            reply = call(ended, "tell", requestState=begin(begun), inputResponses=accept(ok=True))
            assert text(reply) == 'plain {"round":1}'
            assert call(ended, "tell", requestState=begin(begun)[:-1])["error"] == FROZEN


def test_that_codec_takes_bytes_and_raises_the_sdks_own_exception() -> None:
    codec = SecurityCodec(key=KEY)
    for sealed in (b"", b"\x00\xff", b"x" * 40_000):
        assert codec.unseal(codec.seal(sealed)) == sealed
    assert SecurityCodec(keys=[OTHER_KEY, KEY]).unseal(codec.seal(b"x")) == b"x"
    token = codec.seal(b"x")
    anything: Any = codec
    for bad in ("", "v1.", token[:-1], token + "A", SecurityCodec(key=OTHER_KEY).seal(b"x"), None, 5, b"v1.", "\ud800"):
        with pytest.raises(InvalidRequestState) as caught:
            anything.unseal(bad)
        assert token not in repr(caught.value)
    for payload in (None, 5, "x", [1], bytearray):
        refused(partial(anything.seal, payload), "invalid_argument")
    refused(SecurityCodec, "no_key")
    refused(lambda: SecurityCodec(key="short"), "invalid_key")
    assert KEY not in repr(codec)


def test_clients_of_the_older_revision_are_served_what_does_not_ask() -> None:
    server = named()
    protect(server, key=KEY)

    @server.tool(structured_output=False)
    async def plain_tool(ctx: Ctx) -> str:
        return f"round {state(ctx).round}"

    async def run(url: str) -> CallToolResult:
        async with Client(url, mode="legacy") as client:
            return await client.call_tool("plain_tool")

    with serve(server) as url:
        result = asyncio.run(run(url))
        assert isinstance(result.content[0], TextContent)
        assert result.content[0].text == "round 1"


def test_builders_raise_at_build_time() -> None:
    assert isinstance(refused(input_required), MrtrError)
    assert repr(input_required) == "input_required"
    assert input_required(request_state="x").request_state == "x"
