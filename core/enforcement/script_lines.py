"""Lines that are somebody's words without marks: `Name: words`, `— words`, and block quotes typed by hand.

A reader takes the layout for the mark. Names are read as a reader sees them: a time, a role in brackets and letters of
another alphabet that look alike do not hide who is meant.
"""

import re
from enum import Enum
from typing import NamedTuple

from core.span import Span
from core.text.confusables import COLONS, plain_letters
from core.text.punctuation import FORMAT_CHARACTERS, QUOTATION_MARKS
from core.transcripts.speakers import Roster, SpeakerRef

_DIALOGUE_DASH = r"(?:[—–―⸺⸻]|--++)"
# Signs that a block quote is typed with; where the line ends in | too it is a row of a table.
_SIGNS = ">＞│┃❘▌▎▏¦‖┆┊"
_TYPED_QUOTE = rf"(?:[{_SIGNS}]|\|(?![^\n]*\|[^\S\n]*(?:\n|\Z)))(?:[{_SIGNS}|]|[^\S\n])*+"
_BLANK = rf"(?:[^\S\n]|[{''.join(sorted(FORMAT_CHARACTERS))}])*"  # what nobody sees at the beginning of a line
_TIME = re.compile(r"[\[(]\s*\d{1,3}(?::\d\d){1,2}(?:\.\d+)?\s*[\])]|^\s*\d{1,2}:\d\d(?::\d\d)?(?=\s)", re.MULTILINE)
_LABEL_LINE = re.compile(
    rf"[^\w\n{COLONS}]*(?P<label>[^\n{COLONS};!?|]{{1,80}}?)[ \t]*[{COLONS}](?P<gap>[ \t]*)(?P<words>[^\n]*)"
)
_TABLE_ROW = re.compile(
    r"[ \t]*\|?[ \t]*(?P<label>[^|\n]{1,80}?)[ \t]*\|[ \t]*(?P<words>[^|\n]*[^|\s])[ \t]*\|?[ \t]*\Z"
)
_SET_OFF = re.compile(rf"{_BLANK}(?:{_DIALOGUE_DASH}|{_TYPED_QUOTE})[ \t]*(?=[^\n]*\w)(?P<words>\S[^\n]*)")
_NAME_ALONE = re.compile(r"[^\n]{1,80}\Z")
_ASIDE = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
_FIGURES = re.compile(r"\d")
# Who speaks in an interview without a name; "Guest: Imke Sorrel" says who somebody is, not what they said.
_ROLE_LABELS = frozenset("q a host guest interviewer interviewee moderator caller speaker".split())
# One line that cannot be any of these: it begins with no such sign, and its first words end without a colon or bar.
LABEL_LEAD = 90
"""Characters at the beginning of a line in which a label would have ended."""
_NO_SCRIPT = re.compile(
    rf"(?!{_BLANK}(?:{_DIALOGUE_DASH}|{_TYPED_QUOTE}))(?:[^\n{COLONS}|]{{{LABEL_LEAD}}}|[^\n{COLONS}|]*\Z)[^\n]*\Z"
)


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


class ScriptLabel(NamedTuple):
    """The label of a line: where the words behind it begin (in the line), and whom it means, if anybody.

    A `certain` one is somebody the roster knows, or a role that only a speaker has.
    """

    words: int
    speaker: SpeakerRef | None
    certain: bool


def named_by(label: str, roster: Roster) -> SpeakerRef | None:
    """Return whom a label means: as it is, in plain letters, without what stands in brackets or behind a comma."""
    plain = plain_letters(label)
    bare = _ASIDE.sub(" ", plain)
    for name in dict.fromkeys((label, plain, bare, bare.split(",")[0])):
        speaker = roster.resolve(name)
        if speaker is not None:
            return speaker
    return None


def _without_times(line: str) -> str:
    """Return a line with its timestamps blanked, character for character."""
    return _TIME.sub(lambda time: " " * len(time.group()), line) if _FIGURES.search(line[:120]) else line


