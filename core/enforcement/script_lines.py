"""Lines that are somebody's words without marks: `Name: words`, `— words`, and block quotes typed by hand.

A reader takes the layout for the mark.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

from core.enforcement.seen_names import (
    AROUND,
    LABEL_LEAD,
    ScriptLabel,
    SeenName,
    begins_anew,
    is_role,
    read_label,
    seen_as,
    seen_names,
    without_number,
    without_times,
)
from core.prose.quotations import find_quotations
from core.span import Span
from core.text.confusables import COLONS, is_everyday
from core.text.punctuation import FORMAT_CHARACTERS
from core.transcripts.speakers import TITLES, Roster, SpeakerRef

_DIALOGUE_DASH = r"(?:[—–―⸺⸻]|--++)"
# Signs that a block quote is typed with; where the line ends in | too it is a row of a table.
_SIGNS = ">＞│┃❘▌▎▏¦‖┆┊"
_TYPED_QUOTE = rf"(?:[{_SIGNS}]|\|(?![^\n]*\|[^\S\n]*(?:\n|\Z)))(?:[{_SIGNS}|]|[^\S\n])*+"
_BLANK = rf"(?:[^\S\n]|[{''.join(sorted(FORMAT_CHARACTERS))}])*"  # what nobody sees at the beginning of a line
_SET_OFF = re.compile(rf"{_BLANK}(?:{_DIALOGUE_DASH}|{_TYPED_QUOTE})[ \t]*(?=[^\n]*\w)(?P<words>\S[^\n]*)")
_ANY_COLON = re.compile(f"[{COLONS}]")
_COLON_OR_BAR = re.compile(f"[{COLONS}|]")
# A name and a dash in a cell, or a cell of a name, of a table that nobody rendered, before a whole sentence.
_IN_A_CELL = re.compile(
    r"(?<=\|)[ \t]*(?P<label>[^|\n—–―⸺]{1,80}?)[ \t]*(?:[—–―⸺|]|--++)"
    r"[ \t]*(?P<words>[^|\n—–―⸺]{1,400}[.!?…][^\w|\n]*)(?=\||\Z)"
)
_COLON_BEFORE = re.compile(rf"[{COLONS}]\s*(?:\([^()]{{1,40}}\)\s*)?\Z")
# What parts words: any sign but those that stand inside a clause or before a word.
_SIGN = rf"[^\w\s,'’‘“„«(\[{{<&@{COLONS}-]"
_SENTENCE_END = re.compile(
    rf"(?:\]\]\s*|(?:{_SIGN}|’)\s+|(?<=\S){_SIGN}(?=[^\W\d_]))(?:[(\[]?\d{{1,4}}[.)\]]\s+)?|\s-\s+"
)
_ROLE_INSIDE = re.compile(r"(?:\A|[.!?…][*_]*\s+)[*_]*(?P<role>[A-Z][a-z]{3,12}(?: \d{1,2})?)[*_]*\Z")
_LAST_WORD = re.compile(r"[^\W\d_]+\Z")
_REFERENCE = re.compile(r"\[\[")
_SEEN_BEHIND = 200  # characters behind a label that are read
_FEWEST = 4  # words of a sentence
_NAME_ALONE = re.compile(r"[^\n]{1,80}\Z")
_BEGINS_SET_OFF = re.compile(rf"{_BLANK}(?:{_DIALOGUE_DASH}|{_TYPED_QUOTE})")


class ScriptPartKind(Enum):
    """How a stretch of a paragraph stands there."""

    PROSE = 1
    SCRIPT = 2  # under a label
    SET_OFF = 3  # behind a dash or a sign that block quotes are typed with


class ScriptPart(NamedTuple):
    """A stretch of a paragraph; of a spoken one, where its words begin and whom the label means, if anybody."""

    span: Span
    manner: ScriptPartKind
    words: int = 0
    speaker: SpeakerRef | None = None


def _holds_colon_or_bar(text: str) -> bool:
    # Of an everyday text it is known that no other sign in it looks like a colon.
    return ":" in text or "|" in text or not (is_everyday(text) or _COLON_OR_BAR.search(text) is None)


def is_surely_prose(text: str, roster: Roster) -> bool:
    """Tell whether one line of text holds no script line."""
    return (
        not seen_names(roster).may_lead(text)
        and "\n" not in text
        and not _holds_colon_or_bar(text)
        and _BEGINS_SET_OFF.match(text) is None
    )


class _InnerLabel(NamedTuple):
    """A label inside a line, at the beginning of a sentence: where it and its words begin, and whom it means."""

    start: int
    words: int
    speaker: SpeakerRef | None


def _is_of_title(text: str, stop: int) -> bool:
    """Tell whether a stop belongs to a title or an initial ("Dr. Imke Sorrel:"), and ends no sentence."""
    word = _LAST_WORD.search(text, max(0, stop - 16), stop) if text[stop] == "." else None
    return word is not None and (len(word[0]) == 1 or word[0].casefold() in TITLES)


def _label_between(text: str, start: int, colon: int, roster: Roster, *, begins: bool) -> tuple[int, SeenName] | None:
    """Return the label that ends at a colon and begins behind a sentence, or at `start` where one `begins`."""
    said = text[colon + 1 : colon + _SEEN_BEHIND]
    by_role = _ROLE_INSIDE.search(text, start, colon)
    if (
        by_role
        and (by_role.start() or begins)
        and len(said.split()) >= _FEWEST
        and is_role(by_role["role"], said, roster)
    ):
        return by_role.start("role"), SeenName(None)
    if not seen_names(roster).may_hold_a_name(text[start:colon]):
        return None
    starts = [start] if begins else []
    ends = _SENTENCE_END.finditer(text, start, colon)
    starts += [end.end() for end in ends if end.start() == 1 or not _is_of_title(text, end.start())]
    for offset in starts:
        label = text[offset:colon]
        seen = seen_as(label, roster) if label.count("(") == label.count(")") else None
        if seen is not None:
            return offset, seen
    return None


def _marked_in(line: str) -> list[int]:
    """Return where quotations and references begin in a line."""
    references = (match.start() for match in _REFERENCE.finditer(line))
    return sorted((*(quotation.outer.start for quotation in find_quotations(line)), *references))


def _labels_in_cells(line: str, roster: Roster) -> Iterator[_InnerLabel]:
    for cell in _IN_A_CELL.finditer(line):
        words = cell["words"]
        if begins_anew(words) and len(words.split()) >= _FEWEST and (seen := seen_as(cell["label"], roster)):
            yield _InnerLabel(cell.start("label"), cell.start("words"), seen.speaker)


def _labels_inside(line: str, roster: Roster, *, begins: bool) -> Iterator[_InnerLabel]:
    done = 0
    marked: list[int] | None = None  # where quotations begin, looked for once and only where there is a label
    for colon in _ANY_COLON.finditer(line):
        first = max(done, colon.start() - LABEL_LEAD)
        found = _label_between(line, first, colon.start(), roster, begins=first == done > 0 or (begins and not first))
        done = colon.end()
        if found is None or not any(map(str.isalnum, line[done : done + _SEEN_BEHIND])):
            continue
        marked = _marked_in(line) if marked is None else marked
        first = bisect_left(marked, done)
        if first == len(marked) or len(line[done : min(marked[first], done + _SEEN_BEHIND)].split()) >= _FEWEST:
            yield _InnerLabel(found[0], done, found[1].speaker)


def label_before(text: str, offset: int, roster: Roster) -> int | None:
    """Return where the label begins that stands directly before a quotation at `offset`, inside a line; else None."""
    colon = _COLON_BEFORE.search(text, max(0, offset - LABEL_LEAD), offset)
    if colon is None:
        return None
    line = text.rfind("\n", 0, colon.start()) + 1
    found = _label_between(text, max(line, colon.start() - LABEL_LEAD), colon.start(), roster, begins=False)
    return found[0] if found else None


def parts_of(text: str, roster: Roster, *, continues: bool = False) -> list[ScriptPart]:
    """Cut a paragraph into prose and what is spoken in it; `continues` where its first line goes on with another.

    Text goes on under the label above it, as it does on the page.
    """
    if is_surely_prose(text, roster):
        return [ScriptPart(Span(0, len(text)), ScriptPartKind.PROSE)]
    parts: list[ScriptPart] = []
    if "\n" not in text and not _holds_colon_or_bar(text):
        label = None if continues else read_label(text, roster)
        _put(parts, _part(text, Span(0, len(text)), [label], label), continues=continues)
        return parts
    lines: list[Span] = []
    start = 0
    for line in text.split("\n"):
        lines.append(Span(start, start + len(line)))
        start += len(line) + 1
    labels = [None if continues and not line.start else read_label(line.slice(text), roster) for line in lines]
    for number, line in enumerate(lines[:-1]):
        if labels[number] is None and not (continues and not number):
            labels[number] = name_above(line.slice(text), roster)
    for number, line in enumerate(lines):
        inside = [*_labels_inside(line.slice(text), roster, begins=continues and not number)]
        if "|" in text:
            inside = sorted((*inside, *_labels_in_cells(line.slice(text), roster)), key=lambda label: label.start)
        first = labels[number]
        done = first.words if first is not None and first.certain else 0
        inside = [label for label in inside if label.start >= done and (label.start or (continues and not number))]
        ends = [*(line.start + label.start for label in inside), line.end]
        if ends[0] > line.start or not inside:
            head = Span(line.start, ends[0])
            _put(parts, _part(text, head, labels[max(0, number - 1) : number + 2], labels[number]), continues=continues)
        for label, end in zip(inside, ends[1:], strict=True):
            span = Span(line.start + label.start, end)
            parts.append(ScriptPart(span, ScriptPartKind.SCRIPT, line.start + label.words, label.speaker))
    return parts


def name_above(line: str, roster: Roster) -> ScriptLabel | None:
    """Return the label of a line that holds a name alone, perhaps with a time, over the words below it."""
    blanked = without_number(without_times(line))
    seen = seen_as(blanked.strip().strip(AROUND), roster) if _NAME_ALONE.fullmatch(blanked.strip()) else None
    return ScriptLabel(len(line), seen.speaker, certain=True) if seen is not None else None


def _put(parts: list[ScriptPart], part: ScriptPart, *, continues: bool) -> None:
    """Add what a line begins with: prose goes on with what stands above it."""
    if part.manner is ScriptPartKind.PROSE and parts:
        parts[-1] = parts[-1]._replace(span=Span(parts[-1].span.start, part.span.end))
    elif part.manner is ScriptPartKind.SET_OFF and continues and not part.span.start:
        parts.append(ScriptPart(part.span, ScriptPartKind.PROSE))
    else:
        parts.append(part)


def _part(text: str, line: Span, near: list[ScriptLabel | None], label: ScriptLabel | None) -> ScriptPart:
    recurring = len(near) > 1 and sum(one is not None for one in near) > 1
    if label is not None and (label.certain or recurring):
        return ScriptPart(line, ScriptPartKind.SCRIPT, min(line.start + label.words, line.end), label.speaker)
    set_off = _SET_OFF.match(text, *line)
    if set_off:
        return ScriptPart(line, ScriptPartKind.SET_OFF, set_off.start("words"))
    return ScriptPart(line, ScriptPartKind.PROSE)
