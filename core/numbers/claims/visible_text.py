"""A narrative as a reader sees it: without marks that split a number only in the source text.

`58\\.3%`, `**58**.3%`, `5<!-- -->8%`, `&#53;8%`, a zero-width space inside 58 and 共58人 all show a reader one number.
"""

import re
from bisect import bisect_left
from collections.abc import Sequence
from html import unescape
from typing import NamedTuple
from unicodedata import digit

from core.span import Span

# Scripts without a space between a word and a number; letters only, not their digits.
_SCRIPTS = (
    r"\u05d0-\u05ea\u0620-\u064a\u0671-\u06d3\u0904-\u0965\u0985-\u09e5\u0e01-\u0e4e\u1780-\u17d3"
    r"\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3"
)
_MAGNITUDES = "万萬亿億兆千만억조"
_MONEY = "元円원"
_DATES = (
    r"第\s?\d{1,5}|제\s?\d{1,5}"
    r"|\d{4}\s?[年년](?:\s?\d{1,2}\s?[月월])?(?:\s?\d{1,2}\s?[日号號일])?|\d{1,2}\s?[月월]\s?\d{1,2}\s?[日号號일]"
    r"|\d{1,2}[月월日号號]|\d{1,2}[点點時时시](?:\s?\d{1,2}[分분])?"
)
_FOREIGN = (
    rf"(?P<date>{_DATES})|(?P<gap>(?<=[{_SCRIPTS}])(?=\d)|(?<=\d)(?=[{_SCRIPTS}])"
    rf"|(?<=\d[{_MAGNITUDES}])(?=[{_SCRIPTS}])|(?<=[\d{_MAGNITUDES}][{_MONEY}])(?=[{_SCRIPTS}]))"
)
_RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉①②③④⑤⑥⑦⑧⑨⓪"
_ZERO_WIDTH = r"\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\ufe0e\ufe0f\u20e3"
_GOES_ON = r"(?=[.,]?\d|[ \u00a0]?[%％])"
_MARKUP = (
    r"(?P<escape>\\(?=[!-/:-@\[-`{-~]))|(?P<entity>&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z]{2,8}[0-9]{0,2});)"
    r"|(?P<split>(?:(?<=\d)|(?<=\d[.,]))"
    r"(?:\*{1,3}(?=[.,]\d|[ \u00a0]?[%％])|_{1,3}(?=[.,]\d|[ \u00a0]?[%％])|(?<=[.,])\*{1,3}(?=\d)"
    r"|(?:</?(?:b|i|em|strong|u|span|mark|small|font|big|wbr|a)\b[^<>]{0,200}>|<!--[^<>]{0,200}-->){1,4}"
    rf"{_GOES_ON}))"
)
_NOT_ASCII = (
    rf"(?P<none>[{_ZERO_WIDTH}])"
    rf"|(?P<digit>[{_RAISED}](?=[{_RAISED}]{{0,15}}[ \u00a0]?(?:[%％]|per ?cent\b)))"
    rf"|{_FOREIGN}"
)
_SIGNS = ("\\", "&", "<", "*.", "*,", "*%", "* %", "_.", "_,", "_%", "_ %")
_MARKS = re.compile(_MARKUP)
_ALL = re.compile(f"{_MARKUP}|{_NOT_ASCII}")
_RARE = re.compile(rf"[{_ZERO_WIDTH}{_RAISED}{_SCRIPTS}]")
_INVISIBLE = re.compile(rf"[{_ZERO_WIDTH}]")


class VisibleNarrative(NamedTuple):
    """A narrative as a reader sees it, and where each of its characters begins and ends in the source text."""

    text: str
    starts: Sequence[int]
    ends: Sequence[int]

    def written(self, start: int, end: int) -> Span:
        """Return the stretch of the source text for the visible one from `start` to `end`, which is not empty."""
        return Span(self.starts[start], self.ends[end - 1])

    def read(self, spans: Sequence[Span]) -> list[Span]:
        """Return the visible stretches for stretches of the source text, without empty ones."""
        found = [Span(bisect_left(self.starts, one.start), bisect_left(self.starts, one.end)) for one in spans]
        return [one for one in found if one.start < one.end]


def _shown(mark: re.Match[str]) -> str:
    """Return the visible text of a mark."""
    kind, written = mark.lastgroup, mark.group()
    if kind == "gap":
        return " "
    if kind == "digit":
        return str(digit(written))
    if kind == "date":
        return written
    if kind == "entity":
        character = unescape(written)
        return written if len(character) != 1 else _INVISIBLE.sub("", character)
    return ""


def _marks_of(narrative: str) -> re.Pattern[str] | None:
    """Return the pattern of the marks that a narrative may hold, None if it can hold none."""
    if not narrative.isascii() and _RARE.search(narrative):
        return _ALL
    return _MARKS if any(sign in narrative for sign in _SIGNS) else None


def as_read(narrative: str) -> VisibleNarrative | None:
    """Return a narrative as a reader sees it; None if that equals the source text. Linear in the text."""
    marks = _marks_of(narrative)
    if marks is None:
        return None
    pieces: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    done = 0
    for mark in marks.finditer(narrative):
        shown = _shown(mark)
        start, end = mark.span()
        if shown == mark.group():
            continue
        pieces += (narrative[done:start], shown)
        starts += range(done, start)
        ends += range(done + 1, start + 1)
        starts += [start] * len(shown)
        ends += [end] * len(shown)
        done = end
    if not pieces:
        return None
    pieces.append(narrative[done:])
    starts += range(done, len(narrative) + 1)
    ends += range(done + 1, len(narrative) + 1)
    return VisibleNarrative("".join(pieces), starts, ends)
