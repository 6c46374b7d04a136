"""How a session begins and what it is given: empty, as a copy, with a new transcript or evidence map."""

from collections.abc import Iterable

from core.chapter import Edition
from core.errors import BadInput
from core.readers import read_transcript
from core.verify import Verdict, verify_edition
from core.writers.markdown import write_markdown
from workbench.intake import EvidenceFacts, Kind, Taken
from workbench.store import Session, Source, Store

FRESH = "Untitled session"


def free_title(wanted: str, taken: Iterable[str]) -> str:
    """Return the title, with a number from 2 where it is taken already."""
    titles = set(taken)
    title, number = wanted, 2
    while title in titles:
        title, number = f"{wanted} {number}", number + 1
    return title


def _titles(store: Store) -> list[str]:
    return [summary.session.title for summary in store.sessions()]


def begin(store: Store) -> Session:
    """Begin an empty session."""
    return store.create(free_title(FRESH, _titles(store)))


def _verdict(edition: Edition, transcript: bytes | None) -> str:
    """Return what `verify` says of an edition now; without its transcript nothing in it is proven."""
    if transcript is None:
        return Verdict.UNPROVEN.value
    try:
        read = read_transcript(transcript, edition.transcript_name)
    except BadInput:
        return Verdict.UNPROVEN.value
    return verify_edition(write_markdown(edition), read, form="markdown").verdict.value


def import_session(store: Store, data: bytes, name: str) -> Session:
    """Store an exported session; its editions are verified anew, because a file is nobody's word for a proof.

    Raises BadInput with all problems of the file called `name`.
    """
    return store.import_session(data, name, review=_verdict)


def duplicate(store: Store, session: Session) -> Session:
    """Copy a session with all that belongs to it."""
    return store.duplicate(session.session_id, free_title(f"{session.title} (copy)", _titles(store)))


def source_of(session: Session, kind: Kind) -> Source | None:
    """Return what a session has of one kind."""
    return session.transcript if kind is Kind.TRANSCRIPT else session.evidence


def keep(store: Store, session: Session, taken: Taken) -> Session:
    """Put a transcript or evidence map into a session; one that nobody named yet takes the evidence map's title."""
    if taken.kind is Kind.TRANSCRIPT:
        return store.put_transcript(session, taken.name, taken.data)
    kept = store.put_evidence(session, taken.name, taken.data)
    title = " ".join(taken.facts.title.split()) if isinstance(taken.facts, EvidenceFacts) else ""
    if title and kept.title.startswith(FRESH):
        return store.rename(kept, title)
    return kept
