"""Native schemas of pydantic: emitted as given, narrowed as wanted, read back as the class's own values."""

from __future__ import annotations

import dataclasses
import datetime
import json
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest
from pydantic import AnyUrl, BaseModel, ConfigDict, Field, TypeAdapter, model_validator
from pydantic.dataclasses import dataclass as pydantic_dataclass
from typing_extensions import NotRequired, TypedDict

from mrtr import Accepted, Form, FormError, Invalid, read_answer

from native_rows import ROWS, Alias, Color, PlainColor, Two, Val, model
from support import SECRET

SCHEMAS = Path(__file__).parents[2] / "tests" / "schemas"
CASES = {case["id"]: case for case in json.loads((SCHEMAS / "conversions.json").read_text(encoding="utf-8"))}


def verdict(row: str) -> str:
    case, schema = CASES[row], ROWS[row]
    assert TypeAdapter(schema).json_schema() == case["json_schema"], "the emitted schema comes first"
    try:
        form = Form.parse(schema)
    except FormError as error:
        # The note of the case names the place before the colon.
        place = case["note"].split(":")[0]
        named = [issue for issue in error.issues if issue.pointer.startswith(place) and issue.code and issue.message]
        return "reject" if named else f"no issue at {place}"
    assert form.wire == case["wire"]
    assert list(form.steps) == case["steps"]
    return "accept"


def test_every_row_is_a_class_and_every_class_a_row() -> None:
    assert set(ROWS) == {row for row in CASES if row.startswith("pydantic.")}
    wrong = {row: found for row in ROWS if (found := verdict(row)) != CASES[row]["normalised"]}
    assert not wrong
    counts = [CASES[row]["normalised"] for row in ROWS]
    assert (counts.count("accept"), counts.count("reject")) == (49, 18)


NOON = datetime.datetime(2026, 7, 28, 12, 0, tzinfo=datetime.timezone.utc)
VALUES: list[tuple[str, dict[str, Any], Any]] = [
    ("pydantic.enum.str", {"f": "red"}, Color.RED),
    ("pydantic.enum.plain", {"f": "blue"}, PlainColor.BLUE),
    ("pydantic.enum.str-default", {}, Color.RED),
    ("pydantic.opt.enum", {}, None),
    ("pydantic.opt.default", {}, "x"),
    ("pydantic.opt.none", {"f": "given"}, "given"),
    ("pydantic.str.default_factory", {}, "x"),
    ("pydantic.bool.default", {}, False),
    ("pydantic.literal.none", {"f": "a"}, "a"),
    ("pydantic.list.literal", {"f": ["b", "a"]}, ["b", "a"]),
    ("pydantic.list.enum", {"f": ["blue"]}, [Color.BLUE]),
    ("pydantic.set.literal", {"f": ["a", "a"]}, {"a"}),
    ("pydantic.titled.extra", {"f": "a"}, "a"),
    ("pydantic.float", {"f": 1}, 1.0),
    ("pydantic.int.strict", {"f": 7.0}, 7),
    ("pydantic.date", {"f": "2026-07-28"}, datetime.date(2026, 7, 28)),
    ("pydantic.datetime", {"f": "2026-07-28T12:00:00Z"}, NOON),
    ("pydantic.anyurl", {"f": "https://example.com/a"}, AnyUrl("https://example.com/a")),
    ("pydantic.str.strip", {"f": " a "}, "a"),
    ("pydantic.model.Val", {"f": "ADA"}, "ada"),
]


@pytest.mark.parametrize(("row", "content", "value"), VALUES, ids=[row for row, _, _ in VALUES])
def test_the_class_reads_the_canonical_content(row: str, content: dict[str, Any], value: Any) -> None:
    accepted = Form.parse(ROWS[row]).accept(content)
    assert isinstance(accepted, Accepted)
    assert isinstance(accepted.value, ROWS[row])
    found: Any = accepted.value
    assert (found.f, type(found.f)) == (value, type(value))
    assert accepted.content == content


