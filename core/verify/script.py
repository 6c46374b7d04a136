"""Lines of a script: `Name: words` with a name of the transcript, and dialogue that begins with a dash."""

import re
from typing import NamedTuple

from core.span import Span
from core.verify.attribution import Named, read_name
from core.verify.cast import Cast
from core.verify.names import looks_like_name
from core.verify.quoted import find_quoted

_TIME = re.compile(r"[\[(]\s*\d{1,3}(?::\d\d){1,2}\s*[\])]")
_LONGEST = 80
_LABEL = re.compile(rf"(?P<label>[^:：\n]{{1,{_LONGEST}}})[:：]\s*(?=\S)")
_LABEL_EDGE = " \t\u00a0-*•_"
_DIALOGUE = re.compile(r"\s*[—―–]\s*(?=\S)")


class Spoken(NamedTuple):
    """What somebody says in a script: the offset at which its line begins, its words, and the name before them."""

    start: int
    words: Span
    named: Named | None


class _Line(NamedTuple):
    start: int
    words: int
    named: Named | None


def find_label(line: str, cast: Cast) -> tuple[Named, int] | None:
    """Return the name that a line begins with as a label, known or unknown, and the offset of the words behind it."""
    # Only what stands within a label's length can be one; most lines have no colon there.
    if ":" not in line[: _LONGEST + 1] and "：" not in line[: _LONGEST + 1]:
        return None
    blanked = _TIME.sub(lambda time: " " * len(time.group()), line)
    found = _LABEL.match(blanked)
    if found is None:
        return None
    label = found["label"].strip(_LABEL_EDGE)
    labels = cast.resolve(label)
    if labels is None and not looks_like_name(label):
        return None
    return Named(label, labels), found.end()


def _label_of(line: str, cast: Cast) -> tuple[Named, int] | None:
    """Return the label of a line; one before words in marks is left to the marks."""
    found = find_label(line, cast)
    if found is None:
        return None
    quoted = find_quoted(line[found[1] :])
    return None if quoted and quoted[0].span.start == 0 else found


def _dialogue_in(line: str, cast: Cast) -> int | None:
    """Return the offset of the words of a line of dialogue, or None; `— Name` is an attribution."""
    dash = _DIALOGUE.match(line)
    if dash is None or read_name(line[dash.end() :], cast) is not None:
        return None
    first = line[dash.end()]
    begins = first in "¿¡…" or (first.isalpha() and first == first.upper())
    return dash.end() if begins else None


def _lines_of(text: str, cast: Cast) -> list[_Line]:
    found: list[_Line] = []
    offset = 0
    in_dialogue = True
    for line in text.split("\n"):
        label = _label_of(line, cast)
        words = _dialogue_in(line, cast) if in_dialogue and label is None else None
        if label is not None:
            found.append(_Line(offset, offset + label[1], label[0]))
        elif words is not None:
            found.append(_Line(offset, offset + words, None))
        in_dialogue = words is not None or not line.strip()
        offset += len(line) + 1
    # A label that nobody in the transcript bears is a speaker only among labels that somebody bears: "Note:" is none.
    if not any(line.named is not None and line.named.labels is not None for line in found):
        found = [line for line in found if line.named is None]
    return found


def find_spoken_lines(text: str, cast: Cast) -> list[Spoken]:
    """Return the lines of a script in `text`, in order; each goes on to the next one or to the end of the text."""
    lines = _lines_of(text, cast)
    if not lines:
        return []
    ends = [*(line.start for line in lines[1:]), len(text)]
    return [Spoken(line.start, Span(line.words, end), line.named) for line, end in zip(lines, ends, strict=True)]
