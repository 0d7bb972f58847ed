"""npm: the tarballs, installed into a new folder, from ES modules, CommonJS, TypeScript and worker threads."""

from __future__ import annotations

import json
import platform
import shutil
from pathlib import Path

from support import BUILT, HERE, ROOT, Checks, clean_folder, copy, one, run

PROGRAMS = HERE / "npm"
EXAMPLE = ROOT / "bindings-node/examples/delete-report.ts"
DEV = json.loads((ROOT / "bindings-node/package.json").read_text(encoding="utf-8"))["devDependencies"]
PEERS = [
    "@modelcontextprotocol/client",
    "@modelcontextprotocol/node",
    "@modelcontextprotocol/server",
    "@types/node",
    "express",
    "@types/express",
    "typescript",
    "zod",
]


def test() -> None:
    checks = Checks("npm")
    folder = clean_folder("npm")
    try:
        install(folder)
        nodes = releases()
        for name, node in nodes:
            for program, said in (("use.mjs", "used"), ("use.cjs", "used"), ("workers.mjs", "12 workers")):
                checks.that(run([node, program], folder).strip().endswith(said), f"{program} on {name}")
            if not name.startswith("20.17"):
                checks.that("one core" in run([node, "both.mjs"], folder), f"both.mjs on {name}")
        types(folder, checks)
        example(folder, [node for _, node in nodes], checks)
        command(folder, checks)
        broken(folder, checks)
        from_source(checks)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    checks.done(f" on Node {', '.join(name for name, _ in nodes)}")


def install(folder: Path) -> None:
    main, core = one(BUILT / "npm", "mrtr-[0-9]*.tgz"), one(BUILT / "npm", "mrtr-*-*-[0-9]*.tgz")
    copy([path.name for path in PROGRAMS.glob("*.*js")] + ["types.ts"], PROGRAMS, folder)
    copy([main.name, core.name], main.parent, folder)
    (folder / "package.json").write_text('{"name":"consumer","private":true,"type":"module"}\n', encoding="utf-8")
    peers = [f"{name}@{DEV[name]}" for name in PEERS]
    run(
        ["npm", "install", "--no-audit", "--no-fund", "--loglevel=error", f"./{main.name}", f"./{core.name}", *peers],
        folder,
    )


def releases() -> list[tuple[str, str]]:
    """The Node at hand, and the others where they can be had for this machine."""
    if platform.system() == "Linux" and platform.machine() == "x86_64":
        run(["npm", "ci", "--no-audit", "--no-fund", "--loglevel=error"], PROGRAMS)
    others = sorted(PROGRAMS.glob("node_modules/node-*/bin/node"))
    nodes = ["node", *others]
    return [(run([node, "--version"], HERE).strip().removeprefix("v"), str(node)) for node in nodes]


def types(folder: Path, checks: Checks) -> None:
    (folder / "names.ts").write_text(run(["node", "names.mjs"], folder), encoding="utf-8")
    (folder / "common.cts").write_text((PROGRAMS / "types.ts").read_text(encoding="utf-8"), encoding="utf-8")
    tsc = ["node_modules/.bin/tsc", "--strict", "--noEmit", "--target", "es2022", "--types", "node"]
    ways = [["--module", "nodenext"], ["--module", "esnext", "--moduleResolution", "bundler"]]
    for way in ways:
        checks.that(
            run([*tsc, *way, "--skipLibCheck", "types.ts", "common.cts", "names.ts"], folder) == "", f"tsc {way}"
        )
    # That a name too few is seen.
    text = (folder / "names.ts").read_text(encoding="utf-8").replace('"readAnswer": true, ', "", 1)
    (folder / "fewer.ts").write_text(text, encoding="utf-8")
    refused = run([*tsc, *ways[0], "--skipLibCheck", "fewer.ts"], folder, code=1)
    checks.that("readAnswer" in refused, "a name that is only declared is seen")


