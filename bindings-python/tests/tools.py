"""Servers with tools that ask, for the tests of `mrtr.mcp`."""

from __future__ import annotations

from typing import Any

from mcp.server.mcpserver import Context, MCPServer
from mcp_types import (
    InputRequiredResult,
)
from pydantic import BaseModel

from mrtr.mcp import (
    input_required,
    protect,
    state,
)

from servers import call
from support import KEY

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
