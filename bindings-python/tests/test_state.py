"""What a handler of the official SDK sees of the call it serves."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import pytest
from mcp.client import Client
from mcp.server.caching import CacheHint
from mcp.server.mcpserver import Context, Elicit, Resolve
from mcp_types import (
    CallToolResult,
    ElicitResult,
    InputRequiredResult,
    TextContent,
)

from mrtr import Accepted, IllegalStateError, Missing, MrtrError, Refusal
from mrtr.mcp import (
    accepted_content,
    confirmed,
    current,
    input_required,
    protect,
    read_answer,
    state,
)

from servers import call, post, serve
from support import KEY, refused
from tools import FROZEN, Confirm, Ctx, Name, accept, ask, begin, named, text, with_tool


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
            confirmed(ctx, "confirm", Confirm),
            confirmed(ctx.input_responses, "confirm", Confirm),
            confirmed(ctx, "confirm", Confirm, field="ok"),
        ]
        return "done" if seen[0] else ask()

    with serve(server) as url:
        token = begin(url)
        assert seen == [None, None, Missing(), Missing(), Missing(), True, True, "missing", *[False] * 3]
        assert text(call(url, "tell", requestState=token, inputResponses=accept(ok=True))) == "done"
        yes = Confirm(ok=True)
        told = Accepted(yes, {"ok": True})
        assert seen == [yes, yes, told, told, Missing(), True, True, "elicit", *[True] * 3]


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
        seen[4:] = [nested.accepted_content("confirm", Confirm), nested.confirmed("confirm", Confirm)]
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
        assert seen == [1, None, Missing(), None, None, False]


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


@pytest.mark.parametrize("configured", [{}, {"cache_hints": {"resources/read": CacheHint(60_000, "public")}}])
def test_no_cache_keeps_what_a_retry_has_read(configured: dict[str, Any]) -> None:
    server = named(**configured)
    protect(server, key=KEY)

    @server.resource("plain://{name}")
    async def plain(name: str) -> str:
        return name

    @server.resource("report://{name}")
    async def report(name: str, ctx: Ctx) -> str | InputRequiredResult:
        return name if state(ctx).answer("confirm", Confirm) else ask()

    def hints(uri: str, **retry: Any) -> list[Any]:
        result = post(url, "resources/read", {"uri": uri, **retry})["result"]
        return [result.get("ttlMs"), result.get("cacheScope")]

    own, never = [60_000, "public"] if configured else [0, "private"], [0, "private"]
    with serve(server) as url:
        assert hints("plain://x") == own
        # Retried: a state, or answers, that its handler does not look at.
        assert hints("plain://x", inputResponses=accept(ok=True)) == never
        token = post(url, "resources/read", {"uri": "report://q3"})["result"]["requestState"]
        assert hints("report://q3", requestState=token, inputResponses=accept(ok=True)) == never


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


def test_builders_raise_at_build_time() -> None:
    assert isinstance(refused(input_required), MrtrError)
    assert repr(input_required) == "input_required"
    assert input_required(request_state="x").request_state == "x"
