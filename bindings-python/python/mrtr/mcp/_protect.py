"""Putting the boundary in the place of the SDK's own."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Any, Final, Literal

from mcp.server.lowlevel import Server
from mcp.server.mcpserver import MCPServer
from mcp.server.request_state import RequestStateBoundary, authenticated_principal

from .. import _mrtr
from .._boundary import Boundary
from .._codec import Clock, Key
from .._errors import make
from ._legacy import ANSWER_TIMEOUT_SECONDS, check_timeout, low_level
from ._middleware import BoundaryMiddleware, OnRefusal, Principal, checked

_UNNAMED = "mcp-server"
"""What the SDK calls a server that was given no name."""


class _Unset(Enum):
    UNSET = "unset"


_UNSET: Final = _Unset.UNSET


def protect(
    server: MCPServer[Any] | Server[Any],
    *,
    key: Key | None = None,
    keys: Sequence[Key | tuple[str, Key]] | None = None,
    format: str = "signed",  # noqa: A002 (the option's name in every language)
    open: Sequence[str] | None = None,  # noqa: A002
    ttl_seconds: float = _mrtr.DEFAULT_TTL_SECONDS,
    max_rounds: int | None = None,
    audience: str | Literal[_Unset.UNSET] | None = _UNSET,
    principal: Principal | None = authenticated_principal,
    on_refusal: OnRefusal | None = None,
    answers_without_state: Literal["ignore", "read"] | None = None,
    foreign: Sequence[str] | None = None,
    allow_sensitive: Sequence[str] | None = None,
    schemes: Sequence[str] | None = None,
    limits: Mapping[str, int] | None = None,
    answer_timeout_seconds: float = ANSWER_TIMEOUT_SECONDS,
    clock: Clock = time.time,
) -> Boundary:
    """Replace the SDK's own handling of `requestState` in a server; once, at any time before it serves.

    - `key` or `keys`: what seals the state, the same on every instance; the first of a ring seals, all open.
    - `format`: `signed` (readable by the client, as the TypeScript SDK's) or `encrypted` (as the Python SDK's).
    - `max_rounds`: how many rounds one logical call may take, on all instances together.
    - `audience`: the service a token is for; with `encrypted` the server's name unless set, else none.
    - `principal`: who is calling, given the SDK's context; by default the authenticated identity, as the SDK has it.
    - `on_refusal`: learns of every refusal, for the server's own log; by default a warning of the logger `mrtr.mcp`.
    - `limits`: the sizes of `Boundary`, such as `{"token_bytes": 16384}`.
    - `answers_without_state="read"`: reads answers that come without a state, bound to no question.
    - `answer_timeout_seconds`: how long a client of 2025 has for one question; it is asked while its call is open.

    Raises `IllegalStateError` where the SDK's entry is not found in `server.middleware` of an `MCPServer`, or the
    server is protected already. A low-level `Server` has no such entry of its own: there the boundary goes first, after
    the SDK's tracing. Returns the boundary, whose `seal` and `open` serve widget-carried tokens.
    """
    if not isinstance(server, MCPServer | Server):
        raise make("invalid_argument", "server must be an MCPServer or a low-level Server of the SDK")
    if key is None and not keys:
        raise make("no_key", "give key or keys: 32 bytes or more of secret randomness, the same on every instance")
    checked(principal, on_refusal)
    timeout_seconds = check_timeout(answer_timeout_seconds)
    boundary = Boundary(
        key=key,
        keys=keys,
        format=format,
        open=open,
        ttl_seconds=ttl_seconds,
        max_rounds=max_rounds,
        audience=None if audience is _UNSET else audience,
        server_name=_server_name(server, format) if audience is _UNSET else None,
        foreign=foreign,
        answers_without_state=answers_without_state,
        allow_sensitive=allow_sensitive,
        schemes=schemes,
        limits=limits,
        clock=clock,
    )
    middleware = BoundaryMiddleware(
        boundary,
        low_level(server),
        principal=principal,
        on_refusal=on_refusal,
        answer_timeout_seconds=timeout_seconds,
    )
    _install(server, middleware)
    return boundary


def _install(server: MCPServer[Any] | Server[Any], middleware: BoundaryMiddleware) -> None:
    entries = server.middleware
    if any(isinstance(entry, BoundaryMiddleware) for entry in entries):
        raise make("illegal_state", "the server is protected already")
    places = [place for place, entry in enumerate(entries) if isinstance(entry, RequestStateBoundary)]
    if len(places) == 1:
        entries[places[0]] = middleware
    elif not places and isinstance(server, Server):
        traced = bool(entries) and type(entries[0]).__name__ == "OpenTelemetryMiddleware"
        entries.insert(1 if traced else 0, middleware)
    else:
        raise make(
            "illegal_state",
            f"found {len(places)} entries of the SDK's RequestStateBoundary in server.middleware, where one is to be"
            " replaced; this version of mcp is put together in another way than mrtr knows",
        )


def _server_name(server: MCPServer[Any] | Server[Any], format: str) -> str | None:  # noqa: A002
    """The name that stands for the audience; the SDK's placeholder, which every unnamed server has, does not."""
    if format == "encrypted" and server.name == _UNNAMED:
        raise make("invalid_option", "option audience: name the server, or set the audience (None for none)")
    return server.name
