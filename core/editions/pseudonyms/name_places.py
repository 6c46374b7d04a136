"""Names in texts that do not say who speaks: they are listed, and taken out where that is wanted."""

from typing import NamedTuple

from core.editions.pseudonyms.people import RenamedPeople
from core.span import Span, replace_spans
from core.transcripts.pseudonyms.transcript import NAME_TAKEN_OUT

_AROUND = 40  # characters on either side that are shown


class NamePlace(NamedTuple):
    """A name that stands in a text: where that is, in words for a person; the name as written; the words around it."""

    where: str
    name: str
    context: str


def context_of(text: str, span: Span) -> str:
    """Return the words around a stretch, on one line, with `…` where they go on."""
    before, behind = text[max(0, span.start - _AROUND) : span.start], text[span.end : span.end + _AROUND]
    if span.start > _AROUND:
        before = f"…{before.partition(' ')[2] or before}"
    if span.end + _AROUND < len(text):
        behind = f"{behind.rpartition(' ')[0] or behind}…"
    return " ".join(f"{before}{span.slice(text)}{behind}".split())


class NameReading:
    """Reads texts for names; `places` are all that were found, each once, in order."""

    def __init__(self, people: RenamedPeople, *, redact: bool) -> None:
        self.people = people
        self.redact = redact
        self._places: dict[NamePlace, None] = {}

    @property
    def places(self) -> tuple[NamePlace, ...]:
        """Every place once, in the order of reading."""
        return tuple(self._places)

    def note(self, where: str, text: str, span: Span) -> None:
        """List a name."""
        self._places.setdefault(NamePlace(where, span.slice(text), context_of(text, span)))

    def text(self, where: str, text: str) -> str:
        """Return words from elsewhere: the names in them are listed, or taken out."""
        spans = self.people.finder.find(text)
        for span in spans:
            self.note(where, text, span)
        return replace_spans(text, ((span, NAME_TAKEN_OUT) for span in spans))[0] if self.redact else text

    def own_words(self, where: str, text: str) -> str:
        """Return words of the program: a name in them is the pseudonym, unless it may be more than one person's."""
        edits: list[tuple[Span, str]] = []
        for span in self.people.finder.find(text):
            pseudonym = self.people.pseudonym(span.slice(text))
            if pseudonym is None:
                self.note(where, text, span)
            if pseudonym is not None or self.redact:
                edits.append((span, pseudonym or NAME_TAKEN_OUT))
        return replace_spans(text, edits)[0]
