import unicodedata
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.verify.naming.known_speakers import TranscriptPersons
from core.verify.result import SpeakerDeclaration
from tests.properties import examples

CAST = TranscriptPersons(
    ["Ann Lee", "Dr. Imke Sorrel, M.Sc.", "Imke Sorrel", "Chris Doyle", "Chris Vance", "Speaker 1", "Adam"]
)

NAMES = ["Ann Lee", "Zoë O’Brien", "J. R. Tamm", "MO", "Straße", "The Host", "Speaker 1", "Dr. Imke Sorrel", "P07", "A"]
SPELT: list[Callable[[str], str]] = [
    *(str, str, str.upper, str.lower, str.casefold, ". ".join, " ".join, lambda name: name.split()[-1]),
    *(
        lambda name: unicodedata.normalize("NFD", name),
        lambda name: name.replace("’", ""),
        lambda name: name[:1] + "’" + name[1:],
    ),
    *(
        lambda name: name.replace(". ", ""),
        lambda name: name.replace(" ", ", Ph.D. "),
        lambda name: name.replace(" ", "_"),
    ),
]


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


@given(
    name=st.sampled_from(NAMES),
    spell=st.lists(st.sampled_from(SPELT), max_size=2),
    around=st.tuples(
        st.sampled_from(["", "so ", "I ", "in Mo. ", "’s friend ", "7", "(B. A. J. "]),
        st.sampled_from(["", " so", "’s friend", " (M.D.)", ", B. A. J. ", " I", "."]),
    ),
)
@examples(2_000)
def test_a_text_that_can_name_nobody_holds_no_name(
    name: str, spell: list[Callable[[str], str]], around: tuple[str, str]
) -> None:
    """However a name is spelt: where it means a person, or is what "the host" means, a text with it may name
    somebody."""
    cast = TranscriptPersons(NAMES)
    for one in spell:
        name = one(name)
    if cast.resolve(name) is not None or name.lower() in cast.roles:
        assert cast.may_be_named_in(name.join(around))


def test_most_texts_can_name_nobody() -> None:
    """The words of prose are no names."""
    assert not CAST.may_be_named_in(" it was late in the harbour, and Bergen slept. ")
    assert TranscriptPersons(["P07"]).may_be_named_in("P. 0. 7so")
