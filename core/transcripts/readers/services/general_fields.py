"""The names under which programs write a text, its times and its speaker, and which of them a list uses."""

from collections.abc import Sequence
from statistics import median
from typing import NamedTuple

from core.transcripts.readers.services.parts.json_fields import (
    JsonObject,
    confidence_of,
    fields_of,
    items_of,
    label_of_number,
    number_of,
    seconds_of,
    text_of,
)

_TEXTS = tuple(
    "punctuated_word punct text transcript body content display sentence utterance word value caption line".split()
)
_STARTS = tuple(
    "start startTime start_time startTimeMs start_ms startMs start_timestamp startOffset from begin begin_time time ts "
    "offset timestamp seconds".split()
)
_ENDS = tuple("end endTime end_time endTimeMs end_ms endMs end_timestamp endOffset to stop end_ts".split())
_DURATIONS = ("duration", "dur", "length")
_SPEAKERS = tuple(
    "speaker speaker_name speakerName speaker_label speakerLabel speaker_id speakerId spk participant name who".split()
)
_OF_A_PERSON = ("name", "display_name", "displayName", "label", "@id", "id")
_CONFIDENCES = ("confidence", "score", "probability", "conf")
_MILLISECONDS = 1000
_LONG = 100  # whole numbers that pieces of speech last so long, at the median, are milliseconds
_LATEST = 1_000_000  # seconds; a later one is a date
_LOOKED_AT = 500  # items that decide


def _label(value: object) -> str | None:
    person = fields_of(value)
    return next(filter(None, (label_of_number(person.get(name)) for name in _OF_A_PERSON)), None) or (
        None if person else label_of_number(value)
    )


def speaker_of(fields: JsonObject, besides: str = "") -> str | None:
    """Return who says something; `besides` is the field that holds the words."""
    return next(filter(None, (_label(fields.get(name)) for name in _SPEAKERS if name != besides)), None)


def _most_used(items: Sequence[JsonObject], names: Sequence[str]) -> str:
    """Return the first name under which at least half of the items hold a time."""
    for name in names:
        if 2 * sum(seconds_of(item.get(name)) is not None for item in items) >= len(items):
            return name
    return ""


class TimeFields(NamedTuple):
    """The fields of a list that hold times, as `per_second` of one; `duration` is used where there is no `end`."""

    start: str
    end: str
    duration: str
    per_second: int

    def times(self, fields: JsonObject) -> tuple[float | None, float | None]:
        """Return start and end in seconds."""
        start = seconds_of(fields.get(self.start), self.per_second)
        length = seconds_of(fields.get(self.duration), self.per_second)
        if self.end or start is None or length is None:
            return start, seconds_of(fields.get(self.end), self.per_second)
        return start, round(start + length, 6)


def _are_milliseconds(items: Sequence[JsonObject], start: str, end: str) -> bool:
    if start.lower().endswith(("ms", "millis", "milliseconds")):
        return True
    starts = [number_of(item.get(start)) for item in items]
    ends = [number_of(item.get(end)) for item in items] if end else [*starts[1:], None]
    lasting = [last - first for first, last in zip(starts, ends, strict=True) if first is not None and last is not None]
    whole = all(isinstance(item.get(start), int) for item in items if item.get(start) is not None)
    return whole and bool(lasting) and median(lasting) >= _LONG


def time_fields(items: Sequence[JsonObject]) -> TimeFields | None:
    """Return the fields that hold the times of a list, None where it has none."""
    items = items[:_LOOKED_AT]
    start = _most_used(items, _STARTS)
    if not start:
        return None
    end, duration = _most_used(items, _ENDS), _most_used(items, _DURATIONS)
    found = TimeFields(start, end, duration, _MILLISECONDS if _are_milliseconds(items, start, end) else 1)
    known = [time for item in items if (time := found.times(item)[0]) is not None]
    return found if known and max(known) < _LATEST else None


def text_field(items: Sequence[JsonObject], *, of_words: bool) -> str:
    """Return the field that holds the text of each item, "" where there is none."""
    for name in (*_TEXTS, "name") if of_words else _TEXTS:
        if all(isinstance(item.get(name), str) for item in items):
            return name
    return ""


def confidence_in(fields: JsonObject) -> float | None:
    """Return the confidence of a word."""
    return next((sure for name in _CONFIDENCES if (sure := confidence_of(fields.get(name))) is not None), None)


def is_timed_text(value: object) -> bool:
    """Tell a small list of a text with its start and end."""
    parts = items_of(value)
    return len(parts) == 3 and bool(text_of(parts[0])) and all(number_of(part) is not None for part in parts[1:])
