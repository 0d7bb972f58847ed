"""The codec alone: payloads to tokens and back, without the boundary."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from . import _mrtr
from ._errors import make
from ._json import options

Key = bytes | bytearray | str
"""A secret of at least 32 bytes; text counts its UTF-8 bytes."""
Clock = Callable[[], float]
"""Gives Unix seconds; `time.time` unless a test says otherwise."""


class RequestStateCodec:
    """Mints and verifies tokens, as `createRequestStateCodec` of the TypeScript SDK does.

    `keys` is a ring: the first mints, all open. `format` is what is minted, `open` the formats that are opened (the one
    minted, unless said otherwise). `bind(ctx)` gives a text that a token is bound to and must be presented with again.
    Safe to share between threads.
    """

    __slots__ = ("_bind", "_clock", "_native")

    def __init__(
        self,
        *,
        key: Key | None = None,
        keys: Sequence[Key | tuple[str, Key]] | None = None,
        ttl_seconds: float = _mrtr.DEFAULT_TTL_SECONDS,
        format: str = "signed",  # noqa: A002 (the option's name in every language)
        open: Sequence[str] | None = None,  # noqa: A002
        bind: Callable[[Any], str] | None = None,
        clock: Clock = time.time,
    ) -> None:
        if bind is not None and not callable(bind):
            raise make("invalid_argument", "bind must be callable")
        self._bind = bind
        self._clock = check_clock(clock)
        secrets, ids = ring(key, keys)
        self._native = _mrtr.Codec(
            secrets, options(format=format, open=open, ttl_seconds=check_ttl(ttl_seconds), key_ids=ids)
        )

    def mint(self, payload: object, ctx: object = None) -> str:
        """Seal a payload of plain JSON values."""
        return self._native.mint_value(payload, self._bound(ctx), self._clock())

    def mint_json(self, text: str, ctx: object = None) -> str:
        """Seal a payload given as its own JSON text, which goes into the token as it is."""
        return self._native.mint(text, self._bound(ctx), self._clock())

    def verify(self, token: str, ctx: object = None) -> Any:
        """The payload of a token that holds; `InvalidRequestState` for any other, the reason on `.code`."""
        return self._native.verify_value(token, self._bound(ctx), self._clock())

    def verify_json(self, token: str, ctx: object = None) -> str | None:
        """The payload's JSON text as it stands in the token; None for a token without one."""
        return self._native.verify(token, self._bound(ctx), self._clock())

    def seal_bytes(self, payload: bytes | bytearray, associated_data: bytes | bytearray = b"") -> str:
        """Seal bytes, in the formats `rs1` and `rs2` with associated data that is signed along and not stored.

        With `encrypted` this is the bare encryption layer: no claims, no lifetime, no associated data.
        """
        return self._native.seal_bytes(payload, associated_data, self._clock())

    def open_bytes(self, token: str, associated_data: bytes | bytearray = b"") -> bytes:
        """The bytes that `seal_bytes`, or the SDK of that format, has sealed."""
        return self._native.open_bytes(token, associated_data, self._clock())

    def open_state(
        self,
        token: str,
        *,
        method: str,
        target: str,
        arguments: Mapping[str, Any] | str | None = None,
        arguments_digest: str | None = None,
        audience: str | None = None,
        principal: str | None = None,
    ) -> str:
        """The state text of a token that a server on the Python or the Ruby SDK minted for this very call.

        `arguments` are the call's, or better their JSON text; `arguments_digest` serves where only that is known.
        `InvalidRequestState` for a token of any other call, the reason on `.code`.
        """
        text = arguments if isinstance(arguments, str) else None
        plain = dict(arguments) if isinstance(arguments, Mapping) else arguments
        expected = options(
            method=method,
            target=target,
            arguments=plain if text is None else None,
            arguments_json=text,
            arguments_digest=arguments_digest,
            audience=audience,
            principal=principal,
        )
        return self._native.open_state(token, expected, self._clock())

    def _bound(self, ctx: object) -> str | None:
        if self._bind is None:
            return None
        bound = self._bind(ctx)
        if not isinstance(bound, str):
            raise make("invalid_argument", "bind must return a str")
        return bound

    def __repr__(self) -> str:
        return "RequestStateCodec(..)"


def arguments_digest(text: str) -> str:
    """The digest that binds a token to a call's arguments, given as their JSON text ("" for none).

    The same text has the same digest in every language; spelling and order of members do not matter, and no two
    different integers share one.
    """
    return _mrtr.arguments_digest(text)


def ring(key: object, keys: object) -> tuple[list[object], list[object] | None]:
    """The secrets, and their ids if they have any, of the options `key` and `keys`, of which one may be given."""
    if key is not None and keys is not None:
        raise make("invalid_argument", "give key or keys, not both")
    if key is not None:
        return [key], None
    if keys is None:
        return [], None
    if isinstance(keys, bytes | bytearray | str) or not isinstance(keys, Sequence):
        raise make("invalid_argument", "keys must be a list of keys")
    if not keys:
        raise make("no_key", "keys holds no key")
    named = [item for item in keys if isinstance(item, tuple)]
    if not named:
        return list(keys), None
    if len(named) != len(keys) or any(len(pair) != 2 for pair in named):
        raise make("invalid_argument", "either every key of the ring is a pair (id, key) or none is")
    return [secret for _, secret in named], [name for name, _ in named]


def check_clock(clock: Clock) -> Clock:
    """The clock, if it can be one."""
    if not callable(clock):
        raise make("invalid_argument", "clock must be callable")
    return clock


def check_ttl(ttl: float) -> float:
    """The lifetime, with None refused: it is no way of saying "for ever"."""
    if ttl is None:
        raise make("invalid_ttl", "ttl_seconds must be a positive finite number")
    return ttl
