"""A transcript in the two forms the line needs: raw, as a person reads it, and canonical, for matching.

Raw proves: every quote that leaves the whitelist is `raw[start:end]`. Canonical holds the speech alone,
turn after turn, and one map leads from each of its characters back to raw.
"""

import re
from bisect import bisect_left, bisect_right
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from pydantic import Field, model_validator

from core.record import Record
from core.span import Span, blank
from core.text.canonical import PIECE, fold_pieces
from core.text.punctuation import FORMAT_CHARACTERS

_SOUNDS = (
    "applause|audience laughter|background noise|both laugh|chuckle|chuckles|chuckling|clapping|claps|clears throat|"
    "cheering|cheers|cough|coughing|coughs|cross talk|cross-talk|crosstalk|crying|gasp|gasps|giggle|giggles|giggling|"
    "groans|humming|hums|laugh|laughing|laughs|laughter|long pause|music|music playing|music plays|noise|pause|pauses|"
    "phone rings|sigh|sighing|sighs|silence|singing|sings|snaps fingers|sneezes|sniffs|snorts|sobbing|sobs|"
    "whistles|whistling|yawns"
)
_LOST_WORDS = (
    "audio cuts out|audio lost|garbled|inaudible|incomprehensible|indecipherable|indistinct|indistinct chatter|"
    "muffled|unclear|unintelligible"
)

ANNOTATIONS = frozenset(_SOUNDS.split("|"))
LOST_SPEECH = frozenset(_LOST_WORDS.split("|"))

TIME = r"(?:\d{1,2}:)?\d{1,3}:\d{2}(?:[.,]\d{1,3})?"
# What could be an annotation at all; the closed lists decide.
_BRACKETS = re.compile(r"\[[^\[\]]{1,60}\]|\([^()]{1,60}\)")
_ONLY_TIME = re.compile(TIME)
_TIME_AT_END = re.compile(rf"\s+(?:@\s*)?{TIME}$")


class AnnotationKind(StrEnum):
    """Why a stretch of a transcript is not speech."""

    LABEL = "label"
    TIMESTAMP = "timestamp"
    ANNOTATION = "annotation"
    LOST = "lost"


class Annotation(NamedTuple):
    """A stretch of raw that was not said; `span` in code points, half-open."""

    span: Span
    kind: AnnotationKind


def blank_annotations(text: str) -> str:
    """Return `text` with all that was not said turned into spaces, offsets kept."""
    if "[" not in text and "(" not in text:
        return text
    return blank(text, (found.span for found in find_annotations(text)))


def read_time(timestamp: str) -> float:
    """Return the seconds of a timestamp such as `[1:02:03.5]`."""
    seconds = 0.0
    for part in re.findall(r"\d+(?:[.,]\d+)?", timestamp):
        seconds = seconds * 60 + float(part.replace(",", "."))
    return seconds


def _kind_of(brackets: str) -> AnnotationKind | None:
    """Return why what stands in brackets was not said, None where it is text like any other."""
    inside = brackets[1:-1].strip()
    if _ONLY_TIME.fullmatch(inside):
        return AnnotationKind.TIMESTAMP if brackets[0] == "[" else None
    words = " ".join(inside.casefold().split())
    if _TIME_AT_END.sub("", words.removesuffix(".").removesuffix("!")) in ANNOTATIONS:
        return AnnotationKind.ANNOTATION
    if _TIME_AT_END.sub("", words.removesuffix("?").rstrip()) in LOST_SPEECH:
        return AnnotationKind.LOST
    return None


def find_annotations(text: str) -> tuple[Annotation, ...]:
    """Find the timestamps, annotations and lost speech in `text`, in order.

    Offsets are code points, half-open. Source: decisions.md#annotations-and-lost-speech.
    """
    found: list[Annotation] = []
    for match in _BRACKETS.finditer(text):
        kind = _kind_of(match.group())
        if kind is not None:
            found.append(Annotation(Span(*match.span()), kind))
    return tuple(found)


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


class TranscriptSource(Record):
    """Where a transcript came from and how it was read."""

    name: str = ""
    sha256: str = ""
    encoding: str = "utf-8"
    reader: str = "text"
    reader_version: str = "1"


