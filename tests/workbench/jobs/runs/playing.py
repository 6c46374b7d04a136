"""A model that plays what a test wrote for each of its calls, and a run of three short chapters that it writes."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Event
from typing import NamedTuple

from core.enforcement.results import ChapterDraft
from core.errors import QuotaExceeded
from core.generation.settings import Settings
from core.llm.client import GenerationRequest, Outcome, Purpose, Reply, RetryWait
from tests.workbench.jobs.runs.acting import SAID, Act, Work, tiny_line, until, work_on, working
from workbench.jobs import runs
from workbench.jobs.calls import CallEvent
from workbench.jobs.runs import RunStatus
from workbench.store import ClientChoice, OpenRun, RunState, Store, UnknownRecord

GOOD = tuple(f"## Brass\n\nIt was so: “{said}” says Ada.\n" for said in SAID)
INVENTED = tuple(f"## Brass\n\nIt was so: “{said}” says Ada. “We sold it all,” says Ada.\n" for said in SAID)
MODEL = ClientChoice(kind="gemini", model="m")
WAITING = RetryWait(seconds=3.2, why="The service is busy.")
BUSY = QuotaExceeded("The service is “busy” (429). Try again later.", requests=4)


def written(text: str, **more: object) -> Act:
    """Return what writes a reply in two pieces."""
    return lambda _request: iter((text[:20], text[20:], Reply.model_validate({"text": text, "requests": 1, **more})))


def ended_early(text: str) -> Act:
    """Return what is cut off."""
    return written(text, outcome=Outcome.TRUNCATED, finish_reason="MAX_TOKENS", trouble="It was cut off.")


def refused(why: str) -> Act:
    """Return what is not written."""
    return written("", outcome=Outcome.REFUSED, finish_reason="SAFETY", trouble=why)


def raises(error: Exception, *pieces: CallEvent) -> Act:
    """Return what comes so far, and fails."""

    def act(_request: GenerationRequest) -> Iterator[CallEvent]:
        yield from pieces
        raise error

    return act


class Held:
    """What comes of a call until a test lets it go on, and after that; a client that is held shows that it lives."""

    def __init__(self, *pieces: CallEvent, then: Sequence[CallEvent] = (), sign: CallEvent = "") -> None:
        self.held, self.go_on, self.closed = Event(), Event(), Event()
        self._pieces, self._then, self._sign = pieces, then, sign

    def __call__(self, _request: GenerationRequest) -> Iterator[CallEvent]:
        """Play."""
        try:
            yield from self._pieces
            self.held.set()
            while not self.go_on.wait(0.02):
                yield self._sign
            yield from self._then
        finally:
            self.closed.set()


class Playing:
    """A model; `acts` are for each chapter what becomes of its calls, one after the other. `asked` are its calls."""

    name, model = "gemini", "m"

    def __init__(self, acts: Mapping[int, Sequence[Act]]) -> None:
        self.acts = {chapter: list(of_chapter) for chapter, of_chapter in acts.items()}
        self.asked: list[tuple[int, Purpose]] = []
        self.closed = 0

    def close(self) -> None:
        """Count that."""
        self.closed += 1

    def generate(self, request: GenerationRequest) -> Reply:
        """Return the whole reply."""
        return next(came for came in self.stream(request) if isinstance(came, Reply))

    def stream(self, request: GenerationRequest) -> Iterator[CallEvent]:
        """Play the next act of the chapter; without one it writes well."""
        self.asked.append((request.chapter_index, request.purpose))
        left = self.acts.get(request.chapter_index)
        yield from (left.pop(0) if left else written(GOOD[request.chapter_index]))(request)


def work_for(folder: Path, settings: Settings | None = None) -> Work:
    """Return three short chapters to be written by a model."""
    line = tiny_line()
    if settings is not None:
        line = line.with_settings(settings.model_copy(update={"thresholds": line.settings.thresholds}))
    return work_on(Store(folder / "workbench.db", patience=2), line, None, MODEL)


class Played(NamedTuple):
    """A run that a model writes."""

    work: Work
    run: OpenRun
    model: Playing

    @property
    def asked(self) -> list[Purpose]:
        """What the model was asked for the second chapter."""
        return [purpose for chapter, purpose in self.model.asked if chapter == 1]

    @property
    def kept(self) -> list[tuple[int, Purpose, Outcome, int]]:
        """The calls that are kept of the second chapter: number, purpose, outcome and requests."""
        calls = self.work.store.calls.list(self.run.run_id, 1)
        return [(call.number, call.purpose, call.outcome, call.requests) for call in calls]

    @property
    def draft(self) -> ChapterDraft:
        """The second chapter of the finished run."""
        return self.work.store.runs.get(self.run.run_id).edition.chapters[1]

    def ends(self) -> RunState | None:
        """Wait until nobody writes the run; return how it stands then, None where it is finished."""
        until(lambda: not working())
        opened = self.work.store.runs.open_run(self.run.session_id)
        return None if opened is None else opened.state

    def live(self) -> RunStatus:
        """Return what is seen of the run while it is written."""
        found = runs.run_status(self.run.run_id)
        assert found is not None
        return found

    def stop(self) -> None:
        """Stop it."""
        runs.stop(self.work.store, self.run.run_id)

    def let_go(self) -> None:
        """Stop it wherever it is, so that a test that fails holds up no other."""
        with suppress(UnknownRecord):
            self.stop()

    def resume(self) -> None:
        """Go on with it."""
        runs.resume(self.work.store, self.work.open_run(), self.work.line)

    def go_on_without(self) -> None:
        """Go on with it without the chapter that comes next."""
        runs.resume_without_chapter(self.work.store, self.work.open_run(), self.work.line)


Begin = Callable[..., Played]
