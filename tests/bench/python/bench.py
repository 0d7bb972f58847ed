"""`python bench.py REPEATS`: the Python package beside the SDK's boundary, pydantic and jsonschema, in microseconds.

One comparison a line. The package is the one on PYTHONPATH.
"""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

from forms import forms
from measure import medians
from states import growing, sealing

from mrtr import _mrtr

MOST_TURNS = 41
"""Turns of each server over HTTP; a turn is fifty rounds."""


def over_http(repeats: int) -> list[float]:
    """A round over HTTP: ours and the SDK's by the clock, and then by the server's own work."""
    sys.path.append(str(Path(__file__).parents[2] / "load"))
    from python import throughput

    rates: dict[str, Any] = asyncio.run(throughput(50 * min(repeats, MOST_TURNS)))
    return [1e6 / rates[by][whose] for by in ("clock", "work") for whose in ("mrtr", "sdk")]


def main() -> None:
    """Run everything."""
    if hasattr(_mrtr, "_testing_panic"):
        raise SystemExit("the extension was built for tests")
    repeats = int(sys.argv[1])
    for subject, works in [*sealing(), *forms()]:
        print(json.dumps({"subject": subject, "medians": medians(works, repeats)}), flush=True)
    for subject, points in growing():
        times = medians([work for _, works in points for work in works], repeats)
        rows = [[size, *times[2 * at : 2 * at + 2]] for at, (size, _) in enumerate(points)]
        print(json.dumps({"growth": subject, "points": rows}), flush=True)
    print(json.dumps({"subject": "a round over HTTP", "medians": over_http(repeats)}), flush=True)


if __name__ == "__main__":
    main()
