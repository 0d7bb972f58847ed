"""Runs the vectors through the Python package: tokens of the official SDKs, and those of our own.

Prints one line, `python: N cases, N as wanted`, and fails when a case comes out otherwise or is not there.
"""

from __future__ import annotations

import sys

from vector_parts import boundary, sdks, tokens, typescript
from vector_parts.tally import NOT_IN_PYTHON, Tally

CASES = 94 + 18 + 21 + 4 + 314 + 518 + 114 - len(NOT_IN_PYTHON)
"""All cases of all files, without those that do not apply here."""


def run() -> Tally:
    """Run everything."""
    tally = Tally()
    for part in (typescript, sdks, tokens, boundary):
        part.run(tally)
    return tally


def main() -> int:
    """Print the line, and what came out otherwise."""
    tally = run()
    for line in tally.wrong:
        print(line, file=sys.stderr)
    print(f"python: {tally.cases} cases, {tally.as_wanted} as wanted")
    if tally.cases != CASES or sorted(tally.skipped) != sorted(NOT_IN_PYTHON):
        print(f"python: {CASES} cases were to run", file=sys.stderr)
        return 1
    return 0 if tally.as_wanted == CASES else 1


if __name__ == "__main__":
    sys.exit(main())
