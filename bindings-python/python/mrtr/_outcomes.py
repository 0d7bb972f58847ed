"""What an answer can be: five classes, of which only `Accepted` is truthy.

    match read_answer(responses, "confirm", Confirm):
        case Accepted(value): ...
        case Declined() | Cancelled(): ...
        case Missing() | Invalid(): ...

Their `repr` shows no answer.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal, TypeVar

from ._errors import Issue, issues_from_json
from ._mrtr import Accepted as Accepted  # noqa: PLC0414 (told to type checkers: it is this module's own)

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

MISSING, DECLINED, CANCELLED = Missing(), Declined(), Cancelled()


def invalid(issues: str, by: Literal["form", "model"]) -> Invalid:
    """The outcome for issues as the core writes them; called by the native module."""
    return Invalid(issues_from_json(issues), by)
