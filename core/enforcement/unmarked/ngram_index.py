"""Every run of words of a transcript, found by its first eight: an index of hashes, built once for a transcript.

Units are what stands between spaces and hyphens of the canonical form, without the punctuation at their ends; what
stands between the units of a run is compared with them. A run lies in one turn and not over lost speech.
"""

import re
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple
from weakref import WeakKeyDictionary

from core.text.canonical import PIECE
from core.transcripts.annotations import AnnotationKind
from core.transcripts.transcript import TranscriptPair

WINDOW = 8  # units
_MOST_PLACES = 16  # of a window that stands in the transcript again and again
_EDGE = rf" {PIECE}\-.,;:!?…\"()\[\]{{}}"
_UNIT = re.compile(rf"[^{_EDGE}](?:[^ {PIECE}\-]*[^{_EDGE}])?")

_INDEXES: WeakKeyDictionary[object, "TranscriptIndex"] = WeakKeyDictionary()


class CopiedRun(NamedTuple):
    """Units `start` to `end` of a text that stand in the transcript from its unit `place` on."""

    start: int
    end: int
    place: int


class TextUnits:
    """The units of a canonical text: unit `n` is `text[starts[n]:ends[n]]`, in the stretch `pieces[n]`."""

    def __init__(self, text: str, breaks: Iterable[int]) -> None:
        self.text = text
        self.starts = array("q")
        self.ends = array("q")
        self.pieces = array("q")
        for piece, (start, end) in enumerate(_stretches(text, breaks)):
            for match in _UNIT.finditer(text, start, end):
                self.starts.append(match.start())
                self.ends.append(match.end())
                self.pieces.append(piece)

    def __len__(self) -> int:
        return len(self.starts)

    def at(self, offset: int) -> int:
        """Return the first unit that begins at or behind `offset`."""
        return bisect_left(self.starts, offset)

    def windows(self) -> Iterator[tuple[int, int]]:
        """Yield the first unit and the hash of every eight that stand together."""
        text, starts, ends, pieces = self.text, self.starts, self.ends, self.pieces
        for first in range(len(starts) - WINDOW + 1):
            last = first + WINDOW - 1
            if pieces[first] == pieces[last]:
                yield first, hash(text[starts[first] : ends[last]])


def _stretches(text: str, breaks: Iterable[int]) -> Iterator[tuple[int, int]]:
    borders = sorted({0, len(text), *breaks, *(match.start() for match in re.finditer(PIECE, text))})
    return pairwise(borders)


class TranscriptIndex:
    """The units of a transcript and where each window of them stands."""

    def __init__(self, transcript: TranscriptPair) -> None:
        folding = transcript.speech.folding
        lost = [
            folding.canonical(unspoken.span.start)
            for unspoken in transcript.unspoken
            if unspoken.kind is AnnotationKind.LOST
        ]
        self.units = TextUnits(folding.text, lost)
        self._first: dict[int, int] = {}
        self._more: dict[int, list[int]] = {}
        for place, key in self.units.windows():
            if self._first.setdefault(key, place) != place:
                others = self._more.setdefault(key, [])
                if len(others) < _MOST_PLACES:
                    others.append(place)

    def holds(self, key: int) -> bool:
        """Tell whether a window with this hash stands in the transcript."""
        return key in self._first

    def longest_run(self, units: TextUnits, within: range, windows: Iterable[tuple[int, int]]) -> CopiedRun | None:
        """Return the longest run of the units `within` that stands in the transcript, the first of equals.

        `windows` are those of these units that the index holds, in order.
        """
        best: CopiedRun | None = None
        covered = 0  # a window before it lies in a run that was found already
        for first, key in windows:
            if first + WINDOW <= covered:
                continue
            for place in (self._first[key], *self._more.get(key, ())):
                run = self._extended(units, within, first, place)
                if run is None:
                    continue
                covered = max(covered, run.end)
                if best is None or run.end - run.start > best.end - best.start:
                    best = run
                if run.end - run.start == len(within):
                    return run
        return best

    def _extended(self, units: TextUnits, within: range, first: int, place: int) -> CopiedRun | None:
        """Return the run around a window that may stand at `place`, as long as it is on both sides."""
        mine, own = units, self.units
        last, end = first + WINDOW - 1, place + WINDOW - 1
        if mine.text[mine.starts[first] : mine.ends[last]] != own.text[own.starts[place] : own.ends[end]]:
            return None
        while (
            last + 1 < within.stop
            and end + 1 < len(own)
            and own.pieces[end + 1] == own.pieces[place]
            and mine.pieces[last + 1] == mine.pieces[first]
            and mine.text[mine.ends[last] : mine.ends[last + 1]] == own.text[own.ends[end] : own.ends[end + 1]]
        ):
            last, end = last + 1, end + 1
        while (
            first > within.start
            and place
            and own.pieces[place - 1] == own.pieces[end]
            and mine.pieces[first - 1] == mine.pieces[last]
            and mine.text[mine.starts[first - 1] : mine.starts[first]]
            == own.text[own.starts[place - 1] : own.starts[place]]
        ):
            first, place = first - 1, place - 1
        return CopiedRun(first, last + 1, place)


def index_of(transcript: TranscriptPair) -> TranscriptIndex:
    """Return the index of a transcript; it is built once and goes with the transcript."""
    # Speech is compared by identity, which costs nothing; a record would be compared by content.
    speech = transcript.speech
    index = _INDEXES.get(speech)
    if index is None:
        index = _INDEXES[speech] = TranscriptIndex(transcript)
    return index
