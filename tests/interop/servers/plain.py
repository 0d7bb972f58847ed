"""Servers on the Python SDK alone: its own boundary, with its own keys or with mrtr's codec in the place of those."""

from __future__ import annotations

import json
from typing import Any

from account import QUESTIONS, caller, log, next_step, serve_all
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.request_state import RequestStateSecurity
from mcp_types import ElicitRequest, ElicitRequestFormParams, InputRequiredResult
from pydantic import BaseModel

Ctx = Context[Any, Any]
Result = str | InputRequiredResult


def security(config: dict[str, Any]) -> RequestStateSecurity:
    """How state is protected: the SDK's claims in both cases."""
    if config.get("codec") == "mrtr":
        from mrtr.mcp import SecurityCodec

        return RequestStateSecurity(codec=SecurityCodec(key=config["key"]), bind_principal=caller)
    return RequestStateSecurity(keys=[config["key"]], bind_principal=caller)


def close(name: str, account: str, ctx: Ctx) -> Result:
    """One round."""
    log(entered=name, account=account)

    def accepted(key: str) -> BaseModel | None:
        response: Any = (ctx.input_responses or {}).get(key)
        if response is None or response.action != "accept":
            return None
        return QUESTIONS[key][1].model_validate(response.content)

    ask, kept = next_step(account, json.loads(ctx.request_state or "null"), accepted)
    if ask is None:
        return str(kept)
    message, model = QUESTIONS[ask]
    params = ElicitRequestFormParams(message=message, requested_schema=model.model_json_schema())
    return InputRequiredResult(input_requests={ask: ElicitRequest(params=params)}, request_state=json.dumps(kept))


def build(config: dict[str, Any]) -> MCPServer[Any]:
    """A server with the two tools."""
    server: MCPServer[Any] = MCPServer(config["name"], log_level="CRITICAL", request_state_security=security(config))

    @server.tool(structured_output=False)
    async def close_account(account: str, ctx: Ctx) -> Result:
        return close("close_account", account, ctx)

    @server.tool(structured_output=False)
    async def close_other(account: str, ctx: Ctx) -> Result:
        return close("close_other", account, ctx)

    return server


serve_all(build)
