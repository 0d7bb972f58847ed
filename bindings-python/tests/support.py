"""Values that no function takes, and what must hold of every refusal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from mrtr import MrtrError

KEY = "a key of the tests, never one of a server"
OTHER_KEY = b"another key, of bytes, just as long as it must be"
NOW = 1_790_001_000.0
SECRET = "hunter2-s3cr3t"
"""Stands in hostile values; no message may repeat it."""


class Hostile:
    """An object whose every method shows the secret."""

    def __repr__(self) -> str:
        return SECRET

    __str__ = __repr__


def circular() -> list[Any]:
    """A list that holds itself."""
    loop: list[Any] = [SECRET]
    loop.append(loop)
    return loop


def nested(depth: int) -> list[Any]:
    """Lists in lists."""
    value: list[Any] = [SECRET]
    for _ in range(depth):
        value = [value]
    return value


NOT_TEXT: dict[str, Any] = {
    "none": None,
    "bool": True,
    "int": 7,
    "huge": 10**400,
    "float": 1.5,
    "nan": float("nan"),
    "bytes": SECRET.encode(),
    "bytearray": bytearray(SECRET.encode()),
    "list": [SECRET],
    "dict": {SECRET: SECRET},
    "class": Hostile,
    "object": Hostile(),
    "lone surrogate": SECRET + "\ud800",
}
"""What is no text; the last is a str that has no UTF-8."""

NOT_JSON: dict[str, Any] = {
    "bytes": SECRET.encode(),
    "set": {SECRET},
    "object": Hostile(),
    "class": Hostile,
    "function": circular,
    "nan": [SECRET, float("nan")],
    "infinity": {SECRET: float("inf")},
    "more digits than can be written": [SECRET, 10**5000],
    "member name of bytes": {SECRET.encode(): 1},
    "member name of int": {1: SECRET},
    "member name of bool": {True: SECRET},
    "member name of None": {None: SECRET},
    "circular": circular(),
    "deep": nested(100_000),
}
"""What JSON has no form for."""


def refused(call: Callable[[], object], *codes: str) -> MrtrError:
    """Asserts that a call raises an error of this package, with one of the codes, and that it shows no secret."""
    with pytest.raises(MrtrError) as caught:
        call()
    error = caught.value
    assert isinstance(error.code, str)
    if codes:
        assert error.code in codes, f"{error.code}: {error}"
    shown = [str(error), repr(error), *(f"{issue}" for issue in error.issues)]
    chain: BaseException | None = error
    while (chain := chain.__cause__ or chain.__context__ if chain else None) is not None:
        shown.append(f"{chain!r}")
    assert not [text for text in shown if SECRET in text or "hunter2" in text]
    return error
