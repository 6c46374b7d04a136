"""An article against an archive: where each quotation stands, by whom, and what comes nearest to those that do not."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

from core.errors import Problem
from core.verify import Verdict
from core.whitelist.possible_quotes import PossibleQuotes
from workbench.archive.article.asked_article import read_asked_article
from workbench.archive.article.check_archive import ArchiveQuotation, check_archive
from workbench.archive.executors import ExecutorChoice, ExecutorKind, WorkerPool, open_executor
from workbench.archive.persons import Person
from workbench.archive.talks_to_ask import ProvingArchive
from workbench.search import SearchIndex

TALKS = {
    "wall.md": "**Ada Bell:** Who built the wall? [laughter] It cost 3.5 kilos.\n\n"
    "**Ben Cole:** Nobody knows [inaudible] why. Perhaps the sea did.\n",
    "boat.md": "**A. Bell:** Perhaps the sea did. So one of us said.\n\n"
    "**Eve Dahl:** One did, as it happens, on a Sunday.\n",
    "nobody.txt": "The boat was late &amp; wet. Nobody knew why.\n",
    "again.txt": "The boat was late &amp; wet. Nobody cared.\n",
}
PERSONS = (Person(person="Ada Bell", spellings=("A. Bell",)),)
# A line of the article, and what is said of its quotation: the result, and the talks that show it.
CASES = [
    ("Ben Cole said: “Perhaps the sea did.”", "found", ["wall.md"]),
    ("Ada Bell said: “Perhaps the sea did.”", "found", ["boat.md"]),
    ("Ben Cole said: “Who built the wall?”", "wrong_mouth", ["wall.md"]),
    ("“Who built the wall?”", "nobody_named", ["wall.md"]),
    ("Una Yu said: “Who built the wall?”", "unknown_name", ["wall.md"]),
    ("“The boat was late & wet.”", "found", ["again.txt", "nobody.txt"]),
    ("“Nobody knew why.”", "found", ["nobody.txt"]),
    ("Eve Dahl said: “One did, as it happens, on a SUNDAY.”", "typography", ["boat.md"]),
    ("Ada Bell said: “Who built the hall?”", "altered", ["wall.md"]),
    ("Ada Bell said: “It cost 3.5 kilos. Nobody knows”", "crosses_turns", ["wall.md"]),
    ("Ben Cole said: “haps the sea did.”", "partial_word", ["boat.md"]),
    ("Eve Dahl said: “We never in all our lives ate any marmalade.”", "missing", [""]),
]
FOUND = [line for line, result, _ in CASES if result == "found"]


@pytest.fixture
def pool() -> Iterator[WorkerPool]:
    with open_executor(ExecutorChoice(ExecutorKind.SERIAL)) as opened:
        yield opened


@pytest.fixture
def archive(tmp_path: Path, pool: WorkerPool) -> ProvingArchive:
    folder = tmp_path / "talks"
    folder.mkdir()
    for name, text in TALKS.items():
        (folder / name).write_text(text)
    library = SearchIndex(tmp_path / "index.db")
    library.take_in([folder], mapping={})
    return ProvingArchive(library.talks(str(folder / name) for name in TALKS), [str(folder)], library, pool)


class ArticleChecked(NamedTuple):
    """What is said of an article."""

    verdict: Verdict
    quotations: tuple[ArchiveQuotation, ...]
    unreadable: Mapping[str, tuple[Problem, ...]]


def check(archive: ProvingArchive, *lines: str) -> ArticleChecked:
    article = read_asked_article("\n\n".join(("# The wall", *lines)).encode(), "article.md")
    with check_archive(archive, article, PERSONS) as found:
        return ArticleChecked(found.verdict, tuple(found.rows()), found.unreadable)


def test_each_quotation_is_found_where_it_stands(archive: ProvingArchive) -> None:
    """One that several talks hold as well has each; else the talk that comes nearest, or none."""
    rows = iter(check(archive, *(line for line, _, _ in CASES)).quotations)
    for number, (_, result, talks) in enumerate(CASES):
        for name in talks:
            row = next(rows)
            assert (row.line, row.standing, Path(row.talk).name) == (3 + 2 * number, result, name)
    assert next(rows, None) is None


def test_the_place_is_told_as_for_a_proven_quote(archive: ProvingArchive) -> None:
    """Turns count from 1; what only comes near is no place but the nearest passage."""
    found, altered = check(archive, CASES[0][0], CASES[8][0]).quotations
    assert (found.turn, found.speaker, found.nearest) == (2, "Ben Cole", None)
    assert found.span is not None
    assert altered.span is None
    assert altered.nearest is not None
    assert (altered.nearest.quote_text, altered.nearest.speaker) == ("Who built the wall?", "Ada Bell")
    assert altered.difference == "word_changed"


def test_the_verdict_is_that_of_an_article(archive: ProvingArchive) -> None:
    """Found at best; nothing is said of an article without quotations."""
    assert check(archive, *FOUND).verdict is Verdict.QUOTATIONS_FOUND
    assert check(archive, *FOUND, CASES[2][0]).verdict is Verdict.UNPROVEN
    assert check(archive, "Nobody says anything.").verdict is Verdict.NOTHING_TO_VERIFY
    assert check(archive, *FOUND, "Left \u202e right.").verdict is Verdict.UNPROVEN


def test_lines_of_a_script_are_quotations(archive: ProvingArchive) -> None:
    """Of whoever speaks in some talk; words that only stand before a name mislead nobody where they are true."""
    (row,) = check(archive, "Ben Cole: Perhaps the sea did.").quotations
    assert (row.standing, Path(row.talk).name) == ("found", "wall.md")


def test_a_second_time_no_talk_is_read(archive: ProvingArchive) -> None:
    """Results are kept, and are the same."""
    lines = [line for line, _, _ in CASES]
    first = check(archive, *lines)
    for talk in archive.talks:
        Path(talk.key).unlink()
    again = check(archive, *lines)
    assert again.quotations == first.quotations
    assert not again.unreadable


def test_no_talk_is_left_out_that_has_something_to_say(
    archive: ProvingArchive, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same rows where each talk is asked for each quotation."""
    lines = [line for line, _, _ in CASES]
    found = check(archive, *lines)

    def everything(*_: object) -> list[int]:
        return list(range(len(lines)))

    monkeypatch.setattr(PossibleQuotes, "seen_in", everything)
    assert check(archive, *lines) == found


def test_no_quotation_is_lost_with_the_talks(archive: ProvingArchive) -> None:
    """What cannot be read any more is said, and what nobody can look up is missing."""
    for talk in archive.talks:
        Path(talk.key).unlink()
    lines = [CASES[0][0], CASES[8][0], CASES[11][0]]
    checked = check(archive, *lines)
    assert [(row.standing, row.talk) for row in checked.quotations] == [("missing", "")] * len(lines)
    assert "wall.md" in {Path(key).name for key in checked.unreadable}
    assert checked.verdict is Verdict.UNPROVEN
