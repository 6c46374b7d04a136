"""Parts of a refused quote that stand in the transcript: the longest runs of its words, each in one turn.

Every run of four words is looked up and lengthened where it stands. The work is bounded by the length of the quote;
what goes on for longer than a quote may be is not looked at. Offsets of the quote are those of its canonical form.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import islice, pairwise
from typing import NamedTuple

from core.span import Span
from core.text.canonical import PIECE, fold_pieces
from core.text.fuzzy_seeds import index_words, split_words
from core.text.segmentation import cuts_token
from core.whitelist.corrections.evidence_text import CorrectionContext
from core.whitelist.nearest import LONGEST_QUOTE
from core.whitelist.partial_quotes import LEAST_WORDS

_PLACES = 64  # places of four words that are tried; words that stand in more are a stock phrase
_COMMON = 200  # places of a word from which on the text is sooner searched
_RUNS = 32  # runs of one quote; a person is offered a handful
_MARK = '"'  # every quotation mark, in canonical form; one that opens goes with the word it stands at
_CUT = 8  # tokens by which an end may move back to where the transcript has an end too
# A word of canonical text whose ends are beyond doubt: letters between spaces, with nothing but marks at its ends.
_PLAIN_WORD = re.compile(r"\"?([a-z]+(?:'[a-z]+)*)[.,;:?!\"]*")


class QuoteRun(NamedTuple):
    """A run of whole words of a quote: where in raw it stands, how many words, and what the quote has behind it."""

    span: Span
    words: int
    tail: str


class _Run(NamedTuple):
    """The tokens `first` to `last`, half-open, of a quote, and where in the canonical transcript the first stands."""

    first: int
    last: int
    place: int

    @property
    def length(self) -> int:
        return self.last - self.first


class QuoteRuns:
    """The runs of a typed quote's words that stand in a transcript."""

    def __init__(self, typed: str, context: CorrectionContext) -> None:
        self._typed = typed
        self._context = context
        self._folding = fold_pieces(typed.replace(PIECE, " "))
        self._quote = self._folding.text
        self._text = context.transcript.speech.by_turns
        self._tokens = [] if len(typed) > LONGEST_QUOTE else list(self._cut_into_tokens())
        self._starts = [token.start for token in self._tokens]
        self._ends = [token.end for token in self._tokens]
        self._places: dict[int, list[int]] = {}

    def said_by(self, speaker_id: str | None) -> tuple[list[QuoteRun], bool]:
        """Return the runs that one person says, the longest first, and whether there is nothing else in the quote.

        Words that two runs share go to the longer one. `speaker_id` None: whoever says them.
        """
        taken: set[int] = set()
        parts: list[QuoteRun] = []
        for run in sorted(self._find(speaker_id), key=lambda run: -run.length):
            free = [number for number in range(run.first, run.last) if number not in taken]
            if free and free[-1] - free[0] == len(free) - 1:
                taken.update(free)
                place = run.place + self._starts[free[0]] - self._starts[run.first]
                parts.append(self._part(_Run(free[0], free[-1] + 1, place)))
        return sorted(parts, key=lambda part: -part.words), len(taken) == len(self._tokens)

    def _part(self, run: _Run) -> QuoteRun:
        start, end = self._starts[run.first], self._ends[run.last - 1]
        place, length = run.place, end - start
        words = sum(any(map(str.isalnum, word)) for word in self._quote[start:end].split(" "))
        behind = self._folding.original(start, end).end
        last = self._starts[run.last] if run.last < len(self._tokens) else len(self._quote)
        tail = self._typed[behind : self._folding.original(start, last).end].strip()
        if self._quote[:start].endswith(_MARK) and self._text[:place].endswith(_MARK):
            place, length = place - 1, length + 1
        span = self._context.transcript.raw_span(place, place + length)
        # A comma leads on to what was cut off.
        return QuoteRun(span, words, "" if tail[:1] in {",", ";", ":"} else tail)

    def _cut_into_tokens(self) -> Iterator[Span]:
        place = 0
        for chunk in self._quote.split(" "):
            plain = _PLAIN_WORD.fullmatch(chunk)
            if plain:
                yield Span(place + plain.start(1), place + plain.end(1))
            else:
                edges = filter(self._is_edge, range(place + 1, place + len(chunk)))
                for start, end in pairwise((place, *edges, place + len(chunk))):
                    if any(map(str.isalnum, self._quote[start:end])):
                        yield Span(start, end)
            place += len(chunk) + 1

    def _is_edge(self, offset: int) -> bool:
        """Tell whether the quote, as it was typed, has two tokens at an offset, not one."""
        folding = self._folding
        return folding.is_edge(offset) and not cuts_token(self._typed, folding.original(offset, offset + 1).start)

    def _find(self, speaker_id: str | None) -> Iterator[_Run]:
        """Yield the longest run about each four words that the one before does not hold."""
        first, found = 0, 0
        while first + LEAST_WORDS <= len(self._tokens) and found < _RUNS:
            runs = filter(None, (self._lengthen(first, place) for place in self._places_of(first)))
            best = max(
                (run for run in runs if self._is_said_by(run, speaker_id)), key=lambda run: run.length, default=None
            )
            if best is None:
                first += 1
            else:
                found += 1
                yield best
                first = max(first, best.last - LEAST_WORDS) + 1

    def _places_of(self, first: int) -> list[int]:
        """Return where in the transcript four words of the quote stand."""
        if first not in self._places:
            start, end = self._starts[first], self._ends[first + LEAST_WORDS - 1]
            self._places[first] = list(islice(self._look_up(start, self._quote[start:end]), _PLACES))
        return self._places[first]

    def _look_up(self, start: int, words: str) -> Iterator[int]:
        """Yield where words of the quote stand: by their rarest word, or, if even that one is common, by search."""
        own, numbers = self._indexed
        inside = range(bisect_left(own, start), bisect_left(own, start + len(words)))
        rarest = min(inside, key=lambda number: len(numbers[number]), default=None)
        if rarest is not None and len(numbers[rarest]) <= _COMMON:
            begins = index_words(self._context.transcript.canonical).starts
            places = (begins[number] + start - own[rarest] for number in numbers[rarest])
            yield from (place for place in places if place >= 0 and self._text.startswith(words, place))
        else:
            place = self._text.find(words)
            while place >= 0:
                yield place
                place = self._text.find(words, place + 1)

    @cached_property
    def _indexed(self) -> tuple[Sequence[int], list[Sequence[int]]]:
        """Where the words of the quote begin, and which words of the transcript each is; none where that is unsure."""
        if not self._quote.isascii():
            return [], []
        index = index_words(self._context.transcript.canonical)
        words, starts = split_words(self._quote)
        return starts, [index.numbers_of(word) for word in words]

    def _lengthen(self, window: int, place: int) -> _Run | None:
        """Return the longest run about the four words from `window` on, which stand at `place`."""
        from rapidfuzz.distance import Postfix, Prefix

        start, quote, text = self._starts[window], self._quote, self._text
        room = self._context.between_lost_speech(place)
        right = Prefix.similarity(quote[start:], text[place : min(room.end, place + len(quote) - start)])
        left = Postfix.similarity(quote[:start], text[max(room.start, place - start) : place])
        first = bisect_left(self._starts, start - left)
        last = bisect_right(self._ends, start + right)
        for _ in range(_CUT):
            run = _Run(first, last, place + self._starts[first] - start)
            if run.length < LEAST_WORDS:
                break
            begins = self._stands_free(run.place)
            ends = self._stands_free(run.place + self._ends[last - 1] - self._starts[first])
            if begins and ends:
                return run
            first, last = first + (not begins), last - (not ends)
        return None

    def _stands_free(self, offset: int) -> bool:
        """Tell whether a quote may begin or end at an offset of the canonical transcript."""
        folding = self._context.transcript.speech.folding
        if not 0 < offset < len(self._text):
            return True
        raw_offset = folding.original(offset, offset + 1).start
        return folding.is_edge(offset) and not cuts_token(self._context.transcript.raw, raw_offset)

    def _is_said_by(self, run: _Run, speaker_id: str | None) -> bool:
        end = run.place + self._ends[run.last - 1] - self._starts[run.first]
        found = self._context.in_one_turn([(run.place, end)])
        if not found or not self._context.transcript.names_speakers:
            return bool(found)
        says = self._context.speaker_id_at(found[0].raw.start)
        return says is not None and speaker_id in (None, says)
