"""Quotation marks that are spelt out: as an entity, an escape, a tag that says that it quotes, a command of TeX.

They stand as text where a reader was meant to see the mark. Spoken of, they are words like any others: they are marks
only around a sentence that they touch, or around a whole sentence.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from html.entities import html5
from typing import NamedTuple

from core.text.punctuation import FORMAT_CHARACTERS, QUOTATION_MARKS

_MARKS = QUOTATION_MARKS | frozenset("⟨⟩")
_NAMES = "|".join(sorted({name.rstrip(";") for name, mark in html5.items() if mark in _MARKS}, key=len, reverse=True))
_LESS, _GREATER = r"(?:<|&(?:amp;){0,3}lt;)", r"(?:>|&(?:amp;){0,3}gt;)"
_QUOTES = r"(?:[a-z_-]{0,12}quot[a-z_-]{0,12}|q)"  # a name that says that it quotes
_ATTRIBUTES = r"(?:(?:\s*[=|:]|\s+[\w-]{1,20}=)[^\[\](){}<>\n]{0,80}?)?"
_SPELT = re.compile(
    rf"""(?P<entity>&(?:amp;){{0,3}}(?:(?:{_NAMES});?|\#(?:x(?P<hex>[0-9a-f]{{1,6}})|(?P<number>\d{{1,7}}));?))
    |(?P<typed>(?:&(?:amp;){{0,3}}lt;){{2}}|(?:&(?:amp;){{0,3}}gt;){{2}})
    |(?P<escape>\\[ux]\{{?(?P<code>20[0-9a-f]{{2}}|30[0-9a-f]{{2}}|00[0-9a-f]{{2}}|(?<=x|\{{)[0-9a-f]{{2}})\}}?
        |U\+(?P<point>[0-9a-f]{{4}})(?![0-9a-f]))
    |(?P<address>%22|%27|%C2%(?:AB|BB)|%E2%80%(?:9[89A-F]|B9|BA))
    |(?P<template>\{{\{{\s*{_QUOTES}\s*\|(?:\s*[\w-]{{1,20}}\s*=)?\s*)
    |(?P<tag>(?:[(\[]|\{{{{1,2}}%?|{_LESS})\s*(?P<ends>/|(?:end|un|close)\s?)?\s*{_QUOTES}{_ATTRIBUTES}\s*
        (?:[)\]]|%?\}}{{1,2}}|{_GREATER}))
    |(?P<word>\b(?P<unquote>un|end\s|close\s)?quote\b[,:]?)
    |(?P<begin>\\begin\{{[a-z]{{0,16}}quot[a-z]{{0,16}}\*?\}}(?:\[[^\[\]\n]{{0,80}}\])?)
    |(?P<end>\\end\{{[a-z]{{0,16}}quot[a-z]{{0,16}}\*?\}})
    |(?P<sign>(?:\\(?:(?:text)?quote(?:dbl|sgl|left|right)[a-z]{{0,8}}|guil[a-z]{{1,10}}(?:left|right)
        |(?:[lr]|[gf][lr])q{{1,2}})(?![a-z])(?:\{{\}})?){{1,2}})
    |(?P<command>\\(?:[a-z]{{0,16}}quot[a-z]{{0,16}}|say)\*?
        (?:\[[^\[\]\n]{{0,80}}\]|\{{[a-z]{{1,20}}\}}(?=\{{)){{0,2}}\{{)
    |(?P<inner>\{{)
    |(?P<brace>(?:\|[^{{}}|\n]{{0,80}}){{0,3}}\}}\}}|\}})""",
    re.VERBOSE | re.IGNORECASE,
)
_CHARACTERS = frozenset(("entity", "typed", "escape", "address", "sign"))
_FAMILIES = {  # what opens and what closes; a character, a tag or a word may do both
    **dict.fromkeys(_CHARACTERS, "character"),
    **dict.fromkeys(("template", "command", "inner", "brace"), "brace"),
    "begin": "environment",
    "end": "environment",
    "tag": "tag",
    "word": "word",
}
_NEVER_OPEN = frozenset(("inner", "brace", "end"))
_SENTENCE = re.compile(r"\W*+(?:(?:\w(?:[\w'’-]|[.,:](?=\d))*+\W{1,3}){3}\w|[\u3040-\u30ff\u3400-\u9fff]{8})")
_STOPS = tuple(".!?…。！？")
_CLOSERS = frozenset("”’»›‛")
_WIDE = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_OPENING, _CLOSING, _LONE = "「", "」", "«"
BLANK = "\u00a0"
"""What stands in the place of all but one character of a mark that is spelt out."""


class _SpeltMark(NamedTuple):
    start: int
    end: int
    kind: str
    opens: bool


class _Stretch(NamedTuple):
    """What is one mark: where it begins and ends, where its character is put, and which."""

    start: int
    end: int
    place: int
    mark: str


def _spelt_in(text: str) -> Iterator[_SpeltMark]:
    for found in _SPELT.finditer(text):
        kind = found.lastgroup or ""
        code, number = found["hex"] or found["code"] or found["point"], found["number"]
        char = chr((int(code, 16) if code else int(number)) % 0x110000) if code or number else ""
        if char and char not in _MARKS:
            continue
        opens = kind not in _NEVER_OPEN and not (found["ends"] or found["unquote"]) and char not in _CLOSERS
        if kind in _CHARACTERS:  # behind a letter it is an apostrophe, or closes
            opens = opens and not text[max(0, found.start() - 1) : found.start()].isalnum()
        yield _SpeltMark(found.start(), found.end(), kind, opens)


def _words_between(text: str, opened: _SpeltMark, closing: _SpeltMark) -> tuple[int, int] | None:
    """Return where the words between two marks begin and end, None where they are no sentence."""
    if closing.kind == "word" and closing.opens:
        return None
    around = " \t\n,:" if closing.kind == "word" else " \t\n"
    first, last = opened.end, closing.start
    while first < last and text[first] in around:
        first += 1
    while last > first and text[last - 1] in around:
        last -= 1
    if not _SENTENCE.match(text, first, last):
        return None
    touches = closing.kind == "word" or (first, last) == (opened.end, closing.start)
    whole = not text[first].islower() and text[max(first, last - 4) : last].rstrip("”’\"'*_)").endswith(_STOPS)
    return (first, last) if touches or whole else None


def _stretches(text: str) -> Iterator[_Stretch]:
    opened: dict[str, _SpeltMark] = {}
    depth = 0  # of the braces inside a command
    for mark in _spelt_in(text):
        family = _FAMILIES[mark.kind]
        if family == "brace" and family in opened and not mark.opens:
            depth += 1 if mark.kind == "inner" else -1
            if depth:
                continue
        before = opened.pop(family, None) if mark.kind != "inner" else None
        words = _words_between(text, before, mark) if before is not None else None
        if before is not None and words is not None:
            yield _Stretch(before.start, words[0], words[0] - 1, _OPENING)
            yield _Stretch(words[1], mark.end, words[1], _CLOSING)
        elif mark.opens:
            opened[family], depth = mark, 1
    lone = opened.get("character")
    if lone is not None and text[lone.end : lone.end + 1].isalnum() and _SENTENCE.match(text, lone.end):
        yield _Stretch(lone.start, lone.end, lone.end - 1, _LONE)


@lru_cache(maxsize=64)
def with_spelt_marks(text: str) -> str:
    """Return a text in which each pair of marks that are spelt out around a sentence is 「 and 」.

    Before a sentence that nothing closes one is «. Blanks take the place of the rest of it, so that the text is as long
    as it was. Wide characters, and those that nobody sees, hide no mark. Linear.
    """
    kept = range(len(text))
    seen = text
    if not text.isascii():
        kept = [index for index, char in enumerate(text) if char not in FORMAT_CHARACTERS]
        seen = "".join(text[index] for index in kept).translate(_WIDE)
    chars: list[str] | None = None
    for start, end, place, mark in _stretches(seen):
        chars = list(text) if chars is None else chars
        first, last = kept[start], kept[end - 1] + 1
        chars[first:last] = BLANK * (last - first)
        chars[kept[place]] = mark
    return text if chars is None else "".join(chars)
