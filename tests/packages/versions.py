"""The one version: where it stands, whether all places agree, and how it is changed.

versions.py check          all places agree, and so do the numbers of the C library's binary interface
versions.py set 1.2.3      what `make release` runs: changes every place, and nothing else
versions.py selftest       tries both on a copy
"""

from __future__ import annotations

import datetime
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

VERSION = r"(\d+\.\d+\.\d+)"

# Each place is a file and what stands around the version there; how often it must be found, or None for once or more.
PLACES: list[tuple[str, str, int | None]] = [
    ("Cargo.toml", rf'(?<=\[workspace\.package\]\nversion = "){VERSION}(?=")', 1),
    ("Cargo.toml", rf'(?<=mrtr = {{ path = "core", version = "){VERSION}(?=")', 1),
    ("core/Cargo.toml", rf'(?<=path = "jsonschema", version = "){VERSION}(?=")', 1),
    ("bindings-c/Cargo.toml", rf'(?<=path = "\.\./core", version = "){VERSION}(?=")', 1),
    ("Cargo.lock", rf'(?<=\nversion = "){VERSION}(?="\n(?!source))', None),
    ("bindings-node/package.json", rf'(?<=\n  "version": "){VERSION}(?=")', 1),
    ("bindings-node/package-lock.json", rf'(?<="name": "mrtr",\n\t"version": "){VERSION}(?=")', 1),
    ("bindings-node/package-lock.json", rf'(?<="name": "mrtr",\n\t\t\t"version": "){VERSION}(?=")', 1),
    ("include/mrtr.h", rf'(?<=#define MRTR_VERSION "){VERSION}(?=")', 1),
]

# The parts of the version in the header, one by one.
PARTS = ("MAJOR", "MINOR", "PATCH")

# The number of the binary interface: in the crate, in the name of the library, in the header.
ABI = [
    ("bindings-c/src/lib.rs", r"MRTR_ABI_VERSION: u32 = (\d+);"),
    ("bindings-c/build.rs", r"const ABI: u32 = (\d+);"),
    ("include/mrtr.h", r"#define MRTR_ABI_VERSION (\d+)"),
]

LICENSED = ["core", "core/jsonschema", "bindings-node", "bindings-python"]


class Wrong(Exception):
    """What does not agree."""


def found(root: Path) -> list[tuple[str, str]]:
    """Every place and the version there."""
    all_found = []
    for file, pattern, wanted in PLACES:
        versions = re.findall(pattern, (root / file).read_text(encoding="utf-8"))
        if not versions or (wanted is not None and len(versions) != wanted):
            raise Wrong(f"{file}: {len(versions)} versions where {wanted or 'some'} should be ({pattern})")
        all_found += [(file, version) for version in versions]
    header = (root / "include/mrtr.h").read_text(encoding="utf-8")
    parts = [re.findall(rf"#define MRTR_VERSION_{part} (\d+)\n", header) for part in PARTS]
    all_found.append(("include/mrtr.h (parts)", ".".join(part for (part,) in parts)))
    return [*all_found, ("CHANGELOG.md", newest(root))]


def newest(root: Path) -> str:
    """The newest version in the changelog."""
    released = re.search(rf"^## \[{VERSION}\] - \d{{4}}-\d\d-\d\d$", changelog(root), re.MULTILINE)
    if released is None:
        raise Wrong("CHANGELOG.md: no released version")
    return released[1]


def changelog(root: Path) -> str:
    return (root / "CHANGELOG.md").read_text(encoding="utf-8")


def check(root: Path) -> int:
    """How many things were compared; raises where two differ."""
    places = found(root)
    if len({version for _, version in places}) != 1:
        raise Wrong("versions differ:\n" + "\n".join(f"  {version}  {file}" for file, version in places))
    numbers = [(file, re.findall(pattern, (root / file).read_text(encoding="utf-8"))) for file, pattern in ABI]
    if any(number != numbers[0][1] or len(number) != 1 for _, number in numbers):
        raise Wrong(f"numbers of the binary interface differ: {numbers}")
    for folder in LICENSED:
        for name in ("LICENSE-MIT", "LICENSE-APACHE"):
            if (root / folder / name).read_bytes() != (root / name).read_bytes():
                raise Wrong(f"{folder}/{name} is not that of the project")
    return len(places) + len(numbers) + 2 * len(LICENSED)


