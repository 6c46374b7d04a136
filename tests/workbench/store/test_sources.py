from hashlib import sha256

import pytest

from core.errors import BadInput
from tests.workbench.store import making
from tests.workbench.store.conftest import Query
from workbench.store import MAX_SOURCE_BYTES, InvalidDatabase, Session, Store, UnknownRecord


def kept(query: Query) -> set[bytes]:
    return {data for (data,) in query("SELECT data FROM sources")}


def test_a_source_is_its_name_its_bytes_and_their_hash(store: Store, session: Session) -> None:
    """Any bytes, any name of one line."""
    data = bytes(range(256)) * 100
    name = "<img src=x onerror=alert(1)>/../ü😀.md"
    session = store.sessions.put_transcript(session, name, data)
    assert session.transcript is not None
    assert (session.transcript.name, session.transcript.size) == (name, len(data))
    assert session.transcript.sha256 == sha256(data).hexdigest()
    assert store.sources.get(session.transcript.sha256) == data


def test_the_same_bytes_are_kept_once(store: Store, session: Session, query: Query) -> None:
    """Under several names, in several sessions, as transcript and as evidence map."""
    session = store.sessions.put_evidence(store.sessions.put_transcript(session, "a.md", b"same"), "b.json", b"same")
    other = store.sessions.put_transcript(store.sessions.create("other"), "c.md", b"same")
    assert [source and source.name for source in (session.transcript, session.evidence, other.transcript)] == [
        "a.md",
        "b.json",
        "c.md",
    ]
    assert query("SELECT count(*) FROM sources") == [(1,)]


def test_what_nothing_refers_to_any_more_is_removed(store: Store, session: Session, query: Query) -> None:
    """With the change that dropped the last reference; a deleted session still refers to its sources."""
    session = store.sessions.put_transcript(session, "a.md", b"old")
    other = store.sessions.put_evidence(store.sessions.create("other"), "a.json", b"old")
    session = store.sessions.put_transcript(session, "a.md", b"new")
    assert kept(query) == {b"old", b"new"}
    store.sessions.delete(other)
    store.sessions.put_transcript(session, "a.md", b"newest")
    assert kept(query) == {b"old", b"newest"}
    other = store.sessions.restore(other.session_id)
    store.sessions.put_evidence(other, "a.json", b"newest")
    assert kept(query) == {b"newest"}
    with pytest.raises(UnknownRecord, match="no longer kept"):
        store.sources.get(sha256(b"old").hexdigest())


def test_a_run_keeps_the_transcript_it_was_made_from(store: Store, session: Session) -> None:
    """Its certificate can be checked after the session got another transcript, and after an import elsewhere."""
    session = store.sessions.put_transcript(session, "a.md", b"the witness")
    sha = sha256(b"the witness").hexdigest()
    store.runs.add(session.session_id, making.run(session.session_id, transcript_sha256=sha), [])
    session = store.sessions.put_transcript(session, "b.md", b"another")
    assert store.sources.get(sha) == b"the witness"
    elsewhere = Store(store.path.with_name("elsewhere.db"))
    elsewhere.sessions.import_file(store.sessions.export(session.session_id))
    assert elsewhere.sources.get(sha) == b"the witness"


def test_a_source_has_at_most_20_mb(store: Store, session: Session) -> None:
    """The biggest one is kept; one byte more is refused with both numbers, and the session stays as it was."""
    session = store.sessions.put_transcript(session, "big.md", b"x" * MAX_SOURCE_BYTES)
    with pytest.raises(BadInput, match="20,000,001 bytes; 20,000,000") as caught:
        store.sessions.put_evidence(session, "bigger.json", b"x" * (MAX_SOURCE_BYTES + 1))
    assert caught.value.problems[0].place == "bigger.json"
    assert store.sessions.get(session.session_id) == session


@pytest.mark.parametrize("name", ["", " ", "a\nb", "a\0b", "x" * 1_001])
def test_an_impossible_name_of_a_file_is_refused(store: Store, session: Session, name: str) -> None:
    """Nothing is stored."""
    with pytest.raises(BadInput, match="the name of the file"):
        store.sessions.put_transcript(session, name, b"x")
    assert store.sessions.get(session.session_id) == session


def test_a_source_that_is_no_longer_what_it_was_is_refused(store: Store, session: Session, query: Query) -> None:
    """A proof rests on it; giving the file again heals it."""
    session = store.sessions.put_transcript(session, "a.md", b"So it is.")
    query("UPDATE sources SET data = ?", b"So it was")
    assert session.transcript is not None
    with pytest.raises(InvalidDatabase, match="damaged"):
        store.sources.get(session.transcript.sha256)
    assert store.sessions.put_transcript(session, "a.md", b"So it is.") == session
    assert store.sources.get(session.transcript.sha256) == b"So it is."
