"""The sizes that people download and load, and the budget they must keep."""

from __future__ import annotations

import os
from pathlib import Path

from support import BUILT, ROOT, Checks, one

# In bytes. What is new costs something; who goes over it looks where, before the number is raised.
BUDGET = {
    "addon": 4_700_000,
    "module": 4_600_000,
    "library": 4_500_000,
    "npm core": 2_200_000,
    "npm": 120_000,
    "wheel": 2_300_000,
}


def sizes() -> dict[str, Path]:
    target = Path(os.environ.get("CARGO_TARGET_DIR", str(ROOT / "target")))
    return {
        "addon": one(BUILT / "addons", "mrtr.*.node"),
        "module": target / "release/lib_mrtr.so",
        "library": target / "release/libmrtr.so",
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
