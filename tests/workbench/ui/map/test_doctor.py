"""The map that is mended is the one that was given: what a person decided since stays apart from it."""

import pytest

from core.evidence.evidence_map import ChapterEvidence, ClaimEvidence, EvidenceMap, Support
from core.map_making.doctor.findings import FindingKind
from workbench.ui.map.doctor import KINDS, mend_given
from workbench.ui.map.places import support_at, what_stands_at

GIVEN = Support(evidence_id="e1", quote="“I kept it.”", speaker="Ann")
WORDS = Support(evidence_id="e1", quote="I kept it.", speaker="Ann Lee")
OTHER = Support(evidence_id="e2", quote="for ten years", speaker="Ann Lee", note="Listen again")
FIXED = OTHER.model_copy(update={"quote": "for nine years"})
DOUBLE = Support(evidence_id="e3", quote="I kept it.", speaker="Ann Lee")
ADDED = Support(evidence_id="added", quote="The sea took it.", speaker="Ann Lee")


def map_of(*support: Support) -> EvidenceMap:
    claims = (ClaimEvidence(claim_id="c", claim="Ann kept it", support=support), ClaimEvidence(claim_id="d", claim=""))
    return EvidenceMap(title="Lamps", chapters=(ChapterEvidence(title="The lamp", claims=claims),))


@pytest.mark.parametrize(
    ("given", "looked_at", "mended", "then"),
    [
        pytest.param([GIVEN], [GIVEN], [WORDS], [WORDS], id="what was mended is taken"),
        pytest.param([GIVEN, DOUBLE], [GIVEN, DOUBLE], [WORDS], [WORDS], id="a joined quote goes"),
        pytest.param([OTHER], [FIXED], [FIXED], [OTHER], id="a correction stays a correction"),
        pytest.param([OTHER], [OTHER, ADDED], [OTHER, ADDED], [OTHER], id="an added quote stays an addition"),
        pytest.param(
            [OTHER, DOUBLE],
            [FIXED, DOUBLE],
            [FIXED.model_copy(update={"note": "Listen again\nSaid twice"})],
            [OTHER.model_copy(update={"note": "Listen again\nSaid twice"})],
            id="what a joined quote said is kept beside a corrected one",
        ),
    ],
)
def test_only_the_given_map_is_mended(
    given: list[Support], looked_at: list[Support], mended: list[Support], then: list[Support]
) -> None:
    """Corrections and additions are neither taken into the file nor lost."""
    assert mend_given(map_of(*given), map_of(*looked_at), map_of(*mended)) == map_of(*then)


@pytest.mark.parametrize(
    ("place", "where", "what"),
    [
        ("chapters", "The whole map", ""),
        ("speakers", "Its speakers", ""),
        ("chapters[0]", "Chapter 1", "The lamp"),
        ("chapters[0].claims[0].claim_id", "Chapter 1, claim 1", "Ann kept it"),
        ("chapters[0].claims[1].claim", "Chapter 1, claim 2", ""),
        ("chapters[0].claims[0].support[1].speaker", "Chapter 1, claim 1, quote 2", "for ten years"),
    ],
)
def test_places_are_counted_as_people_count(place: str, where: str, what: str) -> None:
    """From one, with what stands there."""
    assert what_stands_at(map_of(GIVEN, OTHER), place) == (where, what)


def test_a_quote_is_found_by_its_place() -> None:
    """A place of a claim is no quote's."""
    assert support_at(map_of(GIVEN, OTHER), "chapters[0].claims[0].support[1].quote") == OTHER
    assert support_at(map_of(GIVEN, OTHER), "chapters[0].claims[0]") is None


def test_every_kind_of_finding_has_words() -> None:
    """The page never shows a kind by its name in the program."""
    assert set(KINDS) == set(FindingKind)
    assert len(set(KINDS.values())) == len(KINDS)
