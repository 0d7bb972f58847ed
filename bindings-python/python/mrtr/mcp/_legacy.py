"""Asking clients of 2025, for handlers that ask as revision 2026-07-28 has it.

Those clients know no `input_required`: they are asked by requests of the server, over the session of the call. The SDK
does so for its resolvers alone, and takes the result of a handler that asks for a broken one before any middleware sees
it; so the handlers are wrapped.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Mapping
from contextvars import ContextVar
from functools import wraps
from typing import Any, cast

import anyio
from mcp.server.context import HandlerResult, ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.mcpserver import MCPServer
from mcp.shared.exceptions import MCPError
from mcp.shared.message import ServerMessageMetadata
from mcp_types import CallToolResult, GetPromptResult, ReadResourceResult, ServerRequest
from mcp_types.methods import is_input_required
from pydantic import BaseModel, ConfigDict, ValidationError

from .._errors import make

logger = logging.getLogger("mrtr.mcp")

ANSWER_TIMEOUT_SECONDS = 600.0
"""How long a user has for one question, unless the server says otherwise; as in the SDKs' own shims."""
_PACE_SECONDS = 0.25
"""Waited before a call that asked for nothing but another round is called again; as in the SDKs' own clients."""


class Unanswered(Exception):
    """A client has not answered the question under a key."""

    def __init__(self, key: str, why: str) -> None:
        super().__init__(key, why)
        self.key = key
        self.why = why


class Asked:
    """What a handler asks, kept from the SDK."""

    __slots__ = ("result",)

    def __init__(self) -> None:
        self.result: HandlerResult | None = None


ASKED: ContextVar[Asked | None] = ContextVar("mrtr_asked", default=None)
"""Set by the middleware around each round of a call of 2025."""

_NOTHING: Mapping[str, HandlerResult] = {
    "tools/call": CallToolResult(content=[]),
    "prompts/get": GetPromptResult(messages=[]),
    "resources/read": ReadResourceResult(contents=[]),
}
"""What the SDK is shown instead; it goes no further than the boundary."""


def low_level(server: MCPServer[Any] | Server[Any]) -> Server[Any]:
    """The server that has the handlers."""
    inner = server if isinstance(server, Server) else getattr(server, "_lowlevel_server", None)
    if isinstance(inner, Server):
        return inner
    raise make("illegal_state", "this version of mcp is put together in another way than mrtr knows")


def keep_questions(server: Server[Any], method: str) -> None:
    """Wrap the handler of a method, which may have been added at any time, so that what it asks is kept."""
    entry = server.get_request_handler(method)
    if entry is None or hasattr(entry.handler, "mrtr_keeps"):
        return
    handler = entry.handler

    @wraps(handler)
    async def kept(ctx: ServerRequestContext[Any, Any], params: Any) -> Any:
        result = await handler(ctx, params)
        asked = ASKED.get()
        if asked is None or not is_input_required(result):
            return result
        asked.result = result
        return _NOTHING[method]

    kept.mrtr_keeps = True  # type: ignore[attr-defined]
    server.add_request_handler(method, entry.params_type, kept)


class _Question(BaseModel):
    """A question as the core has written it for this client: the SDK's own models know one spelling for all of 2025."""

    method: str
    params: dict[str, Any] | None


class _Answer(BaseModel):
    """An answer as it came; the boundary judges it."""

    model_config = ConfigDict(extra="allow")


def check_timeout(seconds: object) -> float:
    """The timeout, if it is one."""
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 < seconds < math.inf:
        raise make("invalid_option", "option answer_timeout_seconds must be a finite, positive number of seconds")
    return float(seconds)


async def ask(
    ctx: ServerRequestContext[Any, Any], questions: Mapping[str, Mapping[str, Any]], timeout_seconds: float
) -> dict[str, Any]:
    """The answers to all questions, which are put at the same time. Raises `Unanswered` as soon as one has none."""
    if not questions:
        await anyio.sleep(_PACE_SECONDS)
        return {}
    answers: dict[str, Any] = {}
    faults: list[Unanswered] = []

    async def put(key: str, question: Mapping[str, Any]) -> None:
        try:
            answers[key] = await _send(ctx, question, timeout_seconds)
        except MCPError as error:
            faults.append(Unanswered(key, error.message))
        except (ValidationError, ValueError) as error:
            # What was answered is in the error's text.
            logger.warning("the answer to question %r could not be read: %s", key, type(error).__name__)
            faults.append(Unanswered(key, "its answer could not be read"))
        if faults:
            group.cancel_scope.cancel()

    async with anyio.create_task_group() as group:
        for key, question in questions.items():
            group.start_soon(put, key, question)
    if faults:
        raise faults[0]
    return {key: answers[key] for key in questions}


async def _send(
    ctx: ServerRequestContext[Any, Any], question: Mapping[str, Any], timeout_seconds: float
) -> dict[str, Any]:
    answer = await ctx.session.send_request(
        cast("ServerRequest", _Question(method=question["method"], params=question.get("params"))),
        _Answer,
        request_read_timeout_seconds=timeout_seconds,
        metadata=ServerMessageMetadata(related_request_id=ctx.request_id),
    )
    return answer.model_dump(mode="json")
