"""Where a transcript says who speaks: labels at the beginning of lines, and the colons that are none.

A label stands at the very beginning of a line. Three things make it certain: a time (`Anna (00:03):`, `Anna 0:03`), a
tab after its colon, bold marks around it. Any other is judged by its words (`label_names`) and by the other labels:
names that recur are labels, and a name that occurs once is one where it looks like the others. A line that begins with
white space never has a label. So the Markdown reader can write a text that is read back correctly: a tab after a label
that would be doubted, a space before a line that would be taken for one.
"""

import re
from collections import Counter
from enum import Enum, auto
from typing import NamedTuple

from core.span import Span
from core.transcripts.readers.label_names import LabelGrade, grade_name
from core.transcripts.transcript import TIME, read_time

MAX_LABEL = 80
LINE = re.compile(r"[^\r\n]+|\r\n|\n|\r")

_BRACKETED = rf"(?:\\?\[\s*{TIME}\s*\\?\]|\(\s*{TIME}\s*\))"
_TABBED = re.compile(rf"(?P<label>\S[^\t]{{0,{MAX_LABEL - 1}}}?)[:：]\t")
BOLD = re.compile(
    rf"(?P<marks>\*{{2,3}}|__)(?P<label>(?:\\.|(?!(?P=marks))[^\\*])+?)"
    rf"(?:(?P<inner>[:：])\s?(?P=marks)|(?P=marks)(?P<time>\s*{_BRACKETED})?\s?(?P<outer>[:：]))(?P<space>[ \t]*)"
)
_TIME_LINE = re.compile(rf"(?P<name>\S[^:：\t]{{0,{MAX_LABEL}}}?)(?P<gap>[ \t]+)(?P<time>{TIME}|{_BRACKETED})[ \t]*$")
_COLON = re.compile(
    rf"(?P<lead>(?:{_BRACKETED}|{TIME}(?=\s))\s*(?:[-–—]\s*)?)?(?P<name>[^\s:：][^:：\t]{{0,{MAX_LABEL}}}?)"
    rf"(?P<trail>\s*{_BRACKETED}|\s+{TIME})?\s?[:：](?P<space>[ \t]*)"
)
_LABEL_TIME = re.compile(
    rf"(?P<lead>{_BRACKETED}|{TIME}(?=\s))?\s*(?:[-–—]\s*)?(?P<name>.*?)\s*(?P<trail>{_BRACKETED}|(?<=\s){TIME})?"
)
_AFTER_COLON = re.compile(r"[^\W\d_]|[\"'“”‘’«„\[(…¿¡*_—–-]|\.\.")


_IN_COMPANY = (LabelGrade.LOWER, LabelGrade.WORD, LabelGrade.LETTER)


class SpeakerLabel(NamedTuple):
    """One label: the name as it is written, its stretch (with its time) in code points, its time in seconds."""

    name: str
    span: Span
    seconds: float | None = None


class _Kind(Enum):
    CERTAIN = auto()  # the form says so: a tab, bold marks
    TIMED = auto()
    DOUBTED = auto()  # a name and a time on one line, one space between
    PLAIN = auto()


class _Candidate(NamedTuple):
    label: SpeakerLabel
    kind: _Kind
    grade: LabelGrade
    after_blank: bool

    @property
    def key(self) -> str:
        return self.label.name.casefold()


def seconds_of(time: str | None) -> float | None:
    """Return a time of the form `m:ss`, `h:mm:ss` or `h:mm:ss.ff` in seconds, brackets ignored; None for no time."""
    return read_time(time) if time else None


def split_label(text: str) -> tuple[str, float | None]:
    """Part a label's name from its time: `Anna (0:03)` is `Anna` at 3 seconds."""
    text = " ".join(text.split())
    match = _LABEL_TIME.fullmatch(text)
    if match is None:
        return text, None
    return match["name"], seconds_of(match["lead"] or match["trail"])


def is_label(name: str) -> bool:
    """Tell whether a name whose form makes it a label is one: not too long, and more than signs."""
    return len(name) <= MAX_LABEL and any(char.isalnum() for char in name)


def _certain(line: str) -> tuple[str, int, float | None] | None:
    """Read a label whose form makes it certain: its name, where it ends, its time."""
    tabbed = _TABBED.match(line)
    if tabbed:
        name, seconds = split_label(tabbed["label"])
        if is_label(name):
            return name, tabbed.end() - 1, seconds
    bold = BOLD.match(line)
    if bold:
        name, seconds = split_label(bold["label"] + (bold["time"] or ""))
        if is_label(name):
            return name, bold.start("space"), seconds
    return None


def _candidate(line: str, start: int, *, after_blank: bool) -> _Candidate | None:
    """Read the line that begins at `start` as if it began with a label; None where nothing looks like one."""
    if line[0].isspace():
        return None
    certain = _certain(line)
    if certain:
        name, end, seconds = certain
        return _Candidate(
            SpeakerLabel(name, Span(start, start + end), seconds), _Kind.CERTAIN, LabelGrade.CERTAIN, after_blank
        )
    timed = _TIME_LINE.match(line)
    if timed:
        name, grade = timed["name"].rstrip(), grade_name(timed["name"])
        sure = len(timed["gap"]) > 1 or "\t" in timed["gap"] or timed["time"][0] in "[(\\"
        label = SpeakerLabel(name, Span(start, start + timed.end("time")), seconds_of(timed["time"]))
        return _Candidate(label, _Kind.TIMED if sure else _Kind.DOUBTED, grade, after_blank)
    match = _COLON.match(line)
    if match is None or _is_glued_to_something(match, line):
        return None
    name, grade = match["name"].rstrip(), grade_name(match["name"])
    label = SpeakerLabel(name, Span(start, start + match.start("space")), seconds_of(match["lead"] or match["trail"]))
    return _Candidate(label, _Kind.TIMED if match["trail"] else _Kind.PLAIN, grade, after_blank)


