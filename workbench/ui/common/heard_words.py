"""What somebody heard of a session's quotes, wherever words of its transcript stand on a page."""

from typing import NamedTuple

from core.errors import BadInput
from core.generation.line import Line
from core.span import Span
from workbench.safe_html import SafeHtml, element
from workbench.sessions.recording import heard_in_words, verdicts_on
from workbench.store import Session
from workbench.ui.common import cache, page_context


class HeardWords(NamedTuple):
    """The places in raw that somebody listened to, each with what they heard there in words."""

    raw: str = ""
    places: tuple[tuple[Span, str], ...] = ()

    def at(self, span: Span) -> str:
        """Return what was heard of a stretch of raw, or of words in it, "" where nobody listened."""
        return " ".join(dict.fromkeys(said for place, said in self.places if place.overlaps(span)))

    def of(self, span: Span, words: str) -> str:
        """Return what was heard of a quotation of any source, "" where its words do not stand there in this one."""
        return self.at(span) if span.slice(self.raw) == words else ""

    def note(self, span: Span | None) -> SafeHtml:
        """Return the line that says what was heard of a stretch, nothing where nobody listened."""
        said = self.at(span) if span is not None else ""
        return element("p", said, class_="note") if said else SafeHtml("")


def heard_of_quotes(session: Session, line: Line) -> dict[str, str]:
    """Return what was heard of the line's quotes in the session's present recording, by quote id, in words."""
    verdicts = page_context.store().ear_verdicts.list(session.session_id)
    told = verdicts_on(session, line.transcript.raw, verdicts)
    return {one.quote_id: heard_in_words(told[one.quote_id]) for one in line.whitelist if one.quote_id in told}


def heard_words(session: Session | None) -> HeardWords:
    """Return what was heard of the quotes of a session's present transcript in its present recording."""
    if session is None or session.recording is None:
        return HeardWords()
    try:
        line = cache.line_of(cache.material(session))
    except BadInput:  # without a transcript and a map that can be read there are no quotes
        return HeardWords()
    told = heard_of_quotes(session, line)
    places = ((Span(*one.raw_spans[0]), told[one.quote_id]) for one in line.whitelist if one.quote_id in told)
    return HeardWords(line.transcript.raw, tuple(places))
