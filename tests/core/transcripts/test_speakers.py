from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.transcripts.speakers import Roster, Speaker, SpeakerRole, derive_speaker_id, name_words, resolve_speaker
from tests.golden import cases, load

TABLE = load("speakers")


def roster_of(case: Any) -> Roster:
    declared = [Speaker(**person) for person in case.get("roster", TABLE["roster"])]
    return Roster.of(declared, case.get("labels", TABLE["labels"]))


@pytest.mark.parametrize("case", cases("speakers"))
def test_a_written_name_means_one_person_or_nobody(case: Any) -> None:
    """Id, name, alias, label, a unique first or last name: anything else is unknown."""
    person = resolve_speaker(case["name"], roster=roster_of(case))
    assert (person.speaker_id if person else None) == case["resolved"]


def test_an_undeclared_speaker_is_never_a_guest() -> None:
    """A label or a name without a declared role is UNCLEAR."""
    roster = Roster.of([], ["Guest", "GUEST 1", "Anna Berg"])
    assert {speaker.speaker_role for speaker in roster.speakers} == {SpeakerRole.UNCLEAR}
    assert resolve_speaker("Guest").speaker_role is SpeakerRole.UNCLEAR


def test_a_label_of_a_declared_person_is_that_person() -> None:
    """Labels that mean somebody declared add nobody to the roster; two spellings of one label are one person."""
    anna = Speaker(speaker_id="anna", speaker_name="Anna Berg", aliases=("Speaker 1",))
    roster = Roster.of([anna], ["ANNA BERG", "Speaker 1", "Anna", "Ben Ray", "BEN RAY"])
    assert [speaker.speaker_id for speaker in roster.speakers] == ["anna", "ben_ray"]


def test_a_label_that_could_be_two_people_is_no_second_person_of_a_declared_id() -> None:
    """ "Ann Lee" twice is nobody; the label adds no UNCLEAR copy under the id of the declared guest."""
    guest = Speaker(speaker_id="ann_lee", speaker_name="Ann Lee", speaker_role=SpeakerRole.GUEST)
    other = Speaker(speaker_id="ann_2", speaker_name="Ann Lee")
    roster = Roster.of([guest, other], ["Ann Lee"])
    assert [speaker.speaker_id for speaker in roster.speakers] == ["ann_lee", "ann_2"]
    person = roster.resolve("ann_lee")
    assert person is not None
    assert person.speaker_role is SpeakerRole.GUEST


def test_two_people_at_one_label_are_neither() -> None:
    """A label for two people lends its first name to nobody."""
    roster = Roster.of([], ["Anna Berg", "Anna & Ben"])
    person = roster.resolve("Anna")
    assert person is not None
    assert person.speaker_name == "Anna Berg"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Mireille Okafor, Psy.D", ("mireille", "okafor")),
        ("J. R. Smith", ("jr", "smith")),
        ("J.R. Smith", ("jr", "smith")),
        ("Siobhán O’Connor", ("siobhán", "oconnor")),
        ("Jean-Luc Ray", ("jean", "luc", "ray")),
        ("Dr.", ("dr",)),
        ("—", ()),
    ],
)
def test_names_are_compared_by_their_telling_words(name: str, words: tuple[str, ...]) -> None:
    """Case, punctuation, titles and degrees do not tell people apart; initials in a row are one word."""
    assert name_words(name) == words


@given(st.text(max_size=30))
def test_a_derived_id_is_its_own_id(name: str) -> None:
    """An id holds letters, digits and single underscores, and deriving it again changes nothing."""
    derived = derive_speaker_id(name)
    assert derive_speaker_id(derived) == derived
    assert "__" not in derived
    assert not derived.startswith("_")


@given(st.lists(st.text(alphabet="AaBb .'-,é&", min_size=1, max_size=8), max_size=5), st.text(max_size=8))
def test_a_roster_never_guesses(labels: list[str], name: str) -> None:
    """Whoever is found for a name is on the roster."""
    roster = Roster.of([], labels)
    found = roster.resolve(name)
    assert found is None or found in [speaker.ref for speaker in roster.speakers]
