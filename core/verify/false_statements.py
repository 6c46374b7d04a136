"""What an edition says of words besides its text, held against the transcript: that it has them, and where."""

from collections.abc import Callable, Iterable, Iterator
from html import unescape
from itertools import islice

from core.text.confusables import with_plain_marks
from core.transcripts.annotations import blank_annotations
from core.transcripts.transcript import TranscriptPair
from core.verify.false_notes import EditionPlaces
from core.verify.reading.statements import OutsideWords, Statements, folded_letters
from core.verify.transcript_search import SubstringCache

_MOST = 100  # words that are not there; nobody needs more of them
_NEAR = 400  # characters on each side of a quotation in which the words stand that may turn its meaning


# The transcript as it is, as a reader sees what it spells in markup, and without marks that are spelt out.
_READINGS: tuple[Callable[[str], str], ...] = (str, unescape, with_plain_marks)


class _SpokenLetters:
    """The letters of all that was said, turn after turn, in as many readings as were needed so far."""

    def __init__(self, transcript: TranscriptPair) -> None:
        self._canonical = transcript.canonical
        self._searches: list[SubstringCache] = []
        self._known: dict[str, bool] = {}

    def _read(self) -> Iterator[SubstringCache]:
        """Yield the letters in each reading."""
        for number, read in enumerate(_READINGS):
            if number == len(self._searches):
                self._searches.append(SubstringCache(folded_letters(read(self._canonical))))
            yield self._searches[number]

    def hold(self, words: str) -> bool:
        """Tell whether the letters of words stand together in it."""
        letters = folded_letters(blank_annotations(words))
        if letters not in self._known:
            self._known[letters] = any(search.find(letters) >= 0 for search in self._read())
        return self._known[letters]


def _far(outside: Iterable[OutsideWords], places: EditionPlaces) -> Iterator[OutsideWords]:
    """Yield the words that do not stand just outside the quotation that they are said to stand at."""
    raw = places.raw
    around: dict[tuple[int, int], tuple[str, str]] = {}
    for one in outside:
        place = (one.start, one.end)
        if place not in around:
            start, end = places.span(*place)
            before, behind = raw[max(start - _NEAR, 0) : start], raw[end : end + _NEAR]
            around[place] = (folded_letters(before), folded_letters(behind))
        letters = folded_letters(one.words)
        if not any(letters in side for side in around[place]):
            yield one


def find_false_statements(
    statements: Statements, transcript: TranscriptPair, places: EditionPlaces
) -> Iterator[tuple[int, str]]:
    """Yield the line and the words of what an edition says to be in the transcript, or just outside a quotation, and
    what is not there. Linear in both."""
    spoken = _SpokenLetters(transcript)
    untold = ((line, words) for words, line in statements.told if not spoken.hold(words))
    yield from islice(untold, _MOST)
    yield from ((one.line, one.words) for one in _far(statements.outside, places))
