"""What an answer can be: five classes, of which only `Accepted` is truthy.

    match read_answer(responses, "confirm", Confirm):
        case Accepted(value): ...
        case Declined() | Cancelled(): ...
        case Missing() | Invalid(): ...

Their `repr` shows no answer.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Literal, TypeVar

from ._errors import Issue

T_co = TypeVar("T_co", covariant=True)


class _Refused:
    """Falsy, so that `if answer:` is never true after a refusal."""

    __slots__ = ()

    def __bool__(self) -> Literal[False]:
        return False


@dataclass(frozen=True, slots=True)
class Missing(_Refused):
    """Nothing was answered, or not to this question."""

    outcome: ClassVar[Literal["missing"]] = "missing"


@dataclass(frozen=True, slots=True, repr=False)
class Accepted(Generic[T_co]):
    """The user agreed, and what was filled in fits the form. Truthy, whatever the content holds: look at that, too."""

    outcome: ClassVar[Literal["accepted"]] = "accepted"
    value: T_co
    """The content as the given model reads it; the content itself where no model was given."""
    content: Any
    """The canonical content as a plain value; None where there is none to read, as with a URL."""

    def __bool__(self) -> Literal[True]:
        return True

    def __repr__(self) -> str:
        return "Accepted(..)"


@dataclass(frozen=True, slots=True)
class Declined(_Refused):
    """The user said no."""

    outcome: ClassVar[Literal["declined"]] = "declined"


@dataclass(frozen=True, slots=True)
class Cancelled(_Refused):
    """The user closed the question without an answer."""

    outcome: ClassVar[Literal["cancelled"]] = "cancelled"


@dataclass(frozen=True, slots=True)
class Invalid(_Refused):
    """There is an answer, but it does not fit; `issues` says where and why, without the values."""

    outcome: ClassVar[Literal["invalid"]] = "invalid"
    issues: tuple[Issue, ...]
    by: Literal["form", "model"] = "form"
    """Who refused: the form that was sent (the same verdict in every language), or the model that ran after it."""


Answer = Missing | Accepted[T_co] | Declined | Cancelled | Invalid
"""What `read_answer` gives."""
