"""`python bench.py REPEATS`: the Python package beside the SDK's boundary, pydantic and jsonschema, in microseconds.

One comparison a line. The package is the one on PYTHONPATH.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from statistics import median
from types import SimpleNamespace
from typing import Annotated, Any

import pydantic
from jsonschema import Draft202012Validator
from mcp.server.request_state import RequestStateBoundary, RequestStateSecurity

import mrtr
from mrtr import _mrtr

Work = Callable[[], object]

REPEAT = 0.0005
"""How long one repeat of one work takes, in seconds: long for the clock, short between two interruptions."""

KEY = b"0123456789abcdef0123456789abcdef"
ALICE = "ada@example.com"
METHOD = "tools/call"
ARGUMENTS = {"target": "q3.pdf", "folder": "2026/09", "notify": [ALICE, "grace@example.com"], "copies": 2}
PAYLOAD = {"report": "q3.pdf", "folder": "2026/09", "step": 2, "requested_by": ALICE}
CAPABILITIES = {"io.modelcontextprotocol/clientCapabilities": {"elicitation": {"form": {}}}}


def timed(work: Work, count: int) -> float:
    """Seconds for `count` calls."""
    start = time.perf_counter()
    for _ in range(count):
        work()
    return time.perf_counter() - start


def count_for(work: Work) -> int:
    """How often a work fits into one repeat; warms it up on the way."""
    count = 1
    while timed(work, count) < REPEAT:
        count *= 2
    return count


def compare(subject: str, works: list[Work], repeats: int) -> None:
    """Print the median of each work. Repeats take turns, so that a busy moment falls on all alike."""
    counts = [count_for(work) for work in works]
    times: list[list[float]] = [[] for _ in works]
    for _ in range(repeats):
        for work, count, taken in zip(works, counts, times, strict=True):
            taken.append(timed(work, count) / count * 1e6)
    print(json.dumps({"subject": subject, "medians": [median(taken) for taken in times]}), flush=True)  # noqa: T201


def sealing() -> tuple[list[Work], list[Work]]:
    """Seal and open with all claims: ours, and the SDK's with the same ones (format `encrypted`)."""
    boundary = mrtr.Boundary(key=KEY, format="encrypted", audience="reports")
    params: dict[str, Any] = {"name": "delete_report", "arguments": ARGUMENTS, "_meta": CAPABILITIES}
    first = boundary.enter(METHOD, params, principal=ALICE)
    question = {
        "message": "Delete it?",
        "requestedSchema": {"type": "object", "properties": {"ok": {"type": "boolean"}}},
    }
    asked = {"confirm": {"method": "elicitation/create", "params": question}}
    result = {"resultType": "input_required", "inputRequests": asked, "requestState": first.seal_request_state(PAYLOAD)}
    sent = first.leave(result)
    assert sent is not None
    echoed = {**params, "requestState": sent["requestState"]}
    assert boundary.enter(METHOD, echoed, principal=ALICE).request_state() == PAYLOAD

    security = RequestStateSecurity(keys=[KEY], audience="reports", bind_principal=lambda _: ALICE)
    peer = RequestStateBoundary(security, default_audience=None)
    text = json.dumps(PAYLOAD)
    fresh: Any = SimpleNamespace(method=METHOD, params=params)
    theirs: Any = SimpleNamespace(method=METHOD, params={**params, "requestState": peer._seal(fresh, text)})
    assert peer._unseal(theirs)[0] == text

    plain = boundary.enter(METHOD, params, principal=ALICE)
    left = 256

    def seal() -> object:
        # A round remembers what it has sealed, so it is left for a new one now and then.
        nonlocal left, plain
        left -= 1
        if left == 0:
            left, plain = 256, boundary.enter(METHOD, params, principal=ALICE)
        return plain.seal_request_state(PAYLOAD)

    def out() -> object:
        return boundary.enter(METHOD, params, principal=ALICE).leave({**result, "requestState": "plain state"})

    seals: list[Work] = [seal, lambda: peer._seal(fresh, json.dumps(PAYLOAD)), out]
    opens: list[Work] = [
        lambda: boundary.enter(METHOD, echoed, principal=ALICE).request_state(),
        lambda: json.loads(peer._unseal(theirs)[0]),
    ]
    return seals, opens


class Order(pydantic.BaseModel):
    """Five fields."""

    name: Annotated[str, pydantic.Field(min_length=1, max_length=80)]
    email: str
    age: Annotated[int, pydantic.Field(ge=18, le=120)]
    plan: str
    newsletter: bool


def accepting() -> list[Work]:
    """Five fields: a parsed form, the form of a model, pydantic alone, jsonschema."""
    content = {"name": "Ada Lovelace", "email": ALICE, "age": 36, "plan": "pro", "newsletter": True}
    schema = Order.model_json_schema()
    form = mrtr.Form.parse(schema, normalise=True)
    modelled = mrtr.Form.parse(Order)
    validator = Draft202012Validator(schema)
    assert isinstance(form.accept(content), mrtr.Accepted)
    assert isinstance(modelled.accept(content), mrtr.Accepted)
    assert validator.is_valid(content)
    return [
        lambda: form.accept(content),
        lambda: modelled.accept(content),
        lambda: Order.model_validate(content),
        lambda: validator.validate(content),
    ]


def main() -> None:
    """Run everything."""
    if hasattr(_mrtr, "_testing_panic"):
        raise SystemExit("the extension was built for tests")
    repeats = int(sys.argv[1])
    seals, opens = sealing()
    compare("seal with all claims", seals, repeats)
    compare("open with all claims", opens, repeats)
    compare("accept of five fields", accepting(), repeats)


if __name__ == "__main__":
    main()
