"""The Markdown reader: `**Name:** words`, and raw as a person reads the file.

Raw is the file with Markdown's own syntax resolved and every other character kept, line by line. Because raw is also
written out for checking (`transcript.txt`), it must say by itself, as plain text, who speaks: it is read back with
the plain-text reader, and where that reader would doubt a label, a tab follows its colon; where it would see
a label in speech, a space stands before the line.
"""

import io
import re
from array import array
from bisect import bisect_left
from collections.abc import Container, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from heapq import merge
from itertools import chain
from typing import NamedTuple

from core.errors import TranscriptError
from core.span import Span, join_pieces
from core.transcripts.readers.blocks import BlockResolver, MarkdownLine, MarkdownLines, link_definitions, mark_fences
from core.transcripts.readers.inline_markup import resolve_inline
from core.transcripts.readers.label_choice import find_labels
from core.transcripts.readers.text import turns_between
from core.transcripts.readers.turn_labels import (
    BOLD,
    MAX_LABEL,
    MAX_NAMES,
    NOBODY,
    TOO_MANY_NAMES,
    SpeakerLabel,
    SpeakerLabels,
    is_label,
    split_label,
)
from core.transcripts.speech import Turn

_ROUNDS = 4
_NOBODY = NOBODY[0]  # the bold label of somebody whom the transcript does not name
_LINE_END = re.compile(r"\r\n|\n|\r")
_MARK = re.compile(r"[*_]")
_MARKED_LINE = re.compile(r"[\r\n] {0,3}([*_][^\r\n]*+)")
# By far the most common form of `BOLD`, found several times as fast.
_PLAIN_BOLD = re.compile(r"\*\*(?P<label>[^*\\]{1,80})(?P<inner>:)\*\*(?P<time>)(?P<outer>)(?P<space>)")
_BOLD_INSIDE = re.compile(r"\*\*(?<=\s\*\*)|__(?<=\s__)")
_SPACES = re.compile(r"[ \t]*")


def _without_comments(text: str) -> str:
    return join_pieces(_outside_comments(text)) if "<!--" in text else text


def _outside_comments(text: str) -> Iterator[str]:
    done, start = 0, text.find("<!--")
    while start >= 0:
        end = text.find("-->", start)
        if end < 0:
            break
        if text[start - 1 : start] != "\\":
            yield text[done:start]
            done = end + len("-->")
        start = text.find("<!--", max(done, start + 1))
    yield text[done:]


# Few people speak, and each line is looked at several times.
@lru_cache(maxsize=256)
def _read_label(written: str) -> str | None:
    """Return what stands between bold marks as it is read, None where it is no label."""
    label = " ".join(resolve_inline(written).replace("\ufeff", "").split())
    too_long = len(label) >= MAX_LABEL
    return None if too_long or (label != _NOBODY and not is_label(split_label(label)[0])) else label


def _bold_in(text: str) -> Iterator[re.Match[str]]:
    """Yield what stands in bold with a colon, as `BOLD.finditer` does: tried only where a mark is."""
    done = 0
    for mark in _MARK.finditer(text):
        match = BOLD.match(text, mark.start()) if mark.start() >= done else None
        if match is not None:
            done = match.end()
            yield match


def _bold_label(text: str, start: int) -> tuple[str, int] | None:
    """Return the bold label that begins at `start`, as raw has it, and where its words begin."""
    match = _PLAIN_BOLD.match(text, start) or BOLD.match(text, start)
    if match is None:
        return None
    label = _read_label(match["label"] + (match["time"] or ""))
    return (label + (match["inner"] or match["outer"]), match.start("space")) if label is not None else None


def _label_at(line: MarkdownLine) -> tuple[str, int] | None:
    """Return the bold label at the beginning of a line."""
    indent = len(line.text) - len(line.text.lstrip(" "))
    return _bold_label(line.text, indent) if indent <= 3 and line.text[indent : indent + 1] in ("*", "_") else None


