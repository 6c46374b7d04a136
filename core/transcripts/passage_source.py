"""What the file of a transcript says of a passage: where it stands there, when it was said, how sure its words are."""

from bisect import bisect_left
from collections.abc import Sequence
from enum import StrEnum
from itertools import groupby
from typing import NamedTuple

from core.record import Record
from core.span import Span
from core.transcripts.transcript import TranscriptPair
from core.transcripts.units import Place, SourceUnit, units_within

_MOST_OF_A_WORD = 4  # parts: what a file gives as one word may be a name
_AROUND = 1.0  # seconds: nobody knows where in its unit a passage is said


class TimesOf(StrEnum):
    """What the times of a passage were given for: its own words, the units that hold it, or the turn it stands in."""

    WORDS = "words"
    UNITS = "units"
    TURN = "turn"


class UncertainWord(Record):
    """A word as raw has it, and how sure of it the program was that heard it: between 0 and 1."""

    word: str
    confidence: float

    @property
    def in_words(self) -> str:
        """How sure that is, and of what: `12% sure of nineteen`. What a file gives as one word may be many: four are
        named."""
        return f"{self.confidence:.0%} sure of {' '.join(self.word.split()[:_MOST_OF_A_WORD])}"

    def is_below(self, confidence: object) -> bool:
        """Tell whether the file is less sure of it than so; False where that is no number."""
        return isinstance(confidence, int | float) and self.confidence < confidence


class Hearing(NamedTuple):
    """When a passage was said, in seconds, and the word of it that the file is least sure of; None where not known.

    `times` says how near the times are. Where that is the turn, the start is the last time that the transcript gives
    before the passage, and no end is known.
    """

    start_seconds: float | None = None
    end_seconds: float | None = None
    times: TimesOf | None = None
    least_certain: UncertainWord | None = None


class PlayedSeconds(NamedTuple):
    """The seconds of the recording in which a passage is heard; no `end` means that of the recording."""

    start: float
    end: float | None


class ByteOrigin(Record):
    """A stretch of a file's bytes, half-open."""

    bytes: tuple[int, int]


class PointerOrigin(Record):
    """A value of a JSON file, by its pointer (RFC 6901); the lines of JSON Lines that are not empty count from 0."""

    pointer: str


class ElementOrigin(Record):
    """An element of a part of a zip file; elements count from 0 in the order of their start tags."""

    part: str
    element: int


SourceOrigin = ByteOrigin | PointerOrigin | ElementOrigin


class PlacedWords(NamedTuple):
    """A part of a passage and the one place of the file that holds it, None where that is not known."""

    place: Place | None
    span: Span


def placed_words(transcript: TranscriptPair, span: Span) -> tuple[PlacedWords, ...]:
    """Return the parts of a stretch of raw, in order, by the places of the file that hold them; together they are all
    of it.

    What lies between two units belongs to the part before it.
    """
    groups = [(place, list(inside)) for place, inside in groupby(units_within(transcript.units, span), _place_of)]
    if not groups:
        return (PlacedWords(None, span),)
    ends = [span.start, *(inside[0].span.start for _, inside in groups[1:]), span.end]
    return tuple(
        PlacedWords(place, Span(start, end)) for (place, _), start, end in zip(groups, ends, ends[1:], strict=False)
    )


def _place_of(unit: SourceUnit) -> Place | None:
    return unit.place


def _as_origin(place: Place) -> SourceOrigin:
    if not place.name:
        return ByteOrigin(bytes=(place.first, place.stop))
    if place.is_pointer:
        return PointerOrigin(pointer=place.name)
    return ElementOrigin(part=place.name, element=place.first)


def origin_of(transcript: TranscriptPair, span: Span) -> SourceOrigin | tuple[SourceOrigin, ...] | None:
    """Return where the file of a transcript holds a stretch of raw: all its places in order where there are several.

    None where one of them is not known, and in plain text and Markdown, which have no units.
    """
    places = dict.fromkeys(part.place for part in placed_words(transcript, span))
    if None in places:
        return None
    origins = tuple(_as_origin(place) for place in places if place is not None)
    return origins[0] if len(origins) == 1 else origins


def _least_certain(transcript: TranscriptPair, span: Span) -> UncertainWord | None:
    words = units_within(transcript.words, span)
    known = [(word.confidence, word.span) for word in words if word.confidence is not None]
    if not known:
        return None
    confidence, where = min(known)
    return UncertainWord(word=where.slice(transcript.raw), confidence=confidence)


def hearing_of(transcript: TranscriptPair, span: Span) -> Hearing:
    """Return when a stretch of raw was said, from the nearest that the file gives times for, and its least certain
    word, the first of several."""
    unsure = _least_certain(transcript, span)
    for times, units in ((TimesOf.WORDS, transcript.words), (TimesOf.UNITS, transcript.units)):
        told = units_within(units, span)
        if told and told[0].start_seconds is not None:
            return Hearing(told[0].start_seconds, told[-1].end_seconds, times, unsure)
    start = transcript.time_at(span.start)
    return Hearing(start, None, None if start is None else TimesOf.TURN, unsure)


def _told_by(units: Sequence[SourceUnit], span: Span) -> PlayedSeconds | None:
    """Return from the start of the first unit of a stretch of raw to the end of its last, which is the start of the one
    behind it where the file gives none; None where the first has no start."""
    inside = units_within(units, span)
    if not inside or inside[0].start_seconds is None:
        return None
    start, end = inside[0].start_seconds, inside[-1].end_seconds
    if end is None:
        behind = bisect_left(units, span.end, key=lambda unit: unit.span.start)
        end = units[behind].start_seconds if behind < len(units) else None
    return PlayedSeconds(start, end if end is not None and end > start else None)


def played_seconds(transcript: TranscriptPair, span: Span) -> PlayedSeconds | None:
    """Return from when to when a stretch of raw is played: by the times of its words; else by those of its units, with
    a second before and behind; else from the last time before it to the next one; None without a time before it."""
    words = _told_by(transcript.words, span)
    if words is not None and words.end is not None:
        return words
    units = _told_by(transcript.units, span)
    if units is not None:
        end = transcript.time_after(span.end, units.start) if units.end is None else units.end
        return PlayedSeconds(max(0.0, units.start - _AROUND), None if end is None else end + _AROUND)
    start = transcript.time_at(span.start)
    return None if start is None else PlayedSeconds(start, transcript.time_after(span.end, start))
