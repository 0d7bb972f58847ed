"""Beside plain servers of the official SDK, and for clients of an older revision."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

import pytest
from mcp.client import Client
from mcp.server.mcpserver import MCPServer
from mcp.server.request_state import InvalidRequestState, RequestStateSecurity
from mcp_types import (
    CallToolResult,
    InputRequiredResult,
    TextContent,
)

from mrtr.mcp import (
    SecurityCodec,
    accepted_content,
    protect,
    state,
)

from servers import call, serve
from support import KEY, OTHER_KEY, refused
from tools import FROZEN, Confirm, Ctx, accept, ask, begin, named, text, with_tool


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
