"""How a session begins and what it is given: empty, as a copy, with a new transcript or evidence map."""

import re
from contextlib import suppress

from core.editions.certificate import Certificate
from core.editions.comparison import read_certificate
from core.editions.export.markdown import write_markdown
from core.enforcement.results import Edition
from core.errors import BadInput, EditionError, Problem
from core.transcripts.readers import read_transcript
from core.verify import Verdict, verify_edition
from workbench.sessions.chapter_html import chapter_as_html
from workbench.sessions.edition_files import certified_files, is_certified
from workbench.sessions.recognise_file import AcceptedSource, EvidenceFacts, SourceKind, take_in
from workbench.store import Session, SourceFile, Store, StoreError, as_title, free_title

FRESH = "Untitled session"
_NOBODY_NAMED_IT = re.compile(rf"{FRESH}( \d+)?")


def _titles(store: Store) -> list[str]:
    return [summary.session.title for summary in store.sessions()]


def begin(store: Store) -> Session:
    """Begin an empty session."""
    return store.create(free_title(FRESH, _titles(store)))


def _refuse_what_cannot_be_shown(edition: Edition, certificate: Certificate) -> None:
    problem = "has no chapters."
    if edition.chapters:
        try:
            certified_files(edition, certificate, None)
            for draft in edition.chapters:
                chapter_as_html(draft, edition.quotes)
                draft.title.encode()  # an option of a chooser, which Streamlit sends as it is
        except (RecursionError, UnicodeError):
            problem = "cannot be shown: it is nested too deeply, or holds half a character."
        else:
            return
    raise BadInput(Problem(place="edition", message=problem, remedy="Export the session again and import that file."))


def _verdict(edition: Edition, certificate: str, transcript: bytes | None) -> str:
    """Return what `verify` says of an edition now; unproven without its transcript, or with another's certificate.

    Raises BadInput where there is nothing that could be shown.
    """
    try:
        given = read_certificate(certificate.encode("utf-8", "replace"))
    except EditionError as error:
        raise BadInput(
            *(one.model_copy(update={"place": f"certificate: {one.place}"}) for one in error.problems)
        ) from error
    _refuse_what_cannot_be_shown(edition, given)
    if transcript is None:
        return Verdict.UNPROVEN.value
    try:
        read = read_transcript(transcript, edition.transcript_name)
    except BadInput:
        return Verdict.UNPROVEN.value
    verdict = verify_edition(write_markdown(edition), read, form="markdown").verdict.value
    holds = is_certified(edition.model_copy(update={"verdict": verdict}), given, read)
    return verdict if holds else Verdict.UNPROVEN.value


def _wrong_with(what: str, name: str, data: bytes) -> tuple[Problem, ...]:
    """Return what is wrong with a source as if it had been given by itself, each place without the source's name."""
    outcome = take_in(SourceKind(what), name, data)
    if isinstance(outcome, AcceptedSource):
        return ()
    inside = ((problem, problem.place.removeprefix(outcome.name).removeprefix(": ")) for problem in outcome.problems)
    return tuple(problem.model_copy(update={"place": place}) for problem, place in inside)


def import_session(store: Store, data: bytes, name: str) -> Session:
    """Store an exported session; its sources must be usable, and its editions are verified anew, because a file is
    nobody's word for a proof.

    Raises BadInput with all problems of the file called `name`.
    """
    return store.import_session(data, name, review=_verdict, accept=_wrong_with)


def duplicate(store: Store, session: Session) -> Session:
    """Copy a session with all that belongs to it."""
    return store.duplicate(session.session_id, free_title(session.title, _titles(store), " (copy){}"))


def source_of(session: Session, kind: SourceKind) -> SourceFile | None:
    """Return what a session has of one kind."""
    return session.transcript if kind is SourceKind.TRANSCRIPT else session.evidence


def keep(store: Store, session: Session, taken: AcceptedSource) -> Session:
    """Put a transcript or evidence map into a session; one that nobody named yet takes the evidence map's title."""
    if taken.kind is SourceKind.TRANSCRIPT:
        return store.put_transcript(session, taken.name, taken.data)
    kept = store.put_evidence(session, taken.name, taken.data)
    title = as_title(taken.facts.title) if isinstance(taken.facts, EvidenceFacts) else ""
    if title and _NOBODY_NAMED_IT.fullmatch(kept.title):
        # The map is stored: that it cannot be renamed now is no failure to report.
        with suppress(StoreError, BadInput):
            return store.rename(kept, title)
    return kept
