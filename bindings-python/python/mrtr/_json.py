"""JSON text to and from Python values, with errors of our own that hold no value.

The standard library's encoder keeps the digits of an integer, the order of members, and a lone surrogate as its escape,
which is what the core's digests and checks need.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any

from . import _mrtr
from ._errors import make

# The native check below finds what goes in circles, so the encoder need not look for it again.
_encode = json.JSONEncoder(ensure_ascii=True, separators=(",", ":"), allow_nan=False, check_circular=False).encode
_ALLOWED = "None, bool, int, float, str, list, tuple and dict with str keys"


def dump(value: object, what: str) -> str:
    """The JSON text of a plain value; `what` names it in the error."""
    _mrtr.check_plain(value, what)
    code = ""
    try:
        return _encode(value)
    except RecursionError:
        code, message = "too_deep", f"{what} nests too deeply"
    except (ValueError, OverflowError):
        code, message = "invalid_json", f"{what} holds a number that JSON cannot write"
    except Exception:
        code, message = "invalid_argument", f"{what} must be made of {_ALLOWED}"
    # Raised outside the handlers: the encoder's own exception may show the value.
    raise make(code, message)


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
