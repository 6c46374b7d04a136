"""Markdown's blocks, resolved line by line: quote marks, bullets, headings, rules, fences, link definitions."""

import re
from collections.abc import Container, Sequence
from typing import NamedTuple

from core.transcripts.readers.inline_markup import resolve_inline

_LINE = re.compile(r"(?P<text>[^\r\n]*)(?P<end>\r\n|\n|\r|\Z)")
_QUOTE_MARKS = re.compile(r"(?: {0,3}> ?)+")
_HEADING = re.compile(r" {0,3}#{1,6}(?:[ \t]+|$)(?P<words>.*?)(?:[ \t]+#+)?[ \t]*$")
_RULE = re.compile(r" {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,}|={3,}[ \t]*)$")
_BULLET = re.compile(r"(?P<indent>[ \t]*)[-*+][ \t]+(?=\S)")
_NUMBERED = re.compile(r"[ \t]*\d{1,9}[.)][ \t]")
_FENCE = re.compile(r" {0,3}(?P<fence>`{3,}|~{3,})[^`]*$")
_DEFINITION = re.compile(
    r" {0,3}\[(?P<name>[^\[\]]{1,300})\]:[ \t]+"
    r"(?:<[^<>]*>|[a-zA-Z]+://\S+|/\S*|#\S*|www\.\S+)(?:[ \t]+[\"'(].*)?[ \t]*$"
)


class MarkdownLine(NamedTuple):
    """One line of a Markdown file, its end apart; `code` for a fence and what stands inside, `fence` for the fence."""

    text: str
    end: str
    code: bool = False
    fence: bool = False


def split_lines(text: str) -> list[MarkdownLine]:
    """Cut a text into lines; joined again they are the text."""
    return [MarkdownLine(match["text"], match["end"]) for match in _LINE.finditer(text) if match.group()]


def mark_fences(lines: Sequence[MarkdownLine], boundaries: Container[int]) -> list[MarkdownLine]:
    """Mark the lines inside code fences; a fence that is not closed before the next boundary is only text."""
    marked = list(lines)
    opened: tuple[int, str] | None = None
    for index, line in enumerate(lines):
        if opened is not None and index in boundaries:
            opened = None
        match = _FENCE.match(line.text)
        if match is None:
            continue
        fence = match["fence"]
        if opened is None:
            opened = index, fence
        elif fence.startswith(opened[1]) and line.text.strip() == fence:
            for inside in range(opened[0], index + 1):
                marked[inside] = lines[inside]._replace(code=True, fence=inside in (opened[0], index))
            opened = None
    return marked


def link_definitions(lines: Sequence[MarkdownLine]) -> frozenset[str]:
    """Return the names that link definitions give, casefolded."""
    matches = (_DEFINITION.match(line.text) for line in lines if not line.code)
    return frozenset(match["name"].strip().casefold() for match in matches if match)


def _without_marks(text: str) -> tuple[str, bool]:
    """Return a line without what makes it a block, and whether a new block begins with it."""
    quote = _QUOTE_MARKS.match(text)
    if quote:
        text = text[quote.end() :]
    if _RULE.match(text) or _DEFINITION.match(text):
        return "", True
    heading = _HEADING.match(text)
    if heading:
        return heading["words"], True
    bullet = _BULLET.match(text)
    if bullet:
        return bullet["indent"] + text[bullet.end() :], True
    return text, _NUMBERED.match(text) is not None


def resolve_blocks(lines: Sequence[MarkdownLine], definitions: Container[str], *, continued: bool) -> str:
    """Return lines as they are read; with `continued` the first one is the rest of a line.

    Numbers of ordered lists stay: a person reads them, and a year at the beginning of a line looks the same.
    """
    done: list[str] = []
    paragraph: list[str] = []

    def finish() -> None:
        done.append(resolve_inline("".join(paragraph), definitions))
        paragraph.clear()

    for index, line in enumerate(lines):
        if line.code:
            finish()
            done += ("" if line.fence else line.text, line.end)
            continue
        text, begins = (line.text, False) if continued and not index else _without_marks(line.text)
        if begins or not text.strip():
            finish()
        paragraph += (text, line.end)
    finish()
    return "".join(done)
