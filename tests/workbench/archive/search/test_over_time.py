"""Words over time and two sides compared: on a small archive that one counts by hand."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.golden import cases
from workbench.archive.about_talks import TalkAbout
from workbench.archive.persons import Person
from workbench.archive.search.compare_speakers import (
    WordUse,
    compare_counts,
    compare_speakers,
    count_words,
    log_likelihood,
    who_says_more,
)
from workbench.archive.search.concordance import ConcordanceWish
from workbench.archive.search.search_archive import search_archive
from workbench.archive.search.searched_archive import ArchiveFilter, SearchedArchive
from workbench.archive.search.words_over_time import course_of_talk, words_over_time
from workbench.search import SearchIndex

TALKS = {
    "one.md": "**Ada Bell:** The sea. The sea is cold. [laughs]\n\n**Ben Cole:** The ice is old.\n",
    "two.md": "**A. Bell:** No sea here.\n\n**Ben Cole:** The sea?\n",
    "three.md": (
        "**Ada Bell:** [00:10] The sea one. [00:50] And the sea.\n\n"
        "**Ben Cole:** [02:05] Ice. [02:10] The sea, the sea.\n"
    ),
}
PERSONS = (Person(person="Ada Bell", spellings=("A. Bell",), role="host"), Person(person="Ben Cole", role="guest"))
DATES = {"one.md": "2020-05-01", "two.md": "2021", "three.md": ""}


@pytest.fixture
def archive(tmp_path: Path) -> SearchedArchive:
    folder = tmp_path / "talks"
    folder.mkdir()
    for name, text in TALKS.items():
        (folder / name).write_text(text)
    library = SearchIndex(tmp_path / "index.db")
    talks = library.talks(library.take_in([folder]).keys)
    about = {
        talk.key: TalkAbout(date=DATES[talk.name], show="Sea" if talk.name != "two.md" else "Ice") for talk in talks
    }
    return SearchedArchive(library, talks, PERSONS, about)


def test_words_over_time(archive: SearchedArchive) -> None:
    """By everybody, then by who says them most; a talk without a date is in no year."""
    found = words_over_time(archive, ConcordanceWish(words="sea"))
    rows = [(one.period, one.speaker, one.count, one.words) for one in found.periods]
    assert rows == [
        ("2020", "", 2, 10),
        ("2021", "", 2, 5),
        ("2020", "Ada Bell", 2, 6),
        ("2021", "Ada Bell", 1, 3),
        ("2020", "Ben Cole", 0, 4),
        ("2021", "Ben Cole", 1, 2),
    ]
    assert (found.undated, found.periods[0].per_thousand) == (1, 200.0)
    assert words_over_time(archive, ConcordanceWish(words="sea"), "month").undated == 2


def test_the_course_of_a_talk(archive: SearchedArchive) -> None:
    """By the minute where the transcript gives times, else by twentieths of the text."""
    three = next(talk.key for talk in archive.talks if talk.key.endswith("three.md"))
    found = course_of_talk(archive, ConcordanceWish(words="sea"), three)
    assert found.by == "minute"
    rows = [(one.step, one.speaker, one.count, one.words) for one in found.steps]
    assert rows == [(0, "", 2, 6), (2, "", 2, 5), (0, "Ada Bell", 2, 6), (2, "Ben Cole", 2, 5)]
    two = next(talk.key for talk in archive.talks if talk.key.endswith("two.md"))
    found = course_of_talk(archive, ConcordanceWish(words="sea"), two)
    assert (found.by, sum(one.count for one in found.steps if not one.speaker)) == ("share", 2)


def test_parts_of_an_archive(archive: SearchedArchive) -> None:
    """By person whatever the spelling, by role, by show and between dates."""
    wish = ConcordanceWish(words="sea")

    def total(**within: Any) -> int:
        return search_archive(archive, wish.model_copy(update={"within": ArchiveFilter(**within)})).total

    assert total() == 8
    assert (total(speakers=("Ada Bell",)), total(speakers=("A. Bell",)), total(role="guest")) == (5, 5, 3)
    assert (total(show="Ice"), total(since="2020-06"), total(since="2021", until="2021-02")) == (2, 2, 2)
    found = search_archive(archive, wish.model_copy(update={"within": ArchiveFilter(until="2020")}))
    assert (found.total, found.searched, found.undated) == (2, 1, 1)
    assert [(one.speaker, one.count, one.talks) for one in found.speakers] == [("Ada Bell", 2, 1)]


@pytest.mark.parametrize("case", cases("word_comparison"))
def test_log_likelihood(case: Any) -> None:
    one, other = WordUse(*case["one"]), WordUse(*case["other"])
    assert log_likelihood(one, other) == pytest.approx(case["g2"], abs=1e-4)
    assert who_says_more(one, other) == case["more"]


def test_two_persons_side_by_side(archive: SearchedArchive) -> None:
    """In speech alone, each word counted, the most telling first; stop words stay."""
    ada, ben = ArchiveFilter(speakers=("Ada Bell",)), ArchiveFilter(speakers=("Ben Cole",))
    assert count_words(archive, ada) == Counter(
        {"the": 4, "sea": 5, "is": 1, "cold": 1, "no": 1, "here": 1, "one": 1, "and": 1}
    )
    found = compare_speakers(archive, ada, ben)
    assert (found.one_words, found.other_words, found.different) == (15, 11, 10)
    assert found.words[0].word == "ice"
    assert (found.words[0].one, found.words[0].other, found.words[0].more) == (0, 2, "other")
    assert [row.word for row in compare_counts({"b": 1, "a": 1}, {"c": 2}).words] == ["c", "a", "b"]