def example(folder: Path, nodes: list[str], checks: Checks) -> None:
    copy([EXAMPLE.name], EXAMPLE.parent, folder)
    run(
        [
            "node_modules/.bin/tsc",
            "--strict",
            "--target",
            "es2022",
            "--module",
            "nodenext",
            "--types",
            "node",
            "--skipLibCheck",
            "--outDir",
            "built",
            EXAMPLE.name,
        ],
        folder,
    )
    for node in nodes:
        said = run([node, "dialogue.mjs", "built/delete-report.js"], folder, timeout=120)
        checks.that("a dialogue of two rounds" in said, f"the example on {node}")


def command(folder: Path, checks: Checks) -> None:
    (folder / "form.json").write_text('{"type":"object","properties":{"ok":{"type":"boolean"}}}', encoding="utf-8")
    checks.that(
        "form.json: a form" in run(["npx", "--no-install", "mrtr", "check", "form.json"], folder), "npx mrtr check"
    )


def broken(folder: Path, checks: Checks) -> None:
    """The loader's error names the platform, the architecture, the libc, the package wanted, and the cause."""
    version = json.loads((folder / "node_modules/mrtr/package.json").read_text(encoding="utf-8"))["version"]
    core = one(folder / "node_modules", "mrtr-*-*")
    addon = one(core, "*.node")
    checks.that(run(["node", "broken.mjs"], folder).strip() == "loaded", "it loads")

    def told(*words: str, args: tuple[str, ...] = ()) -> None:
        said = run(["node", "broken.mjs", *args], folder)
        missing = [word for word in ("ERR_MRTR_NATIVE", "npm run build", *words) if word not in said]
        checks.that(not missing, f"the error does not say {missing}: {said}")

    here = {"x86_64": "x64", "aarch64": "arm64"}.get(platform.machine(), platform.machine())
    machine = [f"platform {platform.system().lower()}", f"architecture {here}", f"{core.name}@{version}"]
    libc = ["libc gnu (glibc "] if core.name.endswith("-gnu") else []
    told(
        "platform sunos",
        "architecture sparc",
        f"mrtr-sunos-sparc@{version}",
        "is not installed",
        args=("sunos", "sparc"),
    )
    told("platform win32", "architecture arm64", f"mrtr-win32-arm64-msvc@{version}", args=("win32", "arm64"))

    whole = addon.read_bytes()
    addon.write_bytes(b"no library")
    told(*machine, *libc, "could not be loaded")
    hidden = folder / "hidden"
    core.rename(hidden)
    told(*machine, *libc, "is not installed")
    hidden.rename(core)
    addon.write_bytes(whole)

    manifest = folder / "node_modules/mrtr/package.json"
    text = manifest.read_text(encoding="utf-8")
    manifest.write_text(text.replace(f'"version": "{version}"', '"version": "9.9.9"', 1), encoding="utf-8")
    told(f"is of version {version}", f"{core.name}@9.9.9")
    manifest.write_text(text, encoding="utf-8")
    checks.that(run(["node", "broken.mjs"], folder).strip() == "loaded", "it loads again")


def from_source(checks: Checks) -> None:
    """What `npm run build` and `npm pack` give in a checkout: one package with the compiled core in it."""
    folder = clean_folder("npm-source")
    try:
        staged, consumer = folder / "staged", folder / "consumer"
        staged.mkdir()
        consumer.mkdir()
        copy(["package.json", "README.md", "LICENSE-MIT", "LICENSE-APACHE"], ROOT / "bindings-node", staged)
        shutil.copytree(ROOT / "bindings-node/dist", staged / "dist")
        shutil.copytree(BUILT / "addons", staged / "native")
        run(["npm", "pack", "--pack-destination", folder], staged)
        (consumer / "package.json").write_text('{"name":"consumer","private":true,"type":"module"}\n', encoding="utf-8")
        run(
            ["npm", "install", "--no-audit", "--no-fund", "--loglevel=error", "--offline", one(folder, "*.tgz")],
            consumer,
        )
        copy(["workers.mjs"], PROGRAMS, consumer)
        checks.that("12 workers" in run(["node", "workers.mjs"], consumer), "built from source, without a peer")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
