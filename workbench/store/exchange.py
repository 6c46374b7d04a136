"""A session as one file: out, and in somewhere else. The same session gives the same bytes."""

import sqlite3
from base64 import b64encode
from collections.abc import Callable

from core.chapter import Edition
from core.errors import BadInput, Problem
from workbench.store import sessions, sources
from workbench.store.contents import FiledSource, SessionFile, collect, place
from workbench.store.records import Session
from workbench.store.session_file import MAX_FILE_BYTES, decoded
from workbench.store.texts import MAX_TITLE, one_line
from workbench.store.written import json_text, plain

Review = Callable[[Edition, bytes | None], str]
"""Gives the verdict on an edition over the bytes of its transcript, None where they are not kept."""


def _filed(connection: sqlite3.Connection, sha256: str) -> FiledSource:
    data = sources.read(connection, sha256)
    return FiledSource(sha256=sha256, size=len(data), base64=b64encode(data).decode())


def _used(connection: sqlite3.Connection, contents: SessionFile) -> list[str]:
    named = {source.sha256 for source in (contents.transcript, contents.evidence) if source is not None}
    # What a run was made from is kept with it, where it was kept at all.
    made_from = {run.edition.transcript_sha256 for run in contents.runs}
    return sorted(named | {sha256 for sha256 in made_from if sources.is_kept(connection, sha256)})


def export(connection: sqlite3.Connection, session_id: str) -> bytes:
    """Return a session as a file (see `SessionFile`). Raises UnknownSession, BadInput where it would be too big."""
    contents = collect(connection, session_id)
    filed = tuple(_filed(connection, sha256) for sha256 in _used(connection, contents))
    text = json_text(plain(contents.model_copy(update={"sources": filed})), indent=1)
    data = f"{text}\n".encode()
    if len(data) > MAX_FILE_BYTES:
        message = f"would be {len(data):,} bytes as one file; {MAX_FILE_BYTES:,} can be imported again."
        raise BadInput(Problem(place=contents.title, message=message, remedy="Copy the whole database file instead."))
    return data


def _free_title(connection: sqlite3.Connection, title: str) -> str:
    """Return the title, marked as imported where another session has it."""
    taken = {row["title"] for row in sessions.rows(connection, deleted=False)}
    free, number = title, 1
    while free in taken:
        mark = " (imported)" if number == 1 else f" (imported {number})"
        free, number = title[: MAX_TITLE - len(mark)].rstrip() + mark, number + 1
    return free


def reviewed(file: SessionFile, review: Review) -> SessionFile:
    """Return the file with the verdict on each of its editions that `review` gives."""
    kept = {source.sha256: decoded(source) for source in file.sources}
    runs = ((run, review(run.edition, kept.get(run.edition.transcript_sha256))) for run in file.runs)
    return file.model_copy(
        update={
            "runs": tuple(
                run.model_copy(
                    update={"verdict": verdict, "edition": run.edition.model_copy(update={"verdict": verdict})}
                )
                for run, verdict in runs
            )
        }
    )


def import_session(connection: sqlite3.Connection, file: SessionFile) -> Session:
    """Store a session that was read from a file, as a new one; a title that is taken is marked as imported."""
    for source in file.sources:
        sources.keep(connection, source.sha256, decoded(source))
    title = _free_title(connection, one_line(file.title, "the title"))
    session = place(connection, file, title, created_at=file.created_at)
    sources.drop_unused(connection)
    return session
