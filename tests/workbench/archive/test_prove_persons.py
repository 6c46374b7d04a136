"""Quotes by persons whose names are spelt in several ways: held against the turns under each of them."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from core.whitelist.rejection import RejectionReason
from workbench.archive.asked_quotes import AskedQuote
from workbench.archive.executors import ExecutorChoice, ExecutorKind, open_executor
from workbench.archive.persons import Person
from workbench.archive.prove_archive import Against, ArchiveProof, prove_archive
from workbench.archive.talks_to_ask import ProvingArchive
from workbench.search import SearchIndex

TALKS = {
    "autumn.md": "**Mary Okafor:** The ferry never came.\n\n**Ada Bell:** So it is said.\n",
    "nobody.txt": "The boat was late. Nobody knew why.\n",
    "spring.md": "**Maya Okafor:** The ferry never came.\n\n**Ben Cole:** It came at noon.\n",
    "summer.md": "**M. Okafor:** We rowed across.\n\n**Ben Cole:** And who steered?\n\n"
    "**Dr. Maya Okafor:** I did, all night.\n",
}
PERSONS = (
    Person(person="Maya Okafor", spellings=("M. Okafor", "Dr. Maya Okafor")),
    Person(person="Ada Bell", spellings=("A. Bell",)),
    Person(person="Ben Dahl", spellings=("B. Dahl",)),
)
# Each with the talks that prove it, and by whom; else the talk that comes nearest, and why it does not.
CASES: list[tuple[AskedQuote, list[tuple[str, str]], tuple[str, RejectionReason] | None]] = [
    (AskedQuote("The ferry never came.", "M. Okafor", "spring"), [("spring.md", "Maya Okafor")], None),
    # Mary Okafor is somebody else.
    (AskedQuote("The ferry never came.", "M. Okafor", ""), [("spring.md", "Maya Okafor")], None),
    (AskedQuote("We rowed across.", "Maya Okafor", "summer"), [("summer.md", "Maya Okafor")], None),
    # Two labels of one talk are one person, whom the last name alone means too.
    (AskedQuote("I did, all night.", "M. Okafor", "summer"), [("summer.md", "Maya Okafor")], None),
    (AskedQuote("I did, all night.", "Okafor", "summer"), [("summer.md", "Maya Okafor")], None),
    (AskedQuote("It came at noon.", "M. Okafor", "spring"), [], ("spring.md", RejectionReason.WRONG_SPEAKER)),
    (AskedQuote("across. And who", "Maya Okafor", ""), [], ("summer.md", RejectionReason.CROSSES_TURNS)),
    # Whom nobody is named for has the name that counts.
    (
        AskedQuote("The ferry never came.", "", ""),
        [("autumn.md", "Mary Okafor"), ("spring.md", "Maya Okafor")],
        None,
    ),
    (AskedQuote("We rowed across.", "", ""), [("summer.md", "Maya Okafor")], None),
    (AskedQuote("So it is said.", "A. Bell", "autumn"), [("autumn.md", "Ada Bell")], None),
    # Who is not in a talk is nobody there, and makes no first name of another mean two.
    (AskedQuote("So it is said.", "Maya Okafor", "autumn"), [], ("autumn.md", RejectionReason.UNKNOWN_SPEAKER)),
    (AskedQuote("It came at noon.", "Ben", "spring"), [("spring.md", "Ben Cole")], None),
    # Only what a person said counts, however near a spelling is.
    (AskedQuote("The ferry never came.", "M.O.", "spring"), [], ("spring.md", RejectionReason.UNKNOWN_SPEAKER)),
    # Where a talk names nobody, a name means whoever bears it.
    (AskedQuote("The boat was late.", "M. Okafor", "nobody"), [("nobody.txt", "M. Okafor")], None),
]


@pytest.fixture
def library(tmp_path: Path) -> SearchIndex:
    """The index of four talks."""
    (tmp_path / "talks").mkdir()
    for name, text in TALKS.items():
        (tmp_path / "talks" / name).write_text(text)
    index = SearchIndex(tmp_path / "index.db")
    index.take_in([tmp_path / "talks"], mapping={})
    return index


def rows_of(
    library: SearchIndex, folder: Path, asked: Sequence[AskedQuote], persons: Sequence[Person] = PERSONS
) -> list[ArchiveProof]:
    archive = library.talks(str(folder / name) for name in TALKS)
    with (
        open_executor(ExecutorChoice(ExecutorKind.SERIAL)) as pool,
        prove_archive(ProvingArchive(archive, [str(folder)], library, pool), asked, Against.OWN, persons) as found,
    ):
        return list(found.rows())


@pytest.mark.parametrize(("asked", "proven", "refused"), CASES)
def test_spellings_of_one_person_are_one_name(
    library: SearchIndex,
    tmp_path: Path,
    asked: AskedQuote,
    proven: list[tuple[str, str]],
    refused: tuple[str, RejectionReason] | None,
) -> None:
    """In the quote and in the talk; each talk decides who is there."""
    rows = rows_of(library, tmp_path / "talks", [asked])
    assert [(Path(row.talk).name, row.speaker) for row in rows if row.proven] == proven
    assert [(Path(row.talk).name, row.reason) for row in rows if not row.proven] == ([refused] if refused else [])


def test_quotes_do_not_change_one_another(library: SearchIndex, tmp_path: Path) -> None:
    """All at once have the rows that each has alone, and in another order too."""
    asked = [case[0] for case in CASES]
    alone = [row for one in asked for row in rows_of(library, tmp_path / "talks", [one])]
    assert rows_of(library, tmp_path / "talks", asked) == alone


def test_what_was_kept_is_of_these_persons(library: SearchIndex, tmp_path: Path) -> None:
    """Whoever is one now was not one before: nothing is taken from what was found then."""
    asked = [CASES[0][0]]
    found = [rows_of(library, tmp_path / "talks", asked, persons)[0].proven for persons in ((), PERSONS, ())]
    assert found == [False, True, False]
