"""Forms: the restricted schema of a question, and the content that answers it."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeVar, cast, overload

from . import _models, _mrtr
from ._errors import Issue, issues_from_json, make
from ._json import dump, load, options
from ._outcomes import Accepted, Invalid

M = TypeVar("M")
T_co = TypeVar("T_co", covariant=True)

Judge = _mrtr.HostModel | Callable[[str], Any] | None
"""The host's own model, which has the last word on a content."""

_KEPT_TEXT = 16 * 1024
"""Schemas up to this many characters are parsed once and kept."""


class Form(Generic[T_co]):
    """A checked form; made by `Form.parse`. Immutable, and safe to share between threads."""

    __slots__ = ("_judge", "_native")

    def __init__(self, native: _mrtr.Form, judge: Judge) -> None:
        if not isinstance(native, _mrtr.Form):
            raise make("invalid_argument", "a Form is made by Form.parse")
        self._native = native
        self._judge = judge

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
        judge: Judge = None
        if model is not None:
            judge = _models.judge(model)
        elif host_model:
            judge = _mrtr.HostModel.compile(text)
        return Form(form, judge)

    @property
    def wire(self) -> dict[str, Any]:
        """The canonical schema, as it is sent."""
        return cast("dict[str, Any]", load(self._native.wire, "the form"))

    @property
    def wire_json(self) -> str:
        """The canonical schema as JSON text."""
        return self._native.wire

    def wire_for(self, revision: str) -> dict[str, Any]:
        """The schema as a client of an older revision, such as `2025-06-18`, is asked it.

        What binds nobody is left out where that revision has no word for it; an answer to it is one to `wire`. Raises
        `FormError` for what it cannot say: several choices at once before 2025-11-25, forms at all before 2025-06-18.
        """
        return cast("dict[str, Any]", load(self._native.wire_for(revision), "the form"))

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
        """Check an answer's content; defaults are not filled in. What a model says comes after the form."""
        return cast("Accepted[T_co] | Invalid", self._native.accept(content, self._judge))

    def accept_json(self, content: str) -> Accepted[T_co] | Invalid:
        """`accept` for content given as JSON text."""
        return cast("Accepted[T_co] | Invalid", self._native.accept_json(content, self._judge))

    def fill_defaults(self, content: object) -> Accepted[T_co] | Invalid:
        """`accept`, then the form's defaults for the optional fields that the content leaves out."""
        return cast("Accepted[T_co] | Invalid", self._native.fill_defaults(content, self._judge))

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


def native(form: Form[Any] | None) -> tuple[_mrtr.Form | None, Judge]:
    """What the core knows of a form, and who judges after it."""
    return (None, None) if form is None else (form._native, form._judge)


_parse = functools.lru_cache(maxsize=256)(_mrtr.Form.parse)


def _text(schema: object) -> str:
    if isinstance(schema, str):
        return schema
    if isinstance(schema, Mapping):
        return dump(schema if isinstance(schema, dict) else dict(schema), "the schema")
    raise make("invalid_argument", "a schema must be a Form, a model class, a dict or JSON text")
