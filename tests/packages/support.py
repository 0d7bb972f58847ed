"""What the tests of the packages share: clean folders, an environment without the checkout, and counted checks."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
BUILT = ROOT / "target" / "packages"

# Where `make packages` has compiled: what is built again for a test has its dependencies there. Both names are cargo's.
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", str(ROOT / "target")))
PLATFORM = os.environ.get("CARGO_BUILD_TARGET", "")
COMPILED = {"CARGO_TARGET_DIR": str(TARGET), **({"CARGO_BUILD_TARGET": PLATFORM} if PLATFORM else {})}
RELEASE = TARGET / PLATFORM / "release"

# What could lead a consumer back into the checkout, or to what somebody installed by hand.
DROPPED = (
    "PYTHONPATH",
    "PYTHONHOME",
    "NODE_PATH",
    "VIRTUAL_ENV",
    "CARGO_TARGET_DIR",
    "CARGO_BUILD_TARGET",
    "CARGO_MANIFEST_DIR",
    "LD_LIBRARY_PATH",
    "LIBRARY_PATH",
    "CPATH",
    "C_INCLUDE_PATH",
    "PKG_CONFIG_PATH",
    "CMAKE_PREFIX_PATH",
    "INIT_CWD",
    "MAKEFLAGS",
    "MFLAGS",
    "MAKELEVEL",
    "OLDPWD",
    "PWD",
)


class Failed(Exception):
    """A check that failed."""


class Checks:
    """Counts what was shown, and says it."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.shown = 0
        self.started = time.monotonic()

    def that(self, holds: bool, what: str) -> None:
        if not holds:
            raise Failed(f"{self.name}: {what}")
        self.shown += 1

    def done(self, told: str = "") -> None:
        seconds = round(time.monotonic() - self.started)
        print(f"packages: {self.name}: {self.shown} checks{told}, {seconds} s", flush=True)


def environment(**more: str) -> dict[str, str]:
    """The environment of a consumer: nothing in it names the checkout."""
    path = os.pathsep.join(part for part in os.environ["PATH"].split(os.pathsep) if str(ROOT) not in part)
    kept = {
        name: value
        for name, value in os.environ.items()
        if name not in DROPPED
        and str(ROOT) not in value
        and not name.lower().startswith(("npm_config_", "npm_package_", "npm_lifecycle"))
    }
    kept["PATH"] = path
    return kept | more


def clean_folder(name: str) -> Path:
    """A new folder outside the checkout, removed when all is done."""
    folder = Path(tempfile.mkdtemp(prefix=f"mrtr-{name}-")).resolve()
    if folder.is_relative_to(ROOT):
        raise Failed(f"{folder} is inside the checkout")
    return folder


def run(command: Sequence[object], folder: Path, *, code: int = 0, timeout: float = 900, **env: str) -> str:
    """Runs a program in a folder; gives what it printed, on both streams. Another exit code than `code` is an error."""
    words = [str(word) for word in command]
    done = subprocess.run(
        words,
        cwd=folder,
        env=environment(**env),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=timeout,
        check=False,
    )
    if done.returncode != code:
        raise Failed(f"{' '.join(words)}: exit code {done.returncode}\n{done.stdout[-6000:]}")
    return done.stdout


def one(folder: Path, pattern: str) -> Path:
    """The one file of a pattern."""
    files = sorted(folder.glob(pattern))
    if len(files) != 1:
        raise Failed(f"{folder}: {[file.name for file in files]} where one {pattern} should be")
    return files[0]


def copy(names: Sequence[str], source: Path, folder: Path) -> None:
    for name in names:
        shutil.copy2(source / name, folder / Path(name).name)


def fail(error: Failed) -> None:
    print(error, file=sys.stderr)
    sys.exit(1)
