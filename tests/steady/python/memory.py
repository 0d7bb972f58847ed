"""The turns of a server in Python, and the memory of the process meanwhile.

    python memory.py TURNS [leak]

Prints it at the end of the warm-up and of each tenth of the turns, in kB. With `leak`, every round is kept.
"""

from __future__ import annotations

import gc
import json
import re
import sys
from pathlib import Path

from server import Handles, Server

SAMPLES = 10


def resident() -> int:
    """What the process holds of memory that is not a file's, when what can be collected is."""
    gc.collect()
    (size,) = re.findall(r"^Anonymous: +(\d+) kB$", Path("/proc/self/smaps_rollup").read_text(), re.MULTILINE)
    return int(size)


def main(turns: int, *, leak: bool) -> None:
    """Run them."""
    server = Server(Handles(), leak=leak)
    for turn in range(max(turns // 10, 1000)):
        server.turn(turn)
    samples = [resident()]
    for part in range(SAMPLES):
        for turn in range(part * turns // SAMPLES, (part + 1) * turns // SAMPLES):
            server.turn(turn)
        samples.append(resident())
    print(json.dumps({"turns": turns, "kB": samples}))


if __name__ == "__main__":
    main(int(sys.argv[1]), leak=sys.argv[2:] == ["leak"])
