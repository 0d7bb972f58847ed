from __future__ import annotations

from functools import partial
from types import MappingProxyType
from typing import Any

import pytest
from mcp_types import CreateMessageResult, ElicitResult, ListRootsResult, Root, TextContent
from pydantic import BaseModel, FileUrl, model_validator

from mrtr import (
    Accepted,
    Answer,
    Cancelled,
    Declined,
    Form,
    Invalid,
    Missing,
    accepted_content,
    confirmed,
    input_response,
    read_answer,
)

from support import NOT_JSON, NOT_TEXT, SECRET, refused

FORM = {
    "type": "object",
    "properties": {
        "name": {"type": "string", "minLength": 1},
        "age": {"type": "integer", "minimum": 0},
        "tags": {"type": "array", "minItems": 1, "items": {"type": "string", "enum": ["a", "b"]}},
    },
    "required": ["name"],
}
OPEN: dict[str, Any] = {"type": "object", "properties": {}}


class Confirm(BaseModel):
    ok: bool


def accept(content: Any) -> dict[str, Any]:
    return {"k": {"action": "accept", "content": content}}


def said(answer: Answer[Any]) -> str:
    """The outcome by pattern matching, which must agree with the name and the truth of it."""
    match answer:
        case Accepted(value):
            assert answer
            assert answer.value is value
            name = "accepted"
        case Missing():
            name = "missing"
        case Declined():
            name = "declined"
        case Cancelled():
            name = "cancelled"
        case Invalid(issues):
            assert issues
            name = "invalid"
    assert answer.outcome == name
    assert bool(answer) is (name == "accepted")
    return name


@pytest.mark.parametrize(
    ("responses", "outcome"),
    [
        (None, "missing"),
        ({}, "missing"),
        ({"other": {"action": "accept", "content": {}}}, "missing"),
        (accept({"name": "Ada"}), "accepted"),
        (accept({"name": "Ada", "age": 36, "extra": True}), "accepted"),
        ({"k": {"action": "accept"}}, "invalid"),
        (accept(None), "invalid"),
        (accept({}), "invalid"),
        (accept({"name": ""}), "invalid"),
        (accept({"name": 42}), "invalid"),
        (accept({"name": "Alice", "age": -5}), "invalid"),
        (accept({"name": "Alice", "age": 1.5}), "invalid"),
        (accept({"name": "Alice", "age": True}), "invalid"),
        (accept({"name": "Alice", "tags": []}), "invalid"),
        (accept({"name": "Alice", "x": {"y": 1}}), "invalid"),
        (accept(5), "invalid"),
        ({"k": {"action": "decline"}}, "declined"),
        ({"k": {"action": "decline", "content": {"name": "Ada"}}}, "declined"),
        ({"k": {"action": "cancel", "content": None}}, "cancelled"),
        ({"k": {"action": "reject"}}, "invalid"),
        ({"k": {"action": "ACCEPT", "content": {"name": "Ada"}}}, "invalid"),
        ({"k": {"role": "assistant", "model": "m", "content": {"type": "text", "text": "hi"}}}, "invalid"),
        ({"k": {"method": "elicitation/create", "result": {"action": "accept", "content": {"name": "A"}}}}, "missing"),
        ({"k": None}, "invalid"),
        ({"k": []}, "invalid"),
    ],
    ids=lambda value: str(value)[:60],
)
def test_answers_are_read_in_five_ways(responses: Any, outcome: str) -> None:
    assert said(read_answer(responses, "k", FORM)) == outcome
    content = accepted_content(responses, "k", FORM)
    assert (content is not None) is (outcome == "accepted")


def test_an_empty_form_is_accepted_with_nothing_in_it() -> None:
    answer = read_answer(accept({}), "k", OPEN)
    assert isinstance(answer, Accepted)
    assert answer
    assert answer.value == {}
    assert accepted_content(accept({}), "k", OPEN) == {}


def test_a_model_gives_an_instance() -> None:
    assert accepted_content(accept({"ok": False}), "k", Confirm) == Confirm(ok=False)
    assert accepted_content(accept({"ok": "yes"}), "k", Confirm) is None
    answer = read_answer(accept({"ok": False}), "k", Confirm)
    assert isinstance(answer, Accepted)
    assert answer.value.ok is False


def test_without_a_schema_the_content_is_as_it_came() -> None:
    assert accepted_content(accept({"n": 1}), "k") == {"n": 1}
    assert accepted_content({"k": {"action": "accept"}}, "k") is None
    assert said(read_answer(accept({"n": {"deep": 1}}), "k")) == "invalid"


def test_names_of_objects_are_names_like_others() -> None:
    for name in ("__proto__", "constructor", "__class__", "", "\0", "ключ 🪃"):
        assert said(read_answer({}, name, FORM)) == "missing"
        assert said(read_answer({name: accept({"name": "Ada"})["k"]}, name, FORM)) == "accepted"


