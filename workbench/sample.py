"""The sample session: an interview and an evidence map of our own, which travel with the program."""

from workbench.paths import SAMPLE_DATA
from workbench.store import Session, Store, UnknownSession

SAMPLE_ID = "sample"
_TITLE = "The sample: Slow Instruments"
_TRANSCRIPT = SAMPLE_DATA / "interview.md"
_EVIDENCE = SAMPLE_DATA / "evidence.json"


def _add_sample(store: Store) -> Session:
    """Store the sample as a person would, with one edition by the offline composer."""
    from core.evidence.evidence_map import read_evidence
    from core.generation.line import prepare_line
    from core.generation.offline_client import OfflineComposer
    from core.transcripts.readers import read_transcript
    from workbench.jobs.runs.write_now import write_run

    transcript, evidence = _TRANSCRIPT.read_bytes(), _EVIDENCE.read_bytes()
    session = store.create(_TITLE, session_id=SAMPLE_ID)
    session = store.put_transcript(session, _TRANSCRIPT.name, transcript)
    session = store.put_evidence(session, _EVIDENCE.name, evidence)
    line = prepare_line(read_evidence(evidence, _EVIDENCE.name), read_transcript(transcript, _TRANSCRIPT.name))
    write_run(store, session.session_id, line, OfflineComposer())
    return session


def sample_session(store: Store) -> Session:
    """Return the session of the sample; it is made where it was never, and restored where it was deleted."""
    try:
        return store.session(SAMPLE_ID)
    except UnknownSession as error:
        return store.restore(SAMPLE_ID) if error.deleted else _add_sample(store)


def begin_with_the_sample(store: Store) -> None:
    """Store the sample where there is no session yet and none was deleted: a fresh database is not an empty room."""
    if not store.sessions() and not store.deleted():
        _add_sample(store)
