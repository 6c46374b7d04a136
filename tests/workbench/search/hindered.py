"""A program of its own that meets a disk as it really is when it refuses; prints what the library says, as JSON.

`python -m tests.workbench.search.hindered read-only PLACE` gives up the rights of root, which no permission would
stop; `... full PLACE` may write no file beyond a size. In PLACE are `sources` and an index of the first of them.
"""

import json
import os
import resource
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from core.transcripts.readers import read_transcript
from tests.workbench.search.making import ids
from workbench.search import SearchIndex, SearchIndexError

NOBODY = 65534


def said(act: Callable[[], object]) -> dict[str, str]:
    """Return the name and the words of what an act raises."""
    try:
        act()
    except SearchIndexError as error:
        return {"error": type(error).__name__, "message": str(error)}
    return {"error": "", "message": ""}


def _read_only(place: Path) -> Iterator[tuple[str, object]]:
    for path in (place / "sources").iterdir():  # what is imported only when it is needed, nobody may not read
        read_transcript(path.read_bytes(), path.name)
    if os.getuid() == 0:
        os.setuid(NOBODY)
    for name in ("file", "folder"):
        library = SearchIndex(place / name / "ask.db")
        yield f"{name}: take in", said(lambda library=library: library.take_in([place / "sources"]))
        yield f"{name}: search", ids(library.search("clock"))
        yield f"{name}: unchanged", len(library.take_in([place / "sources" / "0.md"]).unchanged)
    yield "unreadable", said(SearchIndex(place / "unreadable" / "ask.db").sources)
    yield "new", said(lambda: SearchIndex(place / "folder" / "new.db").take_in([place / "sources"]))
    yield "new folder", said(lambda: SearchIndex(place / "folder" / "new" / "ask.db").take_in([place / "sources"]))


def _full(place: Path) -> Iterator[tuple[str, object]]:
    library = SearchIndex(place / "file" / "ask.db")
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (library.path.stat().st_size + 4096, resource.RLIM_INFINITY))
    yield "take in", said(lambda: library.take_in([place / "sources"]))
    yield "search", ids(library.search("clock"))
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    yield "later", len(library.take_in([place / "sources"]).added)


if __name__ == "__main__":
    how = {"read-only": _read_only, "full": _full}[sys.argv[1]]
    sys.stdout.write(json.dumps(dict(how(Path(sys.argv[2])))))
