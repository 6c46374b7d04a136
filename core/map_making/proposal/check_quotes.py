"""Which sentences a quote of a reply names, and whether that can be: ids that exist, one turn, words that fit."""

import re
from collections.abc import Iterator, Sequence

from core.map_making.proposal.map_faults import MapFault
from core.map_making.proposal.numbered_sentences import NumberedSentence, WindowRange
from core.map_making.proposal.read_map_reply import NamedQuote
from core.span import Span
from core.text.canonical import canonicalize
from core.text.documents import is_list
from core.transcripts.transcript import TranscriptPair

_BETWEEN = re.compile(r"[,;\s]+")
_ID = re.compile(r"\[?[sS]?([0-9]+)(?:[-‐-―][sS]?([0-9]+))?\]?")
_MOST_DIGITS = 9
_LONGEST_IDS = 1_000  # characters
MOST_SENTENCES = 12
"""Sentences of a quote."""


def bare_text(text: str) -> str:
    """Return the letters and digits of a text alone, folded: what is compared where marks and spaces do not count."""
    return "".join(filter(str.isalnum, canonicalize(text).casefold()))


def span_of(named: Sequence[NumberedSentence]) -> Span:
    """Return where sentences that follow one another stand in raw, from the first to the last."""
    return Span(named[0].sentence.span.start, named[-1].sentence.span.end)


def _ranges(ids: object) -> Iterator[tuple[int, int] | None]:
    """Yield the first and last number of each id or range of ids, None for what is no id."""
    for value in ids if is_list(ids) else [ids]:
        if isinstance(value, int) and not isinstance(value, bool):
            yield (value, value) if value >= 0 else None
        elif not isinstance(value, str) or not 0 < len(value) <= _LONGEST_IDS:
            yield None
        else:
            for piece in _BETWEEN.split(value.strip()):
                found = _ID.fullmatch(piece)
                ends = None if found is None else [int(one[: _MOST_DIGITS + 1]) for one in found.groups() if one]
                yield None if ends is None else (min(ends), max(ends))


def _begins(words: str, parts: Sequence[str]) -> bool:
    """Tell whether the joined parts begin with these words, without joining them."""
    for part in parts:
        if len(words) <= len(part):
            return part.startswith(words)
        if not words.startswith(part):
            return False
        words = words[len(part) :]
    return False


class QuoteChecker:
    """Checks the quotes of all replies in order; a sentence that was taken is not taken again."""

    def __init__(self, transcript: TranscriptPair, sentences: Sequence[NumberedSentence]) -> None:
        self._transcript = transcript
        self._sentences = sentences
        self._taken: set[int] = set()
        self._bare: dict[int, str] = {}

    def _named(self, row: NamedQuote, shown: WindowRange) -> Sequence[NumberedSentence] | MapFault:
        """Return the sentences that a quote names, in order and without a gap; or why it cannot mean any."""
        ranges = list(_ranges(row.ids))
        ends = [one for one in ranges if one is not None]
        if not ends or len(ends) < len(ranges):
            return MapFault.NO_ID
        first, last = min(one[0] for one in ends), max(one[1] for one in ends)
        if first < 1 or last > len(self._sentences):
            return MapFault.UNKNOWN_ID
        if first < shown.first or last > shown.last:
            return MapFault.NOT_SHOWN
        if self._sentences[first - 1].turn != self._sentences[last - 1].turn:
            return MapFault.CROSSES_TURNS
        if last - first >= MOST_SENTENCES:
            return MapFault.TOO_LONG
        covered = {number for start, end in ends for number in range(start, end + 1)}
        return self._sentences[first - 1 : last] if len(covered) == last - first + 1 else MapFault.GAP

    def _bare_of(self, one: NumberedSentence) -> str:
        if one.number not in self._bare:
            self._bare[one.number] = bare_text(one.sentence.text)
        return self._bare[one.number]

    def _words_fault(self, row: NamedQuote, named: Sequence[NumberedSentence]) -> MapFault | None:
        first, last = bare_text(row.first_words), bare_text(row.last_words)
        if not first or not last:
            return MapFault.NO_CHECK
        parts = [self._bare_of(one) for one in named]
        fits = _begins(first, parts) and _begins(last[::-1], [part[::-1] for part in reversed(parts)])
        return None if fits else MapFault.WORDS_DIFFER

    def check(self, row: NamedQuote, shown: WindowRange) -> Sequence[NumberedSentence] | MapFault:
        """Return the sentences of a quote and take them; or the first reason why it cannot stand."""
        named = self._named(row, shown)
        if isinstance(named, MapFault):
            return named
        if self._transcript.crosses_lost_speech(span_of(named)):
            return MapFault.LOST_SPEECH
        fault = self._words_fault(row, named)
        if fault is not None:
            return fault
        numbers = {one.number for one in named}
        if not self._taken.isdisjoint(numbers):
            return MapFault.DOUBLED
        self._taken |= numbers
        return named
