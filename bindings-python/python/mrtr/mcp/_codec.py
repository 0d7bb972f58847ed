"""A codec for the SDK's own `RequestStateSecurity(codec=…)`."""

from __future__ import annotations

from collections.abc import Sequence

from mcp.server.request_state import InvalidRequestState

from .. import _codec, _errors, _mrtr


class SecurityCodec:
    """The encryption layer alone, for a server that keeps the SDK's own boundary and claims.

    Its tokens are those of the SDK's `RequestStateSecurity(keys=…)`, so that servers with and without it share a fleet.
    `keys` is a ring: the first seals, all unseal.
    """

    __slots__ = ("_native",)

    def __init__(self, *, key: _codec.Key | None = None, keys: Sequence[_codec.Key] | None = None) -> None:
        secrets, ids = _codec.ring(key, keys)
        if ids is not None:
            raise _errors.make("invalid_argument", "keys of this format have no ids")
        self._native = _mrtr.Codec(secrets, '{"format":"encrypted"}')

    def seal(self, payload: bytes) -> str:
        """A token around the payload, encrypted."""
        # This layer has no lifetime, so it needs no clock.
        return self._native.seal_bytes(payload, b"", 0.0)

    def unseal(self, token: str) -> bytes:
        """The payload of a token that `seal`, here or in the SDK, has made; the SDK's `InvalidRequestState` else."""
        try:
            return self._native.open_bytes(token, b"", 0.0)
        except _errors.InvalidRequestState as refused:
            reason = refused.code
        except _errors.MrtrError:
            reason = "malformed"
        raise InvalidRequestState(reason)

    def __repr__(self) -> str:
        return "SecurityCodec(..)"
