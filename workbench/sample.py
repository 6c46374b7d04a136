"""The sample session: an interview and an evidence map that are shipped with the program."""

from workbench.paths import SAMPLE_DATA
from workbench.store import Session, Store, UnknownSession

SAMPLE_ID = "sample"
_TITLE = "The sample: Slow Instruments"
_TRANSCRIPT = SAMPLE_DATA / "interview.md"
_EVIDENCE = SAMPLE_DATA / "evidence.json"


def _add_sample(store: Store) -> Session:
    """Store the sample session with one edition by the offline composer."""
    from core.evidence.evidence_map import read_evidence
    from core.generation.line import prepare_line
    from core.generation.offline_client import OfflineComposer
    from core.transcripts.readers import read_transcript
    from workbench.jobs.runs.write_now import write_run

    transcript, evidence = _TRANSCRIPT.read_bytes(), _EVIDENCE.read_bytes()
    session = store.sessions.create(_TITLE, session_id=SAMPLE_ID)
    session = store.sessions.put_transcript(session, _TRANSCRIPT.name, transcript)
    session = store.sessions.put_evidence(session, _EVIDENCE.name, evidence)
    line = prepare_line(read_evidence(evidence, _EVIDENCE.name), read_transcript(transcript, _TRANSCRIPT.name))
    write_run(store, session.session_id, line, OfflineComposer())
    return session


def sample_session(store: Store) -> Session:
    """Return the sample session; it is created if there was none, and restored if it was deleted."""
    try:
        return store.sessions.get(SAMPLE_ID)
    except UnknownSession as error:
        return store.sessions.restore(SAMPLE_ID) if error.deleted else _add_sample(store)


def begin_with_the_sample(store: Store) -> None:
    """Store the sample if there is no session and none was deleted, so that a fresh database is not empty."""
    if not store.sessions.list() and not store.sessions.list(deleted=True):
        _add_sample(store)
