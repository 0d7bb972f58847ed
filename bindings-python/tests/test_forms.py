from __future__ import annotations

import dataclasses
import datetime
import enum
from functools import partial
from typing import Annotated, Any, Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field, field_validator
from typing_extensions import TypedDict

from mrtr import Accepted, Form, FormError, Invalid

from support import NOT_JSON, NOT_TEXT, SECRET, circular, nested, refused

CONFIRM = {"type": "object", "properties": {"ok": {"type": "boolean"}}, "required": ["ok"]}


def test_content_is_taken_as_python_values() -> None:
    form = Form.parse({"type": "object", "properties": {"n": {"type": "number"}, "tags": {"type": "array", "items": {
        "type": "string", "enum": ["a", "b"]}}}})  # fmt: skip
    accepted = form.accept({"n": 1.0, "tags": ("a", "b"), "extra": True})
    assert isinstance(accepted, Accepted)
    assert accepted.value == accepted.content == {"n": 1, "tags": ["a", "b"]}
    assert isinstance(accepted.content["n"], int)


@pytest.mark.parametrize("content", [{"ok": 1}, {"ok": "true"}, {"ok": None}, {}, [], None, "x", 5])
def test_content_that_does_not_fit(content: object) -> None:
    form = Form.parse(CONFIRM)
    assert form.accept({"ok": False})
    invalid = form.accept(content)
    assert isinstance(invalid, Invalid)
    assert not invalid
    assert invalid.by == "form"
    assert all(issue.code and issue.message for issue in invalid.issues)


def test_issues_show_no_value() -> None:
    form = Form.parse({"type": "object", "properties": {"mail": {"type": "string", "format": "email"}}})
    invalid = form.accept({"mail": SECRET, "other": {SECRET: 1}})
    assert isinstance(invalid, Invalid)
    assert SECRET not in repr(invalid)
    assert SECRET not in repr(form.accept({"mail": f"{SECRET}@example.com"}))


@pytest.mark.parametrize("content", NOT_JSON.values(), ids=NOT_JSON)
def test_content_that_is_no_json(content: Any) -> None:
    refused(lambda: Form.parse(CONFIRM).accept(content), "invalid_argument", "invalid_json", "too_deep")
    refused(lambda: Form.parse(CONFIRM).accept({"ok": content}), "invalid_argument", "invalid_json", "too_deep")
    refused(lambda: Form.parse(CONFIRM).fill_defaults(content), "invalid_argument", "invalid_json", "too_deep")


def test_content_within_reach_of_the_encoder_is_the_cores_to_judge() -> None:
    form = Form.parse(CONFIRM)
    assert isinstance(form.accept({"ok": True, "deep": nested(100)}), Invalid)
    assert isinstance(form.accept({"ok": 10**400}), Invalid)
    assert isinstance(form.accept({"ok": True, "x\ud800": "\ud800"}), Invalid)
    assert isinstance(form.accept({"ok": True, "x": "y" * 5_000_000}), Invalid)


@pytest.mark.parametrize("text", NOT_TEXT.values(), ids=NOT_TEXT)
def test_content_text_that_is_no_text(text: Any) -> None:
    refused(lambda: Form.parse(CONFIRM).accept_json(text), "invalid_argument", "invalid_utf8")


@pytest.mark.parametrize(
    "schema",
    [
        None,
        5,
        True,
        b"{}",
        [CONFIRM],
        circular(),
        {"type": circular()},
        {1: 2},
        {"type": float("nan")},
        "\ud800",
        object(),
    ],
    ids=lambda schema: str(type(schema)),
)
def test_schemas_that_are_none(schema: Any) -> None:
    refused(lambda: Form.parse(schema), "invalid_argument", "invalid_json", "too_deep", "invalid_utf8")


def test_options_that_are_none() -> None:
    assert Form.parse(CONFIRM, null_as_absent=True)
    parse: Any = Form.parse
    for options in ({"null_as_absent": 1}, {"null_as_absent": "yes"}, {"normalise": "no"}, {"normalise": 0}):
        refused(partial(parse, CONFIRM, **options), "invalid_option")
    for allowed in ("pin", 5, {"pin"}, [5], [None], [b"pin"], ["\ud800"]):
        refused(partial(parse, CONFIRM, allow_sensitive=allowed), "invalid_argument", "invalid_option")


def test_a_form_is_no_schema_and_is_made_by_parse_alone() -> None:
    make: Any = Form
    refused(lambda: make(CONFIRM, None), "invalid_argument")
    refused(lambda: make.parse(Form.parse(CONFIRM)), "invalid_argument")


def test_null_as_absent() -> None:
    schema = {"type": "object", "properties": {"nick": {"type": "string"}}}
    assert isinstance(Form.parse(schema).accept({"nick": None}), Invalid)
    accepted = Form.parse(schema, null_as_absent=True).accept({"nick": None})
    assert isinstance(accepted, Accepted)
    assert accepted.value == {}