def _known_label_at(line: MarkdownLine, known: Container[str]) -> tuple[str, int] | None:
    """Return a label that is bold elsewhere and was left plain here."""
    label, colon, words = line.text.partition(":")
    return (label + colon, len(label) + 1) if label + colon in known and (not words or words[0] == " ") else None


def _cut_at_known_labels(line: MarkdownLine, known: Container[str]) -> Iterator[MarkdownLine]:
    """Cut a line before a known bold label in its middle: what follows is not the first one's speech."""
    cuts, start, end = array("I"), 0, _LINE_END.match(line.end)
    begin = len(line.text) - len(line.text.lstrip())
    for match in _bold_in(line.text):
        if match.start() > begin and line.text[match.start() - 1].isspace():
            found = _bold_label(line.text, match.start())
            if found and found[0] in known:
                cuts.append(match.start())
    if not cuts:
        yield line
        return
    for cut in cuts:
        yield MarkdownLine(line.text[start:cut].rstrip(), end.group() if end else "\n")
        yield MarkdownLine("", end.group() if end else "\n")
        start = cut
    yield MarkdownLine(line.text[start:], line.end)


class _KnownLabels:
    """The bold labels that begin lines: each once, and in which lines they stand."""

    def __init__(self, lines: MarkdownLines) -> None:
        self.names: set[str] = set()
        self._lines = lines
        for label in self._marked():
            self.names.add(label[0])
            if len(self.names) > MAX_NAMES:
                raise TranscriptError(TOO_MANY_NAMES)

    def _marked(self) -> Iterator[tuple[str, int]]:
        first = next(iter(self._lines), None)
        found = [_label_at(first)] if first else []
        rest = (_bold_label(match[1], 0) for match in _MARKED_LINE.finditer(self._lines.text))
        return filter(None, chain(found, rest))

    @cached_property
    def _here(self) -> bytearray:
        return bytearray(_label_at(line) is not None for line in self._lines)

    def __contains__(self, index: object) -> bool:
        return isinstance(index, int) and self._here[index] == 1


def _cut_into_sections(text: str) -> tuple[Iterator[tuple[str, MarkdownLine]], frozenset[str]]:
    """Return the lines, each with the label at its beginning ("" where there is none), and the link definitions."""
    whole = MarkdownLines(_without_comments(text))
    labels = _KnownLabels(whole)
    known = labels.names
    marked = mark_fences(whole, labels)

    def cut() -> Iterator[MarkdownLine]:
        for line in marked.with_blanks():
            may_hold_one = not line.code and _BOLD_INSIDE.search(line.text)
            yield from _cut_at_known_labels(line, known) if may_hold_one else (line,)

    def sections() -> Iterator[tuple[str, MarkdownLine]]:
        blank = True
        for line in cut():
            found = None if line.code else _label_at(line) or (_known_label_at(line, known) if blank else None)
            blank = line.ends_paragraph
            yield (found[0], MarkdownLine(line.text[found[1] :], line.end)) if found else ("", line)

    return sections(), link_definitions(cut()) if "]:" in whole.text else frozenset()


class _LaidOut(NamedTuple):
    """Raw, its labels, and whether a tab follows each."""

    raw: str
    labels: SpeakerLabels
    tabs: bytearray


def _lay_out(text: str) -> _LaidOut:
    """Write raw: each label as raw has it, and the text from there to the next one."""
    lines, definitions = _cut_into_sections(text)
    labels, raw = SpeakerLabels(), io.StringIO()

    def show(piece: str) -> None:
        # A byte order mark that an entity wrote would be lost when raw is written out and read again.
        raw.write(piece if raw.tell() else piece.lstrip("\ufeff"))

    blocks = BlockResolver(definitions, show)
    for label, line in lines:
        if label:
            blocks.finish()
            start = raw.tell()
            labels.add(SpeakerLabel(*_name_and_time(label, start, start + len(label))))
            raw.write(label)
        blocks.add(line, continued=label != "")
    blocks.finish()
    return _LaidOut(raw.getvalue(), labels, bytearray(len(labels)))


