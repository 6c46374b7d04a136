"""The plain-text reader: raw is the file's text, and the labels in it say who speaks."""

import re
from collections.abc import Sequence
from itertools import count

from core.span import Span
from core.transcripts.annotations import TIME
from core.transcripts.readers.label_choice import find_labels
from core.transcripts.readers.turn_labels import SpeakerLabel, SpeakerLabels, seconds_of
from core.transcripts.speech import Turn, TurnColumns

MANY_TURNS = 10_000
_LEADING_TIME = re.compile(rf"\[\s*({TIME})\s*\]")
_TRAILER = re.compile(r"\s*Transcribed by https?://\S+\s*\Z")


def _words_and_time(raw: str, label: SpeakerLabel, end: int) -> tuple[Span, float | None]:
    """Return where the words behind a label stand, and when they begin."""
    start = label.span.end
    words = raw[start:end]
    trailer = _TRAILER.search(words, max(0, len(words) - 200)) if end == len(raw) else None
    if trailer:
        words = words[: trailer.start()]
    words = words.rstrip()
    stop = start + len(words)
    words = words.lstrip()
    span = Span(stop - len(words), stop) if words else Span(start, start)
    seconds = label.seconds
    if seconds is None and words[:1] == "[":
        time = _LEADING_TIME.match(words)
        seconds = seconds_of(time[1]) if time else None
    return span, seconds


def turns_between(raw: str, labels: SpeakerLabels, begins: float | None = None) -> Sequence[Turn]:
    """Give the words from each label to the next one to the label's speaker; what stands before is nobody's.

    `begins` is when what stands before was said, in seconds. A tuple, but columns where there are very many.
    """
    if not labels:
        return ()
    turns = TurnColumns(tuple(filter(None, labels.names)))
    numbers = dict(zip(filter(None, labels.names), count(1), strict=False))
    speakers = [numbers.get(name, 0) for name in labels.names]
    first = labels.starts[0]
    preamble = raw[:first].strip()
    if preamble:
        start = first - len(raw[:first].lstrip())
        turns.add(0, Span(start, start + len(preamble)), None, begins)  # so that no speech runs into it
    for index, label in enumerate(labels):
        end = labels.starts[index + 1] if index + 1 < len(labels) else len(raw)
        span, seconds = _words_and_time(raw, label, end)
        turns.add(speakers[labels.numbers[index]], span, label.span, seconds)
    return turns if len(turns) > MANY_TURNS else tuple(turns)


def read_text(raw: str) -> Sequence[Turn]:
    """Find the turns of a plain-text transcript; () where it names no speakers.

    Each turn's span holds its words without white space at the ends; code points, half-open.
    """
    return turns_between(raw, find_labels(raw))
