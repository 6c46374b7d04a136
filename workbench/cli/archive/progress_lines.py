"""How far the work on an archive is: on the status line for a person, in lines of JSON for a program."""

import json
import sys
from collections.abc import Generator
from contextlib import contextmanager
from time import monotonic

from core.prose.render import one_line
from core.text.safe_html import counted
from workbench.cli.calls.terminal_progress import StatusLine
from workbench.search.ingest import Progress

_BETWEEN = 0.2  # seconds


class ProgressLines:
    """Lines of JSON on standard error about one step of the work, at most five a second; none where they are not
    `wanted`."""

    def __init__(self, step: str, *, wanted: bool) -> None:
        self._step = step
        self._wanted = wanted
        self._said_at = 0.0

    def put(self, done: int, total: int, name: str) -> None:
        """Print `{"step": …, "done": …, "total": …, "file": …}`. Raises OSError where nobody reads it any more: whoever
        asked for the work is gone, and what was stored until then stays."""
        now = monotonic()
        if self._wanted and sys.stderr is not None and (done == total or now - self._said_at >= _BETWEEN):
            self._said_at = now
            sys.stderr.write(json.dumps({"step": self._step, "done": done, "total": total, "file": name}) + "\n")
            sys.stderr.flush()


@contextmanager
def tell_progress(step: str, thing: str, *, to_programs: bool) -> Generator[Progress]:
    """Yield a function that says how many things are done in a step of the work, "reading" or another."""
    line, lines = StatusLine(wanted=not to_programs), ProgressLines(step, wanted=to_programs)

    def progress(done: int, total: int, name: str) -> None:
        line.show(f"{step.capitalize()} {done:,} of {counted(total, thing)}: {one_line(name)}")
        lines.put(done, total, name)

    try:
        yield progress
    finally:
        line.clear()
