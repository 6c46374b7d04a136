"""A transcript under pseudonyms: raw with its labels replaced, and the same turns and words under the new names."""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from typing import NamedTuple

from core.errors import BadInput, Problem
from core.span import OffsetLayer, Span, replace_spans
from core.transcripts.pseudonyms.name_finder import NameFinder
from core.transcripts.pseudonyms.names import Pseudonyms
from core.transcripts.readers.text import MANY_TURNS, read_text
from core.transcripts.readers.turn_labels import NOBODY
from core.transcripts.speech import Turn, TurnColumns
from core.transcripts.transcript import TranscriptPair, TranscriptSource
from core.transcripts.units import SourceUnit, UnitColumns

NAME_TAKEN_OUT = "[name]"
"""What stands in the place of a name in a redacted export; `verify` has its own."""
TRANSCRIPT_NAME = "transcript.txt"

_ATTEMPTS = 5
_Edit = tuple[Span, str]


class PseudonymisedTranscript(NamedTuple):
    """A transcript under pseudonyms, and the map from the raw of the original to its own.

    `names` stand in the words of the original, outside labels; code points, half-open.
    """

    transcript: TranscriptPair
    moved: OffsetLayer
    names: tuple[Span, ...]


def labels_of(transcript: TranscriptPair) -> tuple[str, ...]:
    """Return every label of a transcript once, those under which nobody says a word, too."""
    return tuple(dict.fromkeys(turn.speaker for turn in transcript.turns if turn.speaker is not None))


def _written(turn: Turn, raw: str) -> Span:
    """Return where a label's name stands in raw; all of the label where that is not to be told."""
    label = turn.label_span or Span(turn.span.start, turn.span.start)
    name = re.search(r"\s+".join(map(re.escape, (turn.speaker or "").split())), label.slice(raw))
    return Span(label.start + name.start(), label.start + name.end()) if name else label


def _plain_edits(transcript: TranscriptPair, by_label: dict[str, str]) -> Iterator[_Edit]:
    """Yield the labels in the form that they have."""
    for turn in transcript.turns:
        if turn.label_span and turn.speaker in by_label:
            name, new = _written(turn, transcript.raw), by_label[turn.speaker]
            yield name, f"{new}:" if name == turn.label_span else new


def _certain_edits(transcript: TranscriptPair, by_label: dict[str, str]) -> Iterator[_Edit]:
    """Yield every label with a tab behind it, as `turn_labels` documents it."""
    for turn in transcript.turns:
        if turn.label_span:
            name = NOBODY if turn.speaker is None else f"{by_label.get(turn.speaker, turn.speaker)}:\t"
            # A turn without words may begin on the line of the next label.
            end = turn.span.start if turn.span.end > turn.span.start else turn.label_span.end
            yield Span(turn.label_span.start, end), name


def _said(turns: Iterable[Turn]) -> list[tuple[str | None, Span | None]]:
    """Return who says what; where no words stand is no matter."""
    return [(turn.speaker, turn.span if turn.span.end > turn.span.start else None) for turn in turns]


def _moved_turns(transcript: TranscriptPair, by_label: dict[str, str], moved: OffsetLayer) -> Sequence[Turn]:
    names = list(dict.fromkeys(by_label.get(label, label) for label in labels_of(transcript)))
    number = {name: index for index, name in enumerate(names, start=1)}
    turns = TurnColumns(names)
    for turn in transcript.turns:
        speaker = 0 if turn.speaker is None else number[by_label.get(turn.speaker, turn.speaker)]
        label = moved.forward_span(*turn.label_span) if turn.label_span else None
        # Of a turn without words the end of its label is all there is.
        span = moved.forward_span(*turn.span) if turn.span.end > turn.span.start else None
        turns.add(speaker, span or Span(*[label.end if label else 0] * 2), label, turn.start_seconds)
    return turns if len(turns) > MANY_TURNS else tuple(turns)


def _moved_units(units: Iterable[SourceUnit], moved: OffsetLayer) -> UnitColumns:
    """Return the units where they stand in the new raw."""
    found = UnitColumns()
    for unit in units:
        told = (unit.start_seconds, unit.end_seconds, unit.confidence)
        found.add(moved.forward_span(*unit.span), unit.place, told, inherited=unit.inherited)
    return found


