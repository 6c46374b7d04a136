"""The turns of a transcript, and its speech: raw without what was not said, folded, with the map back to raw.

A transcript of 20 MB may be millions of turns or annotations: those are columns of numbers, not records.
"""

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from heapq import merge
from itertools import compress

from core.record import Columns, Record
from core.span import Span, blank, join_pieces
from core.text.canonical import CHUNK, PIECE, fold_blocks
from core.text.punctuation import FORMAT_CHARACTERS
from core.transcripts.annotations import Annotation, AnnotationKind, annotations_in

_KINDS = tuple(AnnotationKind)
_NO_TIME = -1.0
_GLANCE = 256  # characters of a turn that are looked at at once


class Turn(Record):
    """What one person says before the next one speaks.

    `speaker` is the label as the transcript writes it, None where it names nobody. `span` holds the words in raw,
    `label_span` the label (with its time, where the label carries one); code points, half-open. `start_seconds` is
    where the turn begins in the recording, where known.
    """

    speaker: str | None
    span: Span
    label_span: Span | None = None
    start_seconds: float | None = None


class TurnColumns(Columns[Turn]):
    """The turns of a transcript that has very many, as columns: some 30 bytes for each.

    `names` are the labels, each once; `speakers` counts in them from 1, 0 for nobody. A turn without a label has an
    empty one. `seconds` are negative where no time is known, and the column is left out where none is.
    """

    def __init__(self, names: Sequence[str]) -> None:
        self.names = tuple(names)
        self.speakers, self.starts, self.ends, self.label_starts, self.label_ends = (array("I") for _ in range(5))
        self._seconds: array[float] = array("d")

    def __len__(self) -> int:
        return len(self.starts)

    def add(self, speaker: int, span: Span, label: Span | None, seconds: float | None) -> None:
        """Add the next turn."""
        if seconds is not None:
            self._seconds.extend([_NO_TIME] * (len(self.starts) - len(self._seconds)))
            self._seconds.append(seconds)
        self.speakers.append(speaker)
        self.starts.append(span.start)
        self.ends.append(span.end)
        self.label_starts.append(label.start if label else 0)
        self.label_ends.append(label.end if label else 0)

    def speaker_of(self, index: int) -> str | None:
        """Return the label of one turn."""
        return self.names[self.speakers[index] - 1] if self.speakers[index] else None

    def _record(self, index: int) -> Turn:
        label = Span(self.label_starts[index], self.label_ends[index])
        seconds = self._seconds[index] if index < len(self._seconds) else _NO_TIME
        return Turn.model_construct(
            speaker=self.speaker_of(index),
            span=Span(self.starts[index], self.ends[index]),
            label_span=label if label.end else None,
            start_seconds=None if seconds == _NO_TIME else seconds,
        )


def _spans_of(turns: Sequence[Turn]) -> Iterator[Span]:
    if isinstance(turns, TurnColumns):
        return map(Span, turns.starts, turns.ends)
    return (turn.span for turn in turns)


def _label_spans_of(turns: Sequence[Turn]) -> Iterator[Span]:
    if isinstance(turns, TurnColumns):
        return (Span(start, end) for start, end in zip(turns.label_starts, turns.label_ends, strict=True) if end)
    return (turn.label_span for turn in turns if turn.label_span)


def _span_of(unspoken: Annotation) -> Span:
    return unspoken.span


class AnnotationColumns(Columns[Annotation]):
    """All that was not said in a transcript, in order of `(start, end)`."""

    def __init__(self, found: Iterable[Annotation]) -> None:
        self.starts, self.ends, self.kinds = array("I"), array("I"), bytearray()
        self.longest = 0
        for (start, end), kind in found:
            self.starts.append(start)
            self.ends.append(end)
            self.kinds.append(_KINDS.index(kind))
            self.longest = max(self.longest, end - start)

    def __len__(self) -> int:
        return len(self.starts)

    def _record(self, index: int) -> Annotation:
        return Annotation(Span(self.starts[index], self.ends[index]), _KINDS[self.kinds[index]])

    def starts_of(self, kind: AnnotationKind) -> "array[int]":
        """Return where those of one kind begin."""
        return array("I", compress(self.starts, map(_KINDS.index(kind).__eq__, self.kinds)))

    def hold(self, offset: int) -> bool:
        """Tell whether one of them holds an offset."""
        index = bisect_right(self.starts, offset) - 1
        while index >= 0 and self.starts[index] + self.longest > offset:
            if self.ends[index] > offset:
                return True
            index -= 1
        return False

    def blanked(self, raw: str, start: int, end: int) -> str:
        """Return a stretch of raw with all that was not said turned into spaces."""
        first, stop = bisect_left(self.starts, start - self.longest), bisect_left(self.starts, end)
        if first == stop:
            return raw[start:end]
        inside = ((self.starts[index], self.ends[index]) for index in range(first, stop))
        spans = (Span(max(low, start) - start, min(high, end) - start) for low, high in inside if high > start)
        return blank(raw[start:end], spans)


