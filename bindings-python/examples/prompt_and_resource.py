"""Prompts and resources ask as tools do.

    STATE_KEY=$(openssl rand -hex 32) PORT=8000 python prompt_and_resource.py

A decline is an answer too: the prompt does without, and the resource shows nothing.
"""

from __future__ import annotations

import os
from typing import Any, Literal

from mcp.server.mcpserver import Context, MCPServer
from mcp_types import InputRequiredResult
from pydantic import BaseModel, Field

from mrtr import Accepted, Invalid, Missing
from mrtr.mcp import input_required, protect, state

Ctx = Context[Any, Any]
Result = str | InputRequiredResult


class Readers(BaseModel):
    """What the prompt asks."""

    readers: Literal["users", "developers"]


class Consent(BaseModel):
    """What the resource asks."""

    ok: bool = Field(title="Show them")


server: MCPServer[Any] = MCPServer("documents", version="1.0.0")
protect(server, key=os.environ["STATE_KEY"])


@server.prompt()
async def release_notes(version: str, ctx: Ctx) -> Result:
    """Has release notes written."""
    answer = state(ctx).answer("readers", Readers)
    if isinstance(answer, Missing | Invalid):
        return input_required(input_requests={"readers": input_required.elicit("Who will read them?", Readers)})
    whom = answer.value.readers if isinstance(answer, Accepted) else "everyone"
    return f"Write the release notes of {version} for {whom}."


@server.resource("minutes://{meeting}", mime_type="text/plain")
async def minutes(meeting: str, ctx: Ctx) -> Result:
    """Minutes of a meeting, shown after asking."""
    call = state(ctx)
    if isinstance(call.answer("consent", Consent), Missing | Invalid):
        message = f"The minutes of {meeting} are confidential. Show them here?"
        return input_required(input_requests={"consent": input_required.elicit(message, Consent)})
    # True for an accept with the box ticked, and for nothing else.
    return f"Minutes of {meeting}: all agreed." if call.confirmed("consent", Consent) else "Not shown."


if __name__ == "__main__":
    server.run(transport="streamable-http", port=int(os.environ.get("PORT", "8000")))
