"""Create sessions (empty, imported or as a copy) and give them a transcript or evidence map."""

from collections.abc import Collection

from core.editions.certificate import Certificate
from core.editions.comparison import read_certificate
from core.editions.export.markdown import write_markdown
from core.enforcement.results import Edition
from core.errors import BadInput, EditionError, Problem, ResultsError
from core.verify import Verdict, verify_edition
from workbench.files.names import clean_name
from workbench.sessions.chapter_html import chapter_as_html
from workbench.sessions.edition_files import certified_files, is_certified
from workbench.sessions.query_results import take_results
from workbench.sessions.recognise_file import (
    AcceptedSource,
    EvidenceFacts,
    RejectedSource,
    SourceKind,
    take_in,
    was_taken_before,
)
from workbench.sessions.stored_transcript import read_for_edition
from workbench.sessions.titles import take_map_title, title_of_copy, untitled
from workbench.store import Session, SourceFile, Store


def begin(store: Store) -> Session:
    """Begin an empty session."""
    return store.sessions.create(untitled(store))


def _refuse_what_cannot_be_shown(edition: Edition, certificate: Certificate) -> None:
    problem = "has no chapters."
    if edition.chapters:
        try:
            certified_files(edition, certificate, None)
            for draft in edition.chapters:
                chapter_as_html(draft, edition.quotes)
        except RecursionError:
            problem = "cannot be shown: it is nested too deeply."
        else:
            return
    raise BadInput(Problem(place="edition", message=problem, remedy="Export the session again and import that file."))


def _verdict(edition: Edition, certificate: str, transcript: bytes | None) -> str:
    """Return the present verdict on an edition; unproven if its transcript is missing or the certificate does not fit.

    Raises BadInput if the edition cannot be shown.
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
        read = read_for_edition(transcript, edition)
    except BadInput:
        return Verdict.UNPROVEN.value
    verdict = verify_edition(write_markdown(edition), read, form="markdown").verdict.value
    holds = is_certified(edition.model_copy(update={"verdict": verdict}), given, read)
    return verdict if holds else Verdict.UNPROVEN.value


def _wrong_with(what: str, name: str, data: bytes) -> tuple[Problem, ...]:
    """Return the problems of a source, or of results, as if it were loaded alone, each place without its name."""
    problems: tuple[Problem, ...] = ()
    if what == "results":
        try:
            take_results(name, data)
        except ResultsError as error:
            problems = error.problems
    elif isinstance(outcome := take_in(SourceKind(what), name, data), RejectedSource):
        problems = () if what == "transcript" and was_taken_before(data, name) else outcome.problems
    inside = ((problem, problem.place.removeprefix(clean_name(name)).removeprefix(": ")) for problem in problems)
    return tuple(problem.model_copy(update={"place": place}) for problem, place in inside)


def import_session(store: Store, data: bytes, name: str) -> Session:
    """Store an exported session; its sources must be usable, and its editions are verified again, because a file's own
    verdict proves nothing.

    Raises BadInput with all problems of the file called `name`.
    """
    return store.sessions.import_file(data, name, review=_verdict, accept=_wrong_with)


def duplicate(store: Store, session: Session) -> Session:
    """Copy a session with all that belongs to it."""
    return store.sessions.duplicate(session.session_id, title_of_copy(store, session))


def source_of(session: Session, kind: SourceKind) -> SourceFile | None:
    """Return the session's transcript or evidence map."""
    return session.transcript if kind is SourceKind.TRANSCRIPT else session.evidence


def keep(store: Store, session: Session, taken: AcceptedSource, *, dropped: Collection[int] = ()) -> Session:
    """Store a transcript or evidence map in a session; an unnamed session takes the evidence map's title.

    `dropped` are the numbers of the acts that do not fit the map, as the person saw them; they are undone.
    """
    if taken.kind is SourceKind.TRANSCRIPT:
        return store.sessions.put_transcript(session, taken.name, taken.data, chosen=taken.chosen)
    kept = store.acts.replace_map(session, taken.name, taken.data, dropped=dropped)
    return take_map_title(store, kept, taken.facts.title) if isinstance(taken.facts, EvidenceFacts) else kept
