"""crates.io: the packaged crates are clean, keep to the oldest Rust, and are what a new crate can depend on."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

from support import HERE, ROOT, Checks, Failed, clean_folder, run

PUBLISHED = ["mrtr-jsonschema", "mrtr"]


def test() -> None:
    checks = Checks("crate")
    folder = clean_folder("crate")
    target = os.environ.get("CARGO_TARGET_DIR", str(ROOT / "target"))
    try:
        documented(checks, target)
        oldest_rust(checks)
        crates = packaged(folder, checks, target)
        for features in ([], ["jsonschema"]):
            depends(folder, crates, features, checks, target)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    checks.done()


def documented(checks: Checks, target: str) -> None:
    names = [word for name in PUBLISHED for word in ("-p", name)]
    run(
        ["cargo", "doc", "--quiet", "--no-deps", "--features", "mrtr/jsonschema", *names],
        ROOT,
        CARGO_TARGET_DIR=target,
        RUSTDOCFLAGS="-D warnings",
    )
    checks.that(True, "cargo doc, with warnings as errors")


def oldest_rust(checks: Checks) -> None:
    """No dependency asks for a newer Rust than we state; clippy (make check) looks at what we call ourselves. Where the
    stated toolchain is at hand, it compiles the crate."""
    told = json.loads(
        run(["cargo", "metadata", "--locked", "--format-version=1", "--features", "mrtr/jsonschema"], ROOT)
    )
    packages = {package["id"]: package for package in told["packages"]}
    stated = next(package["rust_version"] for package in packages.values() if package["name"] == "mrtr")
    nodes = {node["id"]: node for node in told["resolve"]["nodes"]}
    reached, queue = set(), [package["id"] for package in packages.values() if package["name"] == "mrtr"]
    while queue:
        at = queue.pop()
        if at in reached:
            continue
        reached.add(at)
        queue += [dep["pkg"] for dep in nodes[at]["deps"] if any(kind["kind"] != "dev" for kind in dep["dep_kinds"])]
    newer = [
        f"{packages[at]['name']} {packages[at]['rust_version']}"
        for at in reached
        if number(packages[at]["rust_version"] or "0") > number(stated)
    ]
    checks.that(len(reached) > 20 and not newer, f"these need a newer Rust than {stated}: {newer}")
    installed = subprocess.run(["rustup", "toolchain", "list"], capture_output=True, text=True, check=False)
    if any(line.startswith(f"{stated}.") or line.startswith(f"{stated}-") for line in installed.stdout.splitlines()):
        run(["cargo", f"+{stated}", "check", "--locked", "-p", "mrtr", "--all-features"], ROOT)
        checks.that(True, f"compiled by Rust {stated}")


def number(version: str) -> list[int]:
    return [int(part) for part in version.split(".")]


def packaged(folder: Path, checks: Checks, target: str) -> dict[str, Path]:
    """`cargo package` as a release runs it, without one word of warning; gives the unpacked crates."""
    names = [word for name in PUBLISHED for word in ("-p", name)]
    # That the unpacked crates compile is shown below, by who depends on them.
    said = run(["cargo", "package", "--allow-dirty", "--no-verify", *names], ROOT, CARGO_TARGET_DIR=target)
    warned = [
        line for line in said.splitlines() if "warning" in line and "is not included in the published" not in line
    ]
    checks.that(not warned, f"cargo package: {warned}")
    crates: dict[str, Path] = {}
    for name in PUBLISHED:
        files = sorted(Path(target, "package").glob(f"{name}-[0-9]*.crate"), key=lambda file: file.stat().st_mtime)
        run(["tar", "xzf", files[-1], "-C", folder], folder)
        crates[name] = folder / files[-1].name.removesuffix(".crate")
        for wanted in ("Cargo.toml", "src/lib.rs", "LICENSE-MIT", "LICENSE-APACHE"):
            checks.that((crates[name] / wanted).is_file(), f"{wanted} in {name}")
    checks.that((crates["mrtr"] / "README.md").is_file(), "the README in mrtr")
    manifest = (crates["mrtr"] / "Cargo.toml").read_text(encoding="utf-8")
    if re.search(r"^path = \"(?!src/)", manifest, re.MULTILINE):
        raise Failed("the packaged manifest leads out of the package")
    return crates


def depends(folder: Path, crates: dict[str, Path], features: list[str], checks: Checks, target: str) -> None:
    """A new crate that depends on the packaged one; their folders stand for the registry."""
    consumer = folder / "-".join(["consumer", *features])
    (consumer / "src").mkdir(parents=True)
    shutil.copy2(HERE / "crate/main.rs", consumer / "src/main.rs")
    version = crates["mrtr"].name.removeprefix("mrtr-")
    patches = "".join(f'{name} = {{ path = "{path}" }}\n' for name, path in crates.items())
    forwarded = 'jsonschema = ["mrtr/jsonschema"]'
    (consumer / "Cargo.toml").write_text(
        f'[package]\nname = "consumer"\nversion = "0.0.0"\nedition = "2021"\n\n[dependencies]\nmrtr = "{version}"\n\n'
        f"[features]\n{forwarded}\n\n[patch.crates-io]\n{patches}\n[workspace]\n",
        encoding="utf-8",
    )
    # The versions that are compiled already; whatever else is in there is dropped.
    shutil.copy2(ROOT / "Cargo.lock", consumer / "Cargo.lock")
    said = run(
        ["cargo", "run", "--quiet", "--features", ",".join(features)], consumer, CARGO_TARGET_DIR=f"{target}/consumer"
    )
    checks.that(said.strip() == "used", f"a new crate, features {features}: {said}")
