"""Key rings: a rotation in stages refuses no token, and what cannot be a ring is an error when it is made."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from typing import Any

import pytest

from mrtr import Boundary, MrtrError, RequestStateCodec

from support import KEY, NOW, OTHER_KEY, refused
from vector_parts.tally import VECTORS

OLD: tuple[str, Any] = ("2026-08", KEY)
NEW: tuple[str, Any] = ("2026-09", OTHER_KEY)
STAGES: list[list[Any]] = [[OLD], [OLD, NEW], [NEW, OLD], [NEW]]
"""Each instance is at one stage or at the next; the stage before that has lapsed with its tokens."""


def codec(format: str, ring: list[Any]) -> RequestStateCodec:  # noqa: A002
    keys: Any = ring if format == "rs2" else [secret for _, secret in ring]
    return RequestStateCodec(keys=keys, format=format, clock=lambda: NOW)


def boundary(format: str, ring: list[Any]) -> Boundary:  # noqa: A002
    return Boundary(keys=[secret for _, secret in ring], format=format, clock=lambda: NOW)


def opened(make: Callable[[list[Any]], RequestStateCodec]) -> tuple[int, int]:
    """How many tokens open between neighbouring stages, and how many between those further apart."""
    near = far = 0
    for at, minting in enumerate(STAGES):
        token = make(minting).mint({"at": at})
        for to, opening in enumerate(STAGES):
            try:
                good = make(opening).verify(token) == {"at": at}
            except MrtrError:
                good = False
            if abs(at - to) <= 1:
                near += good
            else:
                far += good
    return near, far


@pytest.mark.parametrize("format", ["signed", "encrypted", "rs1", "rs2"])
def test_a_rotation_in_stages_refuses_no_token(format: str) -> None:  # noqa: A002
    near, far = opened(lambda ring: codec(format, ring))
    # Between stages further apart, what is refused is a key that the other has not, or has no more.
    assert (near, far) == (10, 2)


@pytest.mark.parametrize("format", ["signed", "encrypted"])
def test_a_call_goes_on_while_the_ring_turns(format: str) -> None:  # noqa: A002
    call = {"name": "delete_report", "arguments": {"target": "q3.pdf"}}
    token: str | None = None
    for before, after in pairwise(STAGES):
        for ring in (before, after, before):
            echo = {"requestState": token} if token else {}
            entered = boundary(format, ring).enter("tools/call", {**call, **echo})
            left = entered.leave({"resultType": "input_required", "requestState": "on"})
            assert left is not None
            token = left["requestState"]
        # The next stage begins when the tokens of the one before have lapsed, or been answered.
        token = None


def test_equal_keys_and_equal_names_are_errors() -> None:
    assert codec("rs2", [OLD, NEW])
    assert refused(lambda: codec("rs2", [OLD, ("2026-08", OTHER_KEY)])).code == "duplicate_key"
    for format in ("signed", "encrypted", "rs1", "rs2"):  # noqa: A001
        assert refused(partial(codec, format, [OLD, ("x", KEY)])).code == "duplicate_key"
    assert refused(lambda: boundary("encrypted", [OLD, OLD])).code == "duplicate_key"


def test_two_keys_that_tokens_could_not_tell_apart_are_an_error() -> None:
    cases = json.loads((VECTORS / "mrtr-tokens.json").read_text(encoding="utf-8"))["cases"]
    (twins,) = (case["keysHex"] for case in cases if case["id"] == "ring-two-keys-with-one-fingerprint")
    ring: list[Any] = [(str(at), bytes.fromhex(secret)) for at, secret in enumerate(twins)]
    assert codec("signed", ring)
    assert refused(lambda: codec("encrypted", ring)).code == "duplicate_key"
    assert refused(lambda: boundary("encrypted", ring)).code == "duplicate_key"


def test_keys_are_copied() -> None:
    for format in ("signed", "encrypted", "rs2"):  # noqa: A001
        secrets = [bytearray(KEY.encode()), bytearray(OTHER_KEY)]
        names = ["2026-08", "2026-09"]
        subject = codec(format, list(zip(names, secrets, strict=True)))
        token = codec(format, [OLD]).mint("x")
        for secret in secrets:
            secret[:] = bytes(len(secret))
        names.clear()
        assert subject.verify(token) == subject.verify(codec(format, [NEW]).mint("x")) == "x"
        assert codec(format, [OLD]).verify(subject.mint("y")) == "y"
