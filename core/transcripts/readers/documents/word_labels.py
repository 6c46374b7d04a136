"""Who speaks in a Word document: names in bold, names before a colon, names on a line of their own."""

import io
import re
from array import array
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from core.transcripts.annotations import TIME
from core.transcripts.readers.documents.word_paragraphs import WordParagraph, WordParagraphs
from core.transcripts.readers.label_choice import find_labels
from core.transcripts.readers.label_names import LabelGrade, grade_name
from core.transcripts.readers.lay_out import gap_between
from core.transcripts.readers.pieces import Piece, Tally
from core.transcripts.readers.turn_labels import MAX_LABEL, SpeakerLabels, is_label, seconds_of, split_label
from core.transcripts.units import Place

_LEADING_TIME = re.compile(rf"\s*\[\s*({TIME})\s*\]")
_TIME_ON_ITS_LINE = re.compile(rf"(?P<time>{TIME})[ \t]*\n")
_TRAILER = re.compile(r"\s*Transcribed by https?://\S+\s*")
_COLONS = ":："


class LabelledText(NamedTuple):
    """The text of a document with its labels, and of each paragraph where it begins in it and its element."""

    text: str
    labels: SpeakerLabels
    starts: "array[int]"
    elements: "array[int]"
    running: bytes


class _BoldName(NamedTuple):
    """A name in bold at the beginning of a paragraph, and the words behind it."""

    name: str
    rest: str
    colon: bool


def _bold_name(one: WordParagraph) -> _BoldName | None:
    """Return the bold beginning of a paragraph where it could be a name; a heading is bold, too."""
    bold = one.text[: len(one.text) if one.heading else one.bold].strip()
    rest = one.text[len(one.text) if one.heading else one.bold :].strip()
    if not bold or len(bold) > MAX_LABEL:
        return None
    colon = bold[-1] in _COLONS or (rest[:1] != "" and rest[0] in _COLONS)
    name = bold.rstrip(_COLONS).rstrip()
    time = _TIME_ON_ITS_LINE.match(rest)
    if time is not None:
        name, rest = f"{name} ({time['time']})", rest[time.end() :]
    if not is_label(split_label(name)[0]) or "\t" in name or "\n" in name:
        return None
    return _BoldName(name, rest.lstrip(_COLONS).lstrip() if bold[-1] not in _COLONS else rest, colon)


class _BoldNames:
    """Which bold beginnings are names: the whole document decides."""

    def __init__(self, paragraphs: WordParagraphs) -> None:
        with_colon, bare = Counter[str](), Counter[str]()
        spoken = 0
        for one in paragraphs:
            found = None if one.cell.table else _bold_name(one)
            if found:
                (with_colon if found.colon else bare)[split_label(found.name)[0]] += 1
            spoken += not one.cell.table and not one.heading
        self._with_colon = frozenset(name for name, count in with_colon.items() if count > 1 or _grade(name))
        names = {name: count for name, count in bare.items() if _grade(name) and count > 1}
        enough = not self._with_colon and 3 * sum(names.values()) >= spoken
        self._bare = frozenset(names) if enough else frozenset[str]()

    def of(self, one: WordParagraph) -> _BoldName | None:
        """Return the name at the beginning of a paragraph, None where there is none."""
        found = None if one.cell.table else _bold_name(one)
        if found is None:
            return None
        name = split_label(found.name)[0]
        return found if name in (self._with_colon if found.colon else self._bare) else None


def _grade(name: str) -> bool:
    return grade_name(name) > LabelGrade.NONE


def find_word_labels(paragraphs: WordParagraphs, left_out: Tally) -> LabelledText:
    """Return the text of the paragraphs that are no table, with the labels in it; headings are counted and left out."""
    names = _BoldNames(paragraphs)
    written = io.StringIO()
    starts, elements, running = array("I"), array("I"), bytearray()
    for one in paragraphs:
        named = names.of(one)
        if one.cell.table:
            left_out.add("paragraphs in tables", "the first row does not name a column of words")
        elif _TRAILER.fullmatch(one.text):
            left_out.add("lines of a service", "they are no speech")
        elif one.heading and named is None:
            left_out.add("headings", "they are no speech")
        else:
            runs_on = one.runs_on and named is None and bool(starts)
            written.write("" if runs_on or not starts else "\n\n")
            starts.append(written.tell())
            elements.append(one.element)
            running.append(runs_on)
            # A tab behind its colon makes a label certain.
            written.write(f"{named.name}:\t{named.rest}" if named else one.text.strip(None if not runs_on else "\n"))
    text = written.getvalue()
    return LabelledText(text, find_labels(text), starts, elements, bytes(running))


def _joined_lines(text: str) -> str:
    """Return the lines of a paragraph as one."""
    joined = ""
    for line in text.split("\n"):
        joined += gap_between(joined, line.strip()) + line.strip()
    return joined


class _Speaking:
    """Who speaks, from paragraph to paragraph."""

    def __init__(self) -> None:
        self.speaker: str | None = None
        self._seconds: float | None = None
        self._fresh = self._new_turn = False

    def begin(self, name: str, seconds: float | None) -> None:
        self.speaker, self._seconds = name or None, seconds
        self._fresh, self._new_turn = True, not name

    def piece(self, text: str, place: Place, *, runs_on: bool) -> Piece:
        time = _LEADING_TIME.match(text)
        start = seconds_of(time[1]) if time and self._seconds is None else self._seconds
        text = text if runs_on else _joined_lines(text)
        inherited = not self._fresh and self.speaker is not None
        piece = Piece(text, place, self.speaker, start, inherited=inherited, new_turn=self._new_turn, joined=runs_on)
        self._seconds, self._fresh, self._new_turn = None, False, False
        return piece


def pieces_of_paragraphs(document: LabelledText, part: str) -> Iterator[Piece]:
    """Yield one piece for each paragraph, more where several people speak in it; `part` is where they stand."""
    text, labels, starts = document.text, iter(document.labels), document.starts
    speaking = _Speaking()
    label = next(labels, None)
    for index, start in enumerate(starts):
        stop = starts[index + 1] if index + 1 < len(starts) else len(text)
        place = Place(part, document.elements[index])
        runs_on, at = bool(document.running[index]), start
        while label is not None and label.span.start < stop:
            if text[at : label.span.start].strip():
                yield speaking.piece(text[at : label.span.start], place, runs_on=runs_on)
            speaking.begin(label.name, label.seconds)
            at, runs_on = label.span.end, False
            label = next(labels, None)
        if text[at:stop].strip():
            yield speaking.piece(text[at:stop], place, runs_on=runs_on)
