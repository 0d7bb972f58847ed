"""Asks the client instead of the user: first for its roots, then for a sentence of its model.

    STATE_KEY=$(openssl rand -hex 32) PORT=8000 python sampling_and_roots.py

A client that cannot be asked for one of them is served without.
"""

from __future__ import annotations

import os
from typing import Any

from mcp.server.mcpserver import Context, MCPServer
from mcp_types import InputRequiredResult

from mrtr.mcp import input_required, protect, state

server: MCPServer[Any] = MCPServer("projects", version="1.0.0")
protect(server, key=os.environ["STATE_KEY"])


@server.tool(structured_output=False)
async def describe_project(ctx: Context[Any, Any]) -> str | InputRequiredResult:
    """Describes what you work on."""
    call = state(ctx)
    known = call.request_state()
    if known is not None:
        folders = known["folders"]
    else:
        if not call.may_ask("roots"):
            return "This client shows no folders."
        roots = call.response("roots")
        if roots["kind"] != "roots":
            return input_required(input_requests={"roots": input_required.list_roots()})
        folders = [root.get("name", root["uri"]) for root in roots["roots"]]
    listed = ", ".join(folders)
    if not call.may_ask("sampling"):
        return f"Folders: {listed}."

    answer = call.response("sentence")
    if answer["kind"] != "sampling":
        text = f"Describe in one sentence a project with these folders: {listed}"
        question = input_required.create_message(
            [{"role": "user", "content": {"type": "text", "text": text}}], max_tokens=100
        )
        return input_required(
            input_requests={"sentence": question}, request_state=call.seal_request_state({"folders": folders})
        )
    # What a model says is nobody's word: show it, and decide nothing by it.
    content = answer["result"]["content"]
    return f"Folders: {listed}. {content['text'] if content['type'] == 'text' else ''}"


if __name__ == "__main__":
    server.run(transport="streamable-http", port=int(os.environ.get("PORT", "8000")))
