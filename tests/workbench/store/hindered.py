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
from workbench.store import Session, Store, StoreError

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
    return store, store.sessions()[0].session


def _read_only(folder: Path) -> Iterator[tuple[str, object]]:
    if os.getuid() == 0:
        os.setuid(NOBODY)
    for name in ("file", "folder"):
        store, session = _opened(folder / name / "workbench.db")
        yield f"{name}: write", said(lambda store=store, session=session: store.rename(session, "Mine"))
        yield f"{name}: after", store.session(session.session_id) == session
    yield "unreadable", said(Store(folder / "unreadable" / "workbench.db").sessions)
    yield "new", said(lambda: Store(folder / "folder" / "new.db").create("Mine"))
    yield "new folder", said(lambda: Store(folder / "folder" / "new" / "new.db").create("Mine"))


def _refused(store: Store, session: Session, data: bytes) -> Iterator[tuple[str, object]]:
    before = store.export(session.session_id)
    run = making.run(session.session_id, text="Words.\n" * 100_000)
    yield "source", said(lambda: store.put_transcript(session, "b.md", data))
    yield "run", said(lambda: store.add_run(session.session_id, run, ["a reply"]))
    yield "after", store.session(session.session_id) == session and store.export(session.session_id) == before


def _full(folder: Path) -> Iterator[tuple[str, object]]:
    import resource

    store, session = _opened(folder / "workbench.db")
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (store.path.stat().st_size + 8_192, hard))
    yield from _refused(store, session, os.urandom(500_000))
    resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
    yield "later", store.rename(session, "Mine").title


def _small_disk(folder: Path) -> Iterator[tuple[str, object]]:
    store, session = _opened(folder / "workbench.db")
    yield from _refused(store, session, os.urandom(2_000_000))
    yield "later", store.rename(session, "Mine").title


if __name__ == "__main__":
    met = {"read-only": _read_only, "full": _full, "small-disk": _small_disk}[sys.argv[1]]
    sys.stdout.write(json.dumps(dict(met(Path(sys.argv[2])))))
