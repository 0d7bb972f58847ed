"""JSON text to and from Python values, with errors of our own that hold no value."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any

from . import _mrtr
from ._errors import make

dump = _mrtr.dump
"""The JSON text of a plain value (None, bool, int, float, str, list, tuple, dict with str keys), named in the error."""


def load(text: str, what: str) -> Any:
    """The value of a JSON text that the core has passed."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        pass
    raise make("invalid_json", f"{what} holds a number with more digits than this interpreter reads")


def options(**values: object) -> str:
    """Options as the core reads them; what is None is left out, so that the core's default holds.

    A number that JSON cannot write goes over as one that no double holds: the core refuses it like any other.
    """
    parts: list[str] = []
    for name, value in values.items():
        if value is None:
            continue
        text = "1e999" if isinstance(value, float) and not math.isfinite(value) else dump(value, f"option {name}")
        parts.append(f'"{_camel(name)}":{text}')
    return "{" + ",".join(parts) + "}"


def rename(values: Mapping[str, object]) -> dict[str, object]:
    """The given members with camelCase names, without those that are None."""
    return {_camel(name): value for name, value in values.items() if value is not None}


def _camel(name: str) -> str:
    head, *tail = name.split("_")
    return head + "".join(part.title() for part in tail)
