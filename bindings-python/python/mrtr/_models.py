"""The host's own models (pydantic models, dataclasses, typed dicts): their schema, and their verdict after the core's.

pydantic is looked up only when a model is used.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ._errors import Issue, make
from ._json import dump
from ._outcomes import Invalid

if TYPE_CHECKING:
    from pydantic import TypeAdapter

KEPT_MODELS = 256
"""Classes whose validator and form are kept; those least used go first."""


def is_model(schema: object) -> bool:
    """Whether it is a class whose schema pydantic can tell."""
    return isinstance(schema, type)


@functools.lru_cache(maxsize=KEPT_MODELS)
def adapter(model: type) -> TypeAdapter[Any]:
    """The validator of a class, made once."""
    try:
        from pydantic import TypeAdapter
        from pydantic.errors import PydanticUserError
    except ImportError as error:
        raise make("invalid_argument", 'a model as schema needs pydantic: pip install "mrtr[pydantic]"') from error
    try:
        return TypeAdapter(model)
    except PydanticUserError as error:
        raise make("invalid_form", f"pydantic can make no model of {model.__qualname__}") from error


def json_schema(model: type) -> str:
    """The JSON Schema of a class, as JSON text."""
    validator = adapter(model)
    from pydantic.errors import PydanticUserError

    try:
        schema = validator.json_schema()
    except PydanticUserError as error:
        raise make("invalid_form", f"pydantic can write no JSON Schema for {model.__qualname__}") from error
    return dump(schema, "the model's schema")


def judge(model: type) -> Callable[[str], Any]:
    """What reads a canonical content, given as JSON text, as the model's value; `refused` knows its exceptions."""
    return adapter(model).validator.validate_json


def refused(fault: BaseException) -> Invalid:
    """The outcome for what `judge` raised; called by the native module. What is no verdict is raised again."""
    from pydantic import ValidationError

    if not isinstance(fault, ValidationError):
        raise fault
    # The texts of validators are the author's own and may hold the value: only the kind of fault is told.
    faults = fault.errors(include_url=False, include_context=False, include_input=False)
    return Invalid(tuple(_issue(one["loc"], one["type"]) for one in faults), "model")


def _issue(location: tuple[int | str, ...], kind: str) -> Issue:
    pointer = "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in location)
    return Issue(pointer, "model", f"the model refuses it ({kind})")