def test_what_only_the_class_knows_is_its_own_refusal() -> None:
    for row, content, kind in [
        ("pydantic.past", {"f": "9999-12-31"}, "date_past"),
        ("pydantic.naive", {"f": "2026-07-28T12:00:00Z"}, "timezone_naive"),
        ("pydantic.EmailStr", {"f": "a@localhost"}, "value_error"),
    ]:
        invalid = Form.parse(ROWS[row]).accept(content)
        assert isinstance(invalid, Invalid), row
        assert invalid.by == "model"
        assert [(issue.pointer, issue.code) for issue in invalid.issues] == [("/f", "model")]
        assert f"({kind})" in invalid.issues[0].message
        assert str(content["f"]) not in repr(invalid)
        answer = read_answer({"q": {"action": "accept", "content": content}}, "q", ROWS[row])
        assert answer == invalid


def test_aliases_are_the_names_of_the_form() -> None:
    accepted = Form.parse(Alias).accept({"fullName": "Ada"})
    assert isinstance(accepted, Accepted)
    assert accepted.value.f == "Ada"
    assert isinstance(Form.parse(Alias).accept({"f": "Ada"}), Invalid)


class Range(BaseModel):
    low: int
    high: int

    @model_validator(mode="after")
    def ordered(self) -> Range:
        if self.low > self.high:
            raise ValueError(f"{SECRET}: {self.low} is above {self.high}")
        return self


def test_a_check_across_fields_is_about_the_whole() -> None:
    assert Form.parse(Range).accept({"low": 1, "high": 2})
    invalid = Form.parse(Range).accept({"low": 2, "high": 1})
    assert isinstance(invalid, Invalid)
    assert [(issue.pointer, issue.code) for issue in invalid.issues] == [("", "model")]
    assert SECRET not in repr(invalid)


class Strictly(BaseModel):
    model_config = ConfigDict(strict=True)
    color: Color
    day: datetime.date
    at: datetime.datetime
    tags: set[Literal["a", "b"]]
    share: float
    maybe: Color | None = None


def test_strict_models_take_what_only_json_can_say() -> None:
    content = {"color": "red", "day": "2026-07-28", "at": "2026-07-28T12:00:00Z", "tags": ["a"], "share": 1}
    accepted = Form.parse(Strictly).accept(content)
    assert isinstance(accepted, Accepted)
    assert accepted.value == Strictly(color=Color.RED, day=NOON.date(), at=NOON, tags={"a"}, share=1.0)
    for name, wrong in [("share", "1"), ("color", 1), ("day", 20260728), ("tags", "a")]:
        invalid = Form.parse(Strictly).accept({**content, name: wrong})
        assert isinstance(invalid, Invalid)
        assert (invalid.by, invalid.issues[0].pointer) == ("form", f"/{name}")


@dataclasses.dataclass
class Plain:
    name: str
    color: Color = Color.BLUE
    age: Annotated[int, Field(ge=18)] | None = None
    tags: list[Literal["a", "b"]] = dataclasses.field(default_factory=list)


@pydantic_dataclass
class Checked:
    name: str
    color: Color = Color.BLUE
    age: Annotated[int, Field(ge=18)] | None = None
    tags: list[Literal["a", "b"]] = Field(default_factory=list)


class Typed(TypedDict):
    name: str
    color: NotRequired[Color]
    age: NotRequired[Annotated[int, Field(ge=18)]]
    tags: NotRequired[list[Literal["a", "b"]]]


class Model(BaseModel):
    name: str
    color: Color = Color.BLUE
    age: Annotated[int, Field(ge=18)] | None = None
    tags: list[Literal["a", "b"]] = []


