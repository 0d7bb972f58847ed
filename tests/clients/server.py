"""The server that the clients are set upon, in Python; server.mjs has the same tools. Prints its address.

Beside `/mcp` it has `/log` (what it has told its operator since that was last read), `/clock/<seconds ahead>`, and the
page of its sign-in.
"""

from __future__ import annotations

import json
import logging
import os
import socket
import time
from collections.abc import Mapping
from typing import Any

import uvicorn
from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.server.mcpserver import Context, MCPServer
from mcp.shared.exceptions import UrlElicitationRequiredError
from mcp_types import ElicitRequestURLParams, InputRequiredResult
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from mrtr import Accepted, Cancelled, Declined, InvalidSealedState, Refusal
from mrtr.mcp import current, input_required, protect, state

Ctx = Context[Any, Any]
Result = str | InputRequiredResult

CONFIRMATION: Mapping[str, Any] = {
    "type": "object",
    "properties": {"ok": {"type": "boolean"}, "note": {"type": "string", "maxLength": 20}},
    "required": ["ok"],
}

ahead = 0.0
completed: set[str] = set()
"""The flows whose user has been to the page."""
address = ""


told: list[dict[str, object]] = []


def log(**entry: object) -> None:
    """Tell the operator."""
    told.append(entry)


def clock() -> float:
    """A clock that can be put forward, so that nobody sleeps until a token lapses."""
    return time.time() + ahead


def principal(ctx: ServerRequestContext[Any, Any]) -> str | None:
    """Whoever the header names."""
    user: str | None = ctx.request.headers.get("x-user") if ctx.request is not None else None
    return user


def refused(refusal: Refusal) -> None:
    """Tell the operator why."""
    log(refused=refusal.code)


async def hand_built(ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
    """The tool `hand_built` returns what it is told to, past every model of the SDK."""
    params = ctx.params or {}
    if ctx.method != "tools/call" or params.get("name") != "hand_built":
        return await call_next(ctx)
    log(entered="hand_built", round=current().round)
    result: dict[str, Any] = json.loads(params["arguments"]["result"])
    return result


server: MCPServer[Any] = MCPServer("reports", version="1.0.0", log_level="ERROR", middleware=[hand_built])
boundary = protect(server, key=os.environ["STATE_KEY"], principal=principal, on_refusal=refused, clock=clock)


def confirms(name: str, verb: str) -> None:
    """A tool that asks to confirm, and says in its question which round it is and how the last answer was read."""

    async def handle(target: str, ctx: Ctx) -> Result:
        call = state(ctx)
        log(entered=name, round=call.round)
        answer = call.answer("confirm", CONFIRMATION)
        match answer:
            case Declined() | Cancelled():
                return f"Not {verb.lower()}d: {answer.outcome}."
            case Accepted(value):
                if not value["ok"]:
                    return f"Not {verb.lower()}d: not confirmed."
                return f"{verb}d {call.request_state()['target']}."
        message = f"{verb} {target}? (round {call.round}, {answer.outcome})"
        return input_required(
            input_requests={"confirm": input_required.elicit(message, CONFIRMATION)},
            request_state=call.seal_request_state({"target": target}),
        )

    server.add_tool(handle, name=name, description="Asks first", structured_output=False)


confirms("delete_report", "Delete")
confirms("archive_report", "Archive")


@server.tool(structured_output=False)
async def insatiable(ctx: Ctx) -> Result:
    """Asks again whatever is answered."""
    call = state(ctx)
    log(entered="insatiable", round=call.round)
    question = input_required.elicit(f"More? (round {call.round})", CONFIRMATION)
    return input_required(input_requests={"more": question})


@server.tool(structured_output=False)
async def noisy(ctx: Ctx) -> Result:
    """Tells of progress before it asks."""
    await ctx.report_progress(1)
    return input_required(input_requests={"confirm": input_required.elicit("?", CONFIRMATION)})


@server.tool(structured_output=False)
async def old_style() -> str:
    """Sends to a page as revision 2025-11-25 has it."""
    page = ElicitRequestURLParams(message="Please sign in.", url="https://a.example/", elicitation_id="1")
    raise UrlElicitationRequiredError([page])


@server.tool(structured_output=False)
async def sign_in(ctx: Ctx) -> Result:
    """Sends the user to a page."""
    call = state(ctx)
    log(entered="sign_in", round=call.round)
    answer = call.answer("page")
    if isinstance(answer, Declined | Cancelled):
        return f"Not signed in: {answer.outcome}."
    # An accept says that the user went there; only the page knows whether they are through.
    if call.flow_id in completed:
        return "Signed in."
    url = f"{address}/page/{call.seal_url_completion({})}"
    message = f"Please sign in. (round {call.round}, {answer.outcome})"
    return input_required(input_requests={"page": input_required.elicit_url(message, url)})


@server.tool(structured_output=False)
async def peek(ctx: Ctx) -> Result:
    """Tells what a handler sees."""
    call = state(ctx)
    log(entered="peek", round=call.round)
    if call.round == 1:
        question = input_required.elicit("?", CONFIRMATION)
        return input_required(input_requests={"confirm": question}, request_state="seen")
    responses = ctx.input_responses or {}
    seen = {
        "keys": list(responses),
        "confirm": call.answer("confirm", CONFIRMATION).outcome,
        "direct": "confirm" in responses,
        "state": call.request_state(),
    }
    return json.dumps(seen, separators=(",", ":"))


@server.custom_route("/log", methods=["GET"])
async def read_log(request: Request) -> Response:
    """What was told since this was last read."""
    entries, told[:] = list(told), []
    return JSONResponse(entries)


@server.custom_route("/clock/{seconds}", methods=["GET"])
async def put_forward(request: Request) -> Response:
    """Put the clock forward."""
    global ahead  # noqa: PLW0603
    ahead = float(request.path_params["seconds"])
    return Response()


@server.custom_route("/page/{token}", methods=["GET"])
async def page(request: Request) -> Response:
    """The page that a user is sent to."""
    try:
        done = boundary.open_url_completion(
            request.path_params["token"],
            method="tools/call",
            target="sign_in",
            principal=request.headers.get("x-user"),
        )
    except InvalidSealedState:
        return Response(status_code=410)
    completed.add(done.flow_id)
    return Response()


def main() -> None:
    """Serve on loopback."""
    # The mistakes that handlers make here are made on purpose.
    logging.getLogger("mrtr.mcp").setLevel(logging.CRITICAL)
    global address  # noqa: PLW0603
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    address = f"http://127.0.0.1:{listener.getsockname()[1]}"
    print(f"{address}/mcp", flush=True)
    # Streamed, since clients of 2025 are asked over the response.
    app = server.streamable_http_app()
    uvicorn.Server(uvicorn.Config(app, log_level="critical")).run(sockets=[listener])


if __name__ == "__main__":
    main()
