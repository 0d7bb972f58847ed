"""The host's own models (pydantic models, dataclasses, typed dicts): their schema, and their verdict after the core's.

pydantic is looked up only when a model is used.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

from ._errors import Issue, make
from ._json import dump

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


def validate(model: type, content: str) -> tuple[Any, tuple[Issue, ...]]:
    """The model's value of a canonical content, or its issues."""
    from pydantic import ValidationError

    try:
        return adapter(model).validate_json(content), ()
    except ValidationError as error:
        # The texts of validators are the author's own and may hold the value: only the kind of fault is told.
        faults = error.errors(include_url=False, include_context=False, include_input=False)
        return None, tuple(_issue(fault["loc"], fault["type"]) for fault in faults)


def _issue(location: tuple[int | str, ...], kind: str) -> Issue:
    pointer = "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in location)
    return Issue(pointer, "model", f"the model refuses it ({kind})")
