import pytest

from core.verify.naming.known_speakers import TranscriptPersons
from core.verify.result import SpeakerDeclaration

CAST = TranscriptPersons(
    ["Ann Lee", "Dr. Imke Sorrel, M.Sc.", "Imke Sorrel", "Chris Doyle", "Chris Vance", "Speaker 1", "Adam"]
)


@pytest.mark.parametrize(
    ("name", "labels"),
    [
        ("Ann Lee", {"Ann Lee"}),
        ("ANN", {"Ann Lee"}),
        ("Lee", {"Ann Lee"}),
        ("Sorrel", {"Dr. Imke Sorrel, M.Sc.", "Imke Sorrel"}),
        ("Dr Imke Sorrel", {"Dr. Imke Sorrel, M.Sc.", "Imke Sorrel"}),
        ("Chris", None),
        ("Chris Vance", {"Chris Vance"}),
        ("1", None),
        ("Speaker 1", {"Speaker 1"}),
        ("Adam", {"Adam"}),
        ("Marvin Lee", None),
        ("", None),
    ],
)
def test_a_name_means_one_person_or_nobody(name: str, labels: set[str] | None) -> None:
    """Whole names and unique first or last names are understood, titles and case aside."""
    assert CAST.resolve(name) == labels


def test_a_declaration_gives_nobody_another_persons_words() -> None:
    """A name that the transcript has for somebody cannot be declared to be somebody else."""
    cast = TranscriptPersons(
        ["Ann Lee", "Bob Marsh"],
        [SpeakerDeclaration(name="Bob", label="Ann Lee"), SpeakerDeclaration(name="Cy", label="Ann")],
    )
    assert [declared.name for declared in cast.declared] == ["Cy"]
    assert cast.resolve("Bob") == {"Bob Marsh"}
    assert cast.resolve("Cy") == {"Ann Lee"}


def test_a_declaration_may_contradict_the_transcript() -> None:
    """One person has another's label, and no word of their names is the same."""
    cast = TranscriptPersons(["Ann Lee", "Ann", "Bob Marsh"])
    said = [("Bob Marsh", "Ann Lee"), ("Ann Lee", "Ann"), ("Cy", "Ann Lee"), ("Bob", "SPEAKER 9")]
    assert [cast.contradict(SpeakerDeclaration(name=name, label=label)) for name, label in said] == [
        True,
        False,
        False,
        False,
    ]
