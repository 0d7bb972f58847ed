"""`python -m mrtr check`: the reports of tests/check, byte for byte, as `npx mrtr check` prints them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import mrtr

CHECK = Path(__file__).parents[2] / "tests" / "check"
FORMS = sorted(path.name for path in CHECK.glob("*.json"))
NO_FORMS = {"broken.json", "faults.json"}


def run(*arguments: str, stdin: bytes = b"") -> tuple[bytes, bytes, int]:
    command = [sys.executable, "-m", "mrtr", *arguments]
    done = subprocess.run(command, check=False, cwd=CHECK, input=stdin, capture_output=True)  # noqa: S603
    return done.stdout, done.stderr, done.returncode


def test_every_form_is_here() -> None:
    assert FORMS == ["broken.json", "emitted.json", "faults.json", "hostile.json", "signup.json"]
    assert sorted(path.name for path in CHECK.glob("*.txt")) == sorted(f"{name}.txt" for name in [*FORMS, "usage"])


@pytest.mark.parametrize("name", FORMS)
def test_the_report(name: str) -> None:
    out, err, code = run("check", name)
    assert out == (CHECK / f"{name}.txt").read_bytes()
    assert (err, code) == (b"", 1 if name in NO_FORMS else 0)


@pytest.mark.parametrize("name", FORMS)
def test_the_report_for_programs(name: str) -> None:
    out, err, code = run("check", name, "--json")
    report = json.loads(out)
    assert report["form"] is (name not in NO_FORMS)
    assert (err, code) == (b"", 0 if report["form"] else 1)
    assert out.count(b"\n") == 1
    if report["form"]:
        text = (CHECK / name).read_text(encoding="utf-8")
        form = mrtr.Form.parse(text, normalise=report["normalise"])
        assert (report["wire"], report["digest"], report["preview"]) == (form.wire, form.digest, form.preview())
    else:
        assert all(issue["code"] and issue["message"] for issue in report["issues"])


def test_standard_input() -> None:
    text = (CHECK / "signup.json").read_bytes()
    out, err, code = run("check", "-", stdin=text)
    wanted = (CHECK / "signup.json.txt").read_bytes()
    assert (out, err, code) == (wanted.replace(b"signup.json:", b"standard input:", 1), b"", 0)


def test_wrong_use() -> None:
    usage = (CHECK / "usage.txt").read_bytes()
    assert run("--help") == (usage, b"", 0)
    assert run("--version") == (f"mrtr {mrtr.__version__}\n".encode(), b"", 0)
    assert run("check", "signup.json", "--yaml") == (b"", b"mrtr: unknown option\n\n" + usage, 2)
    assert run("check", "none.json") == (b"", b"mrtr: the file cannot be read\n", 2)
    assert run("check", ".") == (b"", b"mrtr: the file cannot be read\n", 2)
    assert run("check", "-", stdin=b"\xff") == (b"", b"mrtr: the file is not UTF-8\n", 2)
