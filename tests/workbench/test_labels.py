import pytest

from core.coverage.levels import CoverageLevel
from core.llm.client import Outcome, Purpose
from core.transcripts.speakers import SpeakerRole
from core.whitelist.rejection import DifferenceKind, Rejection, RejectionReason
from workbench.labels import (
    DIFFERENCES,
    LEVELS,
    OUTCOMES,
    PURPOSES,
    REASONS,
    ROLES,
    clock,
    count,
    duration,
    rejection_in_words,
    verdict_in_words,
)


def test_everything_core_can_say_has_words() -> None:
    """A new reason without words fails here, not before a stakeholder."""
    assert set(ROLES) == set(SpeakerRole)
    assert set(LEVELS) == set(CoverageLevel)
    assert set(REASONS) == set(RejectionReason)
    assert set(DIFFERENCES) == set(DifferenceKind)
    assert set(PURPOSES) == set(Purpose)
    assert set(OUTCOMES) == set(Outcome)


@pytest.mark.parametrize(
    ("reason", "difference", "speaker", "said"),
    [
        ("not_found", "number", "Ada", ("It is not in the transcript in this form.", "A number was changed.")),
        ("not_found", None, "Ada", ("It is not in the transcript in this form.", "")),
        ("wrong_speaker", "wrong_speaker", "Ada", ("Somebody else said it.", "")),
        ("elided", "stitched", "Ada", ("Words were left out or joined inside the quote.", "")),
        ("unknown_speaker", None, "Ada", ("It is not known who the named speaker is.", "")),
        ("unknown_speaker", None, " ", ("It names no speaker.", "")),
    ],
)
def test_a_refusal_says_each_thing_once(
    reason: RejectionReason, difference: DifferenceKind | None, speaker: str, said: tuple[str, str]
) -> None:
    """Why, and the kind of difference where that is not the same."""
    rejection = Rejection(
        evidence_id="e1",
        chapter_index=0,
        claim_id="c1",
        quote="x",
        speaker=speaker,
        reason=RejectionReason(reason),
        difference=DifferenceKind(difference) if difference else None,
    )
    assert rejection_in_words(rejection) == said


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [(None, ""), (0, "0:00:00"), (75.9, "0:01:15"), (4000.5, "1:06:40")],
)
def test_times_are_written_as_people_write_them(seconds: float | None, shown: str) -> None:
    """And an unknown time is nothing at all, not midnight."""
    assert clock(seconds) == shown


@pytest.mark.parametrize(("number", "shown"), [(0, "0 turns"), (1, "1 turn"), (2, "2 turns"), (4012, "4,012 turns")])
def test_numbers_have_their_noun(number: int, shown: str) -> None:
    """One turn, two turns."""
    assert count(number, "turn") == shown


def test_an_irregular_plural_can_be_given() -> None:
    """One person, two people."""
    assert count(2, "person", "people") == "2 people"


@pytest.mark.parametrize(
    ("verdict", "tone"),
    [
        ("verified", "good"),
        ("verified_text_only", "care"),
        ("unproven", "bad"),
        ("nothing_to_verify", "care"),
        ("", "care"),
        ("excellent", "care"),
    ],
)
def test_only_verified_is_a_good_verdict(verdict: str, tone: str) -> None:
    """A verdict that is not known is never shown as a good one."""
    assert verdict_in_words(verdict).tone == tone


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [
        (None, "–"),
        (0.0, "0.00 s"),
        (0.354, "0.35 s"),
        (0.996, "1.0 s"),
        (4.25, "4.2 s"),
        (59.96, "1 min 0 s"),
        (754.9, "12 min 35 s"),
    ],
)
def test_a_duration_is_as_exact_as_a_person_needs(seconds: float | None, shown: str) -> None:
    """An unknown one is not 0."""
    assert duration(seconds) == shown
