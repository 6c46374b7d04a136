"""Markdown inside a paragraph, resolved to the text a person reads.

Not a renderer: every character that is not certainly markup stays. Escapes, entities, code spans, links, images,
emphasis and a few formatting tags are resolved; emphasis only where the marks stand at the edges of words, so that
`sh*t` and `2 * 3` keep theirs.
"""

import html
import re
from bisect import bisect_right
from collections.abc import Container
from typing import NamedTuple

from core.span import Span
from core.transcripts.transcript import TIME, find_annotations

MAX_MARKS = 3  # more of them in a row stand for letters that are not written out
_TAGS = "a|b|center|cite|div|em|font|i|mark|p|small|span|strong|u"
_TOKEN = re.compile(
    r"\\(?P<escaped>[!-/:-@\[-`{-~])|\\(?P<hard_break>\r\n|\n|\r)|(?P<ticks>`+)|<(?P<autolink>[a-zA-Z][a-zA-Z0-9+.-]{1,31}:[^\s<>]*)>"
    rf"|<(?P<closing>/?)(?P<tag>{_TAGS}|br)(?:\s[^<>]{{0,300}})?/?>"
    r"|(?P<entity>&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});)"
    r"|(?P<open>!?\[)|(?P<close>\])|(?P<run>\*+|_+)",
    re.IGNORECASE,
)
_DESTINATION = re.compile(
    r"\(\s*(?:<(?P<angled>[^<>\r\n]*)>|(?P<spaced>https?://(?:[^\r\n()]|\([^\r\n()]*\))*?)|(?P<plain>(?:[^\s()\\]|\\.|\([^\s()]*\))*))"
    r"(?:\s+(?:\"[^\"]{0,500}\"|'[^']{0,500}'))?\s*\)"
)
_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]*:|[/#.?]|www\.|[^\s/]+/|[\w-]+\.\w", re.IGNORECASE)
_MAX_UNSPOKEN = 60
_REFERENCE = re.compile(r"\[([^\[\]]{0,300})\]")


class _Run(NamedTuple):
    """Emphasis marks that stand together; `[start, end)` is what is left of them."""

    start: int
    end: int
    opens: bool
    closes: bool


class _Edits:
    """What is taken out of a text and what is put there instead, gathered in any order."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._edits: dict[int, tuple[int, str]] = {}

    def put(self, start: int, end: int, to: str = "") -> None:
        self._edits[start] = (end, to)

    def apply(self) -> str:
        pieces: list[str] = []
        done = 0
        for start, (end, to) in sorted(self._edits.items()):
            pieces += (self._text[done:start], to)
            done = end
        pieces.append(self._text[done:])
        return "".join(pieces)


def _code_ends(text: str) -> dict[int, list[int]]:
    """Where backtick runs of each length begin, so that a code span's end is one bisection away."""
    runs: dict[int, list[int]] = {}
    if "`" not in text:
        return runs
    for match in re.finditer("`+", text):
        runs.setdefault(len(match.group()), []).append(match.start())
    return runs


def _code_span(text: str, match: re.Match[str], runs: dict[int, list[int]]) -> tuple[int, str] | None:
    """Return where a code span ends and the text it holds; None where the backticks are only that."""
    length = len(match["ticks"])
    starts = runs.get(length, [])  # none where an escape cut a longer run short
    index = bisect_right(starts, match.start())
    if index == len(starts):
        return None
    inside = text[match.end() : starts[index]]
    if inside[:1] == inside[-1:] == " " and inside.strip():
        inside = inside[1:-1]
    return starts[index] + length, inside


def _run(text: str, start: int, end: int) -> _Run:
    """Tell whether emphasis marks may open or close: at the edge of a word, never inside one."""
    before, after = text[start - 1 : start] or " ", text[end : end + 1] or " "
    few = end - start <= MAX_MARKS
    return _Run(
        start,
        end,
        opens=few and not after.isspace() and not before.isalnum(),
        closes=few and not before.isspace() and not after.isalnum(),
    )


def _link_end(text: str, opening: re.Match[str], close: int, references: Container[str]) -> int | None:
    """Return where the link ends whose words end before `close`, or None where the brackets are only brackets."""
    words = text[opening.end() : close]
    destination = _DESTINATION.match(text, close + 1)
    if destination:
        address = destination["spaced"] or destination["plain"]
        if not address or (_ADDRESS.match(address) and not re.fullmatch(TIME, address)):
            return destination.end()
    reference = _REFERENCE.match(text, close + 1)
    if reference and (reference[1] or words).strip().casefold() in references:
        return reference.end()
    return close + 1 if words.strip().casefold() in references else None


def _unlink(text: str, opening: re.Match[str], closing: Span, edits: _Edits) -> None:
    """Leave the words of a link; a time or a sound keeps its brackets, because without them it would be speech."""
    bracketed = f"[{text[opening.end() : closing.start]}]"
    if len(bracketed) <= _MAX_UNSPOKEN and any(one.span == (0, len(bracketed)) for one in find_annotations(bracketed)):
        edits.put(closing.start + 1, closing.end)
        return
    edits.put(opening.start(), opening.end())
    edits.put(*closing)


def _take_tag(match: re.Match[str], opened: dict[str, list[re.Match[str]]], edits: _Edits) -> None:
    """Take out a formatting tag once its partner is seen; a lone one may be what the text is about."""
    name = match["tag"].lower()
    if name == "br":
        edits.put(
            match.start(), match.end(), "" if match.string[match.end() : match.end() + 1] in ("\r", "\n") else "\n"
        )
    elif not match["closing"]:
        opened.setdefault(name, []).append(match)
    elif opened.get(name):
        partner = opened[name].pop()
        edits.put(partner.start(), partner.end())
        edits.put(match.start(), match.end())


def _unemphasise(text: str, runs: list[_Run], edits: _Edits) -> None:
    """Pair the marks of emphasis, inner pairs first, and take out what is paired."""
    opened: list[_Run] = []
    waiting = {"*": 0, "_": 0}
    for run in runs:
        mark, start = text[run.start], run.start
        while run.closes and start < run.end and waiting[mark]:
            opener = opened.pop()
            waiting[text[opener.start]] -= 1
            if text[opener.start] != mark:
                continue
            count = min(opener.end - opener.start, run.end - start)
            edits.put(opener.end - count, opener.end)
            edits.put(start, start + count)
            start += count
            if opener.end - count > opener.start:
                opened.append(opener._replace(end=opener.end - count))
                waiting[mark] += 1
        if run.opens and start < run.end:
            opened.append(run._replace(start=start))
            waiting[mark] += 1


def _take(text: str, match: re.Match[str], codes: dict[int, list[int]], edits: _Edits) -> int:
    """Resolve an escape, an entity, an address or a code span; returns where to read on."""
    end = match.end()
    if match["escaped"]:
        edits.put(match.start(), end, match["escaped"])
    elif match["hard_break"]:
        edits.put(match.start(), match.start() + 1)
    elif match["autolink"]:
        edits.put(match.start(), end, match["autolink"])
    elif match["entity"]:
        edits.put(match.start(), end, html.unescape(match["entity"]) or match["entity"])
    elif match["ticks"]:
        span = _code_span(text, match, codes)
        if span:
            end = span[0]
            edits.put(match.start(), end, span[1])
    return end


def resolve_inline(text: str, references: Container[str] = ()) -> str:
    """Return a paragraph as it is read: Markdown's inline syntax resolved, every other character kept.

    `references` are the names of the link definitions of the document, casefolded.
    Source: CommonMark 0.31, with the exceptions this module's first lines name; decisions.md#readers.
    """
    edits = _Edits(text)
    codes = _code_ends(text)
    runs: list[_Run] = []
    brackets: list[re.Match[str]] = []
    tags: dict[str, list[re.Match[str]]] = {}
    match = _TOKEN.search(text)
    while match:
        position = match.end()
        if match["run"]:
            runs.append(_run(text, match.start(), match.end()))
        elif match["open"]:
            brackets.append(match)
        elif match["close"] and brackets:
            opening = brackets.pop()
            end = _link_end(text, opening, match.start(), references)
            if end is not None:
                _unlink(text, opening, Span(match.start(), end), edits)
                position = end
        elif match["tag"]:
            _take_tag(match, tags, edits)
        else:
            position = _take(text, match, codes, edits)
        match = _TOKEN.search(text, position)
    _unemphasise(text, runs, edits)
    return edits.apply()
