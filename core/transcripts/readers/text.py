"""The plain-text reader: raw is the file's text, and the labels in it say who speaks."""

import re

from core.span import Span
from core.transcripts.readers.turn_labels import SpeakerLabel, find_labels, seconds_of
from core.transcripts.transcript import TIME, Turn

_LEADING_TIME = re.compile(rf"\[\s*({TIME})\s*\]")
_TRAILER = re.compile(r"\s*Transcribed by https?://\S+\s*\Z")


def _turn(raw: str, label: SpeakerLabel, end: int) -> Turn:
    start = label.span.end
    words = raw[start:end]
    trailer = _TRAILER.search(words, max(0, len(words) - 200)) if end == len(raw) else None
    if trailer:
        words = words[: trailer.start()]
    start += len(words) - len(words.lstrip())
    words = words.strip()
    span = Span(start, start + len(words)) if words else Span(label.span.end, label.span.end)
    seconds = label.seconds
    if seconds is None:
        time = _LEADING_TIME.match(words)
        seconds = seconds_of(time[1]) if time else None
    return Turn(speaker=label.name, span=span, label_span=label.span, start_seconds=seconds)


def _preamble(raw: str, end: int) -> Turn | None:
    """Return what stands before the first label as a turn of nobody, so that no speech runs into it."""
    words = raw[:end].strip()
    start = end - len(raw[:end].lstrip())
    return Turn(speaker=None, span=Span(start, start + len(words))) if words else None


def turns_between(raw: str, labels: tuple[SpeakerLabel, ...]) -> tuple[Turn, ...]:
    """Give the words from each label to the next one to the label's speaker; what stands before is nobody's."""
    if not labels:
        return ()
    ends = [*(label.span.start for label in labels[1:]), len(raw)]
    preamble = _preamble(raw, labels[0].span.start)
    turns = (_turn(raw, label, end) for label, end in zip(labels, ends, strict=True))
    return (preamble, *turns) if preamble else tuple(turns)


def read_text(raw: str) -> tuple[Turn, ...]:
    """Find the turns of a plain-text transcript; () where it names no speakers.

    Each turn's span holds its words without white space at the ends; code points, half-open.
    """
    return turns_between(raw, find_labels(raw))
