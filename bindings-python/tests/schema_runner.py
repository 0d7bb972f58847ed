"""Runs the shared cases of `tests/schemas` through the public forms.

Requested schemas (verdict and wire form), contents (verdict and canonical value), and what libraries emit (verdict,
wire form and steps of narrowing). Prints one line, `python: 649 schema cases, 649 as wanted`, and fails when it is
another one.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any

from mrtr import Accepted, Form, FormError

from cases import Case, Tally, differs, load

COUNTS = {"requested-schemas": (73, 181), "contents": (85, 139), "conversions": (129, 42)}
"""Accepted and refused cases of each file."""


def _one(**property_: object) -> str:
    return json.dumps({"type": "object", "properties": {"f": property_}})


_DEEP = '{"type":"object","properties":{"f":'
BUILT: dict[str, Callable[[], str]] = {
    "prop.deep-nesting-200": lambda: _DEEP + _DEEP * 200 + '{"type":"string"}' + "}}" * 200 + "}}",
    "prop.deep-nesting-20k": lambda: _DEEP + "[" * 20_000 + "]" * 20_000 + "}}",
    "str.default-long": lambda: _one(type="string", default="x" * 70_000),
    "enum.100k": lambda: _one(type="string", enum=[f"o{at}" for at in range(100_000)]),
    "extra.1000": lambda: json.dumps({**{f"k{at}": "v" for at in range(1000)}, "a": "x"}),
    "len.5MB": lambda: json.dumps({"f": "x" * 5_000_000}),
    "multi.100k-dup": lambda: json.dumps({"f": ["a"] * 100_000}),
    "big.10k-extra-keys": lambda: json.dumps({f"k{at}": "v" for at in range(10_000)}),
}
"""The texts that the files give as Python expressions, since they are huge."""


def run() -> Tally:
    """Run the three files."""
    tally = Tally()
    for case in load("schemas/requested-schemas.json"):
        _requested(case, tally)
    for case in load("schemas/contents.json"):
        _content(case, tally)
    for case in load("schemas/conversions.json"):
        _conversion(case, tally)
    return tally


def _requested(case: Case, tally: Tally) -> None:
    form = _parsed(_text(case, "schema", tally))
    faults = _verdict(form is not None, case["right"])
    if form is not None:
        faults += differs("wire", form.wire, case.get("wire", form.wire))
        faults += differs("the wire form read again", Form.parse(form.wire_json).wire_json, form.wire_json)
    tally.judge("requested-schemas", case, form is not None, faults)


def _content(case: Case, tally: Tally) -> None:
    form = Form.parse(case["schema"])
    found = form.accept_json(_text(case, "content", tally))
    accepted = isinstance(found, Accepted)
    faults = _verdict(accepted, case["right"])
    if isinstance(found, Accepted):
        again = form.accept(found.value)
        faults += differs("value", found.value, case.get("value", found.value))
        faults += differs("again", again.value if isinstance(again, Accepted) else None, found.value)
    elif not found.issues:
        faults.append("no issue")
    tally.judge("contents", case, accepted, faults)


def _conversion(case: Case, tally: Tally) -> None:
    form = _parsed(case["json_schema"], normalise=True)
    faults = _verdict(form is not None, case["normalised"])
    if form is not None:
        faults += differs("wire", _sorted(form.wire), _sorted(case.get("wire")))
        faults += differs("steps", form.steps, case.get("steps"))
    tally.judge("conversions", case, form is not None, faults)


def _parsed(schema: dict[str, Any] | str, normalise: bool | None = None) -> Form[Any] | None:
    try:
        return Form.parse(schema, normalise=normalise)
    except FormError as error:
        if error.code == "invalid_form" and error.issues:
            return None
        raise


def _sorted(value: object) -> Any:
    """What a library emits may come in any order."""
    return json.loads(json.dumps(value, sort_keys=True))


def _verdict(accepted: bool, right: str) -> list[str]:
    return [] if accepted is (right == "accept") else [f"not to {right}"]


def _text(case: Case, member: str, tally: Tally) -> str:
    given = case.get(f"{member}_text")
    if given is not None:
        return str(given)
    tally.built += 1
    return BUILT[case["id"]]()


def main() -> int:
    """Print the line, and what came out otherwise."""
    tally = run()
    return tally.report("schema", tally.verdicts == COUNTS and tally.built == len(BUILT))


if __name__ == "__main__":
    sys.exit(main())
