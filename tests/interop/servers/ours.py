"""Servers of mrtr in Python, one for each configuration."""

from __future__ import annotations

import json
from typing import Any

from account import QUESTIONS, caller, log, next_step, serve_all
from mcp.server.mcpserver import Context, MCPServer
from mcp_types import InputRequiredResult

from mrtr import InvalidSealedState
from mrtr.mcp import input_required, protect, state

Ctx = Context[Any, Any]
Result = str | InputRequiredResult
OPTIONS = {"maxRounds": "max_rounds"}


def close(name: str, account: str, ctx: Ctx) -> Result:
    """One round of any handler."""
    log(entered=name, account=account)
    call = state(ctx)
    ask, kept = next_step(account, call.request_state(), lambda key: call.accepted_content(key, QUESTIONS[key][1]))
    if ask is None:
        return str(kept)
    return input_required(
        input_requests={ask: input_required.elicit(*QUESTIONS[ask])}, request_state=call.seal_request_state(kept)
    )


def build(config: dict[str, Any]) -> MCPServer[Any]:
    """A server and everything in it that may ask."""
    server: MCPServer[Any] = MCPServer(config.pop("name"), log_level="CRITICAL")
    options = {OPTIONS.get(name, name): value for name, value in config.items()}
    boundary = protect(server, principal=caller, on_refusal=lambda refusal: log(refused=refusal.code), **options)

    @server.tool(structured_output=False)
    async def close_account(account: str, ctx: Ctx) -> Result:
        return close("close_account", account, ctx)

    @server.tool(structured_output=False)
    async def close_other(account: str, ctx: Ctx) -> Result:
        return close("close_other", account, ctx)

    @server.tool(structured_output=False)
    async def board(ctx: Ctx) -> str:
        return state(ctx).seal({"board": 1})

    @server.tool(structured_output=False)
    async def page(ctx: Ctx) -> str:
        return state(ctx).seal_url_completion({"page": 1})

    @server.tool(structured_output=False)
    async def read_board(token: str, ctx: Ctx) -> str:
        try:
            return json.dumps(state(ctx).open(token))
        except InvalidSealedState as refused:
            log(refused=refused.code)
            raise

    @server.tool(structured_output=False)
    async def read_page(token: str, ctx: Ctx) -> str:
        try:
            opened = boundary.open_url_completion(token, target="page", principal=caller(ctx.request_context))
            return json.dumps(opened.payload)
        except InvalidSealedState as refused:
            log(refused=refused.code)
            raise

    @server.prompt("close_account")
    async def prompt(account: str, ctx: Ctx) -> Result:
        return close("prompt", account, ctx)

    @server.resource("account://{account}")
    async def resource(account: str, ctx: Ctx) -> Result:
        return close("resource", account, ctx)

    return server


serve_all(build)
