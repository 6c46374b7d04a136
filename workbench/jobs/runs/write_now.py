"""A run: an edition is written from a line, certified and stored, with the calls and replies it was made of."""

from datetime import UTC, datetime

from core.enforcement.results import Edition
from core.generation.line import Line
from core.generation.pipeline import as_written_by, bind_edition, chapters_to_write
from core.llm.client import Client
from workbench.jobs.calls import CallPosition, write_with_calls
from workbench.sessions.edition_files import certificate_of, certificate_text
from workbench.store import CallRecord, ClientChoice, FinishedRun, RunSummary, Store


def certified_run(session_id: str, edition: Edition, line: Line, *, started_at: str) -> FinishedRun:
    """Return the run of an edition that is finished now, with a certificate made now. Raises BrokenProof."""
    return FinishedRun.of(
        session_id,
        edition,
        settings=line.settings,
        certificate=certificate_text(certificate_of(edition, line)),
        started_at=started_at,
        finished_at=datetime.now(UTC).isoformat(timespec="seconds"),
    )


def written_run(
    session_id: str, line: Line, client: Client
) -> tuple[FinishedRun, tuple[str | None, ...], tuple[CallRecord, ...]]:
    """Write an edition of all chapters; returns its run, not stored yet, its replies and its calls. Raises
    ClientError."""
    line = as_written_by(client.name, line)
    started = datetime.now(UTC).isoformat(timespec="seconds")
    calls: list[CallRecord] = []
    choice = ClientChoice(kind=client.name, model=client.model)
    written = [
        write_with_calls(line, client, CallPosition(position=position, chapter_index=index), choice, keep=calls.append)
        for position, index in enumerate(chapters_to_write(line, None))
    ]
    edition = bind_edition(line, client.name, client.model, [one.draft for one in written])
    run = certified_run(session_id, edition, line, started_at=started)
    return run, tuple(one.reply for one in written), tuple(calls)


def write_run(store: Store, session_id: str, line: Line, client: Client) -> RunSummary:
    """Write an edition of all chapters and store it, all in one go. Raises ClientError, StoreError."""
    return store.runs.add(session_id, *written_run(session_id, line, client))
