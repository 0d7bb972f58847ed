"""Times pieces of work side by side."""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median

Work = Callable[[], object]

REPEAT = 0.0005
"""How long one repeat of one work takes, in seconds: long for the clock, short between two interruptions."""

LEAST = 8
"""How often at the least: a work should find the processor's caches as itself has left them, not its neighbours."""


def timed(work: Work, count: int) -> float:
    """Seconds for `count` calls."""
    start = time.perf_counter()
    for _ in range(count):
        work()
    return time.perf_counter() - start


def count_for(work: Work) -> int:
    """How often a work fits into one repeat; warms it up on the way."""
    count = LEAST
    while timed(work, count) < REPEAT:
        count *= 2
    return count


def medians(works: list[Work], repeats: int) -> list[float]:
    """The median of each work, in microseconds. Repeats take turns, so that a busy moment falls on all alike."""
    counts = [count_for(work) for work in works]
    times: list[list[float]] = [[] for _ in works]
    for _ in range(repeats):
        for work, count, taken in zip(works, counts, times, strict=True):
            taken.append(timed(work, count) / count * 1e6)
    return [median(taken) for taken in times]
