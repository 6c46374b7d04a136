"""A run: an edition is written from a line, certified and stored, with the raw replies it was made of."""

from datetime import UTC, datetime

from core.chapter import Edition
from core.line import Line
from core.llm import Client, GenerationRequest, Reply
from core.pipeline import generate_edition
from workbench.edition_files import certificate_of, certificate_text
from workbench.store import Run, RunSummary, Store


class _Listening:
    """A client that keeps every reply under the chapter it was for."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self.replies: dict[int, str] = {}

    @property
    def name(self) -> str:
        return self._client.name

    @property
    def model(self) -> str | None:
        return self._client.model

    def generate(self, request: GenerationRequest) -> Reply:
        reply = self._client.generate(request)
        if not reply.missing:
            self.replies[request.chapter_index] = reply.text
        return reply


def certified_run(session_id: str, edition: Edition, line: Line, *, started_at: str) -> Run:
    """Return the run of an edition that is finished now, with a certificate made now. Raises BrokenProof."""
    return Run.of(
        session_id,
        edition,
        settings=line.settings,
        certificate=certificate_text(certificate_of(edition, line)),
        started_at=started_at,
        finished_at=datetime.now(UTC).isoformat(timespec="seconds"),
    )


def write_run(store: Store, session_id: str, line: Line, client: Client) -> RunSummary:
    """Write an edition of all chapters and store it, all in one go. Raises ClientError, StoreError."""
    started = datetime.now(UTC).isoformat(timespec="seconds")
    listening = _Listening(client)
    edition = generate_edition(line, listening)
    run = certified_run(session_id, edition, line, started_at=started)
    return store.add_run(session_id, run, [listening.replies.get(draft.effective_index) for draft in edition.chapters])
