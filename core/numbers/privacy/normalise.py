"""Normalise the typography of a text, so that personal data has one form however it is written."""

import re
import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

from core.span import Span
from core.text.punctuation import FORMAT_CHARACTERS
from core.text.segmentation import is_unspaced

_NOT_ASCII = re.compile(r"[^\x00-\x7f]")
_LINE_END = re.compile(r"(?<!\n)\n(?!\n)|\t")
_MINUS = "−"
_DENSE = re.compile(r"\d(?:\D{0,12}+\d){5,}+")
_BEFORE, _AFTER = 80, 36
# Stands for a letter of a script without spaces: it ends words like a mark.
APART = "・"


class NormalisedText(NamedTuple):
    """A normalised text and the offset of each of its characters in the original; None if all are the same.

    `apart` is `text` with every letter of a script without spaces as `APART`, so that `\\b` matches beside it.
    """

    text: str
    apart: str
    offsets: Sequence[int] | None

    def original(self, start: int, end: int) -> Span:
        """Return the stretch of the original for `text[start:end]`, which is not empty."""
        if self.offsets is None:
            return Span(start, end)
        return Span(self.offsets[start], self.offsets[end - 1] + 1)


def _plain_form(char: str) -> str:
    """Return the plain form of a character beyond ASCII, always one character."""
    if "！" <= char <= "～":
        return chr(ord(char) - 0xFEE0)
    digit = unicodedata.decimal(char, None)
    if digit is not None:
        return str(digit)
    category = unicodedata.category(char)
    if category == "Pd" or char == _MINUS:
        return "-"
    return " " if category == "Zs" else char


def normalise_for_privacy(text: str) -> NormalisedText:
    """Return `text` with digits, spaces, hyphens and full-width forms made plain and invisible characters left out.

    A single line end counts as a space. All offsets are code points.
    """
    if text.isascii():
        plain = _LINE_END.sub(" ", text)
        return NormalisedText(plain, plain, None)
    offsets: list[int] | None = None
    if not FORMAT_CHARACTERS.isdisjoint(text):
        offsets = [offset for offset, char in enumerate(text) if char not in FORMAT_CHARACTERS]
        text = "".join(text[offset] for offset in offsets)
    present = set(_NOT_ASCII.findall(text))
    plain = _LINE_END.sub(" ", text.translate({ord(char): _plain_form(char) for char in present}))
    unspaced = {ord(char): APART for char in present if is_unspaced(char)}
    return NormalisedText(plain, plain.translate(unspaced), offsets)


def dense_digit_spans(text: str) -> list[Span]:
    """Return the stretches of a normalised text with digits close enough to be more than an amount.

    In order and without overlaps, each with the text before it, whose words may name it, and the rest of its last word.
    """
    stretches: list[Span] = []
    for found in _DENSE.finditer(text):
        start, end = max(0, found.start() - _BEFORE), min(len(text), found.end() + _AFTER)
        while end < len(text) and text[end].isalnum():
            end += 1
        if stretches and start <= stretches[-1].end:
            start = stretches.pop().start
        stretches.append(Span(start, end))
    return stretches
