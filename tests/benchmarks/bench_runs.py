"""A run in the app costs little more than the chapters themselves: calls, replies and chapters stored one by one."""

from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from core.generation.line import Line, prepare_line
from core.generation.pipeline import as_written_by, chapters_to_write, generate_edition
from tests.benchmarks.corpus import evidence_map, make_corpus
from tests.benchmarks.measure import ratio_of
from tests.benchmarks.registry import at_most
from tests.workbench.store import making
from workbench.jobs.limits import LIMITS
from workbench.jobs.pending_calls import PendingCalls
from workbench.jobs.runs.run_worker import RunWorker
from workbench.providers import client_of
from workbench.store import ClientChoice, Store

_CHAPTERS = 100
_COMPOSER = ClientChoice(kind="offline")


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
