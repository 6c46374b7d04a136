"""Escape text, so that Markdown reads it as text."""

import re
import unicodedata

from core.text.punctuation import OTHER_QUOTATION_MARKS

_LIVE = re.compile(r"([\\`*_\[\]<>&~|#])")
_DOUBLES = frozenset(OTHER_QUOTATION_MARKS)
_OPENING = frozenset("“„«‹「『〝﹁﹃｢❝❮")
_CLOSING = frozenset("”»›」』〞﹂﹄｣❞❯")
_SINGLE_OPENS = re.compile(r"(?<![^\W_])['‘‛`´](?=[^\W\d_])")
_SINGLE_CLOSES = re.compile(r"(?<=[^\s])['’´](?![^\W_])")
_AT_THE_START = re.compile(r"^(\d{1,9})?([-+=.):])")


def one_line(text: str) -> str:
    """Return text on one line, single spaces, without control characters."""
    shown = "".join(" " if unicodedata.category(char) in ("Cc", "Cs") else char for char in text)
    return " ".join(shown.split())


def without_stray_marks(text: str) -> str:
    """Return text without quotation marks that nothing closes: they would swallow every quotation after them."""
    doubles = [char for char in text if char in _DOUBLES]
    opening = sum(char in _OPENING for char in doubles)
    closing = sum(char in _CLOSING for char in doubles)
    if opening != closing or (len(doubles) - opening - closing) % 2:
        text = "".join(char for char in text if char not in _DOUBLES)
    opened, closed = _SINGLE_OPENS.findall(text), _SINGLE_CLOSES.findall(text)
    return _SINGLE_OPENS.sub("", text) if len(opened) > len(closed) else text


def as_text(text: str) -> str:
    """Return text on one line with all that Markdown would act upon escaped; a reference in it is no reference."""
    line = _LIVE.sub(r"\\\1", one_line(text))
    return _AT_THE_START.sub(r"\1\\\2", line)
