"""What the app does with keys, events, files and calls takes time in proportion to them; a run in it costs little more
than its chapters alone, though calls, replies and chapters are stored one by one."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from core.generation.line import Line, prepare_line
from core.generation.pipeline import as_written_by, chapters_to_write, generate_edition
from tests.benchmarks.corpus import evidence_map, make_corpus
from tests.benchmarks.measure import ratio_of
from tests.benchmarks.registry import Case, at_most, growth
from tests.workbench.store import making
from workbench.jobs.limits import LIMITS
from workbench.jobs.pending_calls import PendingCalls
from workbench.jobs.runs.run_worker import RunWorker
from workbench.providers import client_of
from workbench.providers.keys import forget, hold, scrub
from workbench.providers.transport.server_sent_events import events
from workbench.sessions.recognise_file import AcceptedSource, SourceKind, take_in
from workbench.store import ClientChoice, Store

LOCAL = "http://127.0.0.1:11434/v1"
_CHAPTERS = 100
_COMPOSER = ClientChoice(kind="offline")


@growth("providers: keys taken out of eight times a hostile text", 16)
def keys() -> Iterator[Case]:
    """A text made to look like the beginning of a key in every way."""
    hold(LOCAL, "sk-canary+7/Zq\"w'=&<b>\\e~end")
    for piece in ("\\", "%25", "&amp;", "&#0", "sk-canary", "\\u0073"):
        yield Case(repr(piece), partial(scrub, piece * 400), partial(scrub, piece * 3_200))
    forget(LOCAL)


@growth("providers: a line of events in eight times the pieces", 16)
def pieces() -> Iterator[Case]:
    """What came before is not looked through again."""

    def read(count: int) -> int:
        return sum(len(data) for data in events([b"data: ", *[b"xy"] * count, b"\n\n"]))

    yield Case("", partial(read, 20_000), partial(read, 160_000))


@growth("sessions: a file of ten times the chapters without claims", 20, floor=0.01)
def notes() -> Iterator[Case]:
    """Show notes may say so, and blank lines may follow."""

    def taken(make: Callable[[int], str], count: int) -> None:
        assert isinstance(take_in(SourceKind.TRANSCRIPT, "notes.txt", make(count).encode()), AcceptedSource)

    makers: dict[str, Callable[[int], str]] = {
        "chapters": lambda count: "chapters:\n" * count,
        "blank lines": lambda count: "chapters:\n" + "\n" * count + "So it is.",
    }
    for name, make in makers.items():
        yield Case(name, partial(taken, make, 2_000), partial(taken, make, 20_000))


@growth("store: listing ten times the calls", 20, floor=0.005)
def calls() -> Iterator[Case]:
    """Three thousand of them."""
    with TemporaryDirectory() as folder:
        store = Store(Path(folder) / "workbench.db")
        works: list[partial[object]] = []
        for runs in (1, 10):
            session = store.sessions.create(f"{runs} runs").session_id
            for _ in range(runs):
                said = [making.call(position) for position in range(300)]
                store.runs.add(session, making.run(session, chapters=300), [], said)
            works.append(partial(store.calls.of_session, session))
        yield Case("", *works)


def _write_and_store(store: Store, line: Line) -> None:
    session = store.sessions.create("A talk")
    recipe = making.recipe(session).model_copy(
        update={"client": _COMPOSER, "chapters": tuple(chapters_to_write(line, None))}
    )
    run = store.runs.begin(session.session_id, recipe, number=1, owner="one", seconds=60)
    worker = RunWorker(store, run, line, owner="one", limits=LIMITS, pending=PendingCalls())
    with worker.heartbeat:
        worker.write()


@at_most("runs: chapters by the composer in the app, against the core alone", 1.5)
def runs() -> float:
    """A hundred chapters of twenty quotes each."""
    made = make_corpus(2_000 * _CHAPTERS, 20 * _CHAPTERS)
    line = as_written_by(_COMPOSER.kind, prepare_line(evidence_map(made.quotes), made.transcript))
    with TemporaryDirectory() as folder:
        store = Store(Path(folder) / "workbench.db")
        return ratio_of(
            partial(_write_and_store, store, line), lambda: generate_edition(line, client_of(_COMPOSER)), most=1.5
        )
