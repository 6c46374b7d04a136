"""What a person chooses to ask from: folders on their way into the index, and what belongs to which session."""

import threading
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from core.errors import Problem
from tests.transcript_cases import cases_of, file_of
from workbench.search import IndexedSourceKind, IngestReport, SearchIndex, index_path, read_contents
from workbench.store import Store, database_path
from workbench.ui.ask.state import ingest_uploads, sources, uploads
from workbench.ui.ask.state.ingest_uploads import IngestProgress

PATIENCE = 120.0  # seconds
Told = Callable[[int, int, str], object]
TALK = "**Ann:** We waited all winter.\n\n**Bo:** And nobody came.\n"


@pytest.fixture(autouse=True)
def _own_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:  # pyright: ignore[reportUnusedFunction]
    monkeypatch.setenv("WORKBENCH_DB", str(tmp_path / "workbench.db"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "talks"
    made.mkdir()
    for number in range(30):
        (made / f"talk-{number:02}.md").write_text(TALK, encoding="utf-8")
    return made


class Held(SearchIndex):
    """An index that waits at a file until it is let go on."""

    def __init__(self, path: Path, at: int) -> None:
        super().__init__(path)
        self.arrived, self.go_on = threading.Event(), threading.Event()
        self._at = at

    def take_in(self, paths: Iterable[Path], *, progress: Told = print, **more: Any) -> IngestReport:
        """Take files in as ever, and wait on the way."""

        def noted(done: int, total: int, name: str) -> None:
            progress(done, total, name)
            if done == self._at:
                self.arrived.set()
                assert self.go_on.wait(PATIENCE)

        return super().take_in(paths, progress=noted, **more)


def over(path: Path) -> IngestProgress:
    """Wait for the end of a take-in."""
    end = time.monotonic() + PATIENCE
    while True:
        progress = ingest_uploads.ingest_progress(path)
        assert progress is not None
        if progress.is_over:
            return progress
        assert time.monotonic() < end
        time.sleep(0.01)


def test_a_folder_is_taken_in_while_the_page_goes_on(folder: Path) -> None:
    """How far it is can be seen; a second one waits for its turn."""
    library = Held(index_path(), at=12)
    assert ingest_uploads.start_ingest(library, [folder], str(folder))
    assert library.arrived.wait(PATIENCE)
    seen = ingest_uploads.ingest_progress(library.path)
    assert seen is not None
    assert (seen.done, seen.total, seen.is_over) == (12, 30, False)
    assert not ingest_uploads.start_ingest(library, [folder], str(folder))
    library.go_on.set()
    outcome = over(library.path).outcome
    assert outcome is not None
    assert len(outcome.added) == 30
    ingest_uploads.forget(library.path)
    assert ingest_uploads.ingest_progress(library.path) is None


def test_a_folder_that_is_stopped_keeps_what_was_read(folder: Path) -> None:
    """The rest is read another time."""
    library = Held(index_path(), at=12)
    ingest_uploads.start_ingest(library, [folder], str(folder))
    assert library.arrived.wait(PATIENCE)
    ingest_uploads.stop(library.path)
    library.go_on.set()
    assert over(library.path).stopped
    assert 0 < len(library.sources()) < 30
    ingest_uploads.start_ingest(SearchIndex(index_path()), [folder], str(folder), wait=PATIENCE)
    outcome = over(library.path).outcome
    assert outcome is not None
    assert len(outcome.added) + len(outcome.unchanged) == len(library.sources()) == 30


def test_an_index_that_cannot_be_written_is_told(folder: Path) -> None:
    """In words; nothing is under way any more."""
    index_path().write_bytes(b"This is a letter to my aunt." * 100)
    ingest_uploads.start_ingest(SearchIndex(index_path()), [folder], str(folder), wait=PATIENCE)
    assert str(index_path()) in over(index_path()).trouble


def test_words_of_a_session_that_is_gone_for_good_are_forgotten() -> None:
    """One that can still be restored keeps them."""
    store = Store(database_path())
    deleted, kept, mine = (store.sessions.create(title) for title in ("Deleted", "Kept", "Mine"))
    for session in (deleted, kept):
        assert sources.sync_sources(store.sessions.put_transcript(session, "talk.md", TALK.encode())) == ("", "")
    store.sessions.delete(store.sessions.get(deleted.session_id))
    SearchIndex(index_path()).take_text(
        "talk.md", TALK.encode(), key="x", collection=sources.own_collection("nosuchone")
    )
    assert sources.sync_sources(mine) == ("", "")
    left = {one.collection for one in SearchIndex(index_path()).sources()}
    assert left == {sources.own_collection(session.session_id) for session in (deleted, kept)}


def test_a_file_with_tiers_is_told_the_way_of_the_page_and_no_option_of_the_command() -> None:
    """Its names stay; whatever else is wrong with a file is said as ever."""
    case = next(case for case in cases_of("json-services") if "asks" in case)
    read = read_contents(file_of(case), case["name"], IndexedSourceKind.TRANSCRIPT)
    (problem,) = uploads.rejected(case["name"], read.problems).problems
    assert "--tier" not in str(problem)
    assert "Sources" in problem.remedy
    assert all(name in problem.remedy for name in case["asks"])
    other = Problem(place="talk.md", message="this file is empty.", remedy="Choose another.")
    assert uploads.rejected("talk.md", [other]).problems == (other,)
