"""What stands in a transcript without having been said: timestamps, annotations, lost speech.

All of it stays in raw and is never matched. A match may run across a timestamp or an annotation; it may not run across
lost speech, because nobody knows what was said there. The lists are closed: every other bracket is text like any
other ("I did [not] say" is not "I did say").
"""

import re
from enum import StrEnum

from core.record import Record
from core.span import Span, blank

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

ANNOTATIONS = tuple(_SOUNDS.split("|"))
LOST_SPEECH = tuple(_LOST_WORDS.split("|"))

TIME = r"(?:\d{1,2}:)?\d{1,3}:\d{2}(?:[.,]\d{1,3})?"
_OPEN_CLOSE = r"(?:\[\s*{inside}\s*\]|\(\s*{inside}\s*\))"


def _words(words: tuple[str, ...]) -> str:
    return "|".join(re.escape(word).replace(r"\ ", r"\s+") for word in sorted(words, key=len, reverse=True))


_TIMESTAMP = re.compile(rf"\[\s*{TIME}\s*\]")
_ANNOTATION = re.compile(_OPEN_CLOSE.format(inside=rf"(?:{_words(ANNOTATIONS)})(?:\s+{TIME})?[.!]?"), re.IGNORECASE)
_LOST = re.compile(_OPEN_CLOSE.format(inside=rf"(?:{_words(LOST_SPEECH)})(?:\s+@?\s*{TIME})?\s*\??"), re.IGNORECASE)


class UnspokenKind(StrEnum):
    """Why a stretch of a transcript is not speech."""

    LABEL = "label"
    TIMESTAMP = "timestamp"
    ANNOTATION = "annotation"
    LOST = "lost"


class Unspoken(Record):
    """A stretch of raw that was not said; `span` in code points, half-open."""

    span: Span
    kind: UnspokenKind


def blank_unspoken(text: str) -> str:
    """Return `text` with all that was not said turned into spaces, offsets kept."""
    if "[" not in text and "(" not in text:
        return text
    return blank(text, (found.span for found in find_unspoken(text)))


def read_time(timestamp: str) -> float:
    """Return the seconds of a timestamp such as `[1:02:03.5]`."""
    seconds = 0.0
    for part in re.findall(r"\d+(?:[.,]\d+)?", timestamp):
        seconds = seconds * 60 + float(part.replace(",", "."))
    return seconds


def find_unspoken(text: str) -> tuple[Unspoken, ...]:
    """Find the timestamps, annotations and lost speech in `text`, in order.

    Offsets are code points, half-open. Source: design, "Transcript and canonical form".
    """
    patterns = (
        (_TIMESTAMP, UnspokenKind.TIMESTAMP),
        (_ANNOTATION, UnspokenKind.ANNOTATION),
        (_LOST, UnspokenKind.LOST),
    )
    found = [
        Unspoken(span=Span(*match.span()), kind=kind) for pattern, kind in patterns for match in pattern.finditer(text)
    ]
    return tuple(sorted(found, key=lambda unspoken: unspoken.span))