@pytest.mark.parametrize("schema", [Plain, Checked, Typed, Model])
def test_dataclasses_and_typed_dicts_ask_what_the_model_asks(schema: type) -> None:
    form: Form[Any] = Form.parse(schema)
    assert form.digest == Form.parse(Model).digest
    wanted = {name: field["type"] for name, field in form.wire["properties"].items()}
    assert wanted == {"name": "string", "color": "string", "age": "integer", "tags": "array"}
    accepted = form.accept({"name": "Ada", "color": "red", "age": 36, "tags": ["b"]})
    assert isinstance(accepted, Accepted)
    value: Any = accepted.value
    assert isinstance(value, dict if schema is Typed else schema)
    read = value if isinstance(value, dict) else vars(value)
    assert {name: read[name] for name in wanted} == {"name": "Ada", "color": Color.RED, "age": 36, "tags": ["b"]}
    invalid = form.accept({"name": "Ada", "age": 17})
    assert isinstance(invalid, Invalid)
    assert (invalid.by, invalid.issues[0].pointer) == ("form", "/age")


class Holding(TypedDict):
    plain: Plain


NESTED: list[tuple[type, str]] = [
    (dataclasses.make_dataclass("Holder", [("plain", Plain)]), "/properties/plain"),
    (Holding, "/properties/plain"),
    (dataclasses.make_dataclass("Free", [("tags", list[str])]), "/properties/tags/items"),
    (dataclasses.make_dataclass("Secret", [("password", str)]), "/properties/password"),
]


@pytest.mark.parametrize(("schema", "place"), NESTED, ids=[each.__name__ for each, _ in NESTED])
def test_what_no_form_can_say_is_named(schema: type, place: str) -> None:
    with pytest.raises(FormError) as caught:
        Form.parse(schema)
    assert [issue for issue in caught.value.issues if issue.pointer.startswith(place)]


Titled = Annotated[
    str, Field(json_schema_extra={"oneOf": [{"const": "s", "title": "Small"}, {"const": "m", "title": "Medium"}]})
]
MAIL = {"type": "string", "format": "email"}

QUESTIONS: dict[str, Callable[[], Any]] = {
    "confirm": lambda: model(bool),
    "text": lambda: model(Annotated[str, Field(min_length=1, max_length=80)]),
    "text.optional": lambda: model(str | None, None),
    "text.default": lambda: model(str, "x"),
    "email": lambda: ROWS["pydantic.EmailStr"],
    "uri": lambda: model(Annotated[str, Field(json_schema_extra={"format": "uri"})]),
    "date": lambda: model(datetime.date),
    "date-time": lambda: model(datetime.datetime),
    "integer.range": lambda: model(Annotated[int, Field(ge=18, le=120)]),
    "integer.positive": lambda: model(Annotated[int, Field(gt=0)]),
    "number.range": lambda: model(Annotated[float, Field(ge=0, le=1)]),
    "choice.literal": lambda: model(Literal["s", "m"]),
    "choice.enum": lambda: model(Color),
    "choice.enum.optional": lambda: model(Color | None, None),
    "choice.titled": lambda: model(Titled),
    "multiple": lambda: model(Annotated[list[Color], Field(min_length=1, max_length=2)]),
    "multiple.set": lambda: model(set[Literal["s", "m"]], set()),
    "several": lambda: Several,
}
"""The same questions are asked in bindings-node/test/native-zod.test.ts and core/tests/native.rs."""


class Several(BaseModel):
    news: bool = False
    age: Annotated[int, Field(gt=17)] | None = None
    color: Color = Field(title="Which colour?")
    name: Annotated[str, Field(min_length=1)]


def test_one_question_in_every_language() -> None:
    questions = json.loads((SCHEMAS / "questions.json").read_text(encoding="utf-8"))
    found = {name: Form.parse(make()).digest for name, make in QUESTIONS.items()}
    assert found == {question["id"]: question["digest"] for question in questions}
    assert len(found) == 18
    # Neither titles nor defaults constrain an answer; any other two are two questions.
    assert len(set(found.values())) == 16
    assert found["choice.titled"] == found["choice.literal"]
    assert found["text.default"] == found["text.optional"]


def test_rows_that_are_told_apart_only_by_the_class_are_one_question() -> None:
    assert Form.parse(ROWS["pydantic.enum.str"]).digest == Form.parse(ROWS["pydantic.enum.plain"]).digest
    assert Form.parse(Two).digest != Form.parse(Val).digest
