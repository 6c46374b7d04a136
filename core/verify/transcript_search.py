"""The search in the transcript: is a quotation in it, whole, in one turn, by one of these speakers?

Two searches, both over all occurrences. The exact one compares modulo white space alone, and only it can prove. The
other compares canonical forms; it finds where words stand that are written differently, so that the reason can be
named.
"""

import re
from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from enum import IntEnum
from functools import cached_property
from html import unescape
from typing import NamedTuple

from core.span import Span, join_pieces
from core.text.canonical import canonicalize
from core.text.punctuation import END_PUNCTUATION, UNREADABLE
from core.transcripts.annotations import AnnotationKind, blank_annotations
from core.transcripts.transcript import TranscriptPair, Turn
from core.verify.reading.page import collapse
from core.verify.tokens import is_token_edge

# A needle of at least twice a block's length holds one whole block of the text wherever it stands.
_BLOCK = 24
_MOST_BLOCKS = 250_000  # in a longer text blocks are longer, and shorter needles are searched for plainly
# About as many searches as the index costs.
_WORTH_AN_INDEX = 64

# How many folded occurrences are looked at for the name of a reason; the proof itself has no such limit.
_LOOKS = 2_000
# How a transcript may spell a character in markup: an entity, or a backslash before punctuation.
_SPELT = re.compile(r"&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z]\w{1,31});|\\(?=[!-/:-@\[-`{-~])")
# White space that is not one space.
_WIDE_SPACE = re.compile(r"\s(?:(?<! )\s*+|\s++)")
_SPEECH = re.compile(r"[^\W_]")


