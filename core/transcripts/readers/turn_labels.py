"""Where a transcript says who speaks: labels at the beginning of lines, and the colons that are none.

A label stands at the very beginning of a line. Three things make it certain: a time (`Anna (00:03):`, `Anna 0:03`), a
tab after its colon, bold marks around it. Any other is judged by its words (`label_names`) and by the other labels:
names that recur are labels, and a name that occurs once is one where it looks like the others. A line that begins with
white space never has a label. So the Markdown reader can write a text that is read back correctly: a tab after a label
that would be doubted, a space before a line that would be taken for one.
"""

import re
from array import array
from collections.abc import Callable, Iterable, Sequence
from enum import IntEnum, auto
from functools import lru_cache
from typing import NamedTuple

from core.errors import Problem, TranscriptError
from core.record import Columns
from core.span import Span
from core.transcripts.annotations import TIME, read_time
from core.transcripts.readers.label_names import LabelGrade, grade_name

MAX_LABEL = 80
MAX_NAMES = 20_000
NOBODY = "-:\t"
"""What a turn begins with whose speaker the file does not name: certain, like every label with a tab behind it."""
_NO_TIME = -1.0
_LINE = re.compile(r"[^\r\n]+")
_LINE_WITHOUT_RETURNS = re.compile(".+")  # the same where no `\r` is, several times as fast

_BRACKETED = rf"(?:\\?\[\s*{TIME}\s*\\?\]|\(\s*{TIME}\s*\))"
_TABBED = re.compile(rf"(?P<label>\S[^\t]{{0,{MAX_LABEL - 1}}}?)[:：]\t")
BOLD = re.compile(
    rf"(?P<marks>\*{{2,3}}|__)(?P<label>(?:\\.|(?!(?P=marks))[^\\*]){{1,1000}}?)"
    rf"(?:(?P<inner>[:：])\s?(?P=marks)|(?P=marks)(?P<time>\s*{_BRACKETED})?\s?(?P<outer>[:：]))(?P<space>[ \t]*)"
)
_TIME_LINE = re.compile(
    rf"(?P<name>\S[^:：\t]{{0,{MAX_LABEL}}}?)(?P<gap>[ \t]+(?:[-–—|][ \t]+)?)(?P<time>{TIME}|{_BRACKETED})[ \t]*$"
)
_COLON = re.compile(
    rf"(?P<lead>(?:{_BRACKETED}|{TIME}(?=\s))\s*(?:[-–—]\s*)?)?(?P<name>[^\s:：][^:：\t]{{0,{MAX_LABEL}}}?)"
    rf"(?P<trail>\s*{_BRACKETED}|\s+{TIME})?\s?[:：](?P<space>[ \t]*)"
)
_IN_BRACKETS = re.compile(
    rf"(?P<lead>(?:{_BRACKETED}|{TIME}(?=\s))\s*(?:[-–—]\s*)?)?"
    rf"\[(?P<name>[^\[\]:：\t]{{1,{MAX_LABEL}}})\](?P<trail>)[:：](?P<space>[ \t]*)"
)
_LABEL_TIME = re.compile(
    rf"(?P<lead>{_BRACKETED}|{TIME}(?=\s))?\s*(?:[-–—]\s*)?(?P<name>.*?)\s*(?P<trail>{_BRACKETED}|(?<=\s){TIME})?"
)
_FIGURE = re.compile(r"\d")
_DASHES = ("-", "–", "—")
_ANY_COLON = re.compile("[:：]")
_ONE_BREAK = "\r\n"
_FARTHEST = MAX_LABEL + 2  # where the colon behind a name may stand
_AFTER_COLON = re.compile(r"[^\W\d_]|[\"'“”‘’«„\[(…¿¡*_—–-]|\.\.")


TOO_MANY_NAMES = Problem(
    place="the transcript",
    message=f"its lines begin with more than {MAX_NAMES:,} different names before a colon or a time.",
    remedy="Give one recording at a time, with a line for each turn.",
)


class SpeakerLabel(NamedTuple):
    """One label: the name as it is written, its stretch (with its time) in code points, its time in seconds.

    An empty name is somebody whom the transcript does not name.
    """

    name: str
    span: Span
    seconds: float | None = None


class LabelKind(IntEnum):
    """What makes a candidate a label."""

    CERTAIN = auto()  # the form says so: a tab, bold marks
    TIMED = auto()
    DOUBTED = auto()  # a name and a time on one line, one space between
    PLAIN = auto()


