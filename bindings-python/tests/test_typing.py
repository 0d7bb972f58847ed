"""What a type checker knows of the public functions; checked by mypy and pyright, and run here."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel
from typing_extensions import assert_type

from mrtr import (
    Accepted,
    Boundary,
    Cancelled,
    Declined,
    Form,
    Invalid,
    Missing,
    RequestStateCodec,
    accepted_content,
    confirmed,
    input_response,
    read_answer,
)

from support import KEY


class Confirm(BaseModel):
    ok: bool


RESPONSES: dict[str, Any] = {"k": {"action": "accept", "content": {"ok": True}}}
SCHEMA: dict[str, Any] = {"type": "object", "properties": {"ok": {"type": "boolean"}}}


def test_types() -> None:
    assert_type(accepted_content(RESPONSES, "k"), dict[str, Any] | None)
    assert_type(accepted_content(RESPONSES, "k", Confirm), Confirm | None)
    assert_type(accepted_content(RESPONSES, "k", SCHEMA), dict[str, Any] | None)
    assert_type(accepted_content(RESPONSES, "k", Form.parse(Confirm)), Confirm | None)
    assert_type(confirmed(RESPONSES, "k", Confirm), bool)
    assert_type(Form.parse(Confirm), Form[Confirm])
    assert_type(Form.parse(SCHEMA), Form[dict[str, Any]])
    assert_type(Form.parse(Confirm).accept({"ok": True}), Accepted[Confirm] | Invalid)
    assert_type(Form.parse(Confirm).wire, dict[str, Any])
    assert_type(RequestStateCodec(key=KEY).mint({}), str)
    entered = Boundary(key=KEY).enter("tools/call", {"name": "x"})
    assert_type(entered.accepted_content("k", Confirm), Confirm | None)
    assert_type(entered.expires_at, float | None)


def test_answers_are_told_apart() -> None:
    answer = read_answer(RESPONSES, "k", Confirm)
    assert_type(answer, Missing | Accepted[Confirm] | Declined | Cancelled | Invalid)
    if answer.outcome == "accepted":
        assert_type(answer.value, Confirm)
    if answer:
        assert_type(answer, Accepted[Confirm])
    match answer:
        case Accepted(value):
            assert_type(value, Confirm)
        case Invalid(issues):
            assert_type(issues[0].pointer, str)
        case Missing() | Declined() | Cancelled():
            pass


def test_views_are_told_apart() -> None:
    view = input_response(RESPONSES, "k")
    if view["kind"] == "elicit":
        assert_type(view.get("content"), dict[str, Any] | None)
    elif view["kind"] == "roots":
        assert_type(view["roots"], list[dict[str, Any]])
