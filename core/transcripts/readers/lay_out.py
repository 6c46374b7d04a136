"""From the pieces of a file to raw, written so that the plain-text reader finds the same turns in it.

Each turn is one line, `Name: words`, and a blank line parts two of them. Where the plain-text reader would see other
labels than the file has, a tab follows each label, which makes it certain; a turn of somebody whom the file does not
name begins with `-:` and a tab. A text without any turn gets a space in front where its beginning looks like a label.
"""

import io
import re
from array import array
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from core.span import Span, blank
from core.text.punctuation import UNREADABLE
from core.transcripts.annotations import AnnotationKind, find_annotations
from core.transcripts.readers.label_choice import find_labels
from core.transcripts.readers.pieces import Piece, Tally
from core.transcripts.readers.refusal import refusal
from core.transcripts.readers.text import turns_between
from core.transcripts.readers.turn_labels import MAX_LABEL, NOBODY, SpeakerLabels, is_label, split_label
from core.transcripts.speech import Turn
from core.transcripts.units import UnitColumns

# Scripts whose words are not parted by spaces, with the punctuation that belongs to them.
_SPACELESS = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u30ff\u3400-\u9fff\uf900-\ufaff\uff01-\uff65\U00020000-\U0003ffff]"
)
_SPACES = re.compile(r"\s+")
# What a text file cannot hold proves nothing; a byte order mark would be lost when raw is written out and read again.
_CONTROLS = [code for code in (*range(0x20), *range(0x7F, 0xA0)) if not chr(code).isspace()]
_UNWRITABLE = dict.fromkeys(_CONTROLS, UNREADABLE) | {0xFEFF: None}
_BETWEEN_TURNS = "\n\n"
MOST_UNITS = 1_000_000
"""Each takes a quarter of a kilobyte while it is read; a week of talk has fewer sentences."""


class LaidOut(NamedTuple):
    """Raw with its turns, the units and the words that have a place in it."""

    raw: str
    turns: Sequence[Turn]
    units: UnitColumns
    words: UnitColumns


def label_of(name: str | None) -> str | None:
    """Return a label as raw can have it, without time and colon, at most 80 characters; None where it names nobody."""
    name = " ".join((name or "").translate(_UNWRITABLE).split())
    while True:
        read = split_label(name.rstrip(":："))[0][: MAX_LABEL - 1].strip()
        if read == name:
            return name if is_label(name) else None
        name = read


def gap_between(before: str, after: str) -> str:
    """Return what parts two lines of one speaker: a space, nothing between characters of a script without spaces."""
    if not before or not after or (_SPACELESS.match(before[-1]) and _SPACELESS.match(after[0])):
        return ""
    return " "


def _shown(text: str) -> str:
    """Return words as raw can have them: single spaces, no controls."""
    return _SPACES.sub(" ", text if text.isprintable() else text.translate(_UNWRITABLE))


def is_spoken(text: str) -> bool:
    """Tell whether a piece says something, or says at least that something was lost."""
    if "[" not in text and "(" not in text:
        return any(map(str.isalnum, text))
    found = find_annotations(text)
    lost = any(one.kind is AnnotationKind.LOST for one in found)
    return lost or bool(blank(text, (one.span for one in found)).strip())


