import pytest

from core.verify.naming.known_speakers import TranscriptPersons, find_declarations
from core.verify.reading.read_edition import read_edition
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


def test_declarations_are_read_from_prose() -> None:
    """Statements about labels count in paragraphs and list items, one or several in a line; labels may have stops."""
    edition = (
        "In the transcript, Ann Lee is labelled Speaker 1. In the transcript, Bob is labeled B. Marsh, M.Sc.\n\n"
        "- In the transcript, Cy is labelled SPEAKER_02.\n\n> In the transcript, Dee is labelled Speaker 3."
    )
    assert find_declarations(read_edition(edition, "markdown")) == [
        SpeakerDeclaration(name="Ann Lee", label="Speaker 1"),
        SpeakerDeclaration(name="Bob", label="B. Marsh, M.Sc"),
        SpeakerDeclaration(name="Cy", label="SPEAKER_02"),
    ]


def test_a_declaration_gives_nobody_another_persons_words() -> None:
    """A name that the transcript has for somebody cannot be declared to be somebody else."""
    cast = TranscriptPersons(
        ["Ann Lee", "Bob Marsh"],
        [SpeakerDeclaration(name="Bob", label="Ann Lee"), SpeakerDeclaration(name="Cy", label="Ann")],
    )
    assert [declared.name for declared in cast.declared] == ["Cy"]
    assert cast.resolve("Bob") == {"Bob Marsh"}
    assert cast.resolve("Cy") == {"Ann Lee"}
