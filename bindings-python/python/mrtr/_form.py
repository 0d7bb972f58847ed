"""Forms: the restricted schema of a question, and the content that answers it."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Any, Generic, TypeVar, cast, overload

from . import _models, _mrtr
from ._errors import Issue, issues_from_json, make
from ._json import dump, load, options
from ._outcomes import Accepted, Answer, Cancelled, Declined, Invalid, Missing

M = TypeVar("M")
T_co = TypeVar("T_co", covariant=True)

_KEPT_TEXT = 16 * 1024
"""Schemas up to this many characters are parsed once and kept."""


class Form(Generic[T_co]):
    """A checked form; made by `Form.parse`. Immutable, and safe to share between threads."""

    __slots__ = ("_allowed", "_model", "_native")

    def __init__(self, native: _mrtr.Form, model: type | _mrtr.HostModel | None, allowed: tuple[str, ...]) -> None:
        if not isinstance(native, _mrtr.Form):
            raise make("invalid_argument", "a Form is made by Form.parse")
        self._native = native
        self._model = model
        self._allowed = allowed

    @overload
    @staticmethod
    def parse(
        schema: type[M],
        *,
        normalise: bool | None = None,
        allow_sensitive: Sequence[str] = (),
        null_as_absent: bool = False,
        host_model: bool = False,
    ) -> Form[M]: ...
    @overload
    @staticmethod
    def parse(
        schema: Mapping[str, Any] | str,
        *,
        normalise: bool | None = None,
        allow_sensitive: Sequence[str] = (),
        null_as_absent: bool = False,
        host_model: bool = False,
    ) -> Form[dict[str, Any]]: ...
    @staticmethod
    def parse(
        schema: Any,
        *,
        normalise: bool | None = None,
        allow_sensitive: Sequence[str] = (),
        null_as_absent: bool = False,
        host_model: bool = False,
    ) -> Form[Any]:
        """Check a schema: a class (pydantic model, dataclass, typed dict), a dict, or JSON text.

        `normalise` narrows what such classes emit to what a form may say (on for a class, off for the others);
        `allow_sensitive` names properties that may look like secrets; `null_as_absent` reads null for an optional
        field as absent; `host_model` leaves what no form can say (`pattern`, `multipleOf`, `if` ...) to the model that
        has the last word on every answer, the class or else a JSON Schema validator of the core. Raises `FormError`
        with every fault on `.issues`.
        """
        if isinstance(schema, Form):
            raise make("invalid_argument", "the schema is a Form already")
        model = schema if _models.is_model(schema) else None
        text = _models.json_schema(schema) if model is not None else _text(schema)
        if isinstance(allow_sensitive, str) or not isinstance(allow_sensitive, Sequence):
            raise make("invalid_argument", "allow_sensitive must be a list of names")
        chosen = options(
            normalise=model is not None if normalise is None else normalise,
            allow_sensitive=list(allow_sensitive),
            null_as_absent=null_as_absent,
            host_model=host_model,
        )
        parse = _parse if len(text) <= _KEPT_TEXT else _mrtr.Form.parse
        form = parse(text, chosen)
        judge = _mrtr.HostModel.compile(text) if host_model and model is None else model
        return Form(form, judge, tuple(allow_sensitive))

    @property
    def wire(self) -> dict[str, Any]:
        """The canonical schema, as it is sent."""
        return cast("dict[str, Any]", load(self._native.wire, "the form"))

    @property
    def wire_json(self) -> str:
        """The canonical schema as JSON text."""
        return self._native.wire

    @property
    def digest(self) -> str:
        """Tells this question from another by what it constrains, whatever its titles and defaults; in hex."""
        return self._native.digest

    @property
    def lints(self) -> tuple[Issue, ...]:
        """What is allowed and still not wise."""
        return issues_from_json(self._native.lints)

    @property
    def steps(self) -> tuple[str, ...]:
        """What normalising changed, as `pointer: change`."""
        return tuple(self._native.steps)

    def preview(self) -> str:
        """The form as plain text, for an author to look at."""
        return self._native.preview()

    def accept(self, content: object) -> Accepted[T_co] | Invalid:
        """Check content against the form, and then, where the form was made of a class, with that class."""
        return self.accept_json(dump(content, "the content"))

    def accept_json(self, content: str) -> Accepted[T_co] | Invalid:
        """`accept` for content given as JSON text."""
        return self._outcome(*self._native.accept(content))

    def fill_defaults(self, content: object) -> Accepted[T_co] | Invalid:
        """`accept`, then the form's defaults for the optional fields that the content leaves out."""
        return self._outcome(*self._native.fill_defaults(dump(content, "the content")))

    def _outcome(self, accepted: str | None, issues: str | None) -> Accepted[T_co] | Invalid:
        return Invalid(issues_from_json(issues or "[]")) if accepted is None else self._accepted(accepted)

    def _accepted(self, content: str) -> Accepted[T_co] | Invalid:
        plain = cast("dict[str, Any]", load(content, "the content"))
        if self._model is None:
            return Accepted(cast("T_co", plain), plain)
        if isinstance(self._model, _mrtr.HostModel):
            issues = issues_from_json(self._model.check(content))
            return Invalid(issues, "model") if issues else Accepted(cast("T_co", plain), plain)
        value, issues = _models.validate(self._model, content)
        return Invalid(issues, "model") if issues else Accepted(value, plain)

    def __repr__(self) -> str:
        # A default may hold a user's data.
        return "Form(..)"


def of(schema: Any) -> Form[Any] | None:
    """The form a reader or builder was given: a `Form`, a schema of any kind, or None."""
    if schema is None or isinstance(schema, Form):
        return schema
    return _of_model(schema) if _models.is_model(schema) else Form.parse(schema)


@functools.lru_cache(maxsize=_models.KEPT_MODELS)
def _of_model(model: type) -> Form[Any]:
    return Form.parse(model)


def native(form: Form[Any] | None) -> _mrtr.Form | None:
    """What the core knows of a form."""
    return None if form is None else form._native


def allowed(form: Form[Any]) -> tuple[str, ...]:
    """The names that the form was allowed to use."""
    return form._allowed


def answer(outcome: str, detail: str | None, form: Form[Any] | None) -> Answer[Any]:
    """The answer for a verdict of the core: its outcome, and the content or the issues."""
    if outcome == "accepted":
        return _accepted(detail, form)
    if outcome == "invalid":
        return Invalid(issues_from_json(detail or "[]"))
    return _PLAIN[outcome]


def _accepted(content: str | None, form: Form[Any] | None) -> Accepted[Any] | Invalid:
    if content is None:
        return Accepted(None, None)
    if form is not None:
        return form._accepted(content)
    value = load(content, "the content")
    return Accepted(value, value)


_PLAIN: dict[str, Missing | Declined | Cancelled] = {
    "missing": Missing(),
    "declined": Declined(),
    "cancelled": Cancelled(),
}
_parse = functools.lru_cache(maxsize=256)(_mrtr.Form.parse)


def _text(schema: object) -> str:
    if isinstance(schema, str):
        return schema
    if isinstance(schema, Mapping):
        return dump(schema if isinstance(schema, dict) else dict(schema), "the schema")
    raise make("invalid_argument", "a schema must be a Form, a model class, a dict or JSON text")
