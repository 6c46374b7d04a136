"""Markdown of this program, read by its closed grammar: the shapes of lines that a writer of blocks can make.

Every block stands on lines of its own, with an empty line before it; every character that Markdown could read as markup
is escaped. So a renderer shows the text of each line and nothing else: no HTML, no definition, no picture, and no link
but that of a quotation to its seconds of the recording.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from core.verify.reading.own_pages.page_grammar import PROMISE
from core.verify.reading.recording_links import ADDRESS, RecordingLink, find_other_address, read_link
from core.verify.result import SpeakerDeclaration

_CHAR = r"(?:[^\s\\`*_\[\]<>|~&]|\\[!-/:-@\[-`{-~]|&(?![#\w]))"
_PLAIN = rf"(?:{_CHAR}|[ \t]++(?=\S))++"
_STARRED = rf"(?<![^\W_]){{stars}}(?=[^\W_]){_PLAIN}(?<=[^\W_]){{stars}}(?![^\W_*])"
_EMPHASISED = "|".join(_STARRED.replace("{stars}", stars) for stars in (r"\*\*", r"\*"))
_LINKED = rf"(?<!(?<!\\)!)\[“{_PLAIN}(?<=”)\]\({ADDRESS}\)"
_PROSE = rf"(?:{_PLAIN}|{_EMPHASISED}|{_LINKED})++"

_MARKER = re.compile(r"(?:-|\d{1,9}\.)(?: |$)")
_HEADING = re.compile(rf"#{{1,6}}(?: {_PROSE})?+")
_PARAGRAPH = re.compile(rf"(?!#{{1,6}}(?:\s|$)|[-+=>]|\d{{1,9}}[.)](?:\s|$)|\s){_PROSE}")
_SLICE = re.compile(rf"> (?!\s)(?:{_PLAIN}|\[{_PLAIN}\]\({ADDRESS}\))")
_LINK = re.compile(rf"\\.|\[(?P<words>{_PLAIN})\]\((?P<address>{ADDRESS})\)")
_SET_APART = "> "
_SIGNATURE = re.compile(rf"> —(?: {_PLAIN})?+")
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
_INTERRUPTS = ("> ", "- ", "#")  # these begin a block on the very next line, too, but not behind a block quote
_ABOUT = "## About this edition"
_DECLARES = "In the transcript,"


class OwnMarkdown(NamedTuple):
    """A text as its grammar reads it; `obstacle` is the line, from 1, that first leaves it, with its words."""

    obstacle: tuple[int, str] | None
    declared: tuple[SpeakerDeclaration, ...] = ()
    declared_lines: tuple[int, ...] = ()
    links: tuple[RecordingLink, ...] = ()


def unescape(line: str) -> str:
    """Return a line of this program as its reader sees it, emphasis aside."""
    return _ESCAPED.sub(r"\1", line)


def read_declaration(sentence: str) -> SpeakerDeclaration | None:
    """Return what `In the transcript, NAME is labelled LABEL.` says, None for any other sentence."""
    if not (sentence.startswith(_DECLARES) and sentence.endswith(".")):
        return None
    name, is_labelled, label = f"{sentence[len(_DECLARES) : -1]} ".partition(" is labelled ")
    return SpeakerDeclaration(name=name.strip(), label=label.strip()) if is_labelled else None


class _LineReader:
    """Reads line after line, and knows which list items are open and whether a block quote waits for its name."""

    def __init__(self) -> None:
        self._items: list[tuple[int, int]] = []  # the columns of the marker and of what stands in the item
        self._signs: int | None = None
        self._apart = True
        self._may_be_interrupted = True

    def takes(self, line: str) -> bool:
        """Tell whether a line may stand here."""
        if not line:
            self._apart = True
            return self._signs is None
        words = line.lstrip(" ")
        column = len(line) - len(words)
        if self._signs is not None:
            signed, self._signs, self._may_be_interrupted = self._signs, None, False
            return column == signed and _SIGNATURE.fullmatch(words) is not None
        beside = self._leave_items(column)
        begins = self._apart or (self._may_be_interrupted and words.startswith(_INTERRUPTS))
        self._apart, self._may_be_interrupted = False, True
        if column != (self._items[-1][1] if self._items else 0) or not (begins or (beside and _MARKER.match(words))):
            return False
        return self._block(words, column)

    def _leave_items(self, column: int) -> bool:
        """Leave the items that a line at `column` does not stand in; tell whether it stands beside the last of them."""
        beside = False
        while self._items and self._items[-1][1] > column:
            beside = self._items.pop()[0] == column
        return beside

    def _block(self, words: str, column: int) -> bool:
        start = 0
        while marker := _MARKER.match(words, start):
            inside = column + start + len(marker.group().rstrip()) + 1
            self._items.append((column + start, inside))
            start = marker.end()
        words = words[start:]
        if words.startswith("> "):
            self._signs = column + start
            return _SLICE.fullmatch(words) is not None
        return not words or any(shape.fullmatch(words) for shape in (_PARAGRAPH, _HEADING))

    @property
    def is_finished(self) -> bool:
        """Whether nothing is missing at the end."""
        return self._signs is None


def _lines_of(text: str) -> list[str]:
    return [line.rstrip(" \t") for line in text.split("\n")]


def _first_stray(lines: Sequence[str]) -> tuple[int, str] | None:
    reader = _LineReader()
    for number, line in enumerate(lines, start=1):
        if not reader.takes(line):
            return number, line.strip() or lines[number - 2].strip()
    return None if reader.is_finished else (len(lines), lines[-1].strip())


def _about(lines: Sequence[str], start: int) -> OwnMarkdown:
    """Read the section behind its heading: the promise, whom labels mean, and notices, all of them paragraphs."""
    declared: dict[str, tuple[SpeakerDeclaration, int]] = {}
    behind = [(number, line) for number, line in enumerate(lines, start=1) if number > start and line]
    if not behind or behind[0][1] != PROMISE:
        return OwnMarkdown(behind[0] if behind else (start, _ABOUT))
    may_declare, obstacle = True, None
    for number, line in behind[1:]:
        one = read_declaration(unescape(line))
        may_declare = may_declare and one is not None
        twice = one is not None and may_declare and declared.setdefault(one.label, (one, number))[0] != one
        if twice or not _PARAGRAPH.fullmatch(line) or (one and not may_declare):
            obstacle = (number, line)
            break
    told = declared.values()
    return OwnMarkdown(obstacle, tuple(one for one, _ in told), tuple(number for _, number in told))


def _links_in(lines: Sequence[str]) -> Iterator[RecordingLink]:
    for number, line in enumerate(lines, start=1):
        for found in _LINK.finditer(line) if "](" in line else ():
            words = unescape(found["words"] or "")
            start = found.start()
            if not (line.endswith(_SET_APART, 0, start) and line[max(0, start - 3) : start - 2] != "\\"):
                words = words.removeprefix("“").removesuffix("”")
            link = read_link(found["address"] or "", words, number)
            if link is not None:
                yield link


def find_stray_line(text: str) -> tuple[int, str] | None:
    """Return the first line, from 1, that no writer of this program makes, with its words; None if there is none.

    For a part of a file. Line ends are `\\n`. Total and linear.
    """
    return _first_stray(_lines_of(text))


def read_own_markdown(text: str) -> OwnMarkdown:
    """Read Markdown as a whole edition of this program: a title, chapters, and the section about the edition.

    Line ends are `\\n`. Total and linear.
    """
    lines = _lines_of(text)
    stray = _first_stray(lines)
    first = next((number for number, line in enumerate(lines, start=1) if line), 0)
    start = next((number for number in range(len(lines), 0, -1) if lines[number - 1] == _ABOUT), 0)
    if stray is None and not (first and lines[first - 1].split(" ", 1)[0] == "#"):
        stray = (first or 1, lines[first - 1])
    links = tuple(_links_in(lines))
    if not start:
        return OwnMarkdown(stray or (first or 1, lines[first - 1]), links=links)
    about = _about(lines, start)
    strays = filter(None, (stray, about.obstacle, find_other_address(links)))
    return about._replace(obstacle=min(strays, default=None), links=links)
