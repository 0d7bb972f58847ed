"""Sends its user to a page to sign in, and goes on once that is done. No form may ask for a secret, so a page has to.

    STATE_KEY=$(openssl rand -hex 32) PORT=8000 python sign_in.py

The link carries a token that is good for this page alone, and for the call that asked. The page must know its user by
means of its own, such as the session of a login: the token tells which call is waiting, not who has opened the page.
"""

from __future__ import annotations

import os
from typing import Any

from mcp.server.mcpserver import Context, MCPServer
from mcp_types import InputRequiredResult
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response

from mrtr import Accepted, Cancelled, Declined, InvalidSealedState
from mrtr.mcp import input_required, protect, state

PORT = int(os.environ.get("PORT", "8000"))
signed_in: set[str] = set()
"""The flows whose user has signed in. In earnest a store that all instances share, with entries that lapse."""

server: MCPServer[Any] = MCPServer("calendar", version="1.0.0")
boundary = protect(server, key=os.environ["STATE_KEY"])


@server.tool(structured_output=False)
async def next_appointment(ctx: Context[Any, Any]) -> str | InputRequiredResult:
    """Reads your calendar, once you have signed in."""
    call = state(ctx)
    answer = call.answer("sign_in")
    if isinstance(answer, Declined | Cancelled):
        return "Not signed in. Nothing was read."
    # An accept says that the user went there; only the page knows whether they are through. So ask until it says so.
    if call.flow_id in signed_in:
        return "Your next appointment is tea at four."
    url = f"http://127.0.0.1:{PORT}/sign-in/{call.seal_url_completion({})}"
    message = "You have not signed in yet." if isinstance(answer, Accepted) else "Please sign in to your calendar."
    return input_required(input_requests={"sign_in": input_required.elicit_url(message, url)})


@server.custom_route("/sign-in/{token}", methods=["GET"])
async def page(_: Request) -> Response:
    """Opening a link must change nothing: what previews links opens them too."""
    return HTMLResponse('<form method="post"><button>Sign in</button></form>')


@server.custom_route("/sign-in/{token}", methods=["POST"])
async def sign_in(request: Request) -> Response:
    """The user has pressed the button."""
    try:
        done = boundary.open_url_completion(request.path_params["token"], target="next_appointment")
    except InvalidSealedState:
        return PlainTextResponse("This link has expired.", status_code=410)
    signed_in.add(done.flow_id)
    return PlainTextResponse("Signed in. You can close this page.")


if __name__ == "__main__":
    server.run(transport="streamable-http", port=PORT)
