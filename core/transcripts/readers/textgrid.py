"""Praat's TextGrid in its long and its short form: numbers and texts in a fixed order, whatever stands between them."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from core.transcripts.readers.pieces import Given, Piece, Reading, Tally
from core.transcripts.readers.refusal import refusal
from core.transcripts.readers.tiers import Stretch, Tier, chosen_tiers, in_order, person_of
from core.transcripts.units import Place

_WHAT = "this TextGrid of Praat"
_TOKEN = re.compile(
    r'"(?P<text>(?:[^"]|"")*+)"|(?<!\S)(?P<number>[-+]?\d[\d.]{0,30}(?:[eE][-+]?\d{1,3})?)(?!\S)|(?<!\S)![^\r\n]*'
)
_BEGINNING = re.compile(r'\s*File type = "ooTextFile|(?s:.{0,300}?)Object class = "TextGrid"')
_TIER_LINE = re.compile(r'^[ \t]*(?:class = )?"(?:IntervalTier|TextTier)"[ \t]*\r?$', re.MULTILINE)
_LONG_UNIT = re.compile(r'xmin = [\d.]+\s+xmax = [\d.]+\s+text = "')
_SHORT_UNIT = re.compile(r'^[\d.]+[ \t]*\r?\n[\d.]+[ \t]*\r?\n"(?:[^"\r\n]|"")*+"[ \t]*\r?$', re.MULTILINE)
_BEFORE_SHORT = re.compile(r'\n"(?<=[\d. \t\r]\n")')  # begins with two characters, which the engine finds at once
_CLASSES = {"IntervalTier": 2, "TextTier": 1}  # numbers before each text


class _Token(NamedTuple):
    """A number, or a text with where it stands in characters of the file."""

    number: float | None
    first: int
    stop: int


class _Broken(ValueError):
    pass


def _tokens(text: str) -> Iterator[_Token]:
    for match in _TOKEN.finditer(text):
        if match["text"] is not None:
            yield _Token(None, *match.span("text"))
        elif match["number"]:
            try:
                yield _Token(float(match["number"]), *match.span())
            except ValueError:
                raise _Broken from None


class _Grid:
    """Reads the tiers one after the other."""

    def __init__(self, text: str, left_out: Tally) -> None:
        self._text = text
        self._left_out = left_out
        self._next = _tokens(text)

    def _number(self) -> float:
        token = next(self._next, None)
        if token is None or token.number is None:
            raise _Broken
        return token.number

    def _words(self) -> Place:
        """Take a text; return where it stands, without white space at its ends."""
        token = next(self._next, None)
        if token is None or token.number is not None:
            raise _Broken
        text = self._text[token.first : token.stop]
        first = token.first + len(text) - len(text.lstrip())
        return Place("", first, max(first, token.stop - len(text) + len(text.rstrip())))

    def read_text(self, place: Place) -> str:
        """Return the text that stands there."""
        return self._text[place.first : place.stop].replace('""', '"')

    def tiers(self) -> Iterator[Tier]:
        """Yield the tiers of intervals. Raises _Broken where something is missing."""
        promised = self._skip_head()
        for _ in range(promised):
            kind = self.read_text(self._words())
            if kind not in _CLASSES:
                raise _Broken
            name = self.read_text(self._words())
            for _ in range(2):
                self._number()  # where the tier begins and ends
            tier = Tier(name, person_of(name))
            for _ in range(int(self._number())):
                times = [self._number() for _ in range(_CLASSES[kind])]
                place = self._words()
                if len(times) == 1:
                    self._left_out.add("points", "they are marks in the recording")
                elif place.stop > place.first:
                    tier.add(Stretch(times[0], times[1], place, times[0]))
            yield tier

    def _skip_head(self) -> int:
        """Pass over what stands before the tiers; return how many there are."""
        numbers: list[float] = []
        for token in self._next:
            if token.number is None:
                if numbers:
                    break
            else:
                numbers.append(token.number)
                if len(numbers) == 3:
                    return int(min(numbers[2], 10_000))
        return 0


def _is_grid(text: str) -> bool:
    """Tell a TextGrid, also one that lost its beginning, from a text that mentions one."""
    if _BEGINNING.match(text) or ('Tier"' in text and _TIER_LINE.search(text)):
        return True
    units = ((_LONG_UNIT, "xmin = " in text), (_SHORT_UNIT, _BEFORE_SHORT.search(text)))
    return any(len(list(islice(unit.finditer(text), 2))) == 2 for unit, may_stand in units if may_stand)


def _pieces(grid: _Grid, tiers: Sequence[Tier]) -> Iterator[Piece]:
    for tier, one in in_order(tiers):
        yield Piece(grid.read_text(one.place), one.place, tier.speaker, one.start, one.end)


def read(given: Given) -> Reading | None:
    """Read a TextGrid; None where a text is none.

    Raises TranscriptError for one that is damaged or without words, and where tiers repeat others and nobody chose.
    """
    if not _is_grid(given.text):
        return None
    left_out = Tally()
    grid = _Grid(given.text, left_out)
    try:
        tiers = list(grid.tiers())
    except (_Broken, ValueError, OverflowError):
        message = f"{_WHAT} is damaged: a number or a text is missing where one must be."
        raise refusal(given.name, message, "Save it again in Praat, and use that file.") from None
    chosen = chosen_tiers(tiers, given, _WHAT)
    left_out.add("tiers", "they were not chosen", sum(1 for tier in tiers if len(tier)) - len(chosen))
    return Reading("textgrid", "textgrid", _pieces(grid, chosen), left_out)
