"""A program whose children take a folder in: some are killed at it, and two of them want to do it at once.

`python -m tests.workbench.search.killed PLACE KILLS SEED` forks a child that takes in PLACE/sources, kills it
(SIGKILL) somewhere in the middle, and opens the index anew: it must be sound and every source in it whole. Then the
next child goes on where that one was. At the end two children take the folder into another index, which neither has
made. Prints one JSON object.
"""

import json
import os
import random
import signal
import sys
import time
from pathlib import Path
from typing import Any

from tests.workbench.search.making import contents
from workbench.search import SearchIndex, batches

LONGEST_JITTER = 0.01  # seconds; a file takes about two thousandths, a batch five


def _child(index: Path, sources: Path, told: int) -> int:
    """Begin a process that takes the sources in, in small batches, and tells of each; return its id."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            batches.MOST_TEXT = 2_000
            taken = SearchIndex(index, patience=60).take_in([sources], check=lambda: os.write(told, b"."))
            code = 0 if taken.keys and not taken.notice else 2
        finally:
            os._exit(code)
    return child


def main(place: Path, kills: int, seed: int) -> dict[str, Any]:
    """Kill so many times, then let two compete; return what was seen."""
    draw = random.Random(seed)
    library, sources = SearchIndex(place / "ask.db"), place / "sources"
    library.take_text("before.md", b"Ada: It was there before.", key="before")
    seen: dict[str, Any] = {"cut": 0, "sources": [], "lost": 0}
    known: set[str] = set()
    for _ in range(kills):
        listening, told = os.pipe()
        child = _child(library.path, sources, told)
        for _ in range(len(known) + draw.randint(4, 14)):
            os.read(listening, 1)
        time.sleep(draw.uniform(0, LONGEST_JITTER))
        os.kill(child, signal.SIGKILL)
        seen["cut"] += os.WIFSIGNALED(os.waitpid(child, 0)[1])
        os.close(listening)
        os.close(told)
        contents(library)
        now = {source.key for source in library.sources()}
        seen["lost"] += len(known - now)
        seen["sources"].append(len(now))
        known = now
    taken = library.take_in([sources])
    nobody = os.open(os.devnull, os.O_WRONLY)
    both = [_child(place / "together.db", sources, nobody) for _ in range(2)]
    codes = [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in both]
    return {**seen, "opened": taken.opened, "unchanged": len(taken.unchanged), "together": codes}


if __name__ == "__main__":
    sys.stdout.write(json.dumps(main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))))
