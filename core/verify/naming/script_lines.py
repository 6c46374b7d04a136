"""Lines of a script: `Name: words` with a name of the transcript, and dialogue that begins with a dash.

A label also begins a sentence inside a line, and a name may stand apart without a colon: in brackets, before a sign.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator
from typing import NamedTuple

from core.span import Span
from core.text.confusables import COLONS, is_everyday, plain_letters, without_frames
from core.text.punctuation import FORMAT_CHARACTERS
from core.transcripts.speakers import TITLES, name_words
from core.verify.naming.beside_quotation import NamedSpeaker, read_attribution, read_label, without_times
from core.verify.naming.known_speakers import TranscriptPersons
from core.verify.naming.seen_persons import SeenPersons, begins_with_no_name, is_clause, name_left, persons_as_seen
from core.verify.reading.quoted_spans import find_quoted

_LONGEST = 80
_ANY_COLON = re.compile(f"[{COLONS}]")
_LABEL = re.compile(rf"(?P<label>[^{COLONS}\n]{{1,{_LONGEST}}})[{COLONS}]+[=\s]*")
_ONLY_LABEL = re.compile(rf"\s*(?P<label>[^{COLONS}\n]{{1,{_LONGEST}}})[{COLONS}]\s*")
# The sign of a footnote or a number before a name.
_COUNTED = re.compile(
    rf"[\s*_>-]*(?:\[(?:\^[\w-]{{1,20}}|\d{{1,4}})\][ \t]*[{COLONS}]?|\(\d{{1,4}}\)|\d{{1,4}}[.)])\s*"
)
# Behind any sign but those that stand inside a clause or before a word.
_PARTS = r"[^\w\s,'’‘“„«(\[{<&@-]"
_BEGINS_SENTENCE = re.compile(rf"(?:{_PARTS}|’|\s-)(?:\s+|(?<=[。！？]))|(?<=\S){_PARTS}(?=[^\W\d_])")
# A row of a table that nobody rendered.
_CELL = re.compile(rf"\s*\|\s*(?P<label>[^|\n]{{1,{_LONGEST}}})\|\s*(?=[^\s|:-])")
_NAMED_CELL = re.compile(
    r"(?<=\|)\s*(?P<label>[^|\n—–―⸺]{1,80}?)\s*(?:[—–―⸺|]|--+)"
    r"\s*(?P<words>[^\s|—–―⸺][^|\n—–―⸺]{0,400}[.!?…][^\w|\n]*)(?=\||\Z)"
)
_UNSEEN = f"[{re.escape(''.join(sorted(FORMAT_CHARACTERS)))}]"
_DIALOGUE = re.compile(rf"(?:\s|{_UNSEEN})*+(?:[—―–⸺⸻‒]|--+)\s*(?=\S)")
_IN_BRACKETS = re.compile(r"[^\w<\[(]{0,8}(?P<open>[<\[(])(?P<label>[^<>\[\]()]{1,80})[>\])]\s+(?=\S)")
# Words that begin a sentence and stand behind no name.
_BEGINS = r"(?:The|A|An|I|We|It|This|That|There|My|Our|You|They|He|She|No|Yes|But|And|So|When|If|What|In|On)\b"
_APART = re.compile(  # what begins one stands first, so that the engine skips what cannot
    rf"(?=[\s|>»›→⇒⟶►▶=~;•·.—–―⸺-])\s*(?:(?P<dash>[—–―⸺]|--+|(?<=\s)-(?=\s))|[|>»›→⇒⟶►▶=~;•·]|\.[*_]*(?=\s)|(?<![?!])\s(?={_BEGINS}))[\s*_]*"
)
_WORD = re.compile(r"[^\s*_]+")
_BEHIND_NAME = re.compile(r"[\W_]+\Z")
_PARTS_LINES = re.compile(rf"[{COLONS}|\n]")
_ROLE_INSIDE = re.compile(
    r"[.!?…][*_]*\s+[*_]*(?=(?P<role>[A-Z][a-z]{3,12}(?: \d{1,2})?)[*_]*:(?P<words>[^\n]{0,200}))"
)
_ANY_WORD = re.compile(r"\S+")
_EDGES = " \t.,;*_—–―-|>•·#@“”\"'()[]<>"
_AROUND = " \t*_."
_STOPS = ".!?…"
_SENTENCE = 4  # words
_END_OF_FIRST = re.compile(r"[.!?…](?=\W|\Z)")
_TITLE_BEFORE = re.compile(rf"(?<![^\W_])(?:{'|'.join(sorted(TITLES))}|[^\W\d_])\Z", re.IGNORECASE)
_SEEN_BEHIND = 200  # characters behind a label that are read


class ScriptLine(NamedTuple):
    """What somebody says in a script: the offset at which its line begins, its words, and the name before them."""

    start: int
    words: Span
    named: NamedSpeaker | None


class _Line(NamedTuple):
    start: int
    words: int
    named: NamedSpeaker | None


def _read(label: str, persons: TranscriptPersons, seen: SeenPersons) -> NamedSpeaker | None:
    named = read_label(label, persons)
    if named is not None and named.labels is not None:
        return named
    return seen.read(without_times(label).strip(_AROUND)) or named


def find_label(line: str, persons: TranscriptPersons) -> tuple[NamedSpeaker, int] | None:
    """Return the name that a line begins with as a label, known or unknown, and the offset of the words behind it."""
    # Only what stands within a label's length can be one; most lines have no colon there.
    if not _ANY_COLON.search(line, 0, _LONGEST + 40):
        return None
    if any(line.lstrip(" -").startswith(name) for name in persons.with_colon):
        return None
    plain = without_frames(without_times(line))
    counted = _COUNTED.match(plain)
    for start in dict.fromkeys((counted.end() if counted else 0, 0)):
        found = _LABEL.match(plain, start)
        if found is None or not line[found.end() :].strip():
            continue
        label = plain[start : found.end("label")]
        named = _read(label, persons, persons_as_seen(persons))
        if (named is None or named.labels is None) and persons_as_seen(persons).speaks_by_role(
            label, line[found.end() :]
        ):
            named = NamedSpeaker(label.strip(_AROUND), frozenset())
        if named is not None:
            return named, found.end()
    return None


def find_only_label(line: str, persons: TranscriptPersons) -> NamedSpeaker | None:
    """Return the person of the transcript whose name and a colon, or name and a time, are all of a line."""
    if not line or len(line) > _LONGEST + 40:
        return None
    blanked = without_times(line)
    found = _ONLY_LABEL.fullmatch(blanked)
    if found is None and blanked == line:
        return None
    named = _read(line[: found.end("label")] if found else line, persons, persons_as_seen(persons))
    return named if named is not None and named.labels is not None else None


def find_only_name(line: str, persons: TranscriptPersons) -> NamedSpeaker | None:
    """Return the person whose name is all of a line, with or without a colon, a time or the sign of a footnote."""
    if len(line) > _LONGEST + 40:
        return None
    plain = without_frames(without_times(line))
    counted = _COUNTED.match(plain)
    name = name_left(plain[counted.end() if counted else 0 :], _EDGES)
    seen = persons_as_seen(persons)
    return seen.read(name) if seen.hints(name) else None


def _find_cell(line: str, persons: TranscriptPersons) -> tuple[NamedSpeaker, int] | None:
    found = _CELL.match(line) if "|" in line else None
    words = line[found.end() :].partition("|")[0].strip() if found else ""
    is_said = found is not None and (not words[:1].islower() or words.endswith(tuple(_STOPS)))
    named = _read(found["label"], persons, persons_as_seen(persons)) if found and is_said else None
    return (named, found.end()) if found and named is not None and named.labels is not None else None


def _end_of_whole_name(line: str, persons: TranscriptPersons) -> int:
    """Return where the whole name of several words ends that a line begins with, 0 where there is none: the A of
    “Speaker A said” begins no sentence, and the stop of an initial ends no name."""
    words = [word for _, word in zip(range(persons.longest + 1), _WORD.finditer(line, 0, _LONGEST), strict=False)]
    for last in reversed(words[1:]):
        name = line[words[0].start() : last.end()].rstrip(_EDGES + COLONS)
        if persons.is_whole(name.removesuffix("'s").removesuffix("’s")):
            return words[0].start() + len(_BEHIND_NAME.sub("", name))
    return 0


def _holds_dash(words: str) -> bool:
    """Tell whether the first sentence of some words holds a dash, which closes what the one before it opened."""
    end = _END_OF_FIRST.search(words)
    return any(sign["dash"] for sign in _APART.finditer(words, 0, end.start() if end else len(words)))


def _find_apart(line: str, persons: TranscriptPersons) -> tuple[NamedSpeaker, int] | None:
    """Return the name that a line begins with without a colon: in brackets, or before a sign and a new sentence."""
    if begins_with_no_name(line, persons):
        return None
    seen = persons_as_seen(persons)
    line = without_frames(without_times(line))
    counted = _COUNTED.match(line)
    line = " " * counted.end() + line[counted.end() :] if counted else line
    nick = _IN_BRACKETS.match(line)
    if nick and (nick["open"] == "<" or not line[nick.end()].islower()) and (named := seen.read(nick["label"])):
        return named, nick.end()
    words = _ANY_WORD.finditer(plain_letters(line[: 2 * _LONGEST]).strip(_EDGES))
    first = next((word[0] for word in words if not TITLES.issuperset(name_words(word[0]))), "")
    if not seen.hints(first[:_LONGEST]):
        return None
    name_ends = _end_of_whole_name(line, persons)
    for sign in _APART.finditer(line, 0, _LONGEST):
        if sign.start() < name_ends:
            continue
        rest = line[sign.end() :]
        ended = rest.partition("|")[0].rstrip(' ”"’)>')
        whole = ended[-1:] in _STOPS or is_clause(rest)
        is_aside = sign["dash"] is not None and (not whole or _holds_dash(ended))
        if not rest or rest[0].islower() or is_aside or len(rest.split(None, _SENTENCE)) < _SENTENCE:
            continue
        named = seen.read(line[: sign.start()].strip(_EDGES))
        if named is not None:
            return named, sign.end()
    return None


def _label_of(line: str, persons: TranscriptPersons) -> tuple[NamedSpeaker, int] | None:
    """Return the label of a line; one before words in marks is left to the marks."""
    found = find_label(line, persons) or _find_cell(line, persons)
    if found is None or found[0].labels is None:
        found = _find_apart(line, persons) or found
    if found is None:
        only = find_only_label(line, persons)
        return (only, len(line)) if only is not None else None
    quoted = find_quoted(line[found[1] :])
    return None if quoted and quoted[0].span.start == 0 else found


def _is_behind_quotation(line: str, start: int) -> bool:
    end = len(line[:start].rstrip())
    return any(quoted.span.end == end for quoted in find_quoted(line))


def _labels_inside(line: str, persons: TranscriptPersons, done: int) -> Iterator[_Line]:
    """Yield the labels that begin a sentence inside a line, behind `done`; words in marks are left to the marks."""
    if not _ANY_COLON.search(line, done):
        return
    seen = persons_as_seen(persons)
    plain = without_frames(without_times(line))
    for inside in _ROLE_INSIDE.finditer(plain, done) if ":" in plain else ():
        if seen.speaks_by_role(inside["role"], inside["words"]):
            yield _Line(inside.start("role"), inside.start("words"), NamedSpeaker(inside["role"], frozenset()))
    marked: list[int] | None = None  # where quotations begin, looked for once and only where there is a label
    last = max((colon.start() for colon in _ANY_COLON.finditer(plain)), default=-1)  # behind it no label ends
    for stop in _BEGINS_SENTENCE.finditer(plain, 0, last):
        if (
            plain[stop.start()] == "."
            and stop.start() > 1
            and _TITLE_BEFORE.search(plain, max(0, stop.start() - 16), stop.start())
        ):
            continue
        counted = _COUNTED.match(plain, stop.end())
        start = counted.end() if counted else stop.end()
        found = _LABEL.match(plain, start) if start >= done else None
        if found is None or not seen.hints(found["label"]) or found["label"].count("(") != found["label"].count(")"):
            continue
        if found["label"].lstrip().startswith("(") and _is_behind_quotation(line, start):
            continue  # “…” (Name): goes on about the quotation
        named = seen.read(found["label"].strip(_AROUND))
        words = found.end()
        if named is None or not any(map(str.isalnum, line[words : words + _SEEN_BEHIND])):
            continue
        marked = [quoted.span.start for quoted in find_quoted(line)] if marked is None else marked
        first = bisect_left(marked, words)
        if first == len(marked) or len(line[words : min(marked[first], words + _SEEN_BEHIND)].split()) >= _SENTENCE:
            yield _Line(start, words, named)
            done = words


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


def _labels_in_cells(line: str, persons: TranscriptPersons) -> Iterator[_Line]:
    """Yield the names that stand before a dash and a sentence in a cell; words in marks are left to the marks."""
    for cell in _NAMED_CELL.finditer(line):
        words = cell["words"]
        named = persons_as_seen(persons).read(cell["label"]) if len(words.split()) >= _SENTENCE else None
        if named is not None and not words[0].islower() and not any(not one.span.start for one in find_quoted(words)):
            yield _Line(cell.start("label"), cell.start("words"), named)


def _lines_of(text: str, persons: TranscriptPersons) -> list[_Line]:
    found: list[_Line] = []
    offset = 0
    begins = True
    lines = text.split("\n")
    for number, line in enumerate(lines):
        label = _label_of(line, persons)
        if label is None and number + 1 < len(lines) and (named := find_only_name(line, persons)):
            label = named, len(line)
        words = _dialogue_in(line, persons, begins=begins) if label is None else None
        if label is not None:
            found.append(_Line(offset, offset + label[1], label[0]))
        elif words is not None:
            found.append(_Line(offset, offset + words, None))
        known = label[1] if label is not None and label[0].labels is not None else 0
        inside = list(_labels_inside(line, persons, known))
        if "|" in line:
            in_cells = (one for one in _labels_in_cells(line, persons) if one.start >= known)
            inside = sorted((*inside, *in_cells), key=lambda one: one.start)
        found += (_Line(offset + one.start, offset + one.words, one.named) for one in inside)
        begins = words is not None or not line.strip()
        offset += len(line) + 1
    # A label that nobody in the transcript bears is a speaker only among labels that somebody bears: "Note:" is none.
    if not any(line.named is not None and line.named.labels is not None for line in found):
        found = [line for line in found if line.named is None]
    return found


def find_spoken_lines(text: str, persons: TranscriptPersons) -> list[ScriptLine]:
    """Return the lines of a script in `text`, in order; each goes on to the next one or to the end of the text."""
    # A long line without a sign that could part a name from words needs no look.
    parted = ":" in text or "\n" in text or "|" in text or not (is_everyday(text) or _PARTS_LINES.search(text) is None)
    plain = len(text) > _LONGEST + 40 and not parted and begins_with_no_name(text, persons)
    lines = [] if plain else _lines_of(text, persons)
    if not lines:
        return []
    ends = [*(line.start for line in lines[1:]), len(text)]
    spoken = [ScriptLine(line.start, Span(line.words, end), line.named) for line, end in zip(lines, ends, strict=True)]
    # A label with no words behind it says nothing here; what follows the paragraph is another matter.
    return [line for line in spoken if line.words.slice(text).strip()]
