"""What stands in a transcript and was not said: labels, timestamps, sounds and actions in brackets, lost speech."""

import re
from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

from core.span import Span, blank

_SOUNDS = (
    "applause|audience laughter|background noise|blank_audio|both laugh|chuckle|chuckles|chuckling|clapping|claps|"
    "clears throat|"
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


def annotations_in(text: str) -> Iterator[Annotation]:
    """Yield what `find_annotations` returns."""
    for match in _BRACKETS.finditer(text):
        kind = _kind_of(match.group())
        if kind is not None:
            yield Annotation(Span(*match.span()), kind)


def find_annotations(text: str) -> tuple[Annotation, ...]:
    """Find the timestamps, annotations and lost speech in `text`, in order.

    Offsets are code points, half-open. Source: decisions.md#annotations-and-lost-speech.
    """
    return tuple(annotations_in(text))
