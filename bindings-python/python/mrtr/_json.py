"""JSON text to and from Python values, with errors of our own that hold no value."""

from __future__ import annotations

import math
from collections.abc import Mapping

from . import _mrtr

dump = _mrtr.dump
"""The JSON text of a plain value (None, bool, int, float, str, list, tuple, dict with str keys), named in the error."""


load = _mrtr.load
"""The value of a JSON text that the core has passed, named in the error."""


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
