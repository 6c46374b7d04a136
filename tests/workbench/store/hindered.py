"""A program of its own that meets a disk as it really is when it refuses; prints what the store says, as JSON.

`python -m tests.workbench.store.hindered read-only FOLDER` gives up the rights of root, which no permission would stop;
`... full FOLDER` may write no file beyond a size; `... small-disk FOLDER` is on a disk of one megabyte. In the folder
are databases with one session each.
"""

import json
import os
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.workbench.store import making
from workbench.store import OpenRun, Session, Store, StoreError

NOBODY = 65534


def said(act: Callable[[], object]) -> dict[str, str]:
    """Return the name and the words of what an act raises."""
    try:
        act()
    except StoreError as error:
        return {"error": type(error).__name__, "message": str(error)}
    return {"error": "", "message": ""}


def _opened(path: Path) -> tuple[Store, Session]:
    store = Store(path)
    return store, store.sessions.list()[0].session


def _read_only(folder: Path) -> Iterator[tuple[str, object]]:
    if os.getuid() == 0:
        os.setuid(NOBODY)
    for name in ("file", "folder"):
        store, session = _opened(folder / name / "workbench.db")
        yield f"{name}: write", said(lambda store=store, session=session: store.sessions.rename(session, "Mine"))
        yield f"{name}: after", store.sessions.get(session.session_id) == session
    yield "unreadable", said(Store(folder / "unreadable" / "workbench.db").sessions.list)
    yield "new", said(lambda: Store(folder / "folder" / "new.db").sessions.create("Mine"))
    yield "new folder", said(lambda: Store(folder / "folder" / "new" / "new.db").sessions.create("Mine"))


def _begun(store: Store, session: Session) -> OpenRun:
    """Begin the session's second run, and write a chapter of it."""
    store.runs.add(session.session_id, making.run(session.session_id), [])
    opened = store.runs.begin(session.session_id, making.recipe(session), number=2, owner="a", seconds=60)
    store.runs.put_chapter(opened.run_id, "a", 0, making.chapter(0, "The first."))
    return opened


def _refused(store: Store, session: Session, opened: OpenRun, data: bytes) -> Iterator[tuple[str, object]]:
    def held() -> tuple[object, ...]:
        made = store.calls.list(opened.run_id), store.calls.of_session(session.session_id)
        of_edits = [store.edits.list(run.run_id) for run in store.runs.list(session.session_id)]
        stored = (
            store.sessions.export(session.session_id),
            store.runs.open_run(session.session_id),
            store.experiments.list(),
        )
        return session, stored, of_edits, made

    plan = making.plan(session, subjects=(making.RECORDS,))
    begun = store.experiments.begin(plan, "a", 60)
    before = held()
    run = making.run(session.session_id, text="Words.\n" * 100_000, chapters=1)
    finished, words = store.runs.list(session.session_id)[0].run_id, data.hex()
    yield "source", said(lambda: store.sessions.put_transcript(session, "b.md", data))
    yield "run", said(lambda: store.runs.add(session.session_id, run, ["a reply"], [making.call(0)]))
    yield "call", said(lambda: store.calls.add(opened.run_id, "a", making.call(1, text=words)))
    yield "reply", said(lambda: store.runs.put_reply(opened.run_id, "a", 1, words))
    yield "chapter", said(lambda: store.runs.put_chapter(opened.run_id, "a", 1, making.chapter(1, words)))
    yield "finish", said(lambda: store.runs.finish(opened.run_id, "a", run))
    yield "edit", said(lambda: store.edits.add(finished, 0, words[:999_999], after=0))
    other = plan.model_copy(update={"title": "Another"})
    name, place = begun.experiment_id, (making.UNIT.cell, 0)
    unit = making.UNIT.model_copy(update={"text": words})
    yield "experiment", said(lambda: store.experiments.begin(other, "a", 60, files=[("b.md", data)]))
    yield "experiment call", said(lambda: store.experiments.keep_call("asked", making.call(1, text=words), name, place))
    yield "unit", said(lambda: store.experiments.put_unit(name, "a", unit, answers=1))
    yield "after", store.sessions.get(session.session_id) == session and held() == before


def _later(store: Store, session: Session, opened: OpenRun) -> tuple[str, object]:
    """Go on where the disk refused."""
    renamed = store.sessions.rename(session, "Mine").title
    store.calls.add(opened.run_id, "a", making.call(1))
    store.runs.put_chapter(opened.run_id, "a", 1, making.chapter(1, "The second."))
    store.runs.renew(opened.run_id, "a", 60)
    again = store.runs.open_run(session.session_id)
    assert again is not None
    texts = [chapter.draft and chapter.draft.text for chapter in again.chapters]
    return "later", [renamed, again.state, texts == ["The first.", "The second.", None]]


def _full(folder: Path) -> Iterator[tuple[str, object]]:
    import resource

    store, session = _opened(folder / "workbench.db")
    opened = _begun(store, session)
    session = store.sessions.get(session.session_id)
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (store.path.stat().st_size + 8_192, hard))
    yield from _refused(store, session, opened, os.urandom(500_000))
    resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
    yield _later(store, session, opened)


def _small_disk(folder: Path) -> Iterator[tuple[str, object]]:
    store, session = _opened(folder / "workbench.db")
    opened = _begun(store, session)
    session = store.sessions.get(session.session_id)
    yield from _refused(store, session, opened, os.urandom(2_000_000))
    yield _later(store, session, opened)


if __name__ == "__main__":
    met = {"read-only": _read_only, "full": _full, "small-disk": _small_disk}[sys.argv[1]]
    sys.stdout.write(json.dumps(dict(met(Path(sys.argv[2])))))
