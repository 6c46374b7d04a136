"""Lines of a script: `Name: words` with a name of the transcript, and dialogue that begins with a dash."""

import re
from typing import NamedTuple

from core.span import Span
from core.text.confusables import COLONS
from core.verify.naming.beside_quotation import NamedSpeaker, read_attribution, read_label, without_times
from core.verify.naming.known_speakers import TranscriptPersons
from core.verify.reading.quoted_spans import find_quoted

_LONGEST = 80
_ANY_COLON = re.compile(f"[{COLONS}]")
_LABEL = re.compile(rf"(?P<label>[^{COLONS}\n]{{1,{_LONGEST}}})[{COLONS}]\s*")
_ONLY_LABEL = re.compile(rf"\s*(?P<label>[^{COLONS}\n]{{1,{_LONGEST}}})[{COLONS}]\s*")
# A row of a table that nobody rendered.
_CELL = re.compile(rf"\s*\|\s*(?P<label>[^|\n]{{1,{_LONGEST}}})\|\s*(?=[^\s|:-])")
_DIALOGUE = re.compile(r"\s*(?:[—―–⸺⸻‒]|--+)\s*(?=\S)")


class ScriptLine(NamedTuple):
    """What somebody says in a script: the offset at which its line begins, its words, and the name before them."""

    start: int
    words: Span
    named: NamedSpeaker | None


class _Line(NamedTuple):
    start: int
    words: int
    named: NamedSpeaker | None


def find_label(line: str, persons: TranscriptPersons) -> tuple[NamedSpeaker, int] | None:
    """Return the name that a line begins with as a label, known or unknown, and the offset of the words behind it."""
    # Only what stands within a label's length can be one; most lines have no colon there.
    if not _ANY_COLON.search(line, 0, _LONGEST + 40):
        return None
    if any(line.lstrip(" -").startswith(name) for name in persons.with_colon):
        return None
    found = _LABEL.match(without_times(line))
    if found is None or not line[found.end() :].strip():
        return None
    named = read_label(line[: found.end("label")], persons)
    return (named, found.end()) if named is not None else None


def find_only_label(line: str, persons: TranscriptPersons) -> NamedSpeaker | None:
    """Return the person of the transcript whose name and a colon, or name and a time, are all of a line."""
    if not line or len(line) > _LONGEST + 40:
        return None
    blanked = without_times(line)
    found = _ONLY_LABEL.fullmatch(blanked)
    if found is None and blanked == line:
        return None
    named = read_label(line[: found.end("label")] if found else line, persons)
    return named if named is not None and named.labels is not None else None


def _find_cell(line: str, persons: TranscriptPersons) -> tuple[NamedSpeaker, int] | None:
    found = _CELL.match(line)
    named = read_label(found["label"], persons) if found else None
    return (named, found.end()) if found and named is not None and named.labels is not None else None


def _label_of(line: str, persons: TranscriptPersons) -> tuple[NamedSpeaker, int] | None:
    """Return the label of a line; one before words in marks is left to the marks."""
    found = find_label(line, persons) or _find_cell(line, persons)
    if found is None:
        only = find_only_label(line, persons)
        return (only, len(line)) if only is not None else None
    quoted = find_quoted(line[found[1] :])
    return None if quoted and quoted[0].span.start == 0 else found


def _dialogue_in(line: str, persons: TranscriptPersons, *, begins: bool) -> int | None:
    """Return the offset of the words of a line of dialogue, or None; `— Name` is an attribution.

    A line that does not begin a paragraph must look as if it began a sentence.
    """
    dash = _DIALOGUE.match(line)
    if dash is None or read_attribution(line[dash.end() :], persons) is not None:
        return None
    first = line[dash.end()]
    looks = first in "¿¡…(" or first.isdigit() or (first.isalpha() and first == first.upper())
    return dash.end() if looks or (begins and first.isalpha()) else None


def _lines_of(text: str, persons: TranscriptPersons) -> list[_Line]:
    found: list[_Line] = []
    offset = 0
    begins = True
    for line in text.split("\n"):
        label = _label_of(line, persons)
        words = _dialogue_in(line, persons, begins=begins) if label is None else None
        if label is not None:
            found.append(_Line(offset, offset + label[1], label[0]))
        elif words is not None:
            found.append(_Line(offset, offset + words, None))
        begins = words is not None or not line.strip()
        offset += len(line) + 1
    # A label that nobody in the transcript bears is a speaker only among labels that somebody bears: "Note:" is none.
    if not any(line.named is not None and line.named.labels is not None for line in found):
        found = [line for line in found if line.named is None]
    return found


def find_spoken_lines(text: str, persons: TranscriptPersons) -> list[ScriptLine]:
    """Return the lines of a script in `text`, in order; each goes on to the next one or to the end of the text."""
    lines = _lines_of(text, persons)
    if not lines:
        return []
    ends = [*(line.start for line in lines[1:]), len(text)]
    spoken = [ScriptLine(line.start, Span(line.words, end), line.named) for line, end in zip(lines, ends, strict=True)]
    # A label with no words behind it says nothing here; what follows the paragraph is another matter.
    return [line for line in spoken if line.words.slice(text).strip()]