class SubstringCache:
    """A text that is searched many times; after a while it keeps an index of its blocks."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._searches = 0
        self._block = max(_BLOCK, len(text) // _MOST_BLOCKS)
        self._places: dict[str, int] = {}  # of each block, below 0 where it stands in several

    def _index(self) -> dict[str, int]:
        if not self._places:
            places = range(0, len(self.text), self._block)
            blocks = [self.text[place : place + self._block] for place in places]
            self._places = dict(zip(blocks, places, strict=True))
            if len(self._places) < len(blocks):
                pairs = zip(blocks, places, strict=True)
                self._places |= dict.fromkeys((one for one, place in pairs if self._places[one] != place), -1)
        return self._places

    def find(self, needle: str, start: int = 0) -> int:
        """Return the first offset from `start` on at which `needle` stands, or -1: `text.find(needle, start)`."""
        self._searches += 1
        if len(needle) < 2 * self._block or self._searches < _WORTH_AN_INDEX:
            return self.text.find(needle, start)
        place_of = self._index().get
        first = -1
        for shift in range(self._block):
            place = place_of(needle[shift : shift + self._block])
            if place is None:
                continue
            if place < 0:
                return self.text.find(needle, start)
            at = place - shift
            if at >= start and (first < 0 or at < first) and self.text.startswith(needle, at):
                first = at
        return first


class ProofRank(IntEnum):
    """How near an occurrence comes to a proof; the greater, the nearer."""

    NOWHERE = 0
    PARTIAL_WORD = 1
    CROSSES_TURNS = 2
    ANOTHER_SPEAKER = 3
    OTHER_CHARACTERS = 4
    EXACT = 5


class OccurrenceMatch(NamedTuple):
    """The best occurrence of a quotation: how it stands, where in raw (code points, half-open), in whose turn."""

    standing: ProofRank
    span: Span | None = None
    turn: Turn | None = None


def _merged(spans: Iterable[Span]) -> tuple[Sequence[int], Sequence[int]]:
    """Return where sorted spans begin and end, with those that overlap made one."""
    starts, ends = array("I"), array("I")
    for start, end in spans:
        if ends and start < ends[-1]:
            ends[-1] = max(ends[-1], end)
        else:
            starts.append(start)
            ends.append(end)
    return starts, ends


class PreparedTranscript:
    """One transcript, prepared once for many questions."""

    def __init__(self, transcript: TranscriptPair) -> None:
        self._pair = transcript
        self._raw = transcript.raw
        self._collapse()
        self._canonical = SubstringCache(transcript.canonical)
        self._unspoken_starts, self._unspoken_ends = _merged(unspoken.span for unspoken in transcript.unspoken)
        self._lost = transcript.unspoken.starts_of(AnnotationKind.LOST)
        self._turn_starts = array("I", (turn.span.start for turn in transcript.turns))

    def _collapse(self) -> None:
        """Make the collapsed text, with the stretches that are the same in raw: most white space is one space."""
        raw = self._raw
        start, end = len(raw) - len(raw.lstrip()), len(raw.rstrip())
        self._stretch_starts, self._raw_starts = array("I", [0]), array("I", [start])

        def pieces(start: int) -> Iterator[str]:
            done = 0
            for run in _WIDE_SPACE.finditer(raw, start, end):
                yield raw[start : run.start()]
                yield " "
                done += run.start() - start + 1
                start = run.end()
                self._stretch_starts.append(done)
                self._raw_starts.append(start)
            yield raw[start:end]

        self._text = SubstringCache(join_pieces(pieces(start)))

    @cached_property
    def _seen(self) -> tuple[SubstringCache, "array[int]", "array[int]"] | None:
        """The text with entities and escapes as their characters, where each of these begins there, and where in the
        collapsed text what follows goes on; None where the transcript spells none."""
        text = self._text.text
        starts, places = array("I", [0]), array("I", [0])
        pieces: list[str] = []
        done = start = 0
        for spelt in _SPELT.finditer(text):
            shown = unescape(spelt.group()) if spelt.group() != "\\" else ""
            if shown == spelt.group():
                continue
            pieces += (text[start : spelt.start()], shown)
            done += spelt.start() - start + len(shown)
            start = spelt.end()
            starts.append(done)
            places.append(start)
        return (SubstringCache("".join((*pieces, text[start:]))), starts, places) if pieces else None

    def _copied(self, quote: str, labels: frozenset[str] | None) -> OccurrenceMatch:
        """Return the best occurrence of words that a transcript spells in markup and that were copied exactly."""
        best = OccurrenceMatch(ProofRank.NOWHERE)
        if self._seen is None:
            return best
        seen, starts, places = self._seen
        at = seen.find(quote)
        for _ in range(_LOOKS):
            if at < 0 or best.standing is ProofRank.EXACT:
                break
            edges: list[int] = []
            for offset in (at, at + len(quote)):
                index = bisect_right(starts, offset) - 1
                edges.append(places[index] + offset - starts[index])
            span = Span(self._to_raw(edges[0]), self._to_raw(edges[1] - 1) + 1)
            if self._is_speech(span):
                best = max(best, self._judge(span, labels), key=lambda finding: finding.standing)
            at = seen.find(quote, at + 1)
        return best

    def _to_raw(self, offset: int) -> int:
        index = bisect_right(self._stretch_starts, offset) - 1
        return self._raw_starts[index] + offset - self._stretch_starts[index]

    def _to_text(self, raw_offset: int) -> int:
        """Return the first offset of the collapsed text that stands at `raw_offset` or behind it."""
        index = bisect_right(self._raw_starts, raw_offset) - 1
        if index < 0:
            return 0
        offset = self._stretch_starts[index] + raw_offset - self._raw_starts[index]
        following = self._stretch_starts[index + 1] if index + 1 < len(self._stretch_starts) else len(self._text.text)
        return min(offset, following)

    def _is_speech(self, span: Span) -> bool:
        """Tell whether `span` neither cuts what was not said nor lies inside it."""
        for offset in span:
            index = bisect_right(self._unspoken_starts, offset - 1) - 1
            if index >= 0 and offset < self._unspoken_ends[index]:
                return False
        index = bisect_right(self._unspoken_starts, span.start) - 1
        return index < 0 or self._unspoken_ends[index] < span.end

    def _turn_around(self, offset: int) -> Turn | None:
        """Return the last turn that begins at `offset` or before it."""
        index = bisect_right(self._turn_starts, offset) - 1
        return self._pair.turns[index] if index >= 0 else None

    def _judge(self, span: Span, labels: frozenset[str] | None) -> OccurrenceMatch:
        """Return the rank of an occurrence, its characters aside."""
        if not (is_token_edge(self._raw, span.start) and is_token_edge(self._raw, span.end)):
            return OccurrenceMatch(ProofRank.PARTIAL_WORD, span)
        if self._pair.crosses_lost_speech(span):
            return OccurrenceMatch(ProofRank.CROSSES_TURNS, span)
        if not self._pair.turns:
            return OccurrenceMatch(ProofRank.EXACT, span)
        turn = self._pair.turn_of(span)
        if turn is None:
            return OccurrenceMatch(ProofRank.CROSSES_TURNS, span)
        if labels is not None and turn.speaker not in labels:
            return OccurrenceMatch(ProofRank.ANOTHER_SPEAKER, span, turn)
        return OccurrenceMatch(ProofRank.EXACT, span, turn)

    def _exact(self, quote: str, labels: frozenset[str] | None) -> OccurrenceMatch:
        best = OccurrenceMatch(ProofRank.NOWHERE)
        at = self._text.find(quote)
        while at >= 0:
            span = Span(self._to_raw(at), self._to_raw(at + len(quote) - 1) + 1)
            if not self._is_speech(span):
                at = self._text.find(quote, at + 1)
                continue
            found = self._judge(span, labels)
            if found.standing is ProofRank.EXACT:
                return found
            best = max(best, found, key=lambda finding: finding.standing)
            at = self._text.find(quote, max(at + 1, self._to_text(self._next_chance(found))))
        return best

    def _next_chance(self, found: OccurrenceMatch) -> int:
        """Return the first raw offset from which an occurrence of the same length can stand better.

        Within a turn of another speaker, and before what an occurrence runs across, none can: without this, a long
        quotation of repeated words in a transcript of the same words would be compared once for every word.
        """
        span = found.span or Span(0, 0)
        if found.standing is ProofRank.PARTIAL_WORD:
            return span.start + 1
        index = bisect_right(self._lost, span.start - 1)
        if index < len(self._lost) and self._lost[index] < span.end:
            return self._lost[index] + 1
        turn = self._turn_around(span.start)
        return turn.span.end if turn and span.start < turn.span.end else span.start + 1

    def _folded(self, quote: str, labels: frozenset[str] | None) -> OccurrenceMatch:
        best = OccurrenceMatch(ProofRank.NOWHERE)
        needle = canonicalize(blank_annotations(quote))
        stripped = needle.strip(END_PUNCTUATION + '" ')
        for form in dict.fromkeys((needle, stripped)):
            for span in self._folded_spans(form):
                found = self._judge(span, labels)
                if found.standing is ProofRank.EXACT:
                    return found._replace(standing=ProofRank.OTHER_CHARACTERS)
                best = max(best, found, key=lambda finding: finding.standing)
            if best.standing is not ProofRank.NOWHERE:
                break
        return best

    def _folded_spans(self, needle: str) -> Iterator[Span]:
        if not needle:
            return
        is_edge = self._pair.speech.folding.is_edge
        at = self._canonical.find(needle)
        for _ in range(_LOOKS):
            if at < 0:
                return
            if is_edge(at) and is_edge(at + len(needle)):
                yield self._pair.raw_span(at, at + len(needle))
            at = self._canonical.find(needle, at + 1)

    def occurrences_of(self, words: str) -> Iterator[Span]:
        """Yield where raw has these words, white space aside."""
        at = self._text.find(words) if words else -1
        while at >= 0:
            yield Span(self._to_raw(at), self._to_raw(at + len(words) - 1) + 1)
            at = self._text.find(words, at + 1)

    def ask(self, quote: str, labels: frozenset[str] | None) -> OccurrenceMatch:
        """Return the best occurrence of `quote`; `labels` are those of the person named, None where anybody will do.

        `ProofRank.EXACT` is the proof: whole tokens, one turn, no lost speech, the transcript's own characters modulo
        white space, or, where it spells entities and escapes, what a reader sees of an exact copy. U+FFFD equals
        nothing, not even itself.
        """
        quote = collapse(quote)
        if UNREADABLE in quote or not _SPEECH.search(blank_annotations(quote)):
            return OccurrenceMatch(ProofRank.NOWHERE)
        exact = self._exact(quote, labels)
        if exact.standing is not ProofRank.EXACT:
            exact = max(exact, self._copied(quote, labels), key=lambda finding: finding.standing)
        if exact.standing is ProofRank.EXACT:
            return exact
        return max(exact, self._folded(quote, labels), key=lambda finding: finding.standing)
