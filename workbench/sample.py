"""The sample session: an interview and an evidence map that are shipped with the program."""

from contextlib import suppress
from hashlib import sha256

from workbench.paths import SAMPLE_DATA
from workbench.store import Session, SourceFile, Store, UnknownSession

SAMPLE_ID = "sample"
_TITLE = "The sample: Slow Instruments"
_TRANSCRIPT = SAMPLE_DATA / "interview.md"
_EVIDENCE = SAMPLE_DATA / "evidence.json"


def _source(name: str, data: bytes) -> SourceFile:
    return SourceFile(name=name, sha256=sha256(data).hexdigest(), size=len(data))


def _add_sample(store: Store) -> Session:
    """Store the sample session with one edition by the offline composer; whole, and once, whoever comes first."""
    from core.evidence.evidence_map import read_evidence
    from core.generation.line import prepare_line
    from core.generation.offline_client import OfflineComposer
    from core.transcripts.readers import read_transcript
    from workbench.jobs.runs.write_now import written_run
    from workbench.store.numbers.exported_numbers import ExportedNumbers
    from workbench.store.session_file.session_contents import (
        FORMAT,
        FORMAT_VERSION,
        ExportedRun,
        ExportedSource,
        SessionFile,
    )

    transcript, evidence = _TRANSCRIPT.read_bytes(), _EVIDENCE.read_bytes()
    line = prepare_line(read_evidence(evidence, _EVIDENCE.name), read_transcript(transcript, _TRANSCRIPT.name))
    run, replies, calls = written_run(SAMPLE_ID, line, OfflineComposer())
    run = run.model_copy(update={"summary": run.summary.model_copy(update={"number": 1})})
    sample = SessionFile(
        format=FORMAT,
        format_version=FORMAT_VERSION,
        title=_TITLE,
        created_at="",  # when it is stored
        transcript=_source(_TRANSCRIPT.name, transcript),
        evidence=_source(_EVIDENCE.name, evidence),
        settings=line.settings,
        casts=(),
        acts=(),
        ear_verdicts=(),
        presets=(),
        under_pseudonyms=False,
        recording=None,
        recording_url="",
        runs=(ExportedRun.of(run, replies, calls),),
        answers=(),
        numbers=ExportedNumbers(),
        sources=(ExportedSource.of(transcript), ExportedSource.of(evidence)),
    )
    return store.sessions.put(sample, SAMPLE_ID)


def sample_session(store: Store) -> Session:
    """Return the sample session; it is created if there was none, and restored if it was deleted."""
    try:
        return store.sessions.get(SAMPLE_ID)
    except UnknownSession as error:
        return store.sessions.restore(SAMPLE_ID) if error.deleted else _add_sample(store)


def begin_with_the_sample(store: Store) -> None:
    """Store the sample if there is no session and none was deleted, so that a fresh database is not empty."""
    if not store.sessions.list() and not store.sessions.list(deleted=True):
        with suppress(UnknownSession):  # another program made it meanwhile, and somebody deleted it there
            _add_sample(store)