class _Body:
    """The words of the turn that is being written, with the spans of its pieces inside it."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.length = 0
        self.last = ""

    def add(self, text: str) -> None:
        self.parts.append(text)
        self.length += len(text)
        self.last = text[-1:] or self.last

    def place(self, piece: Piece) -> Span:
        """Append a piece; return where its words stand, without white space at their ends."""
        text = _shown(piece.text)
        if not piece.joined:
            text = text.strip()
            self.add(gap_between(self.last.strip(), text) if self.last != " " else "")
        elif not self.length or self.last == " ":
            text = text.lstrip()
        start = self.length + len(text) - len(text.lstrip())
        self.add(text)
        return Span(start, start + len(text.strip()))


class _Turns:
    """The turns as they are collected: who, when, the words."""

    def __init__(self) -> None:
        self.speakers: list[str | None] = []
        self.seconds: list[float | None] = []
        self.bodies: list[str] = []

    @property
    def named(self) -> bool:
        return len(self.speakers) > 1 or any(speaker is not None for speaker in self.speakers)

    def labels(self, *, certain: bool) -> list[str]:
        """Return what is written before each turn."""
        if not self.named:
            return ["" if not certain else " "]
        tab = "\t" if certain else " "
        # One string for each name: there may be a million turns.
        written = {one: NOBODY if one is None else f"{one}:{tab}" for one in set(self.speakers)}
        labels = [written[speaker] for speaker in self.speakers]
        if self.speakers[0] is None and not certain:
            labels[0] = ""
        return labels


class _Layout:
    """Collects pieces: the words of each turn, and for each unit its turn and its place in it."""

    def __init__(self, left_out: Tally, *, units_are_words: bool) -> None:
        self.turns = _Turns()
        self.units, self.words = UnitColumns(), UnitColumns()
        self._unit_turns, self._word_turns = array("I"), array("I")
        self._left_out = left_out
        self._units_are_words = units_are_words
        self._body: _Body | None = None
        self._ends_turn = False

    def add(self, piece: Piece) -> None:
        """Add the next piece; one that says nothing is counted and left out."""
        if not _shown(piece.text).strip():
            self._ends_turn |= piece.new_turn
            return
        if not piece.joined and not is_spoken(piece.text):
            self._left_out.add("sounds", "they are no words")
            self._ends_turn |= piece.new_turn
            return
        if len(self.units) == MOST_UNITS:
            message = f"this file holds more than {MOST_UNITS:,} cues, segments, rows or words."
            raise refusal("", message, "Split it into one file for each recording.")
        speaker = label_of(piece.speaker)
        turns = self.turns
        if self._body is None or piece.new_turn or self._ends_turn or speaker != turns.speakers[-1]:
            self._finish()
            self._body, self._ends_turn = _Body(), False
            turns.speakers.append(speaker)
            turns.seconds.append(piece.start)
        span = self._body.place(piece)
        self.units.add(span, piece.place, (piece.start, piece.end, piece.confidence), inherited=piece.inherited)
        self._unit_turns.append(len(turns.speakers) - 1)
        if piece.words:
            self._add_words(piece, span)

    def _add_words(self, piece: Piece, span: Span) -> None:
        text, done = _shown(piece.text).strip(), 0
        for word in piece.words:
            wanted = _shown(word.text).strip()
            found = text.find(wanted, done) if wanted else -1
            if found >= 0:
                done = found + len(wanted)
                place = Span(span.start + found, span.start + done)
                self.words.add(place, word.place, (word.start, word.end, word.confidence))
                self._word_turns.append(len(self.turns.speakers) - 1)

    def _finish(self) -> None:
        if self._body is not None:
            self.turns.bodies.append("".join(self._body.parts).rstrip())
            self._body = None

    def _write(self, *, certain: bool) -> tuple[str, SpeakerLabels, "array[int]"]:
        """Return raw, the labels that it is to have, and where each turn's words begin."""
        labels, raw, at = SpeakerLabels(), io.StringIO(), 0
        starts = array("I")
        before = self.turns.labels(certain=certain)
        for number, (label, body) in enumerate(zip(before, self.turns.bodies, strict=True)):
            if label.strip():
                labels.add_named(self.turns.speakers[number] or "", Span(at, at + len(label.rstrip())))
            starts.append(at + len(label))
            raw.write(f"{_BETWEEN_TURNS if number else ''}{label}{body}")
            at += len(label) + len(body) + len(_BETWEEN_TURNS)
        return raw.getvalue(), labels, starts

    def laid_out(self) -> LaidOut:
        """Write raw, plainly where the plain-text reader understands it so."""
        self._finish()
        if not self.turns.bodies:
            return LaidOut("", (), self.units, self.words)
        raw, labels, starts = self._write(certain=False)
        if not find_labels(raw).same_places(labels):
            raw, labels, starts = self._write(certain=True)
        self.units.move(self._unit_turns, starts)
        self.words.move(self._word_turns, starts)
        offset = 1 if len(labels) < len(self.turns.bodies) else 0
        labels.give_times(self.turns.seconds[offset:] if labels else ())
        turns = turns_between(raw, labels, self.turns.seconds[0] if offset else None)
        return LaidOut(raw, turns, self.units, self.units if self._units_are_words else self.words)


def lay_out(pieces: Iterable[Piece], left_out: Tally, *, units_are_words: bool = False) -> LaidOut:
    """Write the pieces of a file as raw, with its turns, units and words; offsets are code points, half-open.

    What is no speech is counted in `left_out`. Raises TranscriptError for too many names or units. Source:
    decisions.md#readers.
    """
    layout = _Layout(left_out, units_are_words=units_are_words)
    for piece in pieces:
        layout.add(piece)
    return layout.laid_out()
