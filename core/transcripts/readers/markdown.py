"""The Markdown reader: `**Name:** words`, and raw as a person reads the file.

Raw is the file with Markdown's own syntax resolved and every other character kept, line by line. Because raw is also
written out for checking (`transcript.txt`), it must say by itself, as plain text, who speaks: it is read back with
the plain-text reader, and where that reader would doubt a label, a tab follows its colon; where it would see
a label in speech, a space stands before the line.
"""

from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from core.span import Span
from core.transcripts.readers.blocks import MarkdownLine, link_definitions, mark_fences, resolve_blocks, split_lines
from core.transcripts.readers.inline_markup import resolve_inline
from core.transcripts.readers.text import turns_between
from core.transcripts.readers.turn_labels import BOLD, MAX_LABEL, SpeakerLabel, find_labels, is_label, split_label
from core.transcripts.transcript import Turn

_ROUNDS = 4


class _Section(NamedTuple):
    """A label as raw has it, "" before the first one, and the text from there to the next label."""

    label: str
    text: str
    tab: bool = False


def _without_comments(text: str) -> str:
    pieces: list[str] = []
    done = 0
    start = text.find("<!--")
    while start >= 0:
        end = text.find("-->", start)
        if end < 0:
            break
        if text[start - 1 : start] != "\\":
            pieces.append(text[done:start])
            done = end + len("-->")
        start = text.find("<!--", max(done, start + 1))
    pieces.append(text[done:])
    return "".join(pieces)


def _bold_label(text: str, start: int) -> tuple[str, int] | None:
    """Return the bold label that begins at `start`, as raw has it, and where its words begin."""
    match = BOLD.match(text, start)
    if match is None:
        return None
    label = " ".join(resolve_inline(match["label"] + (match["time"] or "")).replace("\ufeff", "").split())
    if len(label) >= MAX_LABEL or not is_label(split_label(label)[0]):
        return None
    return label + (match["inner"] or match["outer"]), match.start("space")


def _label_at(line: MarkdownLine) -> tuple[str, int] | None:
    """Return the bold label at the beginning of a line."""
    indent = len(line.text) - len(line.text.lstrip(" "))
    return _bold_label(line.text, indent) if indent <= 3 else None


def _known_label_at(line: MarkdownLine, known: frozenset[str]) -> tuple[str, int] | None:
    """Return a label that is bold elsewhere and was left plain here."""
    label, colon, words = line.text.partition(":")
    return (label + colon, len(label) + 1) if label + colon in known and (not words or words[0] == " ") else None


def _cut_at_known_labels(line: MarkdownLine, known: frozenset[str]) -> list[MarkdownLine]:
    """Cut a line before a known bold label in its middle: what follows is not the first one's speech."""
    cuts = [0]
    begin = len(line.text) - len(line.text.lstrip())
    for match in BOLD.finditer(line.text):
        if match.start() > begin and line.text[match.start() - 1].isspace():
            found = _bold_label(line.text, match.start())
            if found and found[0] in known:
                cuts.append(match.start())
    if len(cuts) == 1 or line.code:
        return [line]
    pieces = [line.text[start:end] for start, end in zip(cuts, [*cuts[1:], len(line.text)], strict=True)]
    blank = MarkdownLine("", line.end or "\n")
    parted = [part for piece in pieces[:-1] for part in (MarkdownLine(piece.rstrip(), line.end or "\n"), blank)]
    return [*parted, MarkdownLine(pieces[-1], line.end)]


def _cut_into_sections(text: str) -> list[_Section]:
    lines = split_lines(_without_comments(text))
    labelled = {index: found for index, line in enumerate(lines) if (found := _label_at(line))}
    lines = mark_fences(lines, labelled)
    known = frozenset(label for label, _ in labelled.values())
    lines = [part for line in lines for part in _cut_at_known_labels(line, known)]
    definitions = link_definitions(lines)
    sections: list[_Section] = []
    label = ""
    held: list[MarkdownLine] = []
    blank = True
    for line in lines:
        found = None if line.code else _label_at(line) or (_known_label_at(line, known) if blank else None)
        blank = not line.text.strip()
        if found:
            sections.append(_Section(label, resolve_blocks(held, definitions, continued=bool(label))))
            label = found[0]
            held = [line._replace(text=line.text[found[1] :])]
        else:
            held.append(line)
    sections.append(_Section(label, resolve_blocks(held, definitions, continued=bool(label))))
    # A byte order mark that an entity wrote would be lost when raw is written out and read again.
    sections[0] = sections[0]._replace(text=sections[0].text.lstrip("\ufeff"))
    return sections


def _lay_out(sections: Sequence[_Section]) -> tuple[str, tuple[SpeakerLabel, ...], list[int]]:
    """Write raw: its text, its labels, and where each section's text begins in it."""
    pieces: list[str] = []
    labels: list[SpeakerLabel] = []
    starts: list[int] = []
    at = 0
    for section in sections:
        text = "\t" + section.text.lstrip(" \t") if section.tab else section.text
        if section.label:
            name, seconds = split_label(section.label[:-1])
            labels.append(SpeakerLabel(name, Span(at, at + len(section.label)), seconds))
        starts.append(at + len(section.label))
        pieces += (section.label, text)
        at += len(section.label) + len(text)
    return "".join(pieces), tuple(labels), starts


def _indent(section: _Section, offsets: Sequence[int]) -> _Section:
    text = section.text
    for offset in sorted(offsets, reverse=True):
        text = text[:offset] + " " + text[offset:]
    return section._replace(text=text)


def _indent_all(section: _Section) -> _Section:
    """Put a space before every line of a section's text that begins with a word."""
    lines = split_lines(section.text)
    first = 1 if section.label else 0
    inner = [line.text if not line.text or line.text[0].isspace() else " " + line.text for line in lines[first:]]
    texts = [line.text for line in lines[:first]] + inner
    return section._replace(text="".join(text + line.end for text, line in zip(texts, lines, strict=True)), tab=True)


def _settle(sections: list[_Section]) -> list[_Section]:
    """Lay raw out so that it names, read as plain text, the speakers that the sections name."""
    for _ in range(_ROUNDS):
        raw, labels, starts = _lay_out(sections)
        found = find_labels(raw)
        if found == labels:
            return sections
        own = {label.span.start for label in labels}
        doubted = {label.span.end for label in set(labels).difference(found)}
        taken: dict[int, list[int]] = {}
        for label in found:
            if label.span.start not in own:
                index = bisect_right(starts, label.span.start) - 1
                shift = (
                    len(sections[index].text) - len(sections[index].text.lstrip(" \t")) - 1
                    if sections[index].tab
                    else 0
                )
                taken.setdefault(index, []).append(label.span.start - starts[index] + shift)
        sections = [
            _indent(section, taken.get(index, []))._replace(tab=section.tab or start in doubted)
            for index, (section, start) in enumerate(zip(sections, starts, strict=True))
        ]
    return [_indent_all(section) for section in sections]


def read_markdown(text: str) -> tuple[str, tuple[Turn, ...]]:
    """Return raw and the turns of a Markdown transcript; () where it names no speakers.

    A file without bold labels is read as plain text after its markup is resolved. Offsets count code points in raw.
    Source: decisions.md#readers.
    """
    sections = _cut_into_sections(text)
    if len(sections) > 1:
        sections = _settle(sections)
    raw, labels, _ = _lay_out(sections)
    if not labels:
        labels = find_labels(raw)
    return raw, turns_between(raw, labels)
