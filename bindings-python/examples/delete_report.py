"""A server that asks before it deletes.

    STATE_KEY=… PORT=8081 python delete_report.py

Prints the URL it listens on. Every round of one call may land on another instance with the same STATE_KEY, in Python or
in Node. Refusals go to standard error, with the reason that the client never hears.
"""

from __future__ import annotations

import json
import os
import secrets
import socket
import sys
from typing import Annotated, Any

import uvicorn
from mcp.server.mcpserver import Context, MCPServer
from mcp_types import InputRequiredResult
from pydantic import BaseModel, Field

from mrtr import Accepted, Cancelled, Declined, Refusal
from mrtr.mcp import input_required, protect, state

Ctx = Context[Any, Any]
Result = str | InputRequiredResult


class Confirmation(BaseModel):
    """What is asked."""

    ok: bool = Field(description="Tick to go on")
    reason: Annotated[str, Field(max_length=200)] | None = Field(None, description="For the audit log")


def build(key: str | bytes, **options: Any) -> MCPServer[Any]:
    """The server, with the boundary in place."""
    server: MCPServer[Any] = MCPServer("reports", version="1.0.0", log_level="WARNING")
    protect(server, key=key, **options)

    @server.tool(structured_output=False)
    async def delete_report(target: str, ctx: Ctx) -> Result:
        """Deletes a report, after asking."""
        call = state(ctx)
        log(entered="delete_report", target=target, round=call.round, flow=call.flow_id)
        match call.answer("confirm", Confirmation):
            case Declined() | Cancelled():
                return "Cancelled. Nothing was deleted."
            case Accepted(confirmation):
                if not confirmation.ok:
                    return "Not confirmed. Nothing was deleted."
                return f"Deleted {call.request_state()['target']}."
        return input_required(
            input_requests={"confirm": input_required.elicit(f"Delete {target}?", Confirmation)},
            request_state=call.seal_request_state({"target": target}),
        )

    @server.tool(structured_output=False)
    async def archive_report(target: str, ctx: Ctx) -> Result:
        """Archives a report, after asking."""
        call = state(ctx)
        log(entered="archive_report", target=target, round=call.round, flow=call.flow_id)
        match call.answer("confirm", Confirmation):
            case Accepted(confirmation) if confirmation.ok:
                return f"Archived {target}."
            case Accepted() | Declined() | Cancelled():
                return "Cancelled. Nothing was archived."
        return input_required(
            input_requests={"confirm": input_required.elicit(f"Archive {target}?", Confirmation)},
        )

    @server.tool(structured_output=False)
    async def never_satisfied(target: str, ctx: Ctx) -> Result:
        """Asks again whatever is answered."""
        call = state(ctx)
        log(entered="never_satisfied", target=target, round=call.round, flow=call.flow_id)
        return input_required(input_requests={"more": input_required.elicit("More?", Confirmation)})

    return server


def log(**entry: object) -> None:
    """One line of JSON on standard error."""
    print(json.dumps(entry), file=sys.stderr, flush=True)


def refused(refusal: Refusal) -> None:
    """Tell the operator why; the client hears the same words whatever the reason."""
    log(refused=refusal.code, method=refusal.method, target=refusal.target, message=refusal.detail)


def main() -> None:
    """Serve on loopback."""
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind(("127.0.0.1", int(os.environ.get("PORT", "0"))))
    server = build(os.environ.get("STATE_KEY") or secrets.token_bytes(32), on_refusal=refused)
    print(f"http://127.0.0.1:{listener.getsockname()[1]}/mcp", flush=True)
    app = server.streamable_http_app(json_response=True)
    uvicorn.Server(uvicorn.Config(app, log_level="warning")).run(sockets=[listener])


if __name__ == "__main__":
    main()
