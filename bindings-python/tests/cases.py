"""Files of cases that every language runs, and how a run of them is counted."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

TESTS = Path(__file__).parents[2] / "tests"

Case = dict[str, Any]


def load(file: str) -> Any:
    """A file under `tests/` at the root of the repository, parsed."""
    return json.loads((TESTS / file).read_text(encoding="utf-8"))


@dataclass
class Tally:
    """How many cases ran, how many came out as wanted, and which did not."""

    cases: int = 0
    as_wanted: int = 0
    verdicts: dict[str, tuple[int, int]] = field(default_factory=dict)
    """Accepted and refused cases of each file."""
    built: int = 0
    """Cases whose text is built here."""
    wrong: list[str] = field(default_factory=list)

    def judge(self, file: str, case: Case, accepted: bool, faults: list[str]) -> None:
        """Count one case; `faults` say what is not as wanted."""
        taken, refused = self.verdicts.get(file, (0, 0))
        self.verdicts[file] = (taken + accepted, refused + (not accepted))
        self.cases += 1
        self.as_wanted += not faults
        self.wrong += [f"python: {file}: {case['id']}: {fault[:400]}" for fault in faults]

    def report(self, kind: str, complete: bool) -> int:
        """Print the line, and what came out otherwise; the program's exit code."""
        for line in self.wrong:
            print(line, file=sys.stderr)
        print(f"python: {self.cases} {kind} cases, {self.as_wanted} as wanted")
        return 0 if complete and self.as_wanted == self.cases else 1


def differs(what: str, found: object, wanted: object) -> list[str]:
    """What is not as wanted; equal are values with the same members in the same order, and numbers the same doubles."""
    text, right = spelled(found), spelled(wanted)
    return [] if text == right else [f"{what}: {text}, not {right}"]


def spelled(value: object) -> str:
    """The value's JSON text with its member order; numbers as the doubles that they are on the wire."""
    return json.dumps(json.loads(json.dumps(value), parse_int=float))
