"""Where the passages of a transcript stand in its speech: in which turn, what of them was not said, what goes on."""

import json
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from core.answers.records import Passage
from core.span import Span
from core.transcripts.annotations import AnnotationKind, read_time
from core.transcripts.transcript import TranscriptPair

_NONE = -1  # the turn of the passage behind the last


class Unspoken(NamedTuple):
    """A stretch of a passage that was not said: code points of its text, half-open; whether words were lost there, and
    the time that it gives, in seconds."""

    start: int
    end: int
    lost: bool
    seconds: float | None


class SpokenPlace(NamedTuple):
    """A passage of a transcript: its turn, counted from 1, None where the transcript has none; whether the next passage
    goes on with the same turn; and its `Unspoken` as JSON, None where all of it was said."""

    turn: int | None
    goes_on: bool
    unspoken: str | None


def read_unspoken(stored: str | None) -> tuple[Unspoken, ...]:
    """Return what of a passage was not said, as a `SpokenPlace` keeps it."""
    return tuple(Unspoken(*one) for one in json.loads(stored)) if stored else ()


def _unspoken_of(transcript: TranscriptPair, span: Span) -> str | None:
    columns = transcript.unspoken
    first = bisect_left(columns.starts, span.start - columns.longest)
    stop = bisect_left(columns.starts, span.end)
    found: list[Unspoken] = []
    for number in range(first, stop):
        (start, end), kind = columns[number]
        if end > span.start:
            seconds = read_time(transcript.raw[start:end]) if kind is AnnotationKind.TIMESTAMP else None
            inside = max(start, span.start) - span.start, min(end, span.end) - span.start
            found.append(Unspoken(*inside, kind is AnnotationKind.LOST, seconds))
    return json.dumps(found) if found else None


def places_in_speech(transcript: TranscriptPair, passages: Sequence[Passage]) -> Iterator[SpokenPlace]:
    """Yield where each passage of a transcript stands; one without turns is as one turn."""
    spans = [Span(passage.offset, passage.offset + len(passage.text)) for passage in passages]
    turns = list(map(transcript.turn_number, spans))
    for span, turn, following in zip(spans, turns, (*turns, _NONE)[1:], strict=True):
        number = None if turn is None else turn + 1
        yield SpokenPlace(number, turn == following, _unspoken_of(transcript, span))
