"""State sealed for a call and opened again with all claims: ours, and the SDK's with the same ones."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

from mcp.server.request_state import RequestStateBoundary, RequestStateSecurity
from measure import Work

import mrtr

KEY = b"0123456789abcdef0123456789abcdef"
RING = [b"%032d" % at for at in range(16)]
STATES = [100, 1000, 4000, 8000, 16_000, 32_000]
"""Bytes of the state, as in the Rust program."""
MIB = 2**20

ALICE = "ada@example.com"
METHOD = "tools/call"
ARGUMENTS = {"target": "q3.pdf", "folder": "2026/09", "notify": [ALICE, "grace@example.com"], "copies": 2}
PAYLOAD = {"report": "q3.pdf", "folder": "2026/09", "step": 2, "requested_by": ALICE}
CAPABILITIES = {"io.modelcontextprotocol/clientCapabilities": {"elicitation": {"form": {}}}}
PARAMS: dict[str, Any] = {"name": "delete_report", "arguments": ARGUMENTS, "_meta": CAPABILITIES}
FORM = {"type": "object", "properties": {"ok": {"type": "boolean"}}}
ASKED = {"confirm": {"method": "elicitation/create", "params": {"message": "Delete it?", "requestedSchema": FORM}}}


def note(size: int) -> dict[str, str]:
    """A payload of so many bytes."""
    return {"note": ("0123456789abcdef" * (size // 16 + 1))[: size - 11]}


class Pair:
    """Our boundary and the SDK's under one ring, and a token of each that the last key has minted."""

    def __init__(self, keys: list[bytes], payload: Any = PAYLOAD) -> None:
        self.payload = payload
        self.ours, self.theirs = self._boundaries(keys)
        ours, theirs = self._boundaries(keys[-1:])
        first = ours.enter(METHOD, PARAMS, principal=ALICE)
        result = {"resultType": "input_required", "inputRequests": ASKED}
        sent = first.leave({**result, "requestState": first.seal_request_state(payload)})
        assert sent is not None
        self.our_token: str = sent["requestState"]
        self.their_token: str = theirs._seal(self._call(PARAMS), json.dumps(payload))
        assert self.opens(self.our_token)() == payload
        assert self.opens_theirs(self.their_token)() == payload

    @staticmethod
    def _boundaries(keys: list[bytes]) -> tuple[mrtr.Boundary, RequestStateBoundary]:
        security = RequestStateSecurity(keys=list(keys), audience="reports", bind_principal=lambda _: ALICE)
        ours = mrtr.Boundary(keys=list(keys), format="encrypted", audience="reports")
        return ours, RequestStateBoundary(security, default_audience=None)

    @staticmethod
    def _call(params: dict[str, Any]) -> Any:
        return SimpleNamespace(method=METHOD, params=params)

    def seals(self) -> Work:
        """Seal by us."""
        boundary, payload = self.ours, self.payload
        left, plain = 256, boundary.enter(METHOD, PARAMS, principal=ALICE)

        def seal() -> object:
            # A round remembers what it has sealed, so it is left for a new one now and then.
            nonlocal left, plain
            left -= 1
            if left == 0:
                left, plain = 256, boundary.enter(METHOD, PARAMS, principal=ALICE)
            return plain.seal_request_state(payload)

        return seal

    def seals_theirs(self) -> Work:
        """Seal by the SDK."""
        peer, payload, call = self.theirs, self.payload, self._call(PARAMS)
        return lambda: peer._seal(call, json.dumps(payload))

    def opens(self, token: str) -> Work:
        """Open by us: the whole of `enter`."""
        boundary, echoed = self.ours, {**PARAMS, "requestState": token}
        return lambda: boundary.enter(METHOD, echoed, principal=ALICE).request_state()

    def opens_theirs(self, token: str) -> Work:
        """Open by the SDK."""
        peer, call = self.theirs, self._call({**PARAMS, "requestState": token})
        return lambda: json.loads(peer._unseal(call)[0])

    def out(self) -> Work:
        """A first call in and out again, with a question."""
        boundary = self.ours
        result = {"resultType": "input_required", "inputRequests": ASKED, "requestState": "plain state"}
        return lambda: boundary.enter(METHOD, PARAMS, principal=ALICE).leave(result)


def refused(work: Work) -> Work:
    """A work that must fail."""

    def refusal() -> object:
        try:
            work()
        except Exception:
            return True
        raise AssertionError("a token passes that must not")

    refusal()
    return refusal


def tampered(token: str) -> str:
    """Another character in the middle, of the same alphabet."""
    middle = len(token) // 2
    return f"{token[:middle]}{'B' if token[middle] == 'A' else 'A'}{token[middle + 1 :]}"


def sealing() -> Iterator[tuple[str, list[Work]]]:
    """Every comparison of tokens, by its subject."""
    # The SDK writes a line for each refusal; that costs more than the refusal, and ours leaves it to the server.
    logging.disable(logging.CRITICAL)
    one, ring = Pair([KEY]), Pair(RING)
    yield "seal with all claims", [one.seals(), one.seals_theirs(), one.out()]
    yield "open with all claims", [one.opens(one.our_token), one.opens_theirs(one.their_token)]
    yield "open, the last of 16 keys", [ring.opens(ring.our_token), ring.opens_theirs(ring.their_token)]
    changes: list[tuple[str, Callable[[str], str]]] = [
        ("tampered", tampered),
        ("1 MiB like a token", lambda token: token + "A" * MIB),
        ("1 MiB of anything", lambda _: "!" * MIB),
    ]
    for name, change in changes:
        ours, theirs = one.opens(change(one.our_token)), one.opens_theirs(change(one.their_token))
        yield f"refuse, {name}", [refused(ours), refused(theirs)]


def growing() -> Iterator[tuple[str, list[tuple[int, list[Work]]]]]:
    """Seal and open by the size of the state."""
    pairs = [(size, Pair([KEY], note(size))) for size in STATES]
    yield "seal", [(size, [pair.seals(), pair.seals_theirs()]) for size, pair in pairs]
    yield (
        "open",
        [(size, [pair.opens(pair.our_token), pair.opens_theirs(pair.their_token)]) for size, pair in pairs],
    )