def _name_and_time(label: str, start: int, end: int) -> tuple[str, Span, float | None]:
    name, seconds = split_label(label[:-1])
    return "" if name == _NOBODY else name, Span(start, end), seconds


class _RawEdit(NamedTuple):
    """So many characters at an offset of raw are taken out, and others put in their place."""

    at: int
    length: int
    put: str


def _edited(page: _LaidOut, edits: Iterable[_RawEdit]) -> _LaidOut:
    """Return raw after edits in order, and the labels where they stand then; no edit lies inside a label."""
    labels = SpeakerLabels()
    waiting = iter(page.labels)
    label = next(waiting, None)

    def move(upto: int, shift: int) -> None:
        nonlocal label
        while label is not None and label.span.start < upto:
            span = Span(label.span.start + shift, label.span.end + shift)
            labels.add(label._replace(span=span))
            label = next(waiting, None)

    def pieces() -> Iterator[str]:
        done = shift = 0
        for at, length, put in edits:
            move(at, shift)
            yield page.raw[done:at]
            yield put
            done = at + length
            shift += len(put) - length
        move(len(page.raw) + 1, shift)
        yield page.raw[done:]

    return _LaidOut(join_pieces(pieces()), labels, page.tabs)


def _tab(page: _LaidOut, start: int) -> _RawEdit:
    """Return the edit that puts a tab before a section's text, in place of the spaces there."""
    end = _SPACES.match(page.raw, start)
    return _RawEdit(start, end.end() - start if end else 0, "\t")


def _corrections(page: _LaidOut, found: SpeakerLabels) -> Iterator[_RawEdit]:
    """Yield a space before each line that is taken for a label, and a tab behind each label that is doubted."""
    own, seen = page.labels, 0
    for number, label in enumerate(own):
        while seen < len(found) and found.starts[seen] < label.span.start:
            yield _RawEdit(found.starts[seen], 0, " ")
            seen += 1
        same = seen < len(found) and found.starts[seen] == label.span.start
        if not (same and found[seen] == label) and not page.tabs[number]:
            page.tabs[number] = 1
            yield _tab(page, label.span.end)
        seen += same
    for start in found.starts[seen:]:
        yield _RawEdit(start, 0, " ")


def _indentations(page: _LaidOut) -> Iterator[_RawEdit]:
    """Yield a tab behind every label, and a space before every other line that begins with a word."""
    begins = () if page.labels.starts[0] == 0 else (0,)
    lines = (match.end() for match in _LINE_END.finditer(page.raw) if match.end() < len(page.raw))
    behind_labels = (end for number, end in enumerate(page.labels.ends) if not page.tabs[number])
    tabs = ((start, 1) for start in chain(begins, behind_labels))
    for start, tab in merge(((line, 0) for line in lines), tabs):
        if tab:
            yield _tab(page, start)
        elif not page.raw[start].isspace() and not _stands_in(page.labels.starts, start):
            yield _RawEdit(start, 0, " ")


def _stands_in(offsets: "array[int]", offset: int) -> bool:
    index = bisect_left(offsets, offset)
    return index < len(offsets) and offsets[index] == offset


def _settle(page: _LaidOut) -> _LaidOut:
    """Lay raw out so that it names, read as plain text, the speakers that the sections name."""
    for _ in range(_ROUNDS):
        found = find_labels(page.raw)
        if found == page.labels:
            return page
        page = _edited(page, _corrections(page, found))
    return _edited(page, _indentations(page))


def read_markdown(text: str) -> tuple[str, Sequence[Turn]]:
    """Return raw and the turns of a Markdown transcript; () where it names no speakers.

    A file without bold labels is read as plain text after its markup is resolved. Offsets count code points in raw.
    Raises TranscriptError for too many names. Source: decisions.md#readers.
    """
    page = _lay_out(text)
    if page.labels:
        page = _settle(page)
    return page.raw, turns_between(page.raw, page.labels or find_labels(page.raw))
