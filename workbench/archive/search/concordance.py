"""What a concordance is: its wish, its lines, its counts."""

from enum import StrEnum

from core.record import Record
from core.span import Span
from workbench.archive.search.searched_archive import ArchiveFilter

_PER = 1_000


class WordForm(StrEnum):
    """How words are meant: as spoken, by their stems, as a regular expression."""

    WORDS = "words"
    STEM = "stem"
    REGEX = "regex"


class ConcordanceWish(Record):
    """What is looked for, in which part of an archive; how many lines are made, each with at most so many characters
    before and behind."""

    words: str
    form: WordForm = WordForm.WORDS
    within: ArchiveFilter = ArchiveFilter()
    context: int = 60
    limit: int = 100


class ConcordanceLine(Record):
    """A place where the words stand: `raw[start:end] == match` of the talk, `span` in code points, half-open.

    `left` and `right` are what is said before and behind it in the same turn: whole words, with single spaces, so that
    the three read on. `turn` counts from 1.
    """

    left: str
    match: str
    right: str
    speaker: str
    label: str
    talk: str
    title: str
    date: str
    start_seconds: float | None
    span: Span
    turn: int | None


class SpeakerCount(Record):
    """How often one person says the words, in how many talks, and how often in a thousand of their words there."""

    speaker: str
    count: int
    talks: int
    words: int
    per_thousand: float


class TalkCount(Record):
    """How often the words are said in one talk, and how often in a thousand of its words."""

    talk: str
    title: str
    date: str
    count: int
    words: int
    per_thousand: float


class Concordance(Record):
    """All places where words stand in a part of an archive: lines for the first, counts of all.

    Lines and `talks` are in the order of the talks, speakers by their counts. `searched` talks were looked into,
    `undated` ones were not, because dates are asked for and theirs is not known.
    """

    total: int
    lines: tuple[ConcordanceLine, ...]
    speakers: tuple[SpeakerCount, ...]
    talks: tuple[TalkCount, ...]
    searched: int
    undated: int


def per_thousand(count: int, words: int) -> float:
    """Return how often in a thousand words something is said; 0 of no words."""
    return _PER * count / words if words else 0.0
