"""Quotes that are made of several slices of a transcript: with an ellipsis between them, or joined as if they were one.

Slices stand on whole tokens. Offsets are code points, half-open; nothing outside the transcript counts as a slice.
"""

import re
from bisect import bisect_left
from itertools import islice

from core.span import Span
from core.text.punctuation import UNREADABLE
from core.text.segmentation import is_unspaced
from core.transcripts.transcript import TranscriptPair
from core.whitelist.difference import JUMP, find_stretches
from core.whitelist.occurrences import Occurrence, occurrences_of, whole_token_occurrences
from core.whitelist.quote_key import quote_key, strip_ends

_DOT = ".‥⋯・。"
_DOTS = rf"(?:[{_DOT}](?: ?[{_DOT}])+|[‥⋯])"
_ELLIPSIS = re.compile(rf" ?(?:\[ ?{_DOTS} ?\]|\( ?{_DOTS} ?\)|\{{ ?{_DOTS} ?\}}|< ?{_DOTS} ?>|{_DOTS}) ?")
# Where two slices may be joined: after a stop or a pause, at a dash, a bar or a line's end.
_JOINT = re.compile(
    r"(?<=[.!?…,;])\s+|(?<=[。！？，；、])\s*|\s*[—―⸺|/]\s*|\s+(?:–|-{1,2})\s+|\s*\n\s*"
    r"|(?:\.{3,}|…)|[\[(](?:\.{3,}|…)[\])]"
)
_LEAST_IN_A_SLICE = 2  # words; a single word stands anywhere
_LETTERS_OF_A_WORD = 2  # in a script without spaces
_FEW_LETTERS = 100  # of what may stand between two slices that are one
_MOST_PARTS = 20  # around ellipses; what has more is no quotation
_KEPT = 256
_TRIED = 5_000  # places of a slice that are looked at


def _count_words(text: str) -> int:
    """Return how many words a canonical text has; in a script without spaces two letters count as one."""
    words = [word for word in text.split(" ") if any(map(str.isalnum, word))]
    return sum(max(1, sum(map(is_unspaced, word)) // _LETTERS_OF_A_WORD) for word in words)


class SliceFinder:
    """Finds the slices of one transcript that a quote is made of."""

    def __init__(self, transcript: TranscriptPair) -> None:
        self._transcript = transcript
        self._places: dict[str, list[Occurrence]] = {}

    def _whole(self, key: str) -> list[Occurrence]:
        """Return where words stand on whole tokens, the first places; the last ones are kept, since they come again."""
        if key not in self._places:
            if len(self._places) >= _KEPT:
                self._places.clear()
            found = islice(occurrences_of(self._transcript.canonical, key), _TRIED)
            self._places[key] = whole_token_occurrences(self._transcript, found)
        return self._places[key]

    def elided(self, key: str) -> Span | None:
        """Return the shortest stretch of raw in one turn that holds the parts around an ellipsis in their order; None
        where there is no ellipsis, or no such stretch. `key` is the quote's (`quote_key`)."""
        parts = [strip_ends(part) for part in _ELLIPSIS.split(key)]
        if not 2 <= len(parts) <= _MOST_PARTS or not all(parts):
            return None
        first, *others = [[place.raw for place in self._whole(part)] for part in parts]
        stretches = (stretch for place in first if (stretch := self._reach(place, others)))
        return min(stretches, key=lambda span: span.end - span.start, default=None)

    def _reach(self, first: Span, others: list[list[Span]]) -> Span | None:
        """Return the stretch from a place over the next one of each other part, None where it leaves the turn."""
        turn = self._transcript.turn_of(first)
        last = turn.span.end if turn else len(self._transcript.raw)
        end = first.end if turn or not self._transcript.turns else last + 1
        for places in others:
            after = bisect_left(places, end, key=lambda span: span.start)
            end = places[after].end if after < len(places) else last + 1
            if end > last:
                return None
        return Span(first.start, end)

    def joined(self, words: str) -> tuple[Span, ...]:
        """Return the slices of raw that a quote is made of, in its order; () where it is not made of several.

        Slices between which fewer than three words of one turn are left out are one. The words are as typed, entities
        and escapes resolved.
        """
        key = quote_key(words)
        if UNREADABLE in key:
            return ()
        standing = [Span(*place.match) for place in self._whole(key)[:1]]
        spans = standing or self._parts(words) or find_stretches(key, self._transcript.canonical)
        cut = [part for span in self._merge(spans) for part in self._transcript.speech.parts_of(span)]
        return tuple(self._transcript.raw_span(*part) for part in cut) if len(cut) > 1 else ()

    def _parts(self, words: str) -> list[Span]:
        """Return where the parts of a quote between its punctuation stand, [] unless all of them do.

        Of several places of a part the one right behind the part before it counts, else the first.
        """
        found: list[Span] = []
        for part in (quote_key(part) for part in _JOINT.split(words) if any(map(str.isalnum, part))):
            places = [Span(*place.match) for place in self._whole(part)]
            if not places or _count_words(part) < _LEAST_IN_A_SLICE:
                return []
            near = (place for place in places if found and self._is_one(found[-1], place))
            found.append(next(near, places[0]))
        return found

    def _is_one(self, first: Span, second: Span) -> bool:
        """Tell whether hardly anything is left out between two stretches of the canonical text."""
        between = self._transcript.canonical[first.end : second.start]
        return first.end <= second.start and len(between) < _FEW_LETTERS and _count_words(between) < JUMP

    def _merge(self, spans: list[Span]) -> list[Span]:
        merged: list[Span] = []
        for span in spans:
            goes_on = bool(merged) and self._is_one(merged[-1], span)
            merged.append(Span(merged.pop().start, span.end) if goes_on else span)
        return merged
