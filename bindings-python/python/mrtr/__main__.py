"""`python -m mrtr check form.json`: the core says what to read and what to print."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from . import _mrtr
from ._errors import MrtrError


def main(arguments: list[str]) -> int:
    """Run the command and return its exit code."""
    try:
        step = json.loads(_mrtr.command(arguments, None))
        if "read" in step:
            step = json.loads(_mrtr.command(arguments, _read(step["read"])))
    except MrtrError as error:
        step = {"out": "", "err": f"mrtr: {error}\n", "exit": 2}
    # Bytes, so that neither the locale nor the platform's line ends change what the core wrote.
    for stream, text in ((sys.stdout, step["out"]), (sys.stderr, step["err"])):
        stream.flush()
        stream.buffer.write(text.encode())
        stream.buffer.flush()
    return int(step["exit"])


def _read(file: str) -> bytes | bool:
    try:
        return sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError:
        return False


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
