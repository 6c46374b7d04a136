"""What a line of Markdown begins, as far as that decides where a top-level block ends."""

import re
from enum import Enum
from typing import NamedTuple


class StreamLineKind(Enum):
    """The kinds of lines, each named by the block that it begins."""

    BLANK = "blank"
    PARAGRAPH = "paragraph"
    HEADING = "heading"
    RULE = "rule"
    FENCE = "fence"
    QUOTE = "quote"
    ITEM = "item"
    HTML = "html"
    CODE = "code"


class StreamLine(NamedTuple):
    """A line and what it begins; `ends_with` is what ends a block of HTML that goes on past blank lines."""

    text: str
    kind: StreamLineKind
    ends_with: str = ""

    @property
    def indented(self) -> bool:
        """Whether the line is set in far enough to belong to an item of a list."""
        return self.text.startswith(("  ", "\t", " \t"))

    @property
    def interrupts(self) -> bool:
        """Whether the line ends a paragraph without a blank line before it."""
        if self.kind is StreamLineKind.ITEM:
            return _INTERRUPTING_ITEM.match(self.text) is not None
        return self.kind in _INTERRUPTING


_INTERRUPTING = frozenset(
    (StreamLineKind.HEADING, StreamLineKind.RULE, StreamLineKind.FENCE, StreamLineKind.QUOTE, StreamLineKind.HTML)
)
_INTERRUPTING_ITEM = re.compile(r" {0,3}(?:[-+*]|1[.)])[ \t]+\S")
_SURELY_INTERRUPTING = re.compile(r" {0,3}(?:#{1,6}[ \t]|>|(?:[-+*]|1[.)])[ \t]+[^\s*_-])")
_BEGINNING = re.compile(
    r"""(?P<blank>[ \t]*$)
      | (?P<code>[ ]{4}|[ ]{0,3}\t)
      | [ ]{0,3}(?:
            (?P<heading>\#{1,6}(?=[ \t]|$))
          | (?P<rule>(?:\*[ \t]*){3,}$|(?:-[ \t]*){3,}$|(?:_[ \t]*){3,}$)
          | (?P<fence>`{3,}(?=[^`]*$)|~{3,})
          | (?P<quote>>)
          | (?P<item>[-+*](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$))
          | (?P<html><(?:!--|\?|!\[CDATA\[|![A-Za-z]|(?:script|pre|style|textarea)(?=[ \t>]|$)))
        )""",
    re.VERBOSE | re.IGNORECASE,
)
_PLAIN = re.compile(r"[^\W\d_]|[“\"(]")  # by far the most lines begin like this
_ENDS = {"<!--": "-->", "<?": "?>", "<![cdata[": "]]>"}


def surely_interrupts(text: str) -> bool:
    """Tell whether a line that begins like this ends a paragraph, whatever follows."""
    return _SURELY_INTERRUPTING.match(text) is not None


def is_plain_beginning(text: str) -> bool:
    """Tell whether a line that begins like this is a line of text, whatever follows."""
    return _PLAIN.match(text) is not None


def read_line(text: str) -> StreamLine:
    """Return what a line of Markdown begins where no other block is open; `text` is without its line end."""
    if _PLAIN.match(text):
        return StreamLine(text, StreamLineKind.PARAGRAPH)
    match = _BEGINNING.match(text)
    if match is None or match.lastgroup is None:
        return StreamLine(text, StreamLineKind.PARAGRAPH)
    kind = StreamLineKind(match.lastgroup)
    if kind is not StreamLineKind.HTML:
        return StreamLine(text, kind)
    opening = match["html"].casefold()
    named = f"</{opening[1:]}>" if opening[1].isalpha() else ">"
    return StreamLine(text, kind, _ENDS.get(opening, named))


def closes_fence(text: str, fence: str) -> bool:
    """Tell whether a line closes a code fence that was opened by `fence` (the run of its marks)."""
    bare = text.strip()
    return len(bare) >= len(fence) and not bare.strip(fence[0]) and len(text) - len(text.lstrip(" ")) <= 3


def fence_of(text: str) -> str:
    """Return the run of marks that opens a fence."""
    bare = text.lstrip(" ")
    return bare[: len(bare) - len(bare.lstrip(bare[0]))]
