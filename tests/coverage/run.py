"""Tells what of the core its own tests reach, in lines and branches, and what they do not, each with its reason.

Reads the export of `cargo llvm-cov` and `explained.json`, which has the reasons and, for each file, the reason of each
line by its text, since lines move. Code of tests does not count. Fails below the floors, and where a reason is given
for a line that is not there.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CORE = ROOT / "core" / "src"
FLOORS = {"lines": 98.0, "branches": 95.0}


def missed(file: dict, text: list[str]) -> tuple[dict[str, list[int]], set[int]]:
    """Lines and branches before the tests of the file: how many are reached and are there, and where some are not."""
    end = next((at for at, line in enumerate(text, 1) if line.strip() == "#[cfg(test)]"), len(text) + 1)
    counts = {"lines": [0, 0], "branches": [0, 0]}
    lacking = set()
    starts: dict[int, list] = {}
    for segment in file["segments"]:
        starts.setdefault(segment[0], []).append(segment)
    around = None
    for line in range(1, end):
        here = starts.get(line, [])
        # [line, column, count, has a count, begins a region, is a gap]
        begun = [segment for segment in here if segment[3] and segment[4] and not segment[5]]
        inside = around is not None and around[3]
        if (inside or begun) and not (here and not here[0][3] and here[0][4] and not begun):
            reached = max([around[2] if inside else 0, *(segment[2] for segment in begun)]) > 0
            counts["lines"][0] += reached
            counts["lines"][1] += 1
            if not reached:
                lacking.add(line)
        around = here[-1] if here else around
    sides: dict[tuple, list[int]] = {}
    for branch in file["branches"]:
        # A generic function has its branches once for each type.
        side = sides.setdefault(tuple(branch[:4]), [0, 0])
        side[0] += branch[4]
        side[1] += branch[5]
    for place, side in sides.items():
        if place[0] < end:
            counts["branches"][0] += sum(count > 0 for count in side)
            counts["branches"][1] += 2
            if 0 in side:
                lacking.add(place[0])
    return counts, lacking


def main() -> int:
    export = json.loads(Path(sys.argv[1]).read_text())["data"][0]
    explained = json.loads((Path(__file__).parent / "explained.json").read_text())
    reasons, places = explained["reasons"], explained["places"]
    totals = {"lines": [0, 0], "branches": [0, 0]}
    faults, found = [], {reason: [] for reason in [*reasons, "without a reason"]}
    for file in export["files"]:
        path = Path(file["filename"])
        if not path.is_relative_to(CORE) or path.name == "tests.rs":
            continue
        name, text = path.relative_to(CORE).as_posix(), path.read_text().splitlines()
        counts, lacking = missed(file, text)
        for kind, (reached, there) in counts.items():
            totals[kind][0] += reached
            totals[kind][1] += there
        known = places.pop(name, {})
        faults += [f"{name}: explained and not there: {line}" for line in known if line not in map(str.strip, text)]
        for line in sorted(lacking):
            code = text[line - 1].strip()
            if not any(map(str.isalnum, code)):
                continue
            found[known.get(code, "without a reason")].append(f"{name}:{line}: {code}")
    faults += [f"explained and not there: {name}" for name in places]
    for reason, lines in found.items():
        print(f"\n{reason}: {reasons.get(reason, 'nobody has said why yet')} ({len(lines)})")
        print("".join(f"  {line}\n" for line in lines), end="")
    shares = {kind: 100 * reached / there for kind, (reached, there) in totals.items()}
    faults += [f"{kind} below {floor} %" for kind, floor in FLOORS.items() if shares[kind] < floor]
    print("".join(f"fault: {fault}\n" for fault in faults), end="")
    told = ", ".join(f"{kind} {shares[kind]:.2f} % of {there}" for kind, (_, there) in totals.items())
    unexplained = len(found["without a reason"])
    explained_count = sum(map(len, found.values())) - unexplained
    print(f"coverage: {told}; lines that lack something: {explained_count} explained, {unexplained} not")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