def test_models_of_the_sdk_are_read_as_what_they_stand_for() -> None:
    responses = {
        "form": ElicitResult(action="accept", content={"ok": True}),
        "no": ElicitResult(action="decline"),
        "said": CreateMessageResult(role="assistant", model="m", content=TextContent(type="text", text="hi")),
        "roots": ListRootsResult(roots=[Root(uri=FileUrl("file:///tmp"))]),
    }
    assert accepted_content(responses, "form", Confirm) == Confirm(ok=True)
    assert said(read_answer(responses, "no", Confirm)) == "declined"
    assert input_response(responses, "form") == {"kind": "elicit", "action": "accept", "content": {"ok": True}}
    sampled = input_response(responses, "said")
    assert sampled["kind"] == "sampling"
    assert sampled["result"]["content"] == {"type": "text", "text": "hi"}
    assert input_response(responses, "roots") == {"kind": "roots", "roots": [{"uri": "file:///tmp"}]}
    assert input_response(responses, "none") == {"kind": "missing"}


def test_any_mapping_will_do() -> None:
    assert accepted_content(MappingProxyType(accept({"ok": True})), "k", Confirm) == Confirm(ok=True)


@pytest.mark.parametrize("key", [value for name, value in NOT_TEXT.items()], ids=NOT_TEXT)
def test_keys_that_are_no_text(key: Any) -> None:
    for read in (read_answer, accepted_content, input_response, partial(confirmed, field="ok")):
        refused(lambda read=read: read({}, key), "invalid_argument", "invalid_utf8")  # type: ignore[misc]


@pytest.mark.parametrize("responses", [5, "k", b"k", ["k"], True, {"k"}, object()], ids=lambda value: str(type(value)))
def test_responses_that_are_none(responses: Any) -> None:
    for read in (read_answer, accepted_content, input_response, partial(confirmed, field="ok")):
        refused(lambda read=read: read(responses, "k"), "invalid_argument")  # type: ignore[misc]


@pytest.mark.parametrize("entry", NOT_JSON.values(), ids=NOT_JSON)
def test_entries_that_are_no_json(entry: Any) -> None:
    for read in (read_answer, accepted_content, input_response):
        refused(lambda read=read: read({"k": entry}, "k"), "invalid_argument", "invalid_json", "too_deep")  # type: ignore[misc]
        assert not isinstance(read({"other": entry}, "k"), Accepted)


@pytest.mark.parametrize("schema", [5, True, b"{}", [FORM], object()], ids=lambda value: str(type(value)))
def test_schemas_that_are_none(schema: Any) -> None:
    refused(lambda: read_answer({}, "k", schema), "invalid_argument")
    refused(lambda: accepted_content({}, "k", schema), "invalid_argument")
    refused(lambda: read_answer({}, "k", {"type": "array"}), "invalid_form")


def test_answers_show_nothing() -> None:
    answer = read_answer(accept({"name": SECRET}), "k", FORM)
    assert isinstance(answer, Accepted)
    assert answer.value == {"name": SECRET}
    assert SECRET not in f"{answer} {answer!r}"
    invalid = read_answer(accept({"name": SECRET, "age": SECRET}), "k", FORM)
    assert isinstance(invalid, Invalid)
    assert [issue.pointer for issue in invalid.issues] == ["/age"]
    assert SECRET not in f"{invalid} {invalid!r}"


class Twice(BaseModel):
    ok: bool
    sure: bool

    @model_validator(mode="after")
    def agree(self) -> Twice:
        if self.ok != self.sure:
            raise ValueError("changed their mind")
        return self


def test_a_yes_is_an_accept_of_the_boolean_asked_for_that_the_model_lets_pass() -> None:
    assert confirmed(accept({"ok": True}), "k", Confirm) is True
    assert confirmed(accept({"ok": False}), "k", Confirm) is False
    assert confirmed(accept({"ok": True, "sure": True}), "k", Twice, field="sure") is True
    assert confirmed(accept({"ok": False, "sure": True}), "k", Twice, field="sure") is False
    assert confirmed(accept({"ok": True}), "k", field="ok") is True
    assert confirmed(accept({"ok": 1}), "k", field="ok") is False
    assert confirmed(None, "k", Confirm) is False
    # What makes no sense is told before anything is answered.
    for responses in (None, {}, accept({"ok": True})):
        refused(lambda responses=responses: confirmed(responses, "k"), "invalid_argument")  # type: ignore[misc]
        refused(lambda responses=responses: confirmed(responses, "k", Twice), "invalid_argument")  # type: ignore[misc]
        refused(lambda responses=responses: confirmed(responses, "k", OPEN), "invalid_argument")  # type: ignore[misc]
        refused(lambda responses=responses: confirmed(responses, "k", FORM), "invalid_argument")  # type: ignore[misc]
        named: Any = partial(confirmed, responses, "k", Confirm)
        for field in ("sure", "", "__class__", 5, b"ok", ["ok"], True, "\ud800"):
            refused(partial(named, field=field), "invalid_argument", "invalid_utf8")


def test_a_form_is_read_again_and_again() -> None:
    form = Form.parse(Confirm)
    assert accepted_content(accept({"ok": True}), "k", form) == Confirm(ok=True)
    assert accepted_content(accept({"ok": True}), "k", '{"type":"object","properties":{}}') == {}
