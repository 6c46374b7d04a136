"""Markdown's blocks, resolved line by line: quote marks, bullets, headings, rules, fences, link definitions."""

import re
from array import array
from collections.abc import Container, Iterable, Iterator, Sequence
from typing import NamedTuple

from core.transcripts.readers.inline_markup import inline_pieces

_MOST_DEFINITIONS = 20_000
_AT_ONCE = 4_096  # pieces of a paragraph that are joined at once
_LINE = re.compile(r"(?P<text>[^\r\n]*)(?P<end>\r\n|\n|\r|\Z)")
# What is repeated here gives nothing back: a line of 20 MB would take gigabytes to remember where it could.
_QUOTE_MARKS = re.compile(r"(?: {0,3}+> ?+)++")
_HEADING = re.compile(r" {0,3}#{1,6}(?:[ \t]+|$)(?P<words>.*?)(?:[ \t]+#+)?[ \t]*$")
_RULE = re.compile(r" {0,3}(?:(?:-[ \t]*+){3,}+|(?:\*[ \t]*+){3,}+|(?:_[ \t]*+){3,}+|={3,}[ \t]*)$")
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


class MarkdownLines(Iterable[MarkdownLine]):
    """The lines of a Markdown file, made anew each time they are asked for: a hostile file has millions of them.

    `fences` are the numbers of the lines that open and close a code block, in turn.
    """

    def __init__(self, text: str, fences: Sequence[int] = ()) -> None:
        self.text = text
        self._fences = fences

    def __iter__(self) -> Iterator[MarkdownLine]:
        fences = iter(self._fences)
        opens, closes = next(fences, -1), next(fences, -1)
        index = 0
        for match in _LINE.finditer(self.text):
            text, end = match.groups()
            if not text and not end:
                continue
            yield MarkdownLine(text, end, opens <= index <= closes, fence=index in (opens, closes))
            if index == closes:
                opens, closes = next(fences, -1), next(fences, -1)
            index += 1


def split_lines(text: str) -> MarkdownLines:
    """Cut a text into lines; joined again they are the text."""
    return MarkdownLines(text)


def mark_fences(lines: MarkdownLines, boundaries: Container[int]) -> MarkdownLines:
    """Mark the lines inside code fences; a fence that is not closed before the next boundary is only text."""
    fences = array("I")
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
            fences.extend((opened[0], index))
            opened = None
    return MarkdownLines(lines.text, fences)


def link_definitions(lines: Iterable[MarkdownLine]) -> frozenset[str]:
    """Return the names that link definitions give, casefolded; the first ones of a file that has no end of them."""
    matches = (_DEFINITION.match(line.text) for line in lines if not line.code)
    names: set[str] = set()
    for match in filter(None, matches):
        names.add(match["name"].strip().casefold())
        if len(names) == _MOST_DEFINITIONS:
            break
    return frozenset(names)


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


def resolve_blocks(lines: Iterable[MarkdownLine], definitions: Container[str], *, continued: bool) -> Iterator[str]:
    """Yield the pieces of lines as they are read; with `continued` the first one is the rest of a line.

    Numbers of ordered lists stay: a person reads them, and a year at the beginning of a line looks the same.
    """
    blocks: list[str] = []
    paragraph: list[str] = []

    def finish() -> Iterator[str]:
        text = "".join((*blocks, *paragraph))
        blocks.clear()
        paragraph.clear()
        return inline_pieces(text, definitions)

    for index, line in enumerate(lines):
        if line.code:
            yield from finish()
            yield "" if line.fence else line.text
            yield line.end
            continue
        text, begins = (line.text, False) if continued and not index else _without_marks(line.text)
        if begins or not text.strip():
            yield from finish()
        paragraph += (text, line.end)
        if len(paragraph) > _AT_ONCE:
            blocks.append("".join(paragraph))
            paragraph.clear()
    yield from finish()