class _Rewriting:
    """Writes raw anew until the text reader finds the same turns in it."""

    def __init__(self, transcript: TranscriptPair, names: Pseudonyms, words: Sequence[_Edit]) -> None:
        self._transcript = transcript
        self._by_label = names.by_label
        self._words = words

    def _written(self, labels: Iterable[_Edit]) -> tuple[str, OffsetLayer]:
        return replace_spans(self._transcript.raw, sorted((*labels, *self._words)))

    def _is_read(self, raw: str, moved: OffsetLayer) -> bool:
        return _said(read_text(raw)) == _said(_moved_turns(self._transcript, self._by_label, moved))

    def _kept_from_labels(self, raw: str, moved: OffsetLayer) -> list[_Edit]:
        """Return a space before each line of the words that would be read as a label."""
        turns = _moved_turns(self._transcript, self._by_label, moved)
        ours = {turn.label_span.start for turn in turns if turn.label_span}
        strays = (turn.label_span.start for turn in read_text(raw) if turn.label_span)
        old = self._transcript.raw
        places = [moved.back(start, start + 1)[0] for start in strays if start not in ours]
        edited = [span for span, _ in self._words]
        free = (at for at in places if at and not any(span.start <= at - 1 < span.end for span in edited))
        return [(Span(at - 1, at), f"{old[at - 1]} ") for at in free]

    def text(self) -> tuple[str, OffsetLayer]:
        """Return raw and the map to it. Raises BadInput where no text of these turns can be read back."""
        raw, moved = self._written(_plain_edits(self._transcript, self._by_label))
        if not self._transcript.turns or self._is_read(raw, moved):
            return raw, moved
        labels = list(_certain_edits(self._transcript, self._by_label))
        for _ in range(_ATTEMPTS):
            raw, moved = self._written(labels)
            if self._is_read(raw, moved):
                return raw, moved
            labels += self._kept_from_labels(raw, moved)
        message = "its turns cannot be written under these pseudonyms so that they are read again."
        raise BadInput(Problem(place="the transcript", message=message, remedy="Choose other pseudonyms."))


def without_places(transcript: TranscriptPair) -> TranscriptPair:
    """Return a transcript that does not say where the original's file has its units."""

    def placeless(units: Iterable[SourceUnit]) -> UnitColumns:
        found = UnitColumns()
        for unit in units:
            told = (unit.start_seconds, unit.end_seconds, unit.confidence)
            found.add(unit.span, None, told, inherited=unit.inherited)
        return found

    return transcript.model_copy(update={"units": placeless(transcript.units), "words": placeless(transcript.words)})


def _outside_labels(transcript: TranscriptPair, found: Iterable[Span]) -> Iterator[Span]:
    """Yield the names that stand in the words, not in a label."""
    labels = [turn.label_span for turn in transcript.turns if turn.label_span]
    ends = [label.end for label in labels]
    for span in found:
        index = bisect_left(ends, span.start + 1)
        if index == len(labels) or span.end <= labels[index].start:
            yield span


def pseudonymise_transcript(
    transcript: TranscriptPair, names: Pseudonyms, *, also: Iterable[str] = (), redact: bool = False
) -> PseudonymisedTranscript:
    """Return a transcript in which every label that has a pseudonym is written, and read, as that.

    The words stay; with `redact`, `[name]` stands where they hold a name: of the labels, or of `also`. Read as text,
    the new raw has the same turns. Its source is a `transcript.txt` of its own; units keep their times, and their
    places in the original's file. Raises BadInput where the turns could not be read back.
    Source: decisions.md#pseudonyms.
    """
    finder = NameFinder((*names.by_label, *also))
    found = tuple(_outside_labels(transcript, finder.find(transcript.raw)))
    words = [(span, NAME_TAKEN_OUT) for span in found] if redact else []
    raw, moved = _Rewriting(transcript, names, words).text()
    source = TranscriptSource(name=TRANSCRIPT_NAME, sha256=sha256(raw.encode()).hexdigest())
    turns = _moved_turns(transcript, names.by_label, moved)
    pair = TranscriptPair.from_raw(raw, turns=turns, source=source)
    units = {"units": _moved_units(transcript.units, moved), "words": _moved_units(transcript.words, moved)}
    return PseudonymisedTranscript(pair.model_copy(update=units), moved, found)
