"""Reading answers: the five-way reader, and the short readers of the SDKs.

These read `inputResponses` by themselves. Where a call has passed the boundary, read through its `Round` (or
`mrtr.mcp.state`) instead: that compares each answer with the question that was asked, too.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypedDict, TypeVar, cast, overload

from . import _form, _mrtr
from ._errors import make
from ._outcomes import Answer

T = TypeVar("T")


class MissingView(TypedDict):
    """Nothing was answered."""

    kind: Literal["missing"]


class _ElicitView(TypedDict):
    kind: Literal["elicit"]
    action: Literal["accept", "decline", "cancel"]


class ElicitView(_ElicitView, total=False):
    """An answer to a form or a URL; `content` only with an accept."""

    content: dict[str, Any]


class SamplingView(TypedDict):
    """What the client's model said."""

    kind: Literal["sampling"]
    result: dict[str, Any]


class RootsView(TypedDict):
    """The client's roots."""

    kind: Literal["roots"]
    roots: list[dict[str, Any]]


ResponseView = MissingView | ElicitView | SamplingView | RootsView
"""One response as the SDK shows it; told apart by `kind`."""


@overload
def accepted_content(responses: Mapping[str, Any] | None, key: str, schema: None = None) -> dict[str, Any] | None: ...
@overload
def accepted_content(responses: Mapping[str, Any] | None, key: str, schema: type[T] | _form.Form[T]) -> T | None: ...
@overload
def accepted_content(
    responses: Mapping[str, Any] | None, key: str, schema: Mapping[str, Any] | str
) -> dict[str, Any] | None: ...
def accepted_content(responses: Mapping[str, Any] | None, key: str, schema: Any = None) -> Any:
    """The content that was accepted under a key, or None for everything else; a model instance for a model."""
    form = _form.of(schema)
    return accepted(_one(responses, key), key, form)


@overload
def read_answer(responses: Mapping[str, Any] | None, key: str, schema: None = None) -> Answer[Any]: ...
@overload
def read_answer(responses: Mapping[str, Any] | None, key: str, schema: type[T] | _form.Form[T]) -> Answer[T]: ...
@overload
def read_answer(
    responses: Mapping[str, Any] | None, key: str, schema: Mapping[str, Any] | str
) -> Answer[dict[str, Any]]: ...
def read_answer(responses: Mapping[str, Any] | None, key: str, schema: Any = None) -> Answer[Any]:
    """What was answered under a key: `Missing`, `Accepted`, `Declined`, `Cancelled` or `Invalid`."""
    form = _form.of(schema)
    return answered(_one(responses, key), key, form)


def confirmed(responses: Mapping[str, Any] | None, key: str, schema: Any = None, *, field: str | None = None) -> bool:
    """Whether the user said yes: an accept whose content fits the schema and holds `True` in the boolean `field`.

    `field` may be left out where the form has one boolean only, and `schema` where a field is named. Everything else is
    False: nothing yet, a decline, a cancel, `False`, an answer that does not fit. To know whether to ask, use
    `read_answer`. Raises `ArgumentError`, whatever was answered, for a field that is no boolean of the form, for a form
    with none or several and no field named, and where neither is given.
    """
    form = _form.of(schema)
    return affirmed(_one(responses, key), key, form, field)


def input_response(responses: Mapping[str, Any] | None, key: str) -> ResponseView:
    """The response under a key as the SDK shows it."""
    return view(_one(responses, key), key)


def accepted(responses: _mrtr.Responses, key: str, form: _form.Form[Any] | None) -> Any:
    """The short form over responses of the core."""
    return responses.accepted(key, *_form.native(form))


def answered(responses: _mrtr.Responses, key: str, form: _form.Form[Any] | None) -> Answer[Any]:
    """The five ways over responses of the core."""
    return cast("Answer[Any]", responses.answer(key, *_form.native(form)))


def affirmed(responses: _mrtr.Responses, key: str, form: _form.Form[Any] | None, field: str | None) -> bool:
    """The yes or no over responses of the core; where the form was made of a class, that class agrees, too."""
    return responses.confirmed(key, _form.native(form)[0], field) and bool(answered(responses, key, form))


def view(responses: _mrtr.Responses, key: str) -> ResponseView:
    """The SDK's view over responses of the core."""
    return cast("ResponseView", responses.view(key))


def plain(value: object) -> object:
    """A model of the SDK as the plain value it stands for; anything else as it is."""
    dump_model = getattr(value, "model_dump", None)
    if dump_model is None or isinstance(value, type):
        return value
    return dump_model(mode="json", by_alias=True, exclude_none=True)


def _one(responses: Mapping[str, Any] | None, key: str) -> _mrtr.Responses:
    """The core's view of the one entry that is asked for."""
    if not isinstance(key, str):
        raise make("invalid_argument", "the key must be a str")
    if responses is not None and not isinstance(responses, Mapping):
        raise make("invalid_argument", "the responses must be a mapping or None")
    entry = {} if responses is None or key not in responses else {key: plain(responses[key])}
    return _mrtr.Responses(entry)
