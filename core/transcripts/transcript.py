"""A transcript in the two forms the line needs: raw, as a person reads it, and canonical, for matching.

Raw proves: every quote that leaves the whitelist is `raw[start:end]`. Canonical holds the speech alone,
turn after turn, and one map leads from each of its characters back to raw.
"""

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import cached_property
from heapq import merge
from typing import Annotated, Any

from pydantic import Field, ValidatorFunctionWrapHandler, WrapValidator, model_validator

from core.record import Record
from core.span import Span
from core.text.well_formed import WellFormed, well_formed
from core.transcripts.annotations import AnnotationKind, read_time
from core.transcripts.speech import AnnotationColumns, Speech, Turn, TurnColumns
from core.transcripts.units import SourceUnit, UnitColumns

_LOOKED_AT = 1_000  # times: one that goes back ends nothing, and a file may hold any number of those

READER_VERSION = "2"
"""Which readers read a transcript: another version may find other turns or words in the same file."""


class LeftOut(Record):
    """Something of a file that is not in the transcript: what it is, how often it was there, and why it is out."""

    what: WellFormed
    count: int
    why: str


class TranscriptSource(Record):
    """Where a transcript came from and how it was read.

    `reader` is the form of the file ("webvtt"), `dialect` whose kind of it ("zoom"); `sure` is False where the reader
    had to guess. `chosen` are the tiers, channels or lists that were read because a person chose them.
    """

    name: WellFormed = ""
    sha256: str = ""
    encoding: str = "utf-8"
    reader: str = "text"
    reader_version: str = READER_VERSION
    dialect: str = ""
    sure: bool = True
    chosen: tuple[WellFormed, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    notices: tuple[WellFormed, ...] = ()


def _as_tuple(value: Any, handler: ValidatorFunctionWrapHandler) -> Sequence[Turn]:
    return value if isinstance(value, TurnColumns) else tuple(handler(value))


def _as_units(value: Any, handler: ValidatorFunctionWrapHandler) -> Sequence[SourceUnit]:
    return value if isinstance(value, UnitColumns) else tuple(handler(value))


Units = Annotated[Sequence[SourceUnit], WrapValidator(_as_units)]


class TranscriptPair(Record):
    """Both forms of a transcript, and who speaks from where to where.

    `raw` and `canonical` are seed 1's; `turns` is empty where the transcript names no speakers, and no tuple where
    there are very many. Use `from_raw` for a plain text without turns, `core.read_transcript` for a file. Raises
    ValueError where `canonical` is not the canonical form of `raw`.
    """

    raw: WellFormed
    canonical: WellFormed
    turns: Annotated[Sequence[Turn], WrapValidator(_as_tuple)] = ()
    source: TranscriptSource = Field(default_factory=TranscriptSource)
    units: Units = ()
    words: Units = ()

    @classmethod
    def from_raw(
        cls, raw: str, *, turns: Sequence[Turn] = (), source: TranscriptSource | None = None
    ) -> "TranscriptPair":
        """Make the pair from raw alone, which is made well-formed, no offset moved where there are turns; the canonical
        form is derived."""
        raw = well_formed(raw, keep_length=bool(turns))
        speech = Speech(raw, turns)
        pair = cls.model_construct(
            raw=raw, canonical=speech.canonical, turns=turns, source=source or TranscriptSource()
        )
        vars(pair)["speech"] = speech  # what the cached property would compute again
        return pair

    @model_validator(mode="after")
    def _canonical_belongs_to_raw(self) -> "TranscriptPair":
        if self.canonical != self.speech.canonical:
            raise ValueError("canonical is not the canonical form of raw: make the pair with TranscriptPair.from_raw")
        return self

    @cached_property
    def speech(self) -> "Speech":
        """The words alone, with the map back to raw."""
        return Speech(self.raw, self.turns)

    @cached_property
    def names_speakers(self) -> bool:
        """Whether any turn says who speaks."""
        if isinstance(self.turns, TurnColumns):
            return bool(self.turns.names)
        return any(turn.speaker is not None for turn in self.turns)

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """The labels of the turns, each once, in order of appearance, without those that never speak a word: a `Break`
        or `Music` is no person."""
        speaking: dict[str, None] = {}
        for turn in self.turns:
            if turn.speaker is not None and turn.speaker not in speaking and self.speech.has_words(turn.span):
                speaking[turn.speaker] = None
        return tuple(speaking)

    @property
    def unspoken(self) -> AnnotationColumns:
        """All stretches of raw that were not said, in order."""
        return self.speech.unspoken

    def raw_span(self, start: int, end: int) -> Span:
        """Return the stretch of raw that `canonical[start:end]` came from, without white space at its ends."""
        return self.speech.raw_span(start, end)

    def turn_at(self, raw_offset: int) -> Turn | None:
        """Return the turn whose words hold `raw_offset`, or None."""
        return self.turn_of(Span(raw_offset, raw_offset))

    def turn_of(self, span: Span) -> Turn | None:
        """Return the one turn that holds the whole of `span`, or None."""
        number = self.turn_number(span)
        return None if number is None else self.turns[number]

    def turn_number(self, span: Span) -> int | None:
        """Return which turn `turn_of` returns, counted from 0: of very many, each is made when it is asked for."""
        start, end = span
        number = bisect_right(self._turn_starts, start) - 1
        if number < 0:
            return None
        turn_end = self._turn_ends[number]
        return number if start < turn_end and end <= turn_end else None

    def label_of(self, number: int) -> str | None:
        """Return the label of a turn by its number."""
        return self.turns.speaker_of(number) if isinstance(self.turns, TurnColumns) else self.turns[number].speaker

    def crosses_lost_speech(self, span: Span) -> bool:
        """Tell whether words were lost inside `span`."""
        starts = self._lost_starts
        index = bisect_left(starts, span.start)
        return index < len(starts) and starts[index] < span.end

    def time_at(self, raw_offset: int) -> float | None:
        """Return the last time, in seconds, that the transcript gives at or before `raw_offset`, None before the
        first."""
        offsets, seconds = self._times
        index = bisect_right(offsets, raw_offset) - 1
        return seconds[index] if index >= 0 else None

    def time_after(self, raw_offset: int, seconds: float) -> float | None:
        """Return the first time that the transcript gives at or behind `raw_offset` and that is later than `seconds`;
        None where there is none near."""
        offsets, times = self._times
        first = bisect_left(offsets, raw_offset)
        return next((time for time in times[first : first + _LOOKED_AT] if time > seconds), None)

    @cached_property
    def _times(self) -> "tuple[array[int], array[float]]":
        given = ((turn.span.start, turn.start_seconds) for turn in self.turns if turn.start_seconds is not None)
        read = (
            (unspoken.span.end, read_time(unspoken.span.slice(self.raw)))
            for unspoken in self.unspoken
            if unspoken.kind is AnnotationKind.TIMESTAMP
        )
        offsets, seconds = array("I"), array("d")
        for offset, time in merge(given if isinstance(self.turns, TurnColumns) else sorted(given), read):
            offsets.append(offset)
            seconds.append(time)
        return offsets, seconds

    @cached_property
    def _turn_starts(self) -> "array[int]":
        if isinstance(self.turns, TurnColumns):
            return self.turns.starts
        return array("I", (turn.span.start for turn in self.turns))

    @cached_property
    def _turn_ends(self) -> "array[int]":
        if isinstance(self.turns, TurnColumns):
            return self.turns.ends
        return array("I", (turn.span.end for turn in self.turns))

    @cached_property
    def _lost_starts(self) -> "array[int]":
        return self.speech.unspoken.starts_of(AnnotationKind.LOST)
