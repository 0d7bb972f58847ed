"""Eight threads in Python on the handles that one server has.

    python threads.py [TURNS]

Each does what one thread by itself does, and is told the same. Each ends calls that its neighbour has begun. Then long
texts, which are worked on without the interpreter's lock, through the boundary and the codec for the SDK's own.
"""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

from server import ACCEPT, KEY, Handles, Server

from mrtr.mcp import SecurityCodec

THREADS = 8
LONG = 40_000


def told(handles: Handles, turns: int) -> str:
    """Everything that one thread is told."""
    server = Server(handles)
    return repr([server.turn(turn) for turn in range(turns)])


def traded(handles: Handles, turns: int, barrier: Barrier, begun: list[list[str]], at: int) -> int:
    """Begin calls, and end those of the neighbour; how many."""
    server = Server(handles)
    for turn in range(turns):
        server.ask(turn)
        begun[at].append(server.state)
    barrier.wait(60)
    for turn, state in enumerate(begun[(at + 1) % THREADS]):
        server.state = state
        assert server.answered(ACCEPT, "accepted")[0] == {"turn": turn}
    return turns


def long_texts(handles: Handles, codec: SecurityCodec, number: int) -> int:
    """What is worked on without the interpreter, in all threads at once; how many texts."""
    for turn in range(20):
        payload = {"number": number, "turn": turn, "pad": chr(ord("a") + number) * LONG}
        sealed = handles.boundary.seal(payload, principal=str(number))
        assert handles.boundary.open(sealed, principal=str(number)) == payload
        data = bytes([number]) * LONG
        assert codec.unseal(codec.seal(data)) == data
    return 40


def main(turns: int) -> None:
    """Run them."""
    handles, codec = Handles(), SecurityCodec(key=KEY)
    alone = told(handles, turns)
    # More switches between threads than usual.
    sys.setswitchinterval(1e-5)
    numbers: Any = range(THREADS)
    with ThreadPoolExecutor(THREADS) as pool:
        same = [text == alone for text in pool.map(lambda _: told(handles, turns), numbers)]
        barrier, begun = Barrier(THREADS), [list[str]() for _ in numbers]
        ended = sum(pool.map(lambda at: traded(handles, turns, barrier, begun, at), numbers))
        texts = sum(pool.map(lambda at: long_texts(handles, codec, at), numbers))
    assert same == [True] * THREADS, same
    assert (ended, texts) == (THREADS * turns, THREADS * 40)
    assert told(handles, turns) == alone
    print(
        f"python: {THREADS} were told the same as one thread in {turns} turns, ended {ended} calls of one "
        f"another, and took {texts} long texts there and back"
    )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 80)
