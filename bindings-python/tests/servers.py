"""Servers on loopback, and requests to them byte by byte."""

from __future__ import annotations

import contextlib
import http.client
import json
import socket
import threading
import time
from collections.abc import Iterator
from typing import Any

import uvicorn
from mcp.server.lowlevel import Server
from mcp.server.mcpserver import MCPServer

VERSION = "2026-07-28"
CAPABILITIES: dict[str, Any] = {"elicitation": {"form": {}, "url": {}}, "sampling": {}, "roots": {}}


@contextlib.contextmanager
def serve(server: MCPServer[Any] | Server[Any], **options: Any) -> Iterator[str]:
    """Serve over real HTTP in a thread; gives the URL. Replies are not streamed, unless `options` say so."""
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    runner = uvicorn.Server(
        uvicorn.Config(
            server.streamable_http_app(**{"json_response": True, **options}),
            log_level="error",
            ws="none",
            lifespan="on",
        )
    )
    thread = threading.Thread(target=runner.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    try:
        while not runner.started:
            time.sleep(0.005)
        yield f"http://127.0.0.1:{listener.getsockname()[1]}/mcp"
    finally:
        runner.should_exit = True
        thread.join(10)
        listener.close()


def envelope(capabilities: dict[str, Any] | None = None) -> dict[str, Any]:
    """The `_meta` that every request of the revision carries."""
    return {
        "io.modelcontextprotocol/protocolVersion": VERSION,
        "io.modelcontextprotocol/clientInfo": {"name": "raw", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": CAPABILITIES if capabilities is None else capabilities,
    }


def post(url: str, method: str, params: dict[str, Any], capabilities: dict[str, Any] | None = None) -> dict[str, Any]:
    """One request; gives the reply, and its status under `http`."""
    body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": {"_meta": envelope(capabilities), **params}}
    return post_text(url, method, str(params.get("name", params.get("uri", ""))), json.dumps(body))


def post_text(url: str, method: str, name: str, body: str) -> dict[str, Any]:
    """One request given as text."""
    host = url.removeprefix("http://").removesuffix("/mcp")
    connection = http.client.HTTPConnection(host, timeout=30)
    try:
        connection.request(
            "POST",
            "/mcp",
            body.encode(),
            {
                "Content-Type": "application/json",
                "Accept": "application/json, text/event-stream",
                "MCP-Protocol-Version": VERSION,
                "Mcp-Method": method,
                "Mcp-Name": name,
            },
        )
        response = connection.getresponse()
        reply: dict[str, Any] = json.loads(response.read())
        return {**reply, "http": response.status}
    finally:
        connection.close()


def call(url: str, tool: str, **params: Any) -> dict[str, Any]:
    """One `tools/call`."""
    return post(url, "tools/call", {"name": tool, **params})
