"""Marks that a recogniser writes into the text of a segment: silence, another speaker, its own tokens."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from core.transcripts.readers.pieces import Tally

_MARK = re.compile(
    r"\[[ _]?BLANK[ _]AUDIO[ _]?\]|\[_[A-Z]{2,8}_?\d{0,6}_?\]|<\|[^|<>\s]{1,40}\|>|%HESITATION\b"
    r"|(?P<turn>\[_?SPEAKER[ _]TURN_?\])",
    re.IGNORECASE,
)


class MarkedPart(NamedTuple):
    """A part of a text between two marks; `new_turn` says that another person begins with it."""

    text: str
    new_turn: bool = False


def _parts(text: str) -> Iterator[MarkedPart]:
    done, new_turn = 0, False
    for mark in _MARK.finditer(text):
        yield MarkedPart(text[done : mark.start()], new_turn)
        done, new_turn = mark.end(), mark["turn"] is not None
    yield MarkedPart(text[done:], new_turn)


def without_marks(text: str, left_out: Tally) -> Sequence[MarkedPart]:
    """Return the parts of a text between the marks in it; a last part is empty where another person begins behind it.

    What is left out is counted.
    """
    if "[" not in text and "<" not in text and "%" not in text:
        return (MarkedPart(text),)
    parts = tuple(_parts(text))
    left_out.add("marks of the recogniser", "they are the machine's words", len(parts) - 1)
    return parts