class TranscriptPair(Record):
    """Both forms of a transcript, and who speaks from where to where.

    `raw` and `canonical` are seed 1's; `turns` is empty where the transcript names no speakers. Use `from_raw` for a
    plain text without turns, `core.read_transcript` for a file. Raises ValueError where `canonical` is not the
    canonical form of `raw`.
    """

    raw: str
    canonical: str
    turns: tuple[Turn, ...] = ()
    source: TranscriptSource = Field(default_factory=TranscriptSource)

    @classmethod
    def from_raw(
        cls, raw: str, *, turns: tuple[Turn, ...] = (), source: TranscriptSource | None = None
    ) -> "TranscriptPair":
        """Make the pair from raw alone; the canonical form is derived."""
        speech = _Speech(raw, turns)
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
    def speech(self) -> "_Speech":
        """The words alone, with the map back to raw."""
        return _Speech(self.raw, self.turns)

    @property
    def names_speakers(self) -> bool:
        """Whether any turn says who speaks."""
        return any(turn.speaker is not None for turn in self.turns)

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """The labels of the turns, each once, in order of appearance."""
        return tuple(dict.fromkeys(turn.speaker for turn in self.turns if turn.speaker is not None))

    @property
    def unspoken(self) -> tuple[Annotation, ...]:
        """All stretches of raw that were not said, in order."""
        return self.speech.unspoken

    def raw_span(self, start: int, end: int) -> Span:
        """Return the stretch of raw that `canonical[start:end]` came from, without white space at its ends."""
        return self.speech.raw_span(start, end)

    def turn_at(self, raw_offset: int) -> Turn | None:
        """Return the turn whose words hold `raw_offset`, or None."""
        index = bisect_right(self._turn_starts, raw_offset) - 1
        if index >= 0 and raw_offset < self.turns[index].span.end:
            return self.turns[index]
        return None

    def turn_of(self, span: Span) -> Turn | None:
        """Return the one turn that holds the whole of `span`, or None."""
        turn = self.turn_at(span.start)
        return turn if turn is not None and span.end <= turn.span.end else None

    def crosses_lost_speech(self, span: Span) -> bool:
        """Tell whether words were lost inside `span`."""
        starts = self._lost_starts
        index = bisect_left(starts, span.start)
        return index < len(starts) and starts[index] < span.end

    def time_at(self, raw_offset: int) -> float | None:
        """Return the last time, in seconds, that the transcript gives at or before `raw_offset`, None before the
        first."""
        index = bisect_right(self._times, (raw_offset, float("inf"))) - 1
        return self._times[index][1] if index >= 0 else None

    @cached_property
    def _times(self) -> list[tuple[int, float]]:
        given = [(turn.span.start, turn.start_seconds) for turn in self.turns if turn.start_seconds is not None]
        read = [
            (unspoken.span.end, read_time(unspoken.span.slice(self.raw)))
            for unspoken in self.unspoken
            if unspoken.kind is AnnotationKind.TIMESTAMP
        ]
        return sorted((*given, *read))

    @cached_property
    def _turn_starts(self) -> list[int]:
        return [turn.span.start for turn in self.turns]

    @cached_property
    def _lost_starts(self) -> list[int]:
        return [unspoken.span.start for unspoken in self.unspoken if unspoken.kind is AnnotationKind.LOST]


class _Speech:
    """The words of a transcript: raw with everything else blanked, folded turn by turn."""

    def __init__(self, raw: str, turns: tuple[Turn, ...]) -> None:
        labels = [Annotation(span=turn.label_span, kind=AnnotationKind.LABEL) for turn in turns if turn.label_span]
        inside = find_annotations(raw)
        self.unspoken = tuple(sorted((*labels, *inside), key=lambda unspoken: unspoken.span))
        self.text = blank(raw, [unspoken.span for unspoken in self.unspoken])
        self.folding = fold_pieces(_cut_into_turns(self.text, turns))
        self.canonical = self.folding.text.replace(PIECE, " ")

    def raw_span(self, start: int, end: int) -> Span:
        first, last = self.folding.original(start, end)
        while first < last and self.text[first].isspace():
            first += 1
        while last > first and self.text[last - 1].isspace():
            last -= 1
        return Span(first, last)


def _cut_into_turns(speech: str, turns: tuple[Turn, ...]) -> str:
    """Put a separator before each turn that has words, in place of a white space: no offset moves."""
    speech = speech.replace(PIECE, " ")
    cuts: list[int] = []
    spoken = False
    for turn in turns:
        words = turn.span.slice(speech)
        if not words.strip() or all(char.isspace() or char in FORMAT_CHARACTERS for char in words):
            continue
        if spoken and turn.span.start > 0:
            cuts.append(turn.span.start - 1)
        spoken = True
    pieces: list[str] = []
    done = 0
    for cut in cuts:
        pieces += (speech[done:cut], PIECE)
        done = cut + 1
    pieces.append(speech[done:])
    return "".join(pieces)
