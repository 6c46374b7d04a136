"""How often words are said over time: from date to date, and in the course of one talk."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Literal

from core.record import Record
from core.text.word_count import WORD, count_words
from workbench.archive.search.concordance import ConcordanceWish, per_thousand
from workbench.archive.search.searched_archive import SearchedArchive
from workbench.archive.search.spoken_units import SpokenUnit
from workbench.archive.search.talk_counts import count_in_talks, read_asked, said_in

Period = Literal["year", "month", "day"]
"""How long a period is."""

_LENGTH: dict[Period, int] = {"year": 4, "month": 7, "day": 10}
SHARES = 20
"""The parts of a talk that gives no times."""

_EVERYBODY = ""


class PeriodCount(Record):
    """How often words are said in a period (2021, 2021-03, 2021-03-14), and how often in a thousand words; by one
    person, or by everybody where `speaker` is ""."""

    period: str
    speaker: str
    count: int
    words: int
    per_thousand: float


class WordsOverTime(Record):
    """How often words are said in each period with talks, in order: by everybody, then by each person who says them.

    `undated` talks have no date that says their period.
    """

    periods: tuple[PeriodCount, ...]
    undated: int


class CourseStep(Record):
    """How often words are said in one minute of a talk, or in one twentieth of it, counted from 0; as `PeriodCount`."""

    step: int
    speaker: str
    count: int
    words: int
    per_thousand: float


class TalkCourse(Record):
    """How often words are said in the course of a talk: by minute, or by share of its text where it gives no times.

    Steps in which nothing is said are left out.
    """

    by: Literal["minute", "share"]
    steps: tuple[CourseStep, ...]


class _Sums:
    """Counts and words by step and person; the person "" is everybody."""

    def __init__(self) -> None:
        self.counts, self.words = Counter[tuple[str, str]](), Counter[tuple[str, str]]()

    def add(self, step: str, speaker: str, count: int, words: int) -> None:
        for who in dict.fromkeys((_EVERYBODY, speaker)):
            self.counts[step, who] += count
            self.words[step, who] += words

    def rows(self) -> Iterator[tuple[str, str, int, int]]:
        """Yield step, person, count and words: everybody's, then those of who says it at all, the most first."""
        said = Counter[str]()
        for (_, speaker), count in self.counts.items():
            said[speaker] += count
        persons = [name for name in said if name != _EVERYBODY and said[name]]
        steps = sorted({step for step, _ in self.words})
        for speaker in (_EVERYBODY, *sorted(persons, key=lambda name: (-said[name], name))):
            for step in steps:
                if self.words[step, speaker]:
                    yield step, speaker, self.counts[step, speaker], self.words[step, speaker]


def periods_apart(dates: Iterable[str]) -> tuple[Period, ...]:
    """Return the periods that part these dates, the longest first: in one of any other all of them lie together."""
    known = tuple(dates)
    return tuple(
        period for period, length in _LENGTH.items() if len({one[:length] for one in known if len(one) >= length}) > 1
    )


def words_over_time(archive: SearchedArchive, wish: ConcordanceWish, period: Period = "year") -> WordsOverTime:
    """Return how often words are said in each period, by the dates of the talks. Raises BadInput, SearchIndexError."""
    parts = archive.part(wish.within).talks
    with archive.library.spoken(part.talk.key for part in parts) as sources:
        counts = {one.part.talk.key: one.counts for one in count_in_talks(sources, read_asked(wish), parts)}
    length, sums, undated = _LENGTH[period], _Sums(), 0
    for part in parts:
        date = part.talk.about.date
        if len(date) < length:
            undated += 1
            continue
        said = counts.get(part.talk.key, {})
        for label, words in part.labels.items():
            sums.add(date[:length], archive.person_of(label), said.get(label, 0), words)
    rows = (
        PeriodCount(period=step, speaker=who, count=count, words=words, per_thousand=per_thousand(count, words))
        for step, who, count, words in sums.rows()
    )
    return WordsOverTime(periods=tuple(rows), undated=undated + archive.undated(wish.within))


def _words_of(unit: SpokenUnit, *, is_timed: bool) -> Iterator[tuple[int, int]]:
    """Yield places of what is said, and how many words stand there: between two times, else each word by itself."""
    if is_timed:
        cuts = [one.end for one in unit.unspoken if one.seconds is not None]
        yield from ((start, count_words(unit.spoken[start:end])) for start, end in pairwise((0, *cuts, len(unit.text))))
    else:
        yield from ((word.start(), 1) for word in WORD.finditer(unit.spoken))


def course_of_talk(archive: SearchedArchive, wish: ConcordanceWish, talk: str) -> TalkCourse:
    """Return how often words are said in the course of one talk, named by its key: in each minute that begins with a
    time of the transcript, else in each twentieth of its text. Raises BadInput, SearchIndexError."""
    asked = read_asked(wish)
    parts = archive.part(wish.within.model_copy(update={"talks": (talk,)})).talks
    units = [said.unit for said in said_in(archive, parts)]
    is_timed = any(unit.time_at(len(unit.text)) is not None for unit in units)
    end = max((unit.offset + len(unit.text) for unit in units), default=0)
    sums = _Sums()

    def step_at(unit: SpokenUnit, place: int) -> str:
        if is_timed:
            return f"{int(unit.time_at(place) or 0) // 60:09}"
        return f"{SHARES * (unit.offset + place) // (end + 1):09}"

    for unit, spans in zip(units, asked.places(units), strict=True):
        speaker = archive.person_of(unit.first.speaker or "")
        for place, words in _words_of(unit, is_timed=is_timed):
            sums.add(step_at(unit, place), speaker, 0, words)
        for span in spans:
            sums.add(step_at(unit, span.start), speaker, 1, 0)
    rows = (
        CourseStep(step=int(step), speaker=who, count=count, words=words, per_thousand=per_thousand(count, words))
        for step, who, count, words in sums.rows()
    )
    return TalkCourse(by="minute" if is_timed else "share", steps=tuple(rows))