def test_sensitive_names_are_allowed_by_name_alone() -> None:
    schema = {"type": "object", "properties": {"password": {"type": "string"}}}
    error = refused(lambda: Form.parse(schema), "invalid_form")
    assert error.issues[0].pointer == "/properties/password"
    assert Form.parse(schema, allow_sensitive=["password"]).wire == schema


def test_defaults_are_filled_in_when_asked_for() -> None:
    form = Form.parse({"type": "object", "properties": {"n": {"type": "integer", "default": 3}}})
    plain, filled = form.accept({}), form.fill_defaults({})
    assert isinstance(plain, Accepted)
    assert isinstance(filled, Accepted)
    assert (plain.value, filled.value) == ({}, {"n": 3})


def test_lints_are_no_errors() -> None:
    form = Form.parse({"type": "object", "properties": {"c": {"type": "string", "enum": ["a"], "enumNames": ["A"]}}})
    assert [issue.code for issue in form.lints]
    assert Form.parse(CONFIRM).lints == ()


class Confirm(BaseModel):
    ok: bool
    note: str = "none"


class Even(BaseModel):
    model_config = ConfigDict(strict=True)
    n: int

    @field_validator("n")
    @classmethod
    def even(cls, value: int) -> int:
        if value % 2:
            raise ValueError(f"{SECRET} {value} is odd")
        return value


class Colour(enum.Enum):
    RED = "red"
    BLUE = "blue"


class Choice(BaseModel):
    model_config = ConfigDict(strict=True)
    colour: Literal["red", "blue"]


class Everything(BaseModel):
    colour: Colour = Colour.RED
    size: Literal["s", "m"] = "m"
    age: Annotated[int, Field(gt=0, le=150)] = 18
    nick: str | None = None
    born: datetime.date | None = None
    tags: list[Literal["a", "b"]] = []


@dataclasses.dataclass
class Point:
    x: float
    y: float


class Person(TypedDict):
    name: str


def test_a_pydantic_model_gives_its_form_and_takes_its_content() -> None:
    form = Form.parse(Confirm)
    assert form.wire["properties"]["ok"]["type"] == "boolean"
    assert form.wire["required"] == ["ok"]
    accepted = form.accept({"ok": True})
    assert isinstance(accepted, Accepted)
    assert accepted.value == Confirm(ok=True, note="none")
    assert accepted.content == {"ok": True}


def test_what_pydantic_emits_is_narrowed_and_read_back() -> None:
    form = Form.parse(Everything)
    assert {name: field["type"] for name, field in form.wire["properties"].items()} == {
        **{"colour": "string", "size": "string", "age": "integer"},
        **{"nick": "string", "born": "string", "tags": "array"},
    }
    assert form.wire["properties"]["age"]["minimum"] == 1
    content = {"colour": "blue", "age": 36, "born": "1815-12-10", "tags": ["a"]}
    accepted = form.accept(content)
    assert isinstance(accepted, Accepted)
    assert accepted.value == Everything(colour=Colour.BLUE, age=36, born=datetime.date(1815, 12, 10), tags=["a"])
    assert accepted.content == content
    assert isinstance(form.accept({"nick": None}), Invalid)
    assert Form.parse(Everything, null_as_absent=True).accept({"nick": None})


def test_dataclasses_and_typed_dicts_are_models_too() -> None:
    point = Form.parse(Point).accept({"x": 1, "y": 2.5})
    assert isinstance(point, Accepted)
    assert point.value == Point(1.0, 2.5)
    person = Form.parse(Person).accept({"name": "Ada"})
    assert isinstance(person, Accepted)
    assert person.value == {"name": "Ada"}


def test_the_models_own_refusal_is_told_apart_from_the_forms() -> None:
    form = Form.parse(Even)
    assert form.accept({"n": 2})
    invalid = form.accept({"n": 3})
    assert isinstance(invalid, Invalid)
    assert invalid.by == "model"
    assert [(issue.pointer, issue.code) for issue in invalid.issues] == [("/n", "model")]
    assert SECRET not in repr(invalid)
    other = form.accept({"n": "2"})
    assert isinstance(other, Invalid)
    assert other.by == "form"


def test_strict_models_are_given_json() -> None:
    accepted = Form.parse(Choice).accept({"colour": "red"})
    assert isinstance(accepted, Accepted)
    assert accepted.value.colour == "red"


@pytest.mark.parametrize("schema", [int, str, list, Colour, object, type("Plain", (), {})])
def test_classes_that_are_no_forms(schema: type) -> None:
    assert isinstance(refused(lambda: Form.parse(schema), "invalid_form"), FormError)
