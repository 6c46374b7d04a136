"""Quotation marks that are spelt out: as an entity, an escape, a tag that says that it quotes, a command of TeX.

They stand as text where a reader was meant to see the mark. Spoken of, they are words like any others: they are marks
only around a sentence that they touch, or around a whole sentence.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from html.entities import html5
from typing import NamedTuple

from core.text.punctuation import FORMAT_CHARACTERS, QUOTATION_MARKS

_MARKS = QUOTATION_MARKS | frozenset("⟨⟩")
_NAMES = "|".join(sorted({name.rstrip(";") for name, mark in html5.items() if mark in _MARKS}, key=len, reverse=True))
_LESS, _GREATER = r"(?:<|&(?:amp;){0,3}lt;)", r"(?:>|&(?:amp;){0,3}gt;)"
# A name that says that it quotes; its end is in letters of one case, so that a word may be joined to it.
_LONG_NAME = r"[a-z_-]{0,12}quot(?-i:(?<=t)[a-z_-]{0,12}|(?<=T)[A-Z_-]{0,12}(?![A-Z]))"
_QUOTES = rf"(?:{_LONG_NAME}|q)"
_ENDS = r"(?P<ends{}>/|(?:end|un|close)(?:[\s_]|\sof\s)?)?"
_BEGINS = r"(?:(?:begin|open|start)(?:[\s_]|\sof\s))?"
_ATTRIBUTES = r"(?:(?:\s*[=|:,]|\s+[\w-]{{1,20}}=)(?P<said{}>[^\[\](){{}}<>\n]{{0,{}}}?))?"
_SPELT = re.compile(
    rf"""(?P<entity>&(?:amp;){{0,3}}(?:(?P<name>{_NAMES});?|\#(?:x(?P<hex>[0-9a-f]{{1,6}})|(?P<number>\d{{1,7}}));?))
    |(?P<typed>(?:&(?:amp;){{0,3}}lt;){{2}}|(?:&(?:amp;){{0,3}}gt;){{2}})
    |(?P<escape>\\[ux]\{{?(?P<code>20[0-9a-f]{{2}}|30[0-9a-f]{{2}}|00[0-9a-f]{{2}}|(?<=x|\{{)[0-9a-f]{{2}})\}}?
        |U\+(?P<point>[0-9a-f]{{4}})(?![0-9a-f])|\\0{{0,2}}(?P<style>201[c-f])|\\042)
    |(?P<address>%2[27]|=2[27](?!\d)|[%=]C2[%=](?:AB|BB)|[%=]E2[%=]80[%=](?:9[89A-F]|B9|BA))
    |(?P<called>(?:\\N)?[(\[{{][a-z\s-]{{0,24}}quot[a-z]{{0,8}}\smarks?\s*[)\]}}])
    |(?P<template>\{{\{{\s*{_QUOTES}(?:\s\w{{1,12}})?\s*\|(?:[\w\s-]{{1,20}}=[^|{{}}\s]{{1,30}}(?:\s[^|{{}}\s]{{1,30}}){{0,2}}\|){{0,3}}
        (?:\s*[\w-]{{1,20}}\s*=)?\s*)
    |(?P<tag>(?:\({{1,2}}|\[{{1,2}}|\{{{{1,2}}%?|{_LESS})\s*+{_ENDS.format(1)}{_BEGINS}
        \s*+{_QUOTES}{_ATTRIBUTES.format(1, 400)}\s*
        (?:\){{1,2}}|\]{{1,2}}|%?\}}{{1,2}}|{_GREATER}))
    |(?P<label>(?:[(\[{{]|{_LESS})\s*+{_BEGINS}\s*+{_QUOTES}\s*[=:])
    |(?P<fence>(?<!\S)(?:(?P<run>[:!=+~%@.-])(?P=run){{1,9}}|\#\+)\s?{_ENDS.format(2)}{_BEGINS}
        (?:\{{[^{{}}\n]{{0,40}}?{_LONG_NAME}[^{{}}\n]{{0,80}}\}}
            |{_LONG_NAME}(?!(?-i:[a-z0-9_])):{{0,3}}{_ATTRIBUTES.format(2, 80)}(?:\{{[^{{}}\n]{{0,80}}\}})?)
        (?:\s?(?P=run){{2,10}})?)
    |(?P<rule>(?<!\S)(?P<same>[:!=+~%@-])(?P=same){{2,9}}(?!\S))
    |(?P<spoken>(?<![\w-])(?:quot(?:e|ation)(?::|\s[—–])|(?:open|begin|start)\squote\b[,:]?))
    |(?P<word>\b(?P<unquote>un|end\s|close\s)?quote\b[,:]?)
    |(?P<begin>\\begin\{{[a-z]{{0,16}}quot[a-z]{{0,16}}\*?\}}(?:\[[^\[\]\n]{{0,80}}\])?)
    |(?P<end>\\end\{{[a-z]{{0,16}}quot[a-z]{{0,16}}\*?\}})
    |(?P<sign>(?:\\(?:(?:open|close)quote|(?:text)?quote(?:dbl|sgl|left|right)[a-z]{{0,8}}|guil[a-z]{{1,10}}(?:left|right)
        |(?:[lr]|[gf][lr])q{{1,2}})(?![a-z])(?:\{{\}})?){{1,2}})
    |(?P<command>[\\@](?:[a-z]{{0,16}}quot[a-z]{{0,16}}|say)\*?
        (?:\[[^\[\]\n]{{0,80}}\]|\{{[a-z]{{1,20}}\}}(?=\{{)){{0,2}}\{{)
    |(?P<inner>\{{)
    |(?P<brace>(?:\|[^{{}}|\n]{{0,80}}){{0,3}}\}}\}}|\}})
    |(?P<outside>[\[\]])""",
    re.VERBOSE | re.IGNORECASE,
)
_CHARACTERS = frozenset(("entity", "typed", "escape", "address", "called", "sign"))
_FAMILIES = {  # what opens and what closes; a character, a tag or a word may do both
    **dict.fromkeys(_CHARACTERS, "character"),
    **dict.fromkeys(("template", "command", "inner", "brace"), "brace"),
    "begin": "environment",
    "end": "environment",
    "tag": "tag",
    "label": "tag",
    "fence": "fence",
    "rule": "fence",
    **dict.fromkeys(("word", "spoken"), "word"),
    "outside": "outside",
}
_NEVER_OPEN = frozenset(("inner", "brace", "end", "rule"))
_ONLY_IN_PAIRS = frozenset(("word", "outside"))  # what opens nothing that has not its own end
_MAY_BE_A_NAME = frozenset(("fence", "label"))  # with what is joined to it
_CLOSES_ANY = frozenset((*_CHARACTERS, "tag", "fence", "end"))
_ALONE = frozenset((*_CHARACTERS, "template", "command", "tag", "label", "fence", "begin", "end", "spoken"))
NO_MARK = re.compile(r"\Z|[“\"‘'—–-]\w|(?!U\+|(?:(?:open|begin|start|end|close)\s|un)?quot(?:e|ation)\b)\w", re.I)
"""How most texts begin: they are no mark."""
_SENTENCE = re.compile(r"\W*+(?:(?:\w(?:[\w'’-]|[.,:](?=\d))*+\W{1,3}){3}\w|[\u3040-\u30ff\u3400-\u9fff]{8})")
_STOPS = tuple(".!?…。！？")
_CLOSERS = frozenset("”’»›‛")
_APOSTROPHES = frozenset("’‛")
_MAY_CLOSE = _CLOSERS | frozenset("\"'“‘«‹")
_STOP = re.compile(f"[{''.join(_STOPS)}]")
_NO_MORE = re.compile(r"\s*+\Z")
_BRACKET = re.compile(r"[\[\]]")
_NAMES_AN_END = re.compile("right|clos|end", re.IGNORECASE)
_LONGEST_ALONE = 100
_MOST_WORDS_ALONE = 6  # of a tag with what it says besides
_WIDE = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_OPENING, _CLOSING, _LONE, _LONE_END = "「", "」", "«", "”"
BLANK = "\u00a0"
"""What stands in the place of all but one character of a mark that is spelt out."""


class _SpeltMark(NamedTuple):
    start: int
    end: int
    kind: str
    opens: bool
    words: tuple[int, int] | None = None  # a sentence that a tag says itself, `[quote: words]`


class _Stretch(NamedTuple):
    """What is one mark: where it begins and ends, where its character is put, and which."""

    start: int
    end: int
    place: int
    mark: str


def _opens(found: re.Match[str], char: str) -> bool:
    """Tell whether what is spelt out can open; `char` is the mark that it says, if it says one."""
    kind, before = found.lastgroup or "", found.string[max(0, found.start() - 1) : found.start()]
    if kind == "outside":
        return found[0] == "]"
    if kind in _NEVER_OPEN or found["ends1"] or found["ends2"] or found["unquote"] or char in _APOSTROPHES:
        return False
    if char in _CLOSERS:  # in some languages it opens, too
        return not before.strip() and found.string[found.end() : found.end() + 1].isalpha()
    if kind == "called" and _NAMES_AN_END.search(found[0]):
        return False
    return kind not in _CHARACTERS or not before.isalnum()  # behind a letter it is an apostrophe, or closes


def _stray_brackets(text: str) -> set[int]:
    """Return where square brackets stand that have no partner."""
    opened: list[int] = []
    stray: set[int] = set()
    for bracket in _BRACKET.finditer(text):
        if bracket[0] == "[":
            opened.append(bracket.start())
        elif opened:
            opened.pop()
        else:
            stray.add(bracket.start())
    return stray.union(opened)


def _said_by(found: re.Match[str]) -> str | None:
    """Return the character that is spelt out, "" where it is not by number or name; None where it is no mark."""
    if found["name"]:
        return html5.get(f"{found['name']};", "")
    code, number = found["hex"] or found["code"] or found["point"] or found["style"], found["number"]
    char = chr((int(code, 16) if code else int(number)) % 0x110000) if code or number else ""
    return char if not char or char in _MARKS else None


def _spelt_in(text: str) -> Iterator[_SpeltMark]:
    stray = _stray_brackets(text) if "]" in text else ()
    for found in _SPELT.finditer(text):
        kind = found.lastgroup or ""
        if kind == "outside" and found.start() not in stray:
            continue
        char = _said_by(found)
        if char is not None:
            words = found.span("said1") if found["said1"] else None
            yield _SpeltMark(found.start(), found.end(), kind, _opens(found, char), words)


def _words_between(text: str, opened: _SpeltMark, closing: _SpeltMark) -> tuple[int, int] | None:
    """Return where the words between two marks begin and end, None where they are no sentence."""
    if closing.opens and _FAMILIES[closing.kind] == "word":
        return None
    around = " \t\n,:" if closing.kind == "word" else " \t\n"
    own = opened.words if opened is closing else None
    first, last = own or (opened.end, closing.start)
    while first < last and text[first] in around:
        first += 1
    while last > first and text[last - 1] in around:
        last -= 1
    if not _SENTENCE.match(text, first, last) or (closing.kind == "outside" and "[" in text[first:last]):
        return None
    touches = closing.kind == "word" or ((first, last) == (opened.end, closing.start) and not own)
    stopped = text[max(first, last - 4) : last].rstrip("”’\"'*_)").endswith(_STOPS)
    whole = stopped or (text[first].isupper() and opened.kind != "outside")
    whole = whole and not text[first].islower()
    return (first, last) if touches or whole else None


def _closes(text: str, mark: _SpeltMark) -> bool:
    """Tell whether a mark closes what another one opened: behind words, and not before one."""
    if mark.kind not in _CLOSES_ANY or not mark.start or text[mark.end : mark.end + 1].isalnum():
        return False
    return not mark.opens or (mark.kind in _CHARACTERS and not text[mark.start - 1].isspace())


def _ends_words(text: str, mark: _SpeltMark) -> bool:
    """Tell whether a mark stands directly behind a sentence, or behind the last word, as one that nothing opened."""
    if mark.opens or mark.kind not in _CLOSES_ANY:
        return False
    last = text[mark.start - 1 : mark.start]
    return last in _STOPS or (
        last.isalnum() and mark.kind not in _CHARACTERS and _NO_MORE.match(text, mark.end) is not None
    )


def _lone(text: str, marks: Iterable[_SpeltMark]) -> Iterator[_Stretch]:
    """Yield the first mark that nothing closes and that stands before a sentence: it goes on to the end of the text."""
    for mark in sorted(marks):
        first = mark.end
        while text[first : first + 1].isspace():
            first += 1
        if not text[first : first + 1].isalnum() or not _SENTENCE.match(text, first):
            continue
        begins = not text[: mark.start].rstrip()[-1:].isalnum()
        touches = first == mark.end and mark.kind not in _MAY_BE_A_NAME
        if touches or (begins and not text[first].islower() and _STOP.search(text, first)):
            yield _Stretch(mark.start, first, first - 1, _LONE)
            return


def _stretches(text: str) -> Iterator[_Stretch]:
    opened: dict[str, _SpeltMark] = {}
    depth = 0  # of the braces inside a command
    for mark in _spelt_in(text):
        family = _FAMILIES[mark.kind]
        own = _words_between(text, mark, mark) if mark.words else None
        if own is not None:
            yield _Stretch(mark.start, own[0], own[0] - 1, _OPENING)
            yield _Stretch(own[1], mark.end, own[1], _CLOSING)
            continue
        if family == "brace" and family in opened and not mark.opens:
            depth += 1 if mark.kind == "inner" else -1
            if depth:
                continue
        before = opened.pop(family, None) if mark.kind != "inner" else None
        if before is None and _closes(text, mark):  # whatever is open
            before = max((one for one in opened.values() if one.kind not in _ONLY_IN_PAIRS), default=None)
        words = _words_between(text, before, mark) if before is not None else None
        if before is not None and words is not None:
            opened.pop(_FAMILIES[before.kind], None)
            yield _Stretch(before.start, words[0], words[0] - 1, _OPENING)
            yield _Stretch(words[1], mark.end, words[1], _CLOSING)
        elif mark.opens:
            opened[family], depth = mark, 1
        elif before is None and _ends_words(text, mark):
            yield _Stretch(mark.start, mark.end, mark.start, _LONE_END)
    yield from _lone(text, (one for one in opened.values() if one.kind not in _ONLY_IN_PAIRS))


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


class MarkAlone(NamedTuple):
    """A mark that is a block of its own: whether it can stand over words, and whether it can stand under some."""

    opens: bool
    closes: bool


def mark_alone(text: str) -> MarkAlone | None:
    """Return what a text is that holds a quotation mark and nothing else, spelt out or not; None for any other."""
    if len(text) > _LONGEST_ALONE:
        return None
    text = "".join(char for char in text.translate(_WIDE) if char not in FORMAT_CHARACTERS).strip()
    if not any(map(str.isalnum, text)):
        marks = "".join(text.split()).strip("*_")
        return (
            MarkAlone(marks[0] not in _CLOSERS, marks[-1] in _MAY_CLOSE) if marks and _MARKS.issuperset(marks) else None
        )
    found = _SPELT.fullmatch(text) if len(text.split()) <= _MOST_WORDS_ALONE else None
    kind = (found.lastgroup or "") if found else ""
    char = _said_by(found) if found and (kind in _ALONE or found["unquote"]) else None
    if found is None or char is None:
        return None
    opens = _opens(found, char)
    return MarkAlone(opens, not opens or kind in _CHARACTERS or text[0] == "{")
