"""How values show themselves in a notebook: HTML that cannot carry foreign markup, and the same as plain lines.

No scripts and no colours of its own: what is drawn takes the page's ink, so it reads on light and dark, and where a
host takes the style away, too. What carries meaning is a tag (`del`, `ins`, `blockquote`) or a word.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import NamedTuple

MOST_ROWS = 60
"""Rows that are shown of a long sequence; of the others the number is shown."""

_ENDS = tuple(".!?…。！？")
_CLOSING = "”’»\"')]"
_WIDTH = 110  # characters of a plain line
# What HTML cannot hold: control characters that are not white space, and halves of a UTF-16 pair.
_UNWRITABLE = re.compile("[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\ud800-\udfff]")
# Bidirectional controls: what stands beside them would be shown elsewhere.
_TURNING = re.compile("[\u202a-\u202e\u2066-\u2069]")
_MORE_THAN_WORDS = re.compile(f"[&<>\"'\r{_UNWRITABLE.pattern[1:-1]}{_TURNING.pattern[1:-1]}]")
_STYLE = (
    "<style>"
    "div.qw-shown{max-width:62rem;line-height:1.45}"
    "div.qw-shown table{border-collapse:collapse;margin:.3em 0}"
    # The class is doubled to outrank a notebook's own rules for tables, which are meant for numbers.
    "div.qw-shown caption{caption-side:top;text-align:left;font-weight:600;color:inherit;padding:.2em 0}"
    "div.qw-shown.qw-shown th,div.qw-shown.qw-shown td{text-align:left;vertical-align:top;white-space:normal;"
    "background:none;padding:.3em 1.2em .3em 0;border:0;border-bottom:1px solid rgba(128,128,128,.4)}"
    "div.qw-shown p{margin:.4em 0}"
    "div.qw-shown blockquote{margin:.6em 0;padding:0 0 0 .9em;border-left:3px solid rgba(128,128,128,.6);color:inherit}"
    "div.qw-shown del{background:rgba(215,60,40,.2);text-decoration:line-through}"
    "div.qw-shown ins{background:rgba(40,150,70,.22);text-decoration:underline}"
    "div.qw-shown span.quote{background:rgba(40,130,140,.2)}"
    "div.qw-shown .aside{opacity:.8;font-size:.9em}"
    "div.qw-shown summary{cursor:pointer}"
    "</style>"
)


class SafeHtml(str):
    """HTML that was built here. Every other string is text, and is escaped where it is joined with this."""

    __slots__ = ()


def escape_text(value: str) -> SafeHtml:
    """Return `value` as HTML that is read as these characters.

    What HTML cannot hold becomes U+FFFD; what would turn the order of the characters around it is left out.
    """
    if isinstance(value, SafeHtml):
        return value
    if _MORE_THAN_WORDS.search(value) is None:
        return SafeHtml(value)
    from html import escape  # its names of characters are needed by few commands

    # A bare carriage return would be read as a line feed.
    return SafeHtml(escape(_UNWRITABLE.sub("\ufffd", _TURNING.sub("", value))).replace("\r", "&#13;"))


def join_html(parts: Iterable[str], between: str = "") -> SafeHtml:
    """Return the parts one after the other."""
    return SafeHtml(str(escape_text(between)).join(map(escape_text, parts)))


def element(name: str, *children: str, **attributes: str) -> SafeHtml:
    """Return one element; `class_` stands for `class`, and `data_tip` for `data-tip`."""
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape_text(value)}"' for key, value in attributes.items()
    )
    return SafeHtml(f"<{name}{written}>{join_html(children)}</{name}>")


def display_html(*parts: str) -> str:
    """Return one display: the parts below each other, with the few styles they need."""
    return f'<div class="qw-shown">{_STYLE}{join_html(parts)}</div>'


def in_words(name: str) -> str:
    """Return the value of an enumeration as words: `not_in_transcript` as "not in transcript"."""
    return name.replace("_", " ")


def counted(number: int, one: str) -> str:
    """Return a number with its noun: 1 quote, 4,012 quotes."""
    return f"{number:,} {one}{'' if number == 1 else 's'}"


def ended(sentence: str) -> str:
    """Return a sentence with a full stop, unless it ends already, be it with an end inside its quotation marks."""
    return sentence if sentence.rstrip(_CLOSING).endswith(_ENDS) else f"{sentence}."


def shortened(line: str, width: int = _WIDTH) -> str:
    """Return a text on one line, visibly cut at `width` characters."""
    line = " ".join(_TURNING.sub("", line).split())
    return line if len(line) <= width else f"{line[: width - 3].rstrip()}..."


class NotebookTable(NamedTuple):
    """Rows under headings for a notebook, and one plain line for each row where there is no HTML.

    `left_out` is how many rows there are beyond those given: of a long sequence only the first MOST_ROWS are.
    """

    caption: str
    headings: tuple[str, ...]
    rows: Sequence[Sequence[str]]
    lines: Sequence[str]
    left_out: int = 0

    @property
    def _more(self) -> list[str]:
        return [f"... and {self.left_out:,} more"] if self.left_out > 0 else []

    def as_html(self) -> SafeHtml:
        """Return the table as an element."""
        parts = [element("caption", self.caption)] if self.caption else []
        if self.rows and any(self.headings):
            parts.append(element("thead", element("tr", *(element("th", one, scope="col") for one in self.headings))))
        if self.rows:
            body = [element("tr", *(element("td", cell) for cell in row)) for row in self.rows]
            parts.append(element("tbody", *body))
        return join_html([element("table", *parts), *(element("p", more, class_="aside") for more in self._more)])

    def as_text(self) -> str:
        """Return the table as lines, its caption first."""
        return "\n  ".join([self.caption, *map(shortened, self.lines), *self._more])


class NotebookDisplay(ABC):
    """What a tuple or list needs to show itself as a table; it stays equal to a plain one of the same values."""

    __slots__ = ()

    @abstractmethod
    def table(self) -> NotebookTable:
        """Return what is shown."""

    def __repr__(self) -> str:
        return self.table().as_text()

    def _repr_html_(self) -> str:
        return display_html(self.table().as_html())