def change(root: Path, version: str) -> None:
    """Writes the version everywhere, and a section for it into the changelog."""
    check(root)
    numbers = [int(part) for part in version.split(".")] if re.fullmatch(VERSION, version) else []
    if numbers <= [int(part) for part in newest(root).split(".")]:
        raise Wrong(f"VERSION must be MAJOR.MINOR.PATCH, newer than {newest(root)}")
    log = changelog(root)
    unreleased = re.search(r"^## \[Unreleased\]\n(.*?)^## \[", log, re.MULTILINE | re.DOTALL)
    if unreleased is None or not unreleased[1].strip():
        raise Wrong("CHANGELOG.md: nothing under Unreleased")
    for file, pattern, _ in PLACES:
        edit(root / file, pattern, version)
    for part, value in zip(PARTS, version.split("."), strict=True):
        edit(root / "include/mrtr.h", rf"(?<=#define MRTR_VERSION_{part} )\d+", value)
    today = datetime.datetime.now(datetime.timezone.utc).date()
    edit(root / "CHANGELOG.md", r"(?<=^## \[Unreleased\]\n)", f"\n## [{version}] - {today}\n", re.MULTILINE)
    check(root)


def edit(file: Path, pattern: str, text: str, flags: int = 0) -> None:
    file.write_text(re.sub(pattern, lambda _: text, file.read_text(encoding="utf-8"), flags=flags), encoding="utf-8")


def selftest() -> int:
    """On a copy of what git tracks: a release changes the lines it should, and a place that lags behind is seen."""
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard", "-z"], cwd=ROOT, capture_output=True, check=True
    )
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for name in filter(None, listed.stdout.decode().split("\0")):
            if (ROOT / name).is_file():
                (copy / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, copy / name)
        if not re.search(r"## \[Unreleased\]\n\n###", changelog(copy)):
            edit(copy / "CHANGELOG.md", r"(?<=## \[Unreleased\]\n)", "\n### Fixed\n\n- This.\n")
        git(copy, "init", "--quiet")
        git(copy, "add", "--all", "--force")
        git(copy, "-c", "user.name=t", "-c", "user.email=t@localhost", "commit", "--quiet", "--message", "before")
        compared = check(copy)

        before = newest(copy)
        after = ".".join([before.split(".")[0], str(int(before.split(".")[1]) + 1), "7"])
        for bad in (before, "0.0.1", "1.0", "v9.0.0", "9.0.0-rc.1"):
            if not raises(lambda bad=bad: change(copy, bad)):
                raise Wrong(f"{bad} was taken for a new version")
        if git(copy, "status", "--porcelain"):
            raise Wrong("a release that was refused has changed a file")

        change(copy, after)
        changed = set(git(copy, "diff", "--name-only").split())
        wanted = {file for file, _, _ in PLACES} | {"CHANGELOG.md"}
        if changed != wanted:
            raise Wrong(f"a release changed {sorted(changed ^ wanted)} too, or not")
        # The patch number is new as well, so each place is one line; the changelog gains a heading and a blank line.
        lines = sum(int(row.split()[1]) for row in git(copy, "diff", "--numstat").splitlines())
        if lines != compared - len(ABI) - 2 * len(LICENSED) - 2 + len(changed_parts(before, after)):
            raise Wrong(f"a release took {lines} lines away")
        subprocess.run(
            ["cargo", "metadata", "--locked", "--offline", "--no-deps", "--format-version=1"],
            cwd=copy,
            capture_output=True,
            check=True,
        )

        for file, pattern, _ in PLACES:
            text = (copy / file).read_text(encoding="utf-8")
            edit(copy / file, pattern, "9.9.9")
            if not raises(lambda: check(copy)):
                raise Wrong(f"{file}: a version that differs went unnoticed ({pattern})")
            (copy / file).write_text(text, encoding="utf-8")
        return 7 + len(PLACES)


def changed_parts(before: str, after: str) -> list[str]:
    return [new for old, new in zip(before.split("."), after.split("."), strict=True) if old != new]


def raises(body: object) -> bool:
    try:
        body()  # type: ignore[operator]
    except Wrong:
        return True
    return False


def git(root: Path, *args: str) -> str:
    return subprocess.run(["git", *args], cwd=root, capture_output=True, check=True, text=True).stdout


def main(args: list[str]) -> int:
    try:
        match args:
            case ["check"]:
                print(f"versions: {newest(ROOT)} in {check(ROOT)} places")
            case ["set", version]:
                change(ROOT, version)
                print(f"versions: {version}; look at git diff, then commit and tag v{version}")
            case ["selftest"]:
                print(f"versions: a release on a copy, {selftest()} checks")
            case _:
                print(__doc__, file=sys.stderr)
                return 2
    except Wrong as wrong:
        print(wrong, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
