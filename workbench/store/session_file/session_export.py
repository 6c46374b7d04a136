"""Export a session as one file, and import it elsewhere. The same session gives the same bytes."""

import sqlite3
from collections.abc import Callable, Collection, Iterable, Sequence

from core.enforcement.results import Edition
from core.errors import BadInput, Problem
from core.generation.settings import Settings
from workbench.store.database.json_text import json_text, plain
from workbench.store.errors import UnknownSession
from workbench.store.names import free_title, one_line
from workbench.store.records import FinishedRun, Session
from workbench.store.session_file.read_session_file import MAX_FILE_BYTES
from workbench.store.session_file.session_contents import ExportedRun, ExportedSource, SessionFile, collect, place
from workbench.store.session_file.session_file_checks import decode_source
from workbench.store.sessions import sessions, sources

Review = Callable[[Edition, str, bytes | None], str]
"""Returns the verdict on an edition and its certificate, given the bytes of the transcript (None if not stored). Raises
BadInput if edition or certificate is invalid."""

Accept = Callable[[str, str, bytes], Sequence[Problem]]
"""Returns the problems of the "transcript", the "evidence" or the "results" of a session, given name and bytes."""


def _used(connection: sqlite3.Connection, contents: SessionFile) -> list[str]:
    files = (contents.transcript, contents.evidence, contents.numbers.results)
    named = {source.sha256 for source in files if source is not None}
    # The transcript of a run goes with it, if it is stored.
    made_from = {run.edition.transcript_sha256 for run in contents.runs}
    return sorted(named | {sha256 for sha256 in made_from if sources.is_kept(connection, sha256)})


def write_session_file(contents: SessionFile, files: Iterable[bytes]) -> bytes:
    """Return a session with the bytes of its sources as a file; the same session gives the same bytes.

    Raises BadInput if it would be too big.
    """
    whole = contents.model_copy(update={"sources": tuple(map(ExportedSource.of, files))})
    data = f"{json_text(plain(whole), indent=1)}\n".encode()
    if len(data) > MAX_FILE_BYTES:
        message = f"would be {len(data):,} bytes as one file; {MAX_FILE_BYTES:,} can be imported again."
        raise BadInput(Problem(place=contents.title, message=message, remedy="Copy the whole database file instead."))
    return data


def export(connection: sqlite3.Connection, session_id: str) -> bytes:
    """Return a session as a file (see `SessionFile`); the same session gives the same bytes.

    Raises UnknownSession, BadInput if it would be too big.
    """
    contents = collect(connection, session_id)
    return write_session_file(contents, (sources.read(connection, sha256) for sha256 in _used(connection, contents)))


def hold(
    connection: sqlite3.Connection, session_id: str, run_ids: Collection[str]
) -> tuple[SessionFile, tuple[str, ...]]:
    """Return what a tab holds of a session, these of its runs included, and the hashes of the sources that belong to
    it; their bytes and the answers are left out. Raises UnknownSession."""
    contents = collect(connection, session_id, run_ids=run_ids)
    return contents, tuple(_used(connection, contents))


def _title_of(connection: sqlite3.Connection, file: SessionFile) -> str:
    """Return the title of the file, marked as imported if another session has it."""
    title = one_line(file.title, "the title")
    taken = {row["title"] for row in sessions.rows(connection, deleted=False)}
    return free_title(title, taken, " (imported{})") if title in taken else title


def check_sources(file: SessionFile, accept: Accept, name: str) -> None:
    """Raise BadInput with all problems that `accept` finds in the sources of a file called `name`."""
    kept = {source.sha256: source for source in file.sources}
    problems: list[Problem] = []
    named = (("transcript", file.transcript), ("evidence", file.evidence), ("results", file.numbers.results))
    for what, source in named:
        for problem in accept(what, source.name, decode_source(kept[source.sha256])) if source is not None else ():
            places = (part for part in (name, what, problem.place) if part)
            problems.append(problem.model_copy(update={"place": ": ".join(places)}))
    if problems:
        raise BadInput(*problems)


def _counted(edition: Edition) -> dict[str, object]:
    """Return the columns of the list of runs that depend on the edition alone."""
    summary = FinishedRun.of("", edition, settings=Settings(), certificate="", started_at="", finished_at="").summary
    return summary.model_dump(include={"client", "model", "mode", "quotations", "verdict", "fallbacks"})


def reviewed(file: SessionFile, review: Review, name: str) -> SessionFile:
    """Return the file with the verdict of `review` on each of its editions, and the values that depend on it.

    `name` is the file's name, for messages. Raises BadInput.
    """
    kept = {source.sha256: decode_source(source) for source in file.sources}
    runs: list[ExportedRun] = []
    for index, run in enumerate(file.runs):
        try:
            verdict = review(run.edition, run.certificate, kept.get(run.edition.transcript_sha256))
        except BadInput as error:
            prefix = f"{name}: runs[{index}]" if name else f"runs[{index}]"
            placed = (one.model_copy(update={"place": f"{prefix}.{one.place}"}) for one in error.problems)
            raise BadInput(*placed) from error
        edition = run.edition.model_copy(update={"verdict": verdict})
        runs.append(run.model_copy(update={"edition": edition, **_counted(edition)}))
    return file.model_copy(update={"runs": tuple(runs)})


def import_session(connection: sqlite3.Connection, file: SessionFile) -> Session:
    """Store a session that was read from a file, as a new one; a title that is taken is marked as imported."""
    for source in file.sources:
        sources.keep(connection, source.sha256, decode_source(source))
    session = place(connection, file, _title_of(connection, file), created_at=file.created_at)
    sources.drop_unused(connection)
    return session


def put_session(
    connection: sqlite3.Connection,
    file: SessionFile,
    session_id: str,
    *,
    after: int = 0,
    recording_confirmed: bool = False,
) -> Session:
    """Store a whole session under this id, as a version later than `after`; one that is there already stays as it is,
    and is returned.

    Raises UnknownSession if it is among the deleted ones.
    """
    try:
        return sessions.get(connection, session_id)
    except UnknownSession as error:
        if error.deleted:
            raise
    for source in file.sources:
        sources.keep(connection, source.sha256, decode_source(source))
    made = place(
        connection,
        file,
        file.title,
        created_at=file.created_at,
        session_id=session_id,
        recording_confirmed=recording_confirmed,
    )
    return sessions.put_version(connection, made, max(made.version, after + 1))
