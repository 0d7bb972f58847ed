"""Putting the boundary in a server of the official SDK."""

from __future__ import annotations

from functools import partial
from typing import Any

from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.server.mcpserver import MCPServer
from mcp.server.request_state import RequestStateBoundary, RequestStateSecurity
from mcp_types.methods import INPUT_REQUIRED_METHODS, SPEC_CLIENT_METHODS

from mrtr import Boundary, ConfigError, IllegalStateError
from mrtr.mcp import (
    BoundaryMiddleware,
    protect,
)

from support import KEY, refused
from tools import named


def test_the_sdks_own_entry_is_replaced_in_place() -> None:
    async def mine(ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
        return await call_next(ctx)

    server = named(middleware=[mine])
    before = list(server.middleware)
    place = next(at for at, entry in enumerate(before) if isinstance(entry, RequestStateBoundary))
    protect(server, key=KEY)
    after = list(server.middleware)
    assert isinstance(after[place], BoundaryMiddleware)
    assert [*after[:place], *after[place + 1 :]] == [*before[:place], *before[place + 1 :]]


def test_a_server_where_that_entry_is_not_found_is_an_error() -> None:
    server = named()
    server.middleware[:] = [entry for entry in server.middleware if not isinstance(entry, RequestStateBoundary)]
    before = list(server.middleware)
    error = refused(lambda: protect(server, key=KEY), "illegal_state")
    assert isinstance(error, IllegalStateError)
    assert "RequestStateBoundary" in str(error)
    assert server.middleware == before
    twice = [RequestStateBoundary(RequestStateSecurity.ephemeral(), default_audience=None) for _ in range(2)]
    server.middleware.extend(twice)
    refused(lambda: protect(server, key=KEY), "illegal_state")


def test_a_server_is_protected_once() -> None:
    server = named()
    protect(server, key=KEY)
    refused(lambda: protect(server, key=KEY), "illegal_state")


def test_what_cannot_be_protected() -> None:
    anything: Any = protect
    for server in (None, "reports", 5, object(), MCPServer):
        refused(partial(anything, server, key=KEY), "invalid_argument")
    refused(lambda: protect(named()), "no_key")
    refused(lambda: protect(named(), keys=[]), "no_key")
    for options in ({"principal": "alice"}, {"on_refusal": 5}):
        refused(partial(anything, named(), key=KEY, **options), "invalid_argument")
    for options in ({"key": "short"}, {"max_rounds": 0}, {"format": "x"}, {"answers_without_state": "maybe"}):
        error = refused(partial(anything, named(), **{"key": KEY, **options}))
        assert isinstance(error, ConfigError)


def test_an_encrypted_state_names_the_server() -> None:
    unnamed: MCPServer[Any] = MCPServer(log_level="CRITICAL")
    refused(lambda: protect(unnamed, key=KEY, format="encrypted"), "invalid_option")
    protect(unnamed, key=KEY, format="encrypted", audience=None)
    one, other = named("one"), named("other")
    tokens = [protect(server, key=KEY, format="encrypted").seal("x") for server in (one, other)]
    assert protect(named("one"), key=KEY, format="encrypted").open(tokens[0]) == "x"
    assert refused(lambda: protect(named("one"), key=KEY, format="encrypted").open(tokens[1])).code == "audience"


def test_the_methods_of_the_sdk_are_those_of_the_boundary() -> None:
    assert {method for method in SPEC_CLIENT_METHODS if Boundary.asks(method)} == INPUT_REQUIRED_METHODS