class Speech:
    """The words of a transcript: raw with everything else blanked, folded turn by turn.

    `breaks` are the offsets of `canonical` at which a turn ends and another begins.
    """

    def __init__(self, raw: str, turns: Sequence[Turn]) -> None:
        self._raw = raw
        labels = (Annotation(span, AnnotationKind.LABEL) for span in _label_spans_of(turns))
        ordered = labels if isinstance(turns, TurnColumns) else sorted(labels, key=_span_of)
        self.unspoken = AnnotationColumns(merge(ordered, annotations_in(raw), key=_span_of))
        self.breaks = array("I")
        self.folding = fold_blocks(self._blocks(turns), self.breaks)
        self.canonical = self.folding.text

    def slice(self, span: Span) -> str:
        """Return a stretch of raw with all that was not said turned into spaces."""
        return self.unspoken.blanked(self._raw, *span)

    @cached_property
    def text(self) -> str:
        """Raw with all that was not said turned into spaces."""
        return "".join(self._spoken())

    def _spoken(self) -> Iterator[str]:
        for start in range(0, len(self._raw), CHUNK):
            yield self.slice(Span(start, min(start + CHUNK, len(self._raw))))

    @cached_property
    def by_turns(self) -> str:
        """The canonical form with a separator instead of the space between two turns."""
        return join_pieces(
            piece
            for part in self.parts_of(Span(0, len(self.canonical)))
            for piece in (PIECE if part.start else "", part.slice(self.canonical))
        )

    def parts_of(self, span: Span) -> Iterator[Span]:
        """Cut a stretch of `canonical` between its turns."""
        start, end = span
        for index in range(bisect_left(self.breaks, start), bisect_left(self.breaks, end)):
            yield Span(start, self.breaks[index])
            start = self.breaks[index] + 1
        yield Span(start, end)

    def crosses_turns(self, start: int, end: int) -> bool:
        """Tell whether `canonical[start:end]` belongs to more than one turn."""
        index = bisect_left(self.breaks, start)
        return index < len(self.breaks) and self.breaks[index] < end

    def raw_span(self, start: int, end: int) -> Span:
        """Return the stretch of raw that `canonical[start:end]` came from, without white space at its ends."""
        return self._trimmed(self.folding.original(start, end))

    def whole_span(self, start: int, end: int) -> Span | None:
        """Return the same, None where the stretch begins or ends inside what one character, or one run, became."""
        span = self.folding.whole(start, end)
        return None if span is None else self._trimmed(span)

    def _trimmed(self, span: Span) -> Span:
        first, last = span
        while first < last and self._is_gap(first):
            first += 1
        while last > first and self._is_gap(last - 1):
            last -= 1
        return span if (first, last) == span else Span(first, last)

    def _is_gap(self, offset: int) -> bool:
        return self._raw[offset].isspace() or self.unspoken.hold(offset)

    def has_words(self, span: Span) -> bool:
        """Tell whether anything was said in a stretch of raw."""
        start, end = span
        if start < end and self._raw[start].isalnum() and not self.unspoken.hold(start):
            return True
        for begin in range(start, end, _GLANCE):
            words = self.slice(Span(begin, min(end, begin + _GLANCE)))
            if words.strip() and not all(char.isspace() or char in FORMAT_CHARACTERS for char in words):
                return True
        return False

    def _blocks(self, turns: Sequence[Turn]) -> Iterator[str]:
        """Yield the speech, with a separator before each turn that has words, in place of a white space."""
        cuts = array("I")
        spoken = False
        for span in _spans_of(turns):
            if self.has_words(span):
                if spoken and span.start > 0:
                    cuts.append(span.start - 1)
                spoken = True
        for number, spoken_block in enumerate(self._spoken()):
            block, start, done = spoken_block.replace(PIECE, " "), number * CHUNK, 0
            pieces: list[str] = []
            for cut in cuts[bisect_left(cuts, start) : bisect_left(cuts, start + CHUNK)]:
                pieces += (block[done : cut - start], PIECE)
                done = cut - start + 1
            yield "".join((*pieces, block[done:]))
