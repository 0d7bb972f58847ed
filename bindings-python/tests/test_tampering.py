"""A sample of changed tokens in each format, and of random bytes: refused, and never anything else."""

from __future__ import annotations

import random
import string
from collections.abc import Callable
from typing import Any

import pytest

from mrtr import Boundary, Form, InvalidRequestState, MrtrError, Refusal, RequestStateCodec, read_answer

from support import KEY, NOW

SYMBOLS = string.ascii_letters + string.digits + "-_.=+/ \0é"
CHANGES = 2_000
FORMATS: dict[str, dict[str, Any]] = {
    "signed": {"key": KEY},
    "encrypted": {"key": KEY},
    "rs1": {"key": KEY},
    "rs2": {"keys": [("a", KEY)]},
}


def change(token: str, dice: random.Random) -> str:
    """One substitution, deletion, insertion or transposition."""
    at = dice.randrange(len(token))
    symbol = dice.choice(SYMBOLS)
    match dice.randrange(4):
        case 0:
            return token[:at] + symbol + token[at + 1 :]
        case 1:
            return token[:at] + token[at + 1 :]
        case 2:
            return token[:at] + symbol + token[at:]
    return token[:at] + token[at + 1 : at + 2] + token[at : at + 1] + token[at + 2 :]


@pytest.mark.parametrize("format", FORMATS)
def test_changed_tokens_of_a_codec(format: str) -> None:  # noqa: A002
    codec = RequestStateCodec(**FORMATS[format], format=format, clock=lambda: NOW)
    token = codec.mint({"target": "q3.pdf", "n": [1, 2.5, "é"]})
    assert codec.verify(token)
    dice = random.Random(7)
    refused = 0
    while refused < CHANGES:
        changed = change(token, dice)
        if changed != token:
            with pytest.raises(InvalidRequestState):
                codec.verify(changed)
            refused += 1


@pytest.mark.parametrize("format", ["signed", "encrypted"])
def test_changed_tokens_of_the_boundary(format: str) -> None:  # noqa: A002
    boundary = Boundary(key=KEY, format=format, clock=lambda: NOW)
    call = {"name": "delete_report", "arguments": {"target": "q3.pdf"}}
    left = boundary.enter("tools/call", call).leave({"resultType": "input_required", "requestState": "mine"})
    assert left is not None
    token = left["requestState"]
    assert boundary.enter("tools/call", {**call, "requestState": token}).number == 2
    dice = random.Random(11)
    wire = set()
    for _ in range(CHANGES):
        changed = change(token, dice)
        if changed != token:
            with pytest.raises(Refusal) as caught:
                boundary.enter("tools/call", {**call, "requestState": changed})
            wire.add(str(caught.value.error))
    assert len(wire) == 1


def code(entry: Callable[[str], object], text: str) -> str | None:
    """The code of what an entry raises; anything but an error of the package goes through."""
    try:
        entry(text)
    except MrtrError as error:
        return error.code
    return None


def test_random_texts_are_refused_and_never_anything_else() -> None:
    dice = random.Random(13)
    codec = RequestStateCodec(key=KEY, open=["signed", "encrypted", "rs1"], clock=lambda: NOW)
    form = Form.parse('{"type":"object","properties":{"a":{"type":"string","format":"date"}}}')
    boundary = Boundary(key=KEY)
    entries: list[Callable[[str], object]] = [
        codec.verify,
        codec.mint_json,
        form.accept_json,
        Form.parse,
        lambda text: boundary.enter("tools/call", text),
        lambda text: read_answer({"k": text, text: {"action": "accept", "content": {"a": text}}}, text, form),
    ]
    pieces = ['{"', '":', '"', "{}", "[", "]", ",", "1e", "-", "0", "true", "\\u", "d800", "\ud800", "é", "v1.", "\0"]
    codes: set[str | None] = set()
    for _ in range(3_000):
        text = "".join(dice.choice(pieces) for _ in range(dice.randrange(12)))
        for entry in entries:
            codes.add(code(entry, text))
    assert {None, "malformed", "invalid_json", "invalid_utf8"} <= codes
    assert "internal" not in codes
