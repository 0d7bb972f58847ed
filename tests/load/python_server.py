"""`python python_server.py KIND [LEAK]`: one tool that asks, over real HTTP.

KIND is `mrtr`, or `sdk` (the SDK's server with its own boundary and keys). LEAK is a number of bytes that every request
leaves behind: what the run must notice. Prints its address, and for each line on standard input what memory it holds
and how long it has worked; ends when that input does.
"""

from __future__ import annotations

import gc
import json
import os
import socket
import sys
import threading
import time
from pathlib import Path
from typing import Any

import uvicorn
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.request_state import RequestStateSecurity
from mcp_types import ElicitRequest, ElicitRequestFormParams, InputRequiredResult
from pydantic import BaseModel

KEY = "0123456789abcdef0123456789abcdef"
Ctx = Context[Any, Any]
Result = str | InputRequiredResult


class Confirm(BaseModel):
    """What is asked."""

    ok: bool
    reason: str | None = None


class Plain(BaseModel):
    """The same as the SDK wants a form to be, which takes no null."""

    ok: bool
    reason: str = ""


def mrtr_server() -> MCPServer[Any]:
    """The tool on mrtr."""
    from mrtr.mcp import input_required, protect, state

    server: MCPServer[Any] = MCPServer("reports", log_level="CRITICAL")
    protect(server, key=KEY)

    @server.tool(structured_output=False)
    async def delete_report(target: str, ctx: Ctx) -> Result:
        call = state(ctx)
        if call.accepted_content("confirm", Confirm) is None:
            return input_required(
                input_requests={"confirm": input_required.elicit(f"Delete {target}?", Confirm)},
                request_state=call.seal_request_state({"target": target}),
            )
        return f"deleted {call.request_state()['target']}"

    return server


def sdk_server() -> MCPServer[Any]:
    """The tool on the SDK alone."""
    security = RequestStateSecurity(keys=[KEY])
    server: MCPServer[Any] = MCPServer("reports", log_level="CRITICAL", request_state_security=security)
    schema = Plain.model_json_schema()

    @server.tool(structured_output=False)
    async def delete_report(target: str, ctx: Ctx) -> Result:
        response: Any = (ctx.input_responses or {}).get("confirm")
        if response is None or response.action != "accept":
            params = ElicitRequestFormParams(message=f"Delete {target}?", requested_schema=schema)
            return InputRequiredResult(
                input_requests={"confirm": ElicitRequest(params=params)}, request_state=json.dumps({"target": target})
            )
        Plain.model_validate(response.content)
        return f"deleted {json.loads(ctx.request_state or '')['target']}"

    return server


def leaking(app: Any, size: int) -> Any:
    """The application with so many bytes left behind by each request."""
    kept: list[bytearray] = []

    async def run(scope: Any, receive: Any, send: Any) -> None:
        if size and scope["type"] == "http":
            # Zeros that are never written take no memory.
            kept.append(bytearray(os.urandom(size)))
        await app(scope, receive, send)

    return run


def resident() -> int:
    """The process's resident memory in bytes."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def main() -> None:
    """Serve until the parent is done."""
    kind, leak = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 0
    server = {"mrtr": mrtr_server, "sdk": sdk_server}[kind]()
    app = leaking(server.streamable_http_app(json_response=True, stateless_http=True), leak)
    # The event loop sends small packets at once on what says that it is TCP, and on nothing else.
    listener = socket.socket(proto=socket.IPPROTO_TCP)
    listener.bind(("127.0.0.1", 0))
    runner = uvicorn.Server(uvicorn.Config(app, log_level="error", ws="none", lifespan="on"))

    def attend() -> None:
        for line in sys.stdin:
            if line == "memory\n":
                gc.collect()
            held = {"rss": resident(), "blocks": sys.getallocatedblocks(), "seconds": time.process_time()}
            print(json.dumps(held), flush=True)
        runner.should_exit = True

    print(f"http://127.0.0.1:{listener.getsockname()[1]}/mcp", flush=True)
    threading.Thread(target=attend, daemon=True).start()
    runner.run(sockets=[listener])


main()
