"""What the servers in Python do, whatever they are built on: close an account after two questions."""

from __future__ import annotations

import json
import os
import socket
import sys
import threading
from collections.abc import Callable
from typing import Annotated, Any

import uvicorn
from mcp.server.mcpserver import MCPServer
from pydantic import BaseModel, Field


class Confirm(BaseModel):
    ok: bool


class Reason(BaseModel):
    reason: Annotated[str, Field(max_length=200)]


QUESTIONS: dict[str, tuple[str, type[BaseModel]]] = {"confirm": ("Close it?", Confirm), "reason": ("Why?", Reason)}
"""The questions, by the keys that they are asked under."""


def next_step(account: str, state: Any, accepted: Callable[[str], Any]) -> tuple[str | None, Any]:
    """The key to ask under and the state to keep, or None and what is done."""
    step = state["step"] if state else 0
    if not (step == 2 or (step == 1 and (answer := accepted("confirm")) is not None and answer.ok)):
        return "confirm", {"account": account, "step": 1}
    given = accepted("reason") if step == 2 else None
    if given is None:
        return "reason", {"account": state["account"], "step": 2}
    return None, f"Closed {state['account']}: {given.reason}"


def log(**entry: object) -> None:
    """One line of JSON on standard error."""
    print(json.dumps(entry), file=sys.stderr, flush=True)


def caller(ctx: Any) -> str | None:
    """Who calls, by the header that stands for authentication here."""
    name: str | None = ctx.request.headers.get("x-user")
    return name


def serve_all(build: Callable[[dict[str, Any]], MCPServer[Any]]) -> None:
    """Serve each of the configured servers on a port of its own; prints their addresses as one line of JSON."""
    urls: list[str] = []
    threads: list[threading.Thread] = []
    for config in json.loads(os.environ["CONFIGS"]):
        listener = socket.socket()
        listener.bind(("127.0.0.1", 0))
        app = build(config).streamable_http_app(json_response=True)
        runner = uvicorn.Server(uvicorn.Config(app, log_level="error", ws="none"))
        threads.append(threading.Thread(target=runner.run, kwargs={"sockets": [listener]}, daemon=True))
        urls.append(f"http://127.0.0.1:{listener.getsockname()[1]}/mcp")
        listener.listen()
    for thread in threads:
        thread.start()
    print(json.dumps(urls), flush=True)
    for thread in threads:
        thread.join()