def _is_role(label: str, words: str, roster: Roster) -> bool:
    role = label.strip().casefold().rstrip(" 0123456789.")
    who = re.split(r"[.,;(|]", words, maxsplit=1)[0].strip()
    return role in _ROLE_LABELS and bool(words.strip()) and roster.resolve(who) is None


def read_label(line: str, roster: Roster) -> ScriptLabel | None:
    """Return the label that a line begins with: one the roster knows, a role, or any capitalised one set apart."""
    blanked = _without_times(line)
    row = _TABLE_ROW.match(blanked)
    if row and (speaker := named_by(row["label"], roster)) is not None:
        return ScriptLabel(row.start("words"), speaker, certain=True)
    match = _LABEL_LINE.match(blanked)
    if match is None:
        return None
    speaker = named_by(match["label"], roster)
    at_start = not blanked[: match.start("label")].strip()
    if speaker is not None or (at_start and _is_role(match["label"], match["words"], roster)):
        return ScriptLabel(match.start("words"), speaker, certain=True)
    apart = not match["words"] or match["gap"] or match["words"][0] in QUOTATION_MARKS
    capitalised = match["label"][:1].isupper() and len(match["label"].split()) <= 5
    return ScriptLabel(match.start("words"), None, certain=False) if apart and capitalised else None


def reads_as_script(text: str, roster: Roster) -> bool:
    """Tell whether one line of text is somebody's words under their name: `Name: words`."""
    label = read_label(text, roster)
    return label is not None and label.certain and bool(text[label.words :].strip())


def _name_above(line: str, roster: Roster) -> ScriptLabel | None:
    """Return the label of a line that holds a name alone, perhaps with a time, over the words below it."""
    blanked = _without_times(line)
    speaker = named_by(blanked.strip(), roster) if _NAME_ALONE.fullmatch(blanked.strip()) else None
    return ScriptLabel(len(line), speaker, certain=True) if speaker is not None else None


def is_surely_prose(text: str) -> bool:
    """Tell whether one line of text cannot be a script line, whatever names the roster has."""
    return _NO_SCRIPT.match(text) is not None


def parts_of(text: str, roster: Roster, *, continues: bool = False) -> list[ScriptPart]:
    """Cut a paragraph into prose and what is spoken in it; `continues` where its first line goes on with another.

    Text goes on under the label above it, as it does on the page.
    """
    if is_surely_prose(text):
        return [ScriptPart(Span(0, len(text)), ScriptPartKind.PROSE)]
    lines: list[Span] = []
    start = 0
    for line in text.split("\n"):
        lines.append(Span(start, start + len(line)))
        start += len(line) + 1
    labels = [None if continues and not line.start else read_label(line.slice(text), roster) for line in lines]
    for number, line in enumerate(lines[:-1]):
        if labels[number] is None and not (continues and not number):
            labels[number] = _name_above(line.slice(text), roster)
    parts: list[ScriptPart] = []
    for number, line in enumerate(lines):
        part = _part(text, line, labels[max(0, number - 1) : number + 2], labels[number])
        if part.manner is ScriptPartKind.PROSE and parts:
            parts[-1] = parts[-1]._replace(span=Span(parts[-1].span.start, line.end))
        elif part.manner is ScriptPartKind.SET_OFF and continues and not number:
            parts.append(ScriptPart(line, ScriptPartKind.PROSE))
        else:
            parts.append(part)
    return parts


def _part(text: str, line: Span, near: list[ScriptLabel | None], label: ScriptLabel | None) -> ScriptPart:
    recurring = sum(one is not None for one in near) > 1
    if label is not None and (label.certain or recurring):
        return ScriptPart(line, ScriptPartKind.SCRIPT, line.start + label.words, label.speaker)
    set_off = _SET_OFF.match(line.slice(text))
    if set_off:
        return ScriptPart(line, ScriptPartKind.SET_OFF, line.start + set_off.start("words"))
    return ScriptPart(line, ScriptPartKind.PROSE)
