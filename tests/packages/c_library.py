"""C: what `make install` puts into a prefix, used by C, C++ and CMake from a new folder."""

from __future__ import annotations

import shutil
from pathlib import Path

from support import COMPILED, HERE, ROOT, Checks, clean_folder, copy, run

EXAMPLES = ROOT / "tests/c"
STRICT = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"]


def test() -> None:
    checks = Checks("c")
    folder = clean_folder("c")
    try:
        prefix = installed(folder, checks)
        consumer = folder / "consumer"
        consumer.mkdir()
        copy(["example.c", "tool.c", "support.c", "tool.h", "support.h", "example.cpp"], EXAMPLES, consumer)
        copy(["c/CMakeLists.txt"], HERE, consumer)
        by_pkg_config(prefix, consumer, checks)
        by_cmake(prefix, consumer, checks)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    checks.done()


def installed(folder: Path, checks: Checks) -> Path:
    """Installs twice: by DESTDIR, as packagers do, with folders of their own; and into the prefix."""
    own = ["PREFIX=/usr", "LIBDIR=/usr/lib/x86_64-linux-gnu", f"DESTDIR={folder}/root"]
    run(["make", "-C", ROOT / "bindings-c", "install", *own], ROOT, timeout=3000, **COMPILED)
    staged = folder / "root/usr"
    text = (staged / "lib/x86_64-linux-gnu/pkgconfig/mrtr.pc").read_text(encoding="utf-8")
    checks.that(
        "libdir=/usr/lib/x86_64-linux-gnu\n" in text and str(folder) not in text, "DESTDIR is nowhere in mrtr.pc"
    )
    run(["make", "-C", ROOT, "--no-print-directory", "install", f"PREFIX={folder}/first"], ROOT, **COMPILED)
    # The CMake package is found wherever the folder goes; mrtr.pc is told.
    prefix = folder / "prefix"
    (folder / "first").rename(prefix)

    library = (prefix / "lib/libmrtr.so").resolve()
    soname = next(line for line in run(["readelf", "-d", library], folder).splitlines() if "SONAME" in line)
    checks.that(
        "[libmrtr.so.0]" in soname and (prefix / "lib/libmrtr.so.0").resolve() == library, "the soname is a link"
    )
    symbols = run([EXAMPLES / "symbols.sh", library, prefix / "include/mrtr.h"], folder)
    checks.that("all declared" in symbols, "the symbols")
    needed = [
        line.split("[")[1].rstrip("]")
        for line in run(["readelf", "-d", library], folder).splitlines()
        if "NEEDED" in line
    ]
    system = {"libc.so.6", "libgcc_s.so.1", "libm.so.6", "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1"}
    checks.that(set(needed) <= system, f"nothing but the system is needed: {needed}")
    return prefix


def by_pkg_config(prefix: Path, consumer: Path, checks: Checks) -> None:
    env = {"PKG_CONFIG_PATH": str(prefix / "lib/pkgconfig"), "LD_LIBRARY_PATH": str(prefix / "lib")}

    def flags(*names: str, static: bool = False) -> list[str]:
        moved = f"--define-variable=prefix={prefix}"
        where = [
            f"--define-variable={name}={prefix}/{folder}"
            for name, folder in (("libdir", "lib"), ("includedir", "include"))
        ]
        return run(
            ["pkg-config", moved, *where, *(["--static"] if static else []), "--cflags", "--libs", *names],
            consumer,
            **env,
        ).split()

    for standard in ("c99", "c11"):
        run(
            [
                "cc",
                f"-std={standard}",
                *STRICT,
                "-o",
                "example",
                "example.c",
                "tool.c",
                "support.c",
                *flags("mrtr", "jansson"),
            ],
            consumer,
        )
        checks.that("example: 0 failures" in run(["./example"], consumer, **env), f"the example in {standard}")
    run(["c++", "-std=c++17", *STRICT, "-o", "example-cpp", "example.cpp", *flags("mrtr")], consumer)
    checks.that("example: 0 failures" in run(["./example-cpp"], consumer, **env), "the example in C++")
    static = [flag if flag != "-lmrtr" else f"{prefix}/lib/libmrtr.a" for flag in flags("mrtr", static=True)]
    run(["c++", "-std=c++17", *STRICT, "-o", "example-static", "example.cpp", *static], consumer)
    checks.that("example: 0 failures" in run(["./example-static"], consumer), "the example with the static library")


def by_cmake(prefix: Path, consumer: Path, checks: Checks) -> None:
    version = run(
        ["sed", "-n", 's/^#define MRTR_VERSION "\\(.*\\)"/\\1/p', prefix / "include/mrtr.h"], consumer
    ).strip()
    major, minor, _ = version.split(".")
    found = ["cmake", f"-DCMAKE_PREFIX_PATH={prefix}", "-S", "."]
    run([*found, "-B", "built", f"-DWANTED={major}.{minor}"], consumer)
    run(["cmake", "--build", "built"], consumer)
    for name in ("shared", "static"):
        checks.that("example: 0 failures" in run([f"built/{name}"], consumer), f"the example by CMake, {name}")
    for number, other in enumerate((f"{major}.{int(minor) + 1}", f"{int(major) + 1}.0")):
        refused = run([*found, "-B", f"other{number}", f"-DWANTED={other}"], consumer, code=1)
        checks.that(f'requested version "{other}"' in refused, f"version {other} is refused")
