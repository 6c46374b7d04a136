"""The real app, whose scripted client notes its calls in a file; `test_runs_survive` starts it, kills it, starts it.

`counting_app.py FOLDER PORT DATABASE`. A call for chapter 2 (from 0, after merging) adds the line "2 begun" to
FOLDER/calls, and "2 answered" with its last word; while there is a file FOLDER/hold-2, it waits in its middle.
FOLDER/pid names the process, which leads a group of its own.
"""

import os
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from core.llm.client import Client, GenerationRequest, Reply
from workbench.cli.launch import open_app
from workbench.jobs import runs
from workbench.providers import PROVIDERS
from workbench.providers.fixed_replies import SCRIPTED, PacedClient
from workbench.store import ClientChoice

WORDS_PER_SECOND = 4_000
WORDS_BEFORE_A_HOLD = 100
LEASE_SECONDS = 2.0  # a program that starts anew takes longer


class Counting:
    """A client that writes when each of its calls begins and ends, and stays in the middle where it is held."""

    def __init__(self, client: Client, folder: Path) -> None:
        self.name, self.model = client.name, client.model
        self._client = PacedClient(client, WORDS_PER_SECOND)
        self._folder = folder

    def generate(self, request: GenerationRequest) -> Reply:
        """Return the whole reply, noted in the same way."""
        return next(came for came in self.stream(request) if isinstance(came, Reply))

    def stream(self, request: GenerationRequest) -> Iterator[str | Reply]:
        """Yield the reply word by word, and then as a whole."""
        self._note(request, "begun")
        hold = self._folder / f"hold-{request.chapter_index}"
        for number, came in enumerate(self._client.stream(request), start=1):
            if isinstance(came, Reply):
                self._note(request, "answered")
            yield came
            while number == WORDS_BEFORE_A_HOLD and hold.exists():
                yield ""  # so that a call that is left ends here
                time.sleep(0.02)

    def _note(self, request: GenerationRequest, what: str) -> None:
        with (self._folder / "calls").open("a", encoding="utf-8") as calls:
            calls.write(f"{request.chapter_index} {what}\n")


def main(folder: Path, port: int, database: Path) -> None:
    """Serve the app until it is killed."""
    os.setsid()
    (folder / "pid").write_text(str(os.getpid()), encoding="utf-8")

    def count(choice: ClientChoice, answered: int, chapters: Sequence[int]) -> Client:
        at_once = choice.model_copy(update={"words_per_second": None})
        assert SCRIPTED.make is not None
        return Counting(SCRIPTED.make(at_once, answered, chapters), folder)

    PROVIDERS["scripted"] = SCRIPTED.model_copy(update={"make": count})
    limits = runs.LIMITS.model_copy(update={"lease_seconds": LEASE_SECONDS})
    for act in (runs.start, runs.resume, runs.keep):
        act.__kwdefaults__ = {"limits": limits}
    open_app(port, browser=False, database=database)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3]))
