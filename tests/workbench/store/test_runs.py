import pytest

from core.enforcement.results import Edition
from core.errors import BadInput
from core.generation.line import Line
from core.generation.offline_client import OfflineComposer
from core.generation.pipeline import generate_edition
from tests.conftest import SAMPLE
from tests.workbench.store import making
from tests.workbench.store.conftest import Query
from workbench.sessions.edition_files import certificate_of, certificate_text
from workbench.store import Conflict, FinishedRun, InvalidDatabase, Session, Store, UnknownRecord


@pytest.fixture(scope="module")
def edition(sample: Line) -> Edition:
    """The sample's edition."""
    return generate_edition(sample, OfflineComposer())


def test_a_run_comes_back_as_it_was(store: Store, session: Session, sample: Line, edition: Edition) -> None:
    """Edition, settings, replies, and the certificate to the byte."""
    certificate = '{\r\n "a": "\\ud800 é 😀 \\u0000"}\n\n'
    run = FinishedRun.of(
        session.session_id,
        edition,
        settings=sample.settings,
        certificate=certificate,
        started_at=making.STARTED,
        finished_at=making.FINISHED,
    )
    replies = ["a reply", None, "half \ufffd \0 😀 \\ud800", "", "x" * 1_000_000]
    summary = store.runs.add(session.session_id, run, replies)
    assert (summary.number, summary.session_id, len(summary.run_id)) == (1, session.session_id, 12)
    assert summary.chapters == len(edition.chapters) > 1
    assert summary.quotations >= len(edition.quotes) > 0
    assert (summary.verdict, summary.fallbacks) == ("verified", 0)
    assert store.runs.list(session.session_id) == (summary,)
    assert store.runs.get(summary.run_id) == run.model_copy(update={"summary": summary})
    assert store.runs.get(summary.run_id).certificate == certificate
    assert store.runs.replies(summary.run_id) == tuple(replies)


def test_half_a_character_in_a_run_is_stored_as_what_could_not_be_read(store: Store, session: Session) -> None:
    """An edition that a program made by hand may hold one."""
    summary = store.runs.add(session.session_id, making.run(session.session_id, text="half \ud800 a character"), [])
    whole = making.run(session.session_id, text="half \ufffd a character")
    assert store.runs.get(summary.run_id).edition == whole.edition


def test_runs_are_numbered_in_their_session(store: Store, session: Session) -> None:
    """From 1, each session its own."""
    other = store.sessions.create("other")
    for name in (session.session_id, session.session_id, other.session_id):
        store.runs.add(name, making.run(name), [])
    assert [run.number for run in store.runs.list(session.session_id)] == [1, 2]
    assert [run.number for run in store.runs.list(other.session_id)] == [1]


def test_a_run_is_stored_once(store: Store, session: Session) -> None:
    """The same run again is a conflict and leaves what is stored."""
    summary = store.runs.add(session.session_id, making.run(session.session_id), ["a"])
    stored = store.runs.get(summary.run_id)
    with pytest.raises(Conflict, match="stored already") as caught:
        store.runs.add(session.session_id, stored, ["b"])
    assert caught.value.stored == summary
    assert store.runs.replies(summary.run_id) == ("a",)


@pytest.mark.parametrize("time", ["", "yesterday", "2026-11-21T10:00:00", "2026-13-01T00:00:00+00:00"])
def test_a_run_says_when_it_was(store: Store, session: Session, time: str) -> None:
    """A time that is none is refused, and so is one without its zone."""
    run = making.run(session.session_id)
    run = run.model_copy(update={"summary": run.summary.model_copy(update={"finished_at": time})})
    with pytest.raises(BadInput, match="finished_at: is no date"):
        store.runs.add(session.session_id, run, [])
    assert store.runs.list(session.session_id) == ()


def test_a_run_that_cannot_be_stored_leaves_nothing(store: Store, session: Session, query: Query) -> None:
    """A certificate that cannot be written takes chapters and replies with it."""
    with pytest.raises(BadInput, match="half a character"):
        store.runs.add(session.session_id, making.run(session.session_id, "half \ud800"), ["a"], [making.call(0)])
    for table in ("runs", "chapters", "replies", "calls", "call_texts"):
        assert query(f"SELECT count(*) FROM {table}") == [(0,)], table  # noqa: S608 - names of tables
    assert store.sessions.get(session.session_id) == session


def test_a_run_that_lost_a_chapter_is_not_shown(store: Store, full: Session, query: Query) -> None:
    """Half an edition is none."""
    (summary,) = store.runs.list(full.session_id)
    query("DELETE FROM chapters WHERE position = 1")
    with pytest.raises(InvalidDatabase, match="damaged"):
        store.runs.get(summary.run_id)


def test_an_unknown_run(store: Store, full: Session) -> None:
    """Says so."""
    for act in (store.runs.get, store.runs.replies, store.calls.list):
        with pytest.raises(UnknownRecord, match=r"no such run|not there any more"):
            act("nowhere")


def test_no_key_has_a_place_in_the_tables(store: Store, full: Session, query: Query) -> None:
    """What opens a model is never stored: no column could hold it."""
    columns = {
        name
        for (table,) in query("SELECT name FROM sqlite_master WHERE type = 'table'")
        for (name,) in query("SELECT name FROM pragma_table_info(?)", table)
    }
    assert {"session_id", "certificate", "content"} <= columns
    for word in ("key", "secret", "token", "password"):
        assert not [name for name in columns if word in name]


def test_an_edition_travels_whole(store: Store, session: Session, sample: Line, edition: Edition) -> None:
    """The sample's edition and its certificate are the same after an export and an import."""
    session = store.sessions.put_transcript(session, "interview.md", (SAMPLE / "interview.md").read_bytes())
    certificate = certificate_text(certificate_of(edition, sample))
    run = FinishedRun.of(
        session.session_id,
        edition,
        settings=sample.settings,
        certificate=certificate,
        started_at=making.STARTED,
        finished_at=making.FINISHED,
    )
    store.runs.add(session.session_id, run, [])
    data = store.sessions.export(session.session_id)
    imported = store.sessions.import_file(data)
    (summary,) = store.runs.list(imported.session_id)
    assert store.runs.get(summary.run_id).edition == edition
    assert store.runs.get(summary.run_id).certificate == certificate
