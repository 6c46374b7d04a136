"""Ratios that hold on a busy machine: processor time, in rounds that alternate, of which the least counts."""

import gc
import time
from collections.abc import Callable
from typing import Any

ROUNDS, MOST_ROUNDS = 3, 12
FLOOR = 0.002  # seconds of processor time; a reference that takes less is mostly what every call costs


def seconds(work: Callable[[], Any]) -> float:
    """Return the processor time of one call, which neighbours on the machine disturb least.

    Without the garbage collector: a short work would pay for what the works before it have left. Before it only what
    is young is collected: to look through all that is imported takes longer than most works.
    """
    gc.collect(1)
    gc.disable()
    try:
        start = time.process_time()
        work()
        return time.process_time() - start
    finally:
        gc.enable()


def ratio_of(
    work: Callable[[], Any],
    reference: Callable[[], Any],
    *,
    most: float,
    floor: float = 0.0,
    measure: Callable[[Callable[[], Any]], float] = seconds,
) -> float:
    """Return how many times as long a work takes as its reference, whose time is at least `floor` seconds.

    Their rounds alternate, so that a slow moment hits both, and the least time of each counts: what neighbours add is
    not the work's. Before a ratio above `most` is believed there are more rounds.
    """
    ours, theirs, ratio, rounds = float("inf"), float("inf"), float("inf"), 0
    while rounds < ROUNDS or (ratio > most and rounds < MOST_ROUNDS):
        theirs = min(theirs, measure(reference))
        ours = min(ours, measure(work))
        ratio = ours / max(theirs, floor)
        rounds += 1
    return ratio
