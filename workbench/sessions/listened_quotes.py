"""What somebody heard of the quotes of an edition, as its files and exports have it."""

from collections.abc import Iterable, Mapping

from core.editions.comparison import read_certificate
from core.editions.listener_verdict import ListenerVerdict, ListeningFinding, listener_name, listener_note
from core.enforcement.results import Edition
from core.generation.line import Line
from core.span import Span
from core.transcripts.transcript import TranscriptPair
from workbench.sessions.edition_files import CERTIFICATE, certified_files
from workbench.sessions.recording import verdicts_on
from workbench.store import EarVerdict, Session

_DAY = len("2026-11-28")


def _verdicts(heard: Iterable[EarVerdict], places: Mapping[str, Span]) -> tuple[ListenerVerdict, ...]:
    heard = [one for one in heard if one.quote_id in places]
    return tuple(
        ListenerVerdict(
            quote_id=one.quote_id,
            verdict=ListeningFinding.SO if one.says_so else ListeningFinding.NOT_SO,
            date=one.heard_at[:_DAY],
            name=listener_name(one.name),
            note=listener_note(one.note),
            raw_sha256=one.raw_sha256,
            recording_sha256=one.recording_sha256,
        )
        for one in sorted(heard, key=lambda one: (places[one.quote_id], one.quote_id))
    )


def listener_verdicts(session: Session, edition: Edition, stored: Iterable[EarVerdict]) -> tuple[ListenerVerdict, ...]:
    """Return what was heard of an edition's quotes in the session's recording, in the order of the transcript; what
    was heard of another transcript or in another recording is no part of it."""
    recording = session.recording.sha256 if session.recording else ""
    heard = (one for one in stored if one.key[1:] == (edition.raw_sha256, recording))
    return _verdicts(heard, {quote.quote_id: quote.raw_span for quote in edition.quotes})


def verdicts_of_line(session: Session, line: Line, stored: Iterable[EarVerdict]) -> tuple[ListenerVerdict, ...]:
    """Return what was heard of the whitelisted quotes of a session in its recording, as of an edition's."""
    heard = verdicts_on(session, line.transcript.raw, stored).values()
    return _verdicts(heard, {quote.quote_id: Span(*quote.raw_spans[0]) for quote in line.whitelist})


def files_with_verdicts(
    texts: Mapping[str, str], edition: Edition, verdicts: tuple[ListenerVerdict, ...], transcript: TranscriptPair | None
) -> dict[str, str]:
    """Return the files of an edition, by name, with what was heard of its quotes; those without a certificate as they
    are."""
    if not verdicts or CERTIFICATE not in texts:
        return dict(texts)
    certificate = read_certificate(texts[CERTIFICATE].encode("utf-8", "replace"))
    return certified_files(edition, certificate.model_copy(update={"ear_verdicts": verdicts}), transcript)
