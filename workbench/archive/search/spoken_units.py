"""What one person says in one go, from the passages of an index: the speech, and where it stands in the transcript."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from core.span import Span, blank
from workbench.search.speech.spoken_passages import SpokenPassage
from workbench.search.speech.spoken_places import Unspoken, read_unspoken


class SpokenUnit:
    """A passage, or several that go on with one turn.

    `text` is as long as its stretch of raw, which begins at `offset`: what stands between its passages is blank.
    """

    def __init__(self, passages: Sequence[SpokenPassage]) -> None:
        self.first = passages[0]
        self.offset = self.first.offset
        if len(passages) == 1 and self.first.unspoken is None:
            self.text: str = self.first.text
            self.unspoken: tuple[Unspoken, ...] = ()
        else:
            self.text, self.unspoken = _joined(passages)

    @cached_property
    def spoken(self) -> str:
        """The text with all that was not said turned into spaces."""
        return blank(self.text, (Span(one.start, one.end) for one in self.unspoken)) if self.unspoken else self.text

    def is_lost_in(self, span: Span) -> bool:
        """Tell whether words were lost inside a stretch of the text."""
        return any(one.lost and span.start <= one.start < span.end for one in self.unspoken)

    def time_at(self, place: int) -> float | None:
        """Return the last time, in seconds, that the transcript gives at or before a place of the text."""
        given = (one.seconds for one in reversed(self.unspoken) if one.seconds is not None and one.end <= place)
        return next(given, self.first.start_seconds)


def _joined(passages: Sequence[SpokenPassage]) -> tuple[str, tuple[Unspoken, ...]]:
    pieces: list[str] = []
    unspoken: list[Unspoken] = []
    length = 0
    for passage in passages:
        gap = passage.offset - passages[0].offset - length
        pieces += (" " * gap, passage.text)
        length += gap
        here = read_unspoken(passage.unspoken)
        unspoken += (one._replace(start=one.start + length, end=one.end + length) for one in here)
        length += len(passage.text)
    return "".join(pieces), tuple(unspoken)


def units_of(passages: Iterable[SpokenPassage]) -> Iterator[SpokenUnit]:
    """Yield what is said in one go, from all passages of transcripts in their order."""
    open_passages: list[SpokenPassage] = []
    for passage in passages:
        open_passages.append(passage)
        if not passage.goes_on:
            yield SpokenUnit(open_passages)
            open_passages = []
    if open_passages:
        yield SpokenUnit(open_passages)