class _Candidate(NamedTuple):
    label: SpeakerLabel
    kind: LabelKind
    grade: LabelGrade
    after_blank: bool


class SpeakerLabels(Columns[SpeakerLabel]):
    """Labels in order, as columns: a hostile transcript has millions of them. `names` holds each name once.

    `numbers` counts in `names`.
    """

    def __init__(self) -> None:
        self.names: dict[str, int] = {}
        self.numbers, self.starts, self.ends = array("I"), array("I"), array("I")
        self.seconds: array[float] = array("d")

    def __len__(self) -> int:
        return len(self.starts)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SpeakerLabels):
            return super().__eq__(other)
        return self._columns == other._columns

    __hash__ = Columns[SpeakerLabel].__hash__

    @property
    def _columns(self) -> tuple[object, ...]:
        return tuple(self.names), self.numbers, self.starts, self.ends, self.seconds

    def add(self, label: SpeakerLabel) -> None:
        """Add the next label."""
        if label.seconds is not None:
            self.seconds.extend([_NO_TIME] * (len(self.starts) - len(self.seconds)))
            self.seconds.append(label.seconds)
        self.numbers.append(self.names.setdefault(label.name, len(self.names)))
        self.starts.append(label.span.start)
        self.ends.append(label.span.end)

    def add_named(self, name: str, span: Span) -> None:
        """Add the next label without a time."""
        self.add(SpeakerLabel(name, span))

    def give_times(self, seconds: Iterable[float | None]) -> None:
        """Set the time of each label, as the file gives it elsewhere."""
        self.seconds = array("d", (_NO_TIME if one is None else one for one in seconds))

    def same_places(self, others: "SpeakerLabels") -> bool:
        """Tell whether the same names stand at the same places, whatever their times."""
        return self._columns[:-1] == others._columns[:-1]

    def choose(self, wanted: Callable[[int], bool]) -> "SpeakerLabels":
        """Return the labels that are wanted, by their number; itself where all are."""
        numbers = array("I", filter(wanted, range(len(self))))
        if len(numbers) == len(self):
            return self
        chosen = SpeakerLabels()
        for number in numbers:
            chosen.add(self[number])
        return chosen

    def _record(self, index: int) -> SpeakerLabel:
        seconds = self.seconds[index] if index < len(self.seconds) else _NO_TIME
        span = Span(self.starts[index], self.ends[index])
        return SpeakerLabel(self._names[self.numbers[index]], span, None if seconds == _NO_TIME else seconds)

    @property
    def _names(self) -> Sequence[str]:
        if len(self._listed) < len(self.names):
            self._listed = tuple(self.names)
        return self._listed

    _listed: tuple[str, ...] = ()


class LabelCandidates:
    """What may be labels, as columns; `keys` numbers the names without their case."""

    def __init__(self) -> None:
        self.labels = SpeakerLabels()
        self.kinds, self.grades, self.after_blanks = bytearray(), bytearray(), bytearray()
        self._keys: dict[str, int] = {}
        self._key_of_name = array("I")

    def add(self, one: _Candidate) -> None:
        """Add the next candidate. Raises TranscriptError where there are too many names."""
        self.labels.add(one.label)
        if len(self.labels.names) > len(self._key_of_name):
            self._key_of_name.append(self._keys.setdefault(one.label.name.casefold(), len(self._keys)))
            if len(self.labels.names) > MAX_NAMES:
                raise TranscriptError(TOO_MANY_NAMES)
        self.kinds.append(one.kind)
        self.grades.append(one.grade)
        self.after_blanks.append(one.after_blank)

    def key(self, index: int) -> int:
        """Return the number of a candidate's name."""
        return self._key_of_name[self.labels.numbers[index]]

    def name(self, index: int) -> str:
        """Return a candidate's name."""
        return self.labels[index].name


def seconds_of(time: str | None) -> float | None:
    """Return a time of the form `m:ss`, `h:mm:ss` or `h:mm:ss.ff` in seconds, brackets ignored; None for no time."""
    return read_time(time) if time else None


# Few people speak, and each begins many lines.
@lru_cache(maxsize=1024)
def split_label(text: str) -> tuple[str, float | None]:
    """Part a label's name from its time: `Anna (0:03)` is `Anna` at 3 seconds."""
    text = " ".join(text.split())
    if not _FIGURE.search(text):
        return text[1:].lstrip() if text.startswith(_DASHES) else text, None
    match = _LABEL_TIME.fullmatch(text)
    if match is None:
        return text, None
    return match["name"], seconds_of(match["lead"] or match["trail"])


