import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from core.evidence.speaker_mapping import Cast
from core.transcripts.speakers import SpeakerRole
from tests.workbench.store import making
from workbench.store import OpenRun, Session, Store

Query = Callable[..., list[tuple[Any, ...]]]


def filled(store: Store, session: Session) -> Session:
    """Put something of every kind into an empty session."""
    session = store.sessions.put_transcript(session, "talk.md", b"Ada: So it is.\n" * 2_000)
    session = store.sessions.put_evidence(session, "talk.json", b'{"chapters": []}')
    session = store.sessions.put_settings(session, making.settings(6))
    session = store.sessions.put_recording(session, making.RECORDING)
    session = store.sessions.put_recording_url(session, "https://talks.example/talk.mp3")
    store.speaker_mappings.put(
        session.session_id, Cast(label="Speaker 1", person="Ada", role=SpeakerRole.GUEST), version=None
    )
    for act in making.acts():
        store.acts.add(session.session_id, act, transcript=session.transcript)
    store.acts.undo_last(session.session_id)
    store.ear_verdicts.put(session.session_id, making.HEARD)
    store.presets.put(session.session_id, "strict", making.thresholds(9), version=None)
    assert session.transcript is not None
    run = making.run(session.session_id, text="Words.\n" * 500, transcript_sha256=session.transcript.sha256)
    made = (making.failed(0), making.call(0, 2), making.call(2, text="another"))
    stored = store.runs.add(session.session_id, run, ["a reply", None, "another"], made)
    for text, after in (("Other words.", 0), ("Others yet.", 1)):
        store.edits.add(stored.run_id, 2, text, after=after)
    store.edits.undo(stored.run_id, 2)
    store.answers.add(session.session_id, "first", making.answer())
    making.add_numbers(store, session.session_id)
    return store.sessions.get(session.session_id)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """A store whose file is not there yet, and which waits for nobody long."""
    return Store(tmp_path / "workbench.db", patience=0.2)


@pytest.fixture
def session(store: Store) -> Session:
    """An empty session."""
    return store.sessions.create("An interview")


@pytest.fixture
def full(store: Store, session: Session) -> Session:
    """A session that holds something of every kind."""
    return filled(store, session)


@pytest.fixture
def elsewhere(store: Store) -> Store:
    """A store on another machine."""
    return Store(store.path.with_name("elsewhere.db"))


@pytest.fixture
def ready(store: Store, session: Session) -> Session:
    """A session with two sources."""
    return store.sessions.put_evidence(
        store.sessions.put_transcript(session, "a.md", b"Ada: So it is."), "a.json", b"{}"
    )


@pytest.fixture
def opened(store: Store, ready: Session) -> OpenRun:
    """An open run of three chapters that "one" writes."""
    return store.runs.begin(ready.session_id, making.recipe(ready), number=1, owner="one", seconds=60)


@pytest.fixture
def query(store: Store) -> Query:
    """Ask the file itself, past the store."""

    def ask(sql: str, *values: object) -> list[tuple[Any, ...]]:
        with closing(sqlite3.connect(store.path)) as connection, connection:
            return connection.execute(sql, values).fetchall()

    return ask
