"""What a concordance looks for: words as they are spoken, or by their stems; where they stand in what somebody said.

Words are compared as quotes are: folded, on whole tokens, in one turn, never over lost speech. What is plain is counted
by a pattern on the text as it is; where that may not be the whole truth, the text is folded.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from core.errors import BadInput, Problem
from core.span import Span
from core.text.canonical import canonicalize, fold
from core.text.punctuation import UNREADABLE
from core.text.segmentation import cuts_token, is_unspaced, trimmed, whole_tokens
from core.whitelist.occurrences import occurrences_of
from core.whitelist.quote_key import strip_ends
from workbench.archive.search.spoken_units import SpokenUnit
from workbench.search.fts_query import marked_by_the_index
from workbench.search.schema import FOLDED
from workbench.search.speech.spoken_passages import TEXTS_END, WordFilters

MOST_WORDS = 500
"""Characters that may be asked for."""
_PLAIN_WORDS = re.compile(r"[a-z]+(?: [a-z]+)*")
# Words whose letters the index knows, and their pieces there; of others it may have other pieces.
_LETTERS = r"[0-9a-z\u00df-\u00f6\u00f8-\u024f\u0370-\u03ff\u0400-\u04ff]+"
_SURELY_FOUND = re.compile(rf"[!-/:-@\[-`{{-~]*(?:{_LETTERS}[!-/:-@\[-`{{-~]*)+")
_PIECE = re.compile(_LETTERS)
_FOLDED = "{" + " ".join(FOLDED) + "}"
_ASCII = bytes(range(128))
_SPACES = "\t\n\v\f\r\x1c\x1d\x1e\x1f "
_SMALL = bytes(bytearray(range(256)).lower()).translate(bytes.maketrans(_SPACES.encode(), b" " * len(_SPACES)))
_JOINS = "(?:['-]|’|–)"
_NOT_JOINED = "".join(f"(?<!\\w{join})" for join in "'-’–")
_BEFORE = r"(?:(?<=[ \"(\xff])|(?<=“)|(?<=—)|(?<![\s\S]))"
_AFTER = r"(?=[ ,;:?!)\"\xff]|”|—|…|\.(?=[ ,;:?!)\xff]|\Z)|\Z)"


def _quoted(words: str) -> str:
    return '"{}"'.format(words.replace('"', " "))


@lru_cache(maxsize=4096)
def _folded(char: str) -> str:
    """Return what a character is inside a word once it is folded; a space for one that is not seen, that parts words
    otherwise than others, or that has no place in words."""
    if unicodedata.category(char)[0] not in "LNPS" or is_unspaced(char):
        return " "
    return canonicalize(f"a{char}a")[1:-1] or " "


def _is_apart(words: list[str]) -> bool:
    """Tell whether no place of some words can begin inside another one."""
    first, *others = words
    return not any(one.startswith(first) or first.startswith(one) for one in others)


class _PlainForm(NamedTuple):
    """Words of plain letters as UTF-8 in small letters has them, with spaces alone: `words` with single spaces; what
    stands around a place that may be one, which is not inside a longer word, and around one that is certain."""

    words: bytes
    possible: re.Pattern[bytes]
    certain: re.Pattern[bytes]

    def is_wide(self, small: bytes) -> bool:
        """Tell whether there may be more than one space between the words somewhere in a text."""
        words = self.words.split()
        # Of the two words around a gap the longer one is looked for faster.
        return any(max(one + b"  ", b"  " + other, key=len) in small for one, other in pairwise(words))

    def bounds(self, small: bytes) -> Iterator[tuple[int, int]]:
        """Yield the start and the end of all places where the words stand letter for letter."""
        if self.is_wide(small):
            yield from (match.span() for match in re.finditer(self.words.replace(b" ", b" +"), small))
            return
        start, length = small.find(self.words), len(self.words)
        while start >= 0:
            yield start, start + length
            start = small.find(self.words, start + length)


@lru_cache(maxsize=16)
def _plain_form(needle: str) -> _PlainForm:
    first, *others = needle.split()
    goes_on = "".join(f" +{word}" for word in others)
    possible = rf"(?<!\w){_NOT_JOINED}{first}{goes_on}(?!\w|{_JOINS}\w)"
    certain = rf"{_BEFORE}{first}{goes_on}{_AFTER}"
    return _PlainForm(needle.encode(), re.compile(possible.encode()), re.compile(certain.encode()))


class GlancedPlaces(NamedTuple):
    """Places in texts that are one behind the other: the number of the text of each, and its start and end in bytes;
    and the texts where a glance does not tell."""

    numbers: list[int]
    bounds: list[tuple[int, int]]
    unsure: set[int]


def _numbers(data: bytes, places: Iterable[int]) -> Iterator[int]:
    """Yield in which of several texts each place stands."""
    number = done = 0
    for place in places:
        number += data.count(TEXTS_END, done, place)
        done = place
        yield number


class AskedWords:
    """Words in a row; any typography of theirs is found. Raises BadInput where there are none."""

    def __init__(self, words: str) -> None:
        self.needle = strip_ends(canonicalize(words))
        if not any(map(str.isalnum, self.needle)):
            raise BadInput(Problem(place="WORDS", message=f'"{words}" holds no word.', remedy="Write one."))
        if len(self.needle) > MOST_WORDS:
            message = f"they have {len(self.needle):,} characters; {MOST_WORDS} may be asked for."
            raise BadInput(Problem(place="WORDS", message=message, remedy="Ask for the first of them."))
        self._is_plain = bool(_PLAIN_WORDS.fullmatch(self.needle)) and _is_apart(self.needle.split())

    @property
    def crosses(self) -> bool:
        """Whether they may stand in two passages of one turn: no passage ends inside a word."""
        return " " in self.needle or "-" in self.needle or any(map(is_unspaced, self.needle))

    @property
    def filters(self) -> WordFilters:
        """Which passages may hold them, as far as the index surely knows their words by these letters."""
        words = self.needle.split()
        sure = [word for word in words if _SURELY_FOUND.fullmatch(word)]
        pieces = [_quoted(piece) for word in sure for piece in _PIECE.findall(word)]
        together = " AND ".join(dict.fromkeys(pieces))
        is_whole = len(sure) == len(words)
        in_a_row = " + ".join(pieces)
        if len(words) > 1:
            # What folding changes stands in other columns, so not in a row with its neighbours.
            in_a_row = f"{in_a_row} OR {_FOLDED} : ({' OR '.join(dict.fromkeys(pieces))}) AND {together}"
        return WordFilters(
            together,
            in_a_row if is_whole else together,
            pieces[0] if pieces and sure[0] == words[0] else "",
            tuple(dict.fromkeys(pieces[1:])) if is_whole else (),
        )

    def glance(self, data: bytes) -> GlancedPlaces | None:
        """Return where they stand in texts of which all was said, in UTF-8 with the byte FF between two; None where
        these words cannot be found at a glance."""
        if not self._is_plain:
            return None
        own = {*self.needle, " "}
        others = set(data.translate(None, _ASCII + TEXTS_END).decode())
        odd = {char for char in others if own.issuperset(_folded(char))}
        strange = re.compile(b"|".join(re.escape(char.encode()) for char in odd))
        unsure = set(_numbers(data, [match.start() for match in strange.finditer(data)]) if odd else ())
        small, form = data.translate(_SMALL), _plain_form(self.needle)
        certain, possible = form.certain.match, form.possible.match
        bounds, doubtful = list[tuple[int, int]](), list[int]()
        for place in form.bounds(small):
            if certain(small, place[0]):
                bounds.append(place)
            elif possible(small, place[0]):
                bounds.append(place)
                doubtful.append(place[0])
        numbers = list(_numbers(data, [start for start, _ in bounds]))
        unsure.update(_numbers(data, doubtful))
        return GlancedPlaces(numbers, bounds, unsure)

    def places(self, units: Sequence[SpokenUnit]) -> list[list[Span]]:
        """Return where they stand in what is said in each go, places that share characters too."""
        return [list(self._places(unit)) for unit in units]

    def _places(self, unit: SpokenUnit) -> Iterator[Span]:
        text, spoken = unit.text, unit.spoken
        data = text.encode()
        glanced = None if unit.unspoken else self.glance(data)
        if glanced is not None and not glanced.unsure:
            yield from (Span(*(len(data[:end].decode()) for end in span)) for span in glanced.bounds)
            return
        folding = fold(spoken)
        for match in occurrences_of(folding.text, self.needle):
            whole = folding.whole(*match)
            if whole is None:
                continue
            span = trimmed(whole, spoken)
            is_cut = cuts_token(text, span.start) or cuts_token(text, span.end)
            if not (is_cut or UNREADABLE in span.slice(text) or unit.is_lost_in(span)):
                yield span


class AskedStems(AskedWords):
    """Words in a row by their stems, as the index's own stemmer has them. Raises BadInput where there are none."""

    def __init__(self, words: str) -> None:
        super().__init__(words)
        self._is_plain = False

    @property
    def filters(self) -> WordFilters:
        """Which passages hold them, as the index itself reads words."""
        words = [word for word in self.needle.split() if any(map(str.isalnum, word))]
        quoted = list(map(_quoted, words))
        is_sure = all(map(_PIECE.fullmatch, words))
        later = tuple(dict.fromkeys(quoted[1:])) if is_sure else ()
        return WordFilters(" AND ".join(dict.fromkeys(quoted)), _quoted(self.needle), quoted[0], later)

    def places(self, units: Sequence[SpokenUnit]) -> list[list[Span]]:
        """Return where they stand in what is said in each go, as whole tokens."""
        marked = marked_by_the_index(_quoted(self.needle), [unit.spoken for unit in units])
        found = (
            dict.fromkeys(whole_tokens(span, unit.spoken) for span in own)
            for unit, own in zip(units, marked, strict=True)
        )
        return [[span for span in own if not unit.is_lost_in(span)] for unit, own in zip(units, found, strict=True)]


def read_words(words: str, *, by_stem: bool) -> AskedWords:
    """Return what words ask for; scripts without spaces know no endings. Raises BadInput where they ask for nothing."""
    asked = AskedWords(words)
    return AskedStems(words) if by_stem and not any(map(is_unspaced, asked.needle)) else asked