def _is_glued_to_something(match: re.Match[str], line: str) -> bool:
    """Tell a colon that belongs to what follows it: a time, a URL, `::`, a smiley."""
    rest = line[match.end() :]
    return bool(rest) and not match["space"] and not _AFTER_COLON.match(rest) and line[match.end() - 1] != "："


def _candidates(text: str) -> list[_Candidate]:
    found: list[_Candidate] = []
    blank, breaks = True, 1
    for match in LINE.finditer(text):
        line = match.group()
        if line[0] in "\r\n":
            breaks += 1
            continue
        candidate = _candidate(line, match.start(), after_blank=blank or breaks > 1)
        if candidate and candidate.grade > LabelGrade.NONE:
            found.append(candidate)
        blank, breaks = not line.strip(), 0
    return found


def _looks_like(candidate: _Candidate, anchors: list[_Candidate]) -> bool:
    """Tell whether a name of one word, seen once, is written as the labels that are sure."""
    capitals = candidate.label.name.isupper()
    return any(anchor.grade is LabelGrade.SINGLE and anchor.label.name.isupper() == capitals for anchor in anchors)


def _is_role(candidate: _Candidate) -> bool:
    """Tell `Host` and `Break`, which stand among names, from `Speaker 1`, which stands for one."""
    return candidate.grade is LabelGrade.CERTAIN and candidate.kind is _Kind.PLAIN and candidate.label.name.isalpha()


def _leads(text: str, first: _Candidate, count: int) -> bool:
    """Tell whether so many labels begin at least half of the lines from the first one on."""
    rest = text[first.label.span.start :]
    paragraphs = len(re.findall(r"(?:\A|(?:\r\n|\n|\r)[ \t]*(?:\r\n|\n|\r))\s*\S", rest))
    lines = len(re.findall(r"\S[^\r\n]*", rest))
    return 2 * count >= (paragraphs if paragraphs > 1 else lines)


def _one_offs(single: list[_Candidate], anchors: list[_Candidate], text: str) -> set[str]:
    """Choose among the names that occur once."""
    names = [one for one in single if one.grade in (LabelGrade.SINGLE, LabelGrade.FULL)]
    full = {one.key for one in names if one.grade is LabelGrade.FULL}
    if not all(_is_role(anchor) for anchor in anchors):
        return full | {one.key for one in names if _looks_like(one, anchors)}
    if not names:
        return set()
    first = len(text) - len(text.lstrip())
    if any(one.label.span.start == first for one in (*names, *anchors)):
        return {one.key for one in names}
    if len(names) > 1 and _leads(text, names[0], len(names) + len(anchors)):
        return {one.key for one in names}
    capitals = {one.key for one in names if one.label.name.isupper()}
    return capitals | (full if len(full) > 1 or anchors else set())


def _last_resort(candidates: list[_Candidate], text: str, *, other: bool) -> set[str]:
    """Choose among names that are labels only together: `Q` and `A`, or names in small letters.

    Where there is another label, letters must begin most lines.
    """
    counts = {grade: Counter(one.key for one in candidates if one.grade is grade) for grade in LabelGrade}
    lines = len(re.findall(r"\S[^\r\n]*", text)) if any(counts[grade] for grade in _IN_COMPANY) else 0
    letters, words = counts[LabelGrade.LETTER], counts[LabelGrade.WORD]
    if len(letters) > 1 and (not other or 2 * letters.total() > lines):
        return set(letters)
    if len(words) > 1 and not other:
        return set(words)
    lower = {key: count for key, count in counts[LabelGrade.LOWER].items() if count > 1}
    return set(lower) if len(lower) > 1 and 2 * sum(lower.values()) >= lines else set()


def find_labels(text: str) -> tuple[SpeakerLabel, ...]:
    """Find the labels of a plain-text transcript, in order; none where it names no speakers.

    Offsets are code points, half-open. Source: decisions.md#speaker-labels.
    """
    candidates = _candidates(text)
    plain = [one for one in candidates if one.kind in (_Kind.PLAIN, _Kind.DOUBTED)]
    counts = Counter(one.key for one in candidates)
    anchors = [
        one
        for one in candidates
        if one.kind is _Kind.CERTAIN
        or one.grade is LabelGrade.CERTAIN
        or (one.grade >= LabelGrade.SINGLE and (one.kind is _Kind.TIMED or counts[one.key] > 1))
    ]
    single = [one for one in plain if counts[one.key] == 1 and one.kind is _Kind.PLAIN]
    accepted = {one.key for one in anchors} | _one_offs(single, anchors, text)
    accepted |= _last_resort(candidates, text, other=bool(accepted))
    sure = {one.key for one in anchors if one.grade >= LabelGrade.FULL}
    parted = [one.after_blank for one in anchors if one.kind is _Kind.PLAIN]
    by_paragraph = len(parted) > 2 and sum(parted) >= 0.9 * len(parted)
    return tuple(
        one.label
        for one in candidates
        if one.kind is _Kind.CERTAIN
        or (one.key in accepted and (one.after_blank or not by_paragraph or one.kind is _Kind.TIMED or one.key in sure))
    )
