"""Forms checked and answered: ours, pydantic and jsonschema."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import pydantic
from jsonschema import Draft202012Validator
from measure import Work

import mrtr

TEN = json.loads((Path(__file__).parents[1] / "data/ten-fields.txt").read_text())


class Order(pydantic.BaseModel):
    """Five fields."""

    name: Annotated[str, pydantic.Field(min_length=1, max_length=80)]
    email: str
    age: Annotated[int, pydantic.Field(ge=18, le=120)]
    plan: str
    newsletter: bool


def accepting() -> list[Work]:
    """Five fields: a parsed form, the form of a model, pydantic alone, jsonschema."""
    content = {"name": "Ada Lovelace", "email": "ada@example.com", "age": 36, "plan": "pro", "newsletter": True}
    schema = Order.model_json_schema()
    form = mrtr.Form.parse(schema, normalise=True)
    modelled = mrtr.Form.parse(Order)
    validator = Draft202012Validator(schema)
    assert isinstance(form.accept(content), mrtr.Accepted)
    assert isinstance(modelled.accept(content), mrtr.Accepted)
    assert validator.is_valid(content)
    return [
        lambda: form.accept(content),
        lambda: modelled.accept(content),
        lambda: Order.model_validate(content),
        lambda: validator.validate(content),
    ]


def checking() -> list[Work]:
    """Ten fields: the rules of a form, and beside them only that it is a JSON Schema at all."""
    works: list[Work] = [lambda: mrtr.Form.parse(TEN), lambda: Draft202012Validator.check_schema(TEN)]
    for work in works:
        work()
    return works


def forms() -> Iterator[tuple[str, list[Work]]]:
    """Every comparison of forms, by its subject."""
    yield "form of ten fields", checking()
    yield "accept of five fields", accepting()
