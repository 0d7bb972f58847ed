"""What no form can say, left to the host's own model: a JSON Schema of the core's, or the class."""

from __future__ import annotations

import uuid
from typing import Annotated, Any

import pytest
from pydantic import BaseModel, Field

from mrtr import Accepted, Form, FormError, Invalid, input_required, read_answer

from support import SECRET, refused

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "zip": {"type": "string", "pattern": "^[0-9]{5}$"},
        "amount": {"type": "number", "multipleOf": 0.01, "exclusiveMinimum": 0},
        "terms": {"type": "boolean", "const": True},
    },
    "required": ["zip"],
    "if": {"required": ["amount"]},
    "then": {"required": ["terms"]},
}


def test_such_keywords_are_faults_unless_the_host_has_a_model() -> None:
    with pytest.raises(FormError) as caught:
        Form.parse(SCHEMA, normalise=True)
    pointers = {issue.pointer for issue in caught.value.issues}
    assert pointers >= {"/if", "/properties/zip/pattern", "/properties/amount/multipleOf", "/properties/terms/const"}
    form = Form.parse(SCHEMA, host_model=True)
    assert form.wire == {
        "type": "object",
        "properties": {
            "zip": {"type": "string"},
            "amount": {"type": "number", "minimum": 0},
            "terms": {"type": "boolean"},
        },
        "required": ["zip"],
    }
    assert "/properties/zip: left pattern to the host's model" in form.steps


@pytest.mark.parametrize(
    ("content", "by", "pointer"),
    [
        ({"zip": "01234"}, None, None),
        ({"zip": "01234", "amount": 9.99, "terms": True}, None, None),
        ({"zip": 1234}, "form", "/zip"),
        ({"zip": SECRET}, "model", "/zip"),
        ({"zip": "01234", "amount": 9.999, "terms": True}, "model", "/amount"),
        ({"zip": "01234", "amount": 0, "terms": True}, "model", "/amount"),
        ({"zip": "01234", "terms": False}, "model", "/terms"),
        ({"zip": "01234", "amount": 1}, "model", ""),
    ],
)
def test_the_form_comes_first_and_then_the_model(content: dict[str, Any], by: str | None, pointer: str | None) -> None:
    form = Form.parse(SCHEMA, host_model=True)
    verdict = form.accept(content)
    assert read_answer({"q": {"action": "accept", "content": content}}, "q", form) == verdict
    if isinstance(verdict, Accepted):
        assert by is None
        assert verdict.value == verdict.content == content
        return
    assert (verdict.by, [issue.pointer for issue in verdict.issues]) == (by, [pointer])
    assert SECRET not in repr(verdict)


def test_the_class_is_the_model_where_there_is_one() -> None:
    class Order(BaseModel):
        ref: uuid.UUID
        count: Annotated[int, Field(multiple_of=5)]

    with pytest.raises(FormError):
        Form.parse(Order)
    form: Form[Order] = Form.parse(Order, host_model=True)
    ref = uuid.UUID(int=7)
    accepted = form.accept({"ref": str(ref), "count": 10})
    assert isinstance(accepted, Accepted)
    assert accepted.value == Order(ref=ref, count=10)
    invalid = form.accept({"ref": "seven", "count": 11})
    assert isinstance(invalid, Invalid)
    assert (invalid.by, [issue.pointer for issue in invalid.issues]) == ("model", ["/ref", "/count"])


def test_the_question_is_built_from_the_form() -> None:
    question = input_required.elicit("Where?", Form.parse(SCHEMA, host_model=True))
    assert question["params"]["requestedSchema"] == Form.parse(SCHEMA, host_model=True).wire


@pytest.mark.parametrize(
    "bad", [{"$ref": "https://example.com/a.json"}, {"pattern": "("}, {"pattern": "(?=a)b"}, {"type": "strin"}]
)
def test_schemas_that_are_no_model(bad: dict[str, Any]) -> None:
    schema = {**SCHEMA, "not": bad}
    error = refused(lambda: Form.parse(schema, host_model=True), "invalid_form")
    assert [issue.code for issue in error.issues] == ["json_schema"]
    text: Any = "yes"
    refused(lambda: Form.parse(SCHEMA, host_model=text), "invalid_option")
