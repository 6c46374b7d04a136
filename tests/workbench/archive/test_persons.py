"""Who is who: persons.yml, and names that may be one person's."""

import pytest

from core.errors import BadInput
from workbench.archive.persons import Person, join_persons, read_persons, same_persons

WRITTEN = """
persons:
  - person: Maya Okafor
    spellings: [Dr. Maya Okafor, M. Okafor]
    role: guest
  - person: Tom Reyes
"""
PEOPLE = (
    Person(person="Maya Okafor", spellings=("Dr. Maya Okafor", "M. Okafor"), role="guest"),
    Person(person="Tom Reyes"),
)


def test_a_list_of_persons_is_read() -> None:
    """With spellings and role, or with neither."""
    assert read_persons(WRITTEN.encode(), "persons.yml") == PEOPLE


def test_all_that_is_wrong_with_it_is_said_at_once() -> None:
    """Each with its place."""
    wrong = b"""{"persons": [3, {"role": "king", "person": "A"}, {"person": "B", "spellings": "A"},
        {"person": "C", "spellings": ["A", 4]}, {"person": " ", "spellings": ["D"]}]}"""
    with pytest.raises(BadInput) as raised:
        read_persons(wrong, "persons.yml")
    places = [problem.place for problem in raised.value.problems]
    assert places == [
        "persons.yml: persons[0]",
        "persons.yml: persons[1].role",
        "persons.yml: persons[2].spellings",
        "persons.yml: persons[3].spellings[1]",
        "persons.yml: persons[4].person",
        "persons.yml: persons[3]",
    ]


@pytest.mark.parametrize(
    ("first", "second", "why"),
    [
        ("Maya Okafor", "Dr. Maya Okafor", "the same words"),
        ("Maya Okafor", "MAYA OKAFOR", "the same words"),
        ("Maya Okafor", "M. Okafor", "the same last name, and given names that fit"),
        ("Maya Ada Okafor", "Maya Okafor", "the same last name, and given names that fit"),
        ("Maya Okafor", "Okafor", "the same last name, and given names that fit"),
        ("Maya Okafor", "Maya Okaffor", "nearly the same letters"),
        ("Jürgen Vass", "Jurgen Vass", "nearly the same letters"),
        ("Maya Okafor", "Tom Okafor", None),
        ("Maya Okafor", "Maya Reyes", None),
        ("Maya", "Tom", None),
    ],
)
def test_names_that_may_be_one_persons(first: str, second: str, why: str | None) -> None:
    """They are candidates, either way round; nothing is decided."""
    for names in ((first, second), (second, first)):
        assert [pair.why for pair in same_persons(names)] == ([why] if why else [])


def test_what_a_person_says_is_joined_and_can_be_read_again() -> None:
    """A new spelling of a known person, and two new names."""
    joined = join_persons(PEOPLE, ["Dr. Maya Okafor=Okafor", "Ann Vass=A. Vass"])
    assert joined.persons[0].spellings == ("Dr. Maya Okafor", "M. Okafor", "Okafor")
    assert joined.persons[2] == Person(person="Ann Vass", spellings=("A. Vass",))
    assert read_persons(joined.text.encode(), joined.name) == joined.persons


def test_what_cannot_be_joined_is_refused_at_once() -> None:
    """What is no pair, and two whom the list names apart."""
    with pytest.raises(BadInput) as raised:
        join_persons(PEOPLE, ["Maya Okafor", "Maya Okafor=Tom Reyes"])
    assert [problem.message for problem in raised.value.problems] == [
        "'Maya Okafor' is no NAME=SPELLING.",
        "'Tom Reyes' is 'Tom Reyes' in persons.yml.",
    ]
