"""Ratios that hold on a busy machine: processor time, alternating rounds, medians."""

import gc
import os
import statistics
import time
from collections.abc import Callable
from typing import Any

IN_CI = bool(os.environ.get("CI"))
ROUNDS = 3 if IN_CI else 5
TRIES = 3  # a neighbour may disturb one measure, not all


def seconds(work: Callable[[], Any]) -> float:
    """Return the processor time of one call, which neighbours on the machine disturb least.

    Without the garbage collector: a short work would pay for what the tests before it have left. Before it only what
    is young is collected: to look through all that the suite has imported takes longer than most works.
    """
    gc.collect(1)
    gc.disable()
    try:
        start = time.process_time()
        work()
        return time.process_time() - start
    finally:
        gc.enable()


def interleaved(*works: Callable[[], Any]) -> list[float]:
    """Return the median time of each work; their rounds alternate, so that a slow moment hits all."""
    times: list[list[float]] = [[] for _ in works]
    for _ in range(ROUNDS):
        for own, work in zip(times, works, strict=True):
            own.append(seconds(work))
    return [statistics.median(own) for own in times]


def times(work: Callable[[], Any], reference: Callable[[], Any], *, most: float) -> float:
    """Return how many times as long a work takes as its reference; measured again before more than `most` is believed.

    The least of all measures is returned.
    """
    ratios: list[float] = []
    for _ in range(TRIES):
        ours, theirs = interleaved(work, reference)
        ratios.append(ours / theirs)
        if ratios[-1] <= most:
            break
    return min(ratios)
