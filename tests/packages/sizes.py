"""The sizes that people download and load, and the budget they must keep."""

from __future__ import annotations

from pathlib import Path

from support import BUILT, RELEASE, Checks, one

# In bytes. What is new costs something; who goes over it looks where, before the number is raised.
#
# The aim is 4 MB. Of the 2.6 MB of code in the library the crate jsonschema and its regular expressions are 1.2, ours
# is 0.4, and the printing of backtraces, which std always brings, 0.1; tables of Unicode are 0.2, what unwinding
# needs 0.6, relocations 0.3. Packed relocations would save these, and end with glibc before 2.36. Bindings compiled
# for size save 0.06, and cost over 2 % in instructions where an answer is accepted.
BUDGET = {
    "addon": 4_650_000,
    "module": 4_650_000,
    "library": 4_400_000,
    "npm core": 2_000_000,
    "npm": 80_000,
    "wheel": 2_100_000,
}


def sizes() -> dict[str, Path]:
    return {
        "addon": one(BUILT / "addons", "mrtr.*.node"),
        "module": RELEASE / "lib_mrtr.so",
        "library": RELEASE / "libmrtr.so",
        "npm core": one(BUILT / "npm", "mrtr-*-*-[0-9]*.tgz"),
        "npm": one(BUILT / "npm", "mrtr-[0-9]*.tgz"),
        "wheel": one(BUILT / "python", "*-abi3-*.whl"),
    }


def test() -> None:
    checks = Checks("sizes")
    told = []
    for name, file in sizes().items():
        size = file.stat().st_size
        told.append(f"{name} {size / 1e6:.2f} MB")
        checks.that(0 < size <= BUDGET[name], f"{name}: {size} bytes, and the budget is {BUDGET[name]} ({file})")
    checks.done(f": {', '.join(told)}")
