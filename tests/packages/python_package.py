"""PyPI: the wheel and the sdist, installed into new virtual environments of every Python at hand."""

from __future__ import annotations

import glob
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from support import BUILT, COMPILED, HERE, ROOT, Checks, clean_folder, copy, one, run

PROGRAMS = HERE / "python"
EXAMPLE = ROOT / "bindings-python/examples/delete_report.py"
PINS = dict(
    line.split("==")
    for line in (ROOT / "bindings-python/requirements-dev.txt").read_text(encoding="utf-8").splitlines()
    if "==" in line
)

OLDEST, NEWEST = 10, 15


def test() -> None:
    checks = Checks("python")
    folder = clean_folder("python")
    try:
        wheel, sdist = one(BUILT / "python", "*-abi3-*.whl"), one(BUILT / "python", "*.tar.gz")
        copy([wheel.name, sdist.name], wheel.parent, folder)
        copy([path.name for path in PROGRAMS.glob("*.py")], PROGRAMS, folder)
        copy([EXAMPLE.name], EXAMPLE.parent, folder)
        contents(wheel, sdist, checks)
        pythons = interpreters()
        for version, python in pythons:
            bare = venv(folder, f"bare-{version}", python, folder / wheel.name)
            checks.that(run([bare, "use.py"], folder).strip() == "used", f"the wheel in {version}")
        whole(folder, wheel, checks)
        from_source(folder, sdist, checks)
        freed = free_threaded(folder, sdist, checks)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    checks.done(f" on Python {', '.join(version for version, _ in pythons)}{freed}")


def interpreters() -> list[tuple[str, str]]:
    """One of each version from 3.10 on: the one that runs this, those on the path, and pyenv's."""
    places = [
        sys.executable,
        *(f"python3.{minor}" for minor in range(OLDEST, NEWEST + 1)),
        *sorted(glob.glob(os.path.expanduser("~/.pyenv/versions/*/bin/python3"))),
    ]
    ask = (
        "import sys, sysconfig; print('%d.%d' % sys.version_info[:2], sysconfig.get_config_var('Py_GIL_DISABLED') or 0)"
    )
    known: dict[str, str] = {}
    for place in places:
        try:
            told = subprocess.run(
                [place, "-c", ask], capture_output=True, text=True, check=True, cwd="/"
            ).stdout.split()
        except (OSError, subprocess.CalledProcessError):
            continue
        if told[1] == "0" and int(told[0].split(".")[1]) >= OLDEST and told[0].startswith("3."):
            known.setdefault(told[0], place)
    return sorted(known.items(), key=lambda entry: int(entry[0].split(".")[1]))


def venv(folder: Path, name: str, python: str, *requirements: object, **env: str) -> Path:
    run([python, "-m", "venv", name], folder)
    inside = folder / name / "bin/python"
    run(
        [inside, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *requirements],
        folder,
        timeout=3000,
        **env,
    )
    return inside


def contents(wheel: Path, sdist: Path, checks: Checks) -> None:
    names = run([sys.executable, "-m", "zipfile", "--list", wheel], wheel.parent)
    for wanted in (
        "mrtr/py.typed",
        "mrtr/_mrtr.pyi",
        "mrtr/_mrtr.abi3.so",
        "LICENSE-MIT",
        "LICENSE-APACHE",
        "METADATA",
    ):
        checks.that(wanted in names, f"{wanted} in the wheel")
    checks.that("cp310-abi3" in wheel.name, "one wheel for 3.10 and up")
    listed = run(["tar", "tzf", sdist], sdist.parent)
    for wanted in ("pyproject.toml", "Cargo.lock", "core/src/lib.rs", "LICENSE-MIT", "PKG-INFO"):
        checks.that(wanted in listed, f"{wanted} in the sdist")
    checks.that(re.search(r"\.(so|pyc)$|target/|\.venv", listed, re.MULTILINE) is None, "nothing built in the sdist")


def whole(folder: Path, wheel: Path, checks: Checks) -> None:
    """With the extras, and type checkers: the official server and client, mypy, pyright and stubtest."""
    tools = [f"{name}=={PINS[name]}" for name in ("mypy", "pyright", "uvicorn")]
    python = venv(folder, "whole", sys.executable, f"{folder / wheel.name}[mcp,pydantic]", *tools)
    checks.that(run([python, "sample.py"], folder).strip().endswith("True"), "the sample")
    checks.that("two rounds" in run([python, "dialogue.py", EXAMPLE.name], folder, timeout=120), "the example")
    strict = [python, "-m", "mypy", "--strict", "--no-incremental"]
    checks.that("Success" in run([*strict, "sample.py", EXAMPLE.name], folder), "mypy --strict")
    checks.that("Incompatible types" in run([*strict, "wrong.py"], folder, code=1), "mypy sees a wrong type")
    pyright = [python, "-m", "pyright", "--pythonpath", python]
    checks.that("0 errors" in run([*pyright, "sample.py", EXAMPLE.name], folder), "pyright")
    checks.that("1 error" in run([*pyright, "wrong.py"], folder, code=1), "pyright sees a wrong type")
    allowed = ROOT / "bindings-python/tests/stubtest-allow.txt"
    stubtest = [python, "-m", "mypy.stubtest", "mrtr._mrtr", "--allowlist", allowed, "--ignore-unused-allowlist"]
    checks.that("Success" in run(stubtest, folder), "the declarations are those of the compiled module")


def from_source(folder: Path, sdist: Path, checks: Checks) -> None:
    """Builds what is in the sdist, as pip does. Dependencies may have been compiled before; ours is compiled now."""
    run(["tar", "xzmf", sdist.name], folder)  # as of now, so that cargo takes it for changed
    unpacked = folder / sdist.name.removesuffix(".tar.gz")
    run([sys.executable, "-m", "venv", "source"], folder)
    python = folder / "source/bin/python"
    said = run([python, "-m", "pip", "install", "--verbose", unpacked], folder, timeout=3000, **COMPILED)
    checks.that(f"Compiling mrtr-python v{sdist.name.split('-')[1].removesuffix('.tar.gz')}" in said, "it was compiled")
    checks.that(run([python, "use.py"], folder).strip() == "used", "the sdist")
    where = run([python, "-c", "import mrtr; print(mrtr.__file__)"], folder).strip()
    checks.that(where.startswith(str(folder)), f"it is the installed one: {where}")


def free_threaded(folder: Path, sdist: Path, checks: Checks) -> str:
    """The same program on a free-threaded interpreter, where there is one (3.14 or newer)."""
    found = next(filter(None, (shutil.which(f"python3.{minor}t") for minor in range(14, NEWEST + 1))), None)
    if found is None:
        return "; no free-threaded Python at hand"
    python = venv(folder, "free", found, folder / sdist.name, **COMPILED)
    checks.that(run([python, "use.py"], folder).strip() == "used, free-threaded", "free-threaded")
    return ", free-threaded too"
