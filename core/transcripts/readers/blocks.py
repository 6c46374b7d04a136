"""Markdown's blocks, resolved line by line: quote marks, bullets, headings, rules, fences, link definitions."""

import re
from array import array
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from typing import NamedTuple

from core.transcripts.readers.inline_markup import inline_pieces

_MOST_DEFINITIONS = 20_000
_AT_ONCE = 4_096  # pieces of a paragraph that are joined at once
_LINE = re.compile(r"(?P<text>[^\r\n]*)(?P<end>\r\n|\n|\r|\Z)")
# What is repeated here gives nothing back: a line of 20 MB would take gigabytes to remember where it could.
_LINE_AND_BLANKS = re.compile(r"(?P<text>[^\r\n]*+)(?P<end>(?:\r\n|\n|\r|\Z)(?:[ \t]*+(?:\r\n|\n|\r))*+)")
_WITHOUT_RETURNS = re.compile(r"(?P<text>.*+)(?P<end>(?:\n|\Z)(?:[ \t]*+\n)*+)")  # the same, several times as fast
_QUOTE_MARKS = re.compile(r"(?: {0,3}+> ?+)++")
_HEADING = re.compile(r" {0,3}#{1,6}(?:[ \t]+|$)(?P<words>.*?)(?:[ \t]+#+)?[ \t]*$")
_ONE_END = frozenset(("", "\n", "\r", "\r\n"))
_RULE = re.compile(r" {0,3}(?:(?:-[ \t]*+){3,}+|(?:\*[ \t]*+){3,}+|(?:_[ \t]*+){3,}+|={3,}[ \t]*)$")
_BULLET = re.compile(r"(?P<indent>[ \t]*)[-*+][ \t]+(?=\S)")
_NUMBERED = re.compile(r"[ \t]*\d{1,9}[.)][ \t]")
_FENCE = re.compile(r" {0,3}(?P<fence>`{3,}|~{3,})[^`]*$")
_DEFINITION = re.compile(
    r" {0,3}\[(?P<name>[^\[\]]{1,300})\]:[ \t]+"
    r"(?:<[^<>]*>|[a-zA-Z]+://\S+|/\S*|#\S*|www\.\S+)(?:[ \t]+[\"'(].*)?[ \t]*$"
)


class MarkdownLine(NamedTuple):
    """One line of a Markdown file, its end apart; `code` for a fence and what stands inside, `fence` for the fence.

    The end may hold the blank lines behind it.
    """

    text: str
    end: str
    code: bool = False
    fence: bool = False

    @property
    def ends_paragraph(self) -> bool:
        """Whether it is blank, or a blank line stands behind it."""
        return self.end not in _ONE_END or not self.text.strip()


class MarkdownLines(Iterable[MarkdownLine]):
    """The lines of a Markdown file, made anew each time they are asked for: a hostile file has millions of them.

    Joined again they are the text.
    `fences` are the numbers of the lines that open and close a code block, in turn.
    """

    def __init__(self, text: str, fences: Sequence[int] = ()) -> None:
        self.text = text
        self._fences = fences

    def with_blanks(self) -> Iterator[MarkdownLine]:
        """Yield the lines, each with the blank lines behind it; one by one where there are code blocks."""
        if self._fences:
            yield from self
            return
        for match in (_LINE_AND_BLANKS if "\r" in self.text else _WITHOUT_RETURNS).finditer(self.text):
            text, end = match.groups()
            if text or end:
                yield MarkdownLine(text, end)

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


def mark_fences(lines: MarkdownLines, boundaries: Container[int]) -> MarkdownLines:
    """Mark the lines inside code fences; a fence that is not closed before the next boundary is only text."""
    if "```" not in lines.text and "~~~" not in lines.text:
        return lines
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
    if text[:1].isalpha():
        return text, False  # by far the most common case
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


class BlockResolver:
    """Resolves lines, and shows their pieces as they are read.

    Numbers of ordered lists stay: a person reads them, and a year at the beginning of a line looks the same.
    """

    def __init__(self, definitions: Container[str], show: Callable[[str], object]) -> None:
        self._definitions = definitions
        self._show = show
        self._blocks: list[str] = []
        self._paragraph: list[str] = []

    def finish(self) -> None:
        """Show the paragraph that ends here."""
        text = "".join((*self._blocks, *self._paragraph))
        self._blocks.clear()
        self._paragraph.clear()
        for piece in inline_pieces(text, self._definitions) if text else ():
            self._show(piece)

    def add(self, line: MarkdownLine, *, continued: bool = False) -> None:
        """Take the next line; with `continued` it is the rest of one."""
        if line.code:
            self.finish()
            self._show("" if line.fence else line.text)
            self._show(line.end)
            return
        text, begins = (line.text, False) if continued else _without_marks(line.text)
        if begins or not text.strip():
            self.finish()
        self._paragraph += (text, line.end)
        if line.end not in _ONE_END:
            self.finish()
        elif len(self._paragraph) > _AT_ONCE:
            self._blocks.append("".join(self._paragraph))
            self._paragraph.clear()
