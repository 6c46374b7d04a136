"""A run that a newer version of this program made: it is left alone, and everything else goes on."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from core.evidence.evidence_map import read_evidence
from core.generation.line import prepare_line
from core.generation.offline_client import OfflineComposer
from core.transcripts.readers import read_transcript
from tests.pages.conftest import Opener
from tests.properties import few
from workbench.jobs.runs.write_now import write_run
from workbench.paths import SAMPLE_DATA
from workbench.sample import SAMPLE_ID
from workbench.store import Session, Store

NEWER = "Run 2 was written by another version of this program, a newer one most likely"


@pytest.fixture(scope="module")
def two_runs(sample_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with the sample session and a second run of it, to be copied."""
    path = tmp_path_factory.mktemp("runs") / "workbench.db"
    shutil.copy(sample_database, path)
    line = prepare_line(
        read_evidence((SAMPLE_DATA / "evidence.json").read_bytes(), "evidence.json"),
        read_transcript((SAMPLE_DATA / "interview.md").read_bytes(), "interview.md"),
    )
    write_run(Store(path), SAMPLE_ID, line, OfflineComposer())
    return path


@pytest.fixture(params=["settings", "edition"])
def newer(request: pytest.FixtureRequest, store: Store, two_runs: Path) -> Session:
    """The sample with a second run, in which a field stands that this program does not know."""
    shutil.copy(two_runs, store.path)
    with closing(sqlite3.connect(store.path)) as connection, connection:
        column: str = request.param
        connection.execute(f"UPDATE runs SET {column} = json_set({column}, '$.newer', 1) WHERE number = 2")  # noqa: S608 - ours
    return store.sessions.get(SAMPLE_ID)


@pytest.mark.parametrize("name", few(1, ["edition", "sessions", "generate", "poison", "whitelist"]))
def test_every_page_opens(open_page: Opener, newer: Session, name: str) -> None:
    """The database is not damaged, and nothing says so."""
    opened = open_page(name, session=newer.session_id)
    assert opened.failures == []
    assert (NEWER in opened.words) == (name == "edition")


def test_the_runs_are_listed_and_no_settings_are_made_up(open_page: Opener, store: Store, newer: Session) -> None:
    """Of a run whose settings cannot be read, none are said."""
    first, second = store.runs.list(newer.session_id)
    settings = store.runs.settings(newer.session_id)
    assert first.run_id in settings
    words = open_page("generate", session=newer.session_id).words
    assert "Run 1" in words
    assert "Run 2" in words
    assert words.count("default settings") == 1 + (second.run_id in settings)


def test_a_run_beside_it_says_why_it_cannot_be_compared(open_page: Opener, newer: Session) -> None:
    """One message, which asks for no backup."""
    opened = open_page("edition", session=newer.session_id, run="1", look="Compare")
    assert opened.failures == []
    assert NEWER in opened.words
    assert "backup" not in opened.words


def test_the_last_reply_that_can_be_read_is_poisoned(open_page: Opener, newer: Session) -> None:
    """The one before is still there."""
    opened = open_page("poison", session=newer.session_id)
    assert opened.app.selectbox(key="poison-source").options[0] == "The last run's reply"