def is_label(name: str) -> bool:
    """Tell whether a name whose form makes it a label is one: not too long, and more than signs."""
    return len(name) <= MAX_LABEL and any(char.isalnum() for char in name)


def _certain(line: str) -> tuple[str, int, float | None] | None:
    """Read a label whose form makes it certain: its name, where it ends, its time."""
    if line.startswith(NOBODY):
        return "", len(NOBODY) - 1, None
    tabbed = _TABBED.match(line) if "\t" in line else None
    if tabbed:
        name, seconds = split_label(tabbed["label"])
        if is_label(name):
            return name, tabbed.end() - 1, seconds
    bold = BOLD.match(line) if line[0] in "*_" else None
    if bold:
        name, seconds = split_label(bold["label"] + (bold["time"] or ""))
        if is_label(name):
            return name, bold.start("space"), seconds
    return None


def _candidate(line: str, start: int, *, after_blank: bool) -> _Candidate | None:
    """Read the line that begins at `start` as if it began with a label; None where nothing looks like one."""
    certain = _certain(line)
    if certain:
        name, end, seconds = certain
        return _Candidate(
            SpeakerLabel(name, Span(start, start + end), seconds), LabelKind.CERTAIN, LabelGrade.CERTAIN, after_blank
        )
    last = line.rstrip(" \t")[-1]
    timed = _TIME_LINE.match(line) if last.isdigit() or last in "])" else None
    if timed:
        name, grade = timed["name"].rstrip(), grade_name(timed["name"])
        sure = len(timed["gap"]) > 1 or "\t" in timed["gap"] or timed["time"][0] in "[(\\"
        label = SpeakerLabel(name, Span(start, start + timed.end("time")), seconds_of(timed["time"]))
        return _Candidate(label, LabelKind.TIMED if sure else LabelKind.DOUBTED, grade, after_blank)
    colon = _ANY_COLON.search(line)
    if colon is None:
        return None
    at = colon.start()
    plain = _plain_grade(line[:at]) if at <= MAX_LABEL and line[at + 1 : at + 2] in ("", " ") else None
    if plain is not None:
        return _Candidate(SpeakerLabel(line[:at], Span(start, start + at + 1)), LabelKind.PLAIN, plain, after_blank)
    bracketed = _IN_BRACKETS.match(line) if line[0] in "[(" or line[0].isdigit() else None
    # A colon that is farther away belongs to no name, unless an earlier time has one.
    match = bracketed or (_COLON.match(line) if at <= _FARTHEST or line[at - 1].isdigit() else None)
    if match is None or _is_glued_to_something(match, line):
        return None
    name, grade = match["name"].rstrip(), grade_name(match["name"])
    label = SpeakerLabel(name, Span(start, start + match.start("space")), seconds_of(match["lead"] or match["trail"]))
    return _Candidate(label, LabelKind.TIMED if match["trail"] else LabelKind.PLAIN, grade, after_blank)


@lru_cache(maxsize=1024)
def _plain_grade(name: str) -> LabelGrade | None:
    """Return the grade of what stands before the first colon of a line; None for the rarer forms, which `_COLON` must
    take apart."""
    if not name or name[0] == "[" or "\t" in name or name[-1].isspace() or _FIGURE.search(name):
        return None
    return grade_name(name)


def _is_glued_to_something(match: re.Match[str], line: str) -> bool:
    """Tell a colon that belongs to what follows it: a time, a URL, `::`, a smiley."""
    rest = line[match.end() :]
    return bool(rest) and not match["space"] and not _AFTER_COLON.match(rest) and line[match.end() - 1] != "："


def find_candidates(text: str) -> LabelCandidates:
    """Read every line as if it began with a label. Raises TranscriptError where there are too many names."""
    found = LabelCandidates()
    blank, end = True, 0
    for match in (_LINE if "\r" in text else _LINE_WITHOUT_RETURNS).finditer(text):
        line, start = match.group(), match.start()
        if not line[0].isspace():
            between = text[end:start]
            candidate = _candidate(line, start, after_blank=blank or (len(between) > 1 and between != _ONE_BREAK))
            if candidate and candidate.grade > LabelGrade.NONE:
                found.add(candidate)
        blank, end = line.isspace(), match.end()
    return found
