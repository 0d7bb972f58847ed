"""A client of 2025 byte by byte: a session over HTTP, whose server puts questions into the stream of a call."""

from __future__ import annotations

import contextlib
import http.client
import json
from collections.abc import Callable, Iterator
from typing import Any

Answer = Callable[[str, dict[str, Any]], dict[str, Any]]
"""The result for a request of the server: its method and its params."""


class Session:
    """A session of one revision; `asked` is what the server has put, in order."""

    def __init__(self, url: str, revision: str, capabilities: dict[str, Any]) -> None:
        self._host = url.removeprefix("http://").removesuffix("/mcp")
        self._headers = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
        self._id = 0
        self.asked: list[dict[str, Any]] = []
        client = {"name": "raw", "version": "1"}
        params = {"protocolVersion": revision, "capabilities": capabilities, "clientInfo": client}
        reply, response = self._request("initialize", params, lambda method, params: {})
        assert reply["result"]["protocolVersion"] == revision
        self._headers["MCP-Protocol-Version"] = revision
        self._headers["Mcp-Session-Id"] = response.headers["mcp-session-id"]
        self._post({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def request(self, method: str, params: dict[str, Any], answer: Answer) -> dict[str, Any]:
        """A request, and the reply to it once the server's questions are answered."""
        return self._request(method, params, answer)[0]

    def tool(self, name: str, answer: Answer) -> str:
        """What a tool says, marked where it is an error."""
        result = self.request("tools/call", {"name": name, "arguments": {}}, answer)["result"]
        return ("isError: " if result.get("isError") else "") + str(result["content"][0]["text"])

    def _request(
        self, method: str, params: dict[str, Any], answer: Answer
    ) -> tuple[dict[str, Any], http.client.HTTPResponse]:
        self._id += 1
        number = self._id
        with self._sent({"jsonrpc": "2.0", "id": number, "method": method, "params": params}) as response:
            for message in _events(response):
                if message.get("id") == number and "method" not in message:
                    return message, response
                if "id" in message:
                    self.asked.append({name: message[name] for name in ("method", "params") if name in message})
                    result = answer(message["method"], message.get("params", {}))
                    self._post({"jsonrpc": "2.0", "id": message["id"], "result": result})
        raise AssertionError("the stream ended without a reply")

    def _post(self, message: dict[str, Any]) -> None:
        with self._sent(message) as response:
            assert response.status == 202, response.read()

    @contextlib.contextmanager
    def _sent(self, message: dict[str, Any]) -> Iterator[http.client.HTTPResponse]:
        connection = http.client.HTTPConnection(self._host, timeout=30)
        with contextlib.closing(connection):
            connection.request("POST", "/mcp", json.dumps(message).encode(), self._headers)
            with connection.getresponse() as response:
                yield response


def _events(response: http.client.HTTPResponse) -> Iterator[dict[str, Any]]:
    if response.headers.get_content_type() == "application/json":
        yield json.loads(response.read())
        return
    while line := response.readline():
        if line.startswith(b"data:") and line[5:].strip():
            yield json.loads(line[5:])
