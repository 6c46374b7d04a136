"""Diverse passages: seed 2's two passes, true maximal marginal relevance, and a reason for whatever is left out."""

import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.answers.diversity import (
    DropReason,
    Selection,
    Similarity,
    TextSimilarities,
    apply_mmr_diversity,
    select_diverse,
)
from core.answers.records import Citation
from tests.golden import cases

WORDS = (
    "river ferry harbour tide storm lamp rope anchor sail crew bread salt ledger toll bridge flood mill stone".split()
)
TEXTS = st.lists(st.sampled_from([*WORDS, "渡し船は", "朝に出ます", "👍", "the", "of"]), max_size=12).map(" ".join)
CANDIDATES = st.lists(st.tuples(TEXTS, st.sampled_from("abcd"), st.sampled_from((0.0, 0.5, 1.0, 3.0))), max_size=14)
MEASURES = st.sampled_from(tuple(Similarity))
LAMBDAS = st.sampled_from((0.0, 0.3, 0.7, 0.95, 1.0))


def cite(number: int, text: str, file: str = "", confidence: float = 0.0) -> Citation:
    return Citation(number, file or f"file {number}", text=text, confidence=confidence, record_id=f"r{number}")


def citations_of(candidates: list[tuple[str, str, float]]) -> list[Citation]:
    return [cite(number, *candidate) for number, candidate in enumerate(candidates)]


def kept(selection: Selection) -> list[str]:
    return [citation.record_id for citation in selection.kept]


def reasons(selection: Selection) -> dict[str, tuple[DropReason, str]]:
    return {each.citation.record_id: (each.reason, each.nearest) for each in selection.dropped}


@pytest.mark.parametrize("case", cases("answer_diversity"))
def test_the_two_passes_of_the_seed(case: dict[str, Any]) -> None:
    """Every case of the golden table: which citations are returned, in which order."""
    given = [
        Citation(
            number,
            one["title"],
            file_path=one["file_path"],
            metadata={"course": one["course"]} if one["course"] else None,
        )
        for number, one in enumerate(case["citations"])
    ]
    limits = {name: case[name] for name in ("max_per_file", "max_results") if name in case}
    assert [citation.index for citation in apply_mmr_diversity(given, **limits)] == case["kept"]


def test_a_citation_is_never_returned_twice() -> None:
    """What is in the result already does not enter in the second pass, though its file has room."""
    one = cite(1, "words", "a")
    assert apply_mmr_diversity([one, one, cite(2, "words", "a")]) == [one, cite(2, "words", "a")]


@given(candidates=CANDIDATES, most=st.integers(0, 8), cap=st.integers(0, 3), lambda_=LAMBDAS, similarity=MEASURES)
def test_a_selection_is_part_of_the_candidates_and_accounts_for_the_rest(
    candidates: list[tuple[str, str, float]], most: int, cap: int, lambda_: float, similarity: Similarity
) -> None:
    """Each citation is kept or dropped, once; no file has more than its share; room is left only where caps say so."""
    citations = citations_of(candidates)
    selection = select_diverse(citations, most=most, lambda_=lambda_, max_per_file=cap, similarity=similarity)
    names = [*kept(selection), *reasons(selection)]
    assert sorted(names) == sorted(citation.record_id for citation in citations)
    files = Counter(citation.file for citation in selection.kept)
    assert len(selection.kept) <= most
    assert all(count <= cap for count in files.values())
    for dropped in selection.dropped:
        full = files[dropped.citation.file] >= cap
        assert full == (dropped.reason is DropReason.FILE_FULL)
        assert full or len(selection.kept) == most


@given(candidates=CANDIDATES, cap=st.integers(1, 3), similarity=MEASURES, order=st.randoms(use_true_random=False))
def test_lambda_one_is_the_rank_alone(
    candidates: list[tuple[str, str, float]], cap: int, similarity: Similarity, order: random.Random
) -> None:
    """In whichever order citations come, that order is kept, and only the caps leave some out."""
    citations = citations_of(candidates)
    order.shuffle(citations)
    selection = select_diverse(citations, most=6, lambda_=1, max_per_file=cap, similarity=similarity)
    files: Counter[str] = Counter()
    expected: list[str] = []
    for citation in citations:
        if len(expected) < 6 and files[citation.file] < cap:
            files[citation.file] += 1
            expected.append(citation.record_id)
    assert kept(selection) == expected
    assert all(dropped.similarity is None for dropped in selection.dropped)


@given(candidates=CANDIDATES, lambda_=LAMBDAS, similarity=MEASURES)
def test_every_choice_is_the_best_one_left(
    candidates: list[tuple[str, str, float]], lambda_: float, similarity: Similarity
) -> None:
    """The definition, word for word: relevance and likeness to the nearest one taken, weighed, first come first."""
    citations = citations_of(candidates)
    selection = select_diverse(citations, most=5, lambda_=lambda_, max_per_file=99, similarity=similarity)
    places = {citation.record_id: place for place, citation in enumerate(citations)}
    similarities = TextSimilarities([citation.text for citation in citations], similarity)
    falling = [min(citation.confidence for citation in citations[: place + 1]) for place in range(len(citations))]
    flat = len(set(falling)) <= 1
    taken: list[int] = []
    for name in kept(selection):
        left = [place for place in range(len(citations)) if place not in taken]

        def worth(place: int) -> float:
            relevance = 1 - place / len(citations) if flat else falling[place] / falling[0]
            likeness = max((similarities.to(other)[place] for other in taken), default=0.0)
            return round(lambda_ * relevance - (1 - lambda_) * likeness, 9)

        assert places[name] == max(left, key=lambda place: (worth(place), -place))
        taken.append(places[name])


@given(texts=st.lists(TEXTS, max_size=8), similarity=MEASURES, order=st.randoms(use_true_random=False))
def test_likeness_is_symmetric_and_knows_no_order(
    texts: list[str], similarity: Similarity, order: random.Random
) -> None:
    """Two texts are as like one another whichever is asked and in whichever order the texts come; from 0 to 1."""
    places = list(range(len(texts)))
    order.shuffle(places)
    there, here = TextSimilarities([texts[place] for place in places], similarity), TextSimilarities(texts, similarity)
    for new, place in enumerate(places):
        row = here.to(place)
        assert [row[other] for other in places] == there.to(new)
        assert all(0 <= likeness <= 1 for likeness in row)
        assert row[place] == (1 if texts[place].strip() else 0)
        assert all(row[other] == here.to(other)[place] for other in range(len(texts)))


@pytest.mark.parametrize("similarity", Similarity)
@pytest.mark.parametrize(
    ("first", "copy", "other"),
    [
        ("The ferry was late because of the storm.", "THE FERRY was late, because of the storm!", "A ledger of tolls."),
        ("Wir haben den Fährmann bezahlt.", "Wir haben den FÄHRMANN bezahlt", "Die Brücke ist neu."),
        ("渡し船は朝に出ます。", "渡し船は、朝に出ます", "橋は新しいです。"),
        ("เรือข้ามฟากออกตอนเช้า", "เรือข้ามฟาก ออกตอนเช้า", "สะพานใหม่"),
        ("cafe\u0301 on the quay", "café on the quay", "salt and bread"),
        ("👍👍", " 👍👍 ", "great work"),
    ],
)
def test_a_copy_never_comes_before_something_else_where_difference_counts(
    similarity: Similarity, first: str, copy: str, other: str
) -> None:
    """Of two near copies and a distinct passage of lower rank the distinct one is taken second, in any script."""
    citations = [cite(0, first), cite(1, copy), cite(2, other)]
    for lambda_ in (0, 0.2):
        selection = select_diverse(citations, lambda_=lambda_, similarity=similarity)
        assert kept(selection) == ["r0", "r2", "r1"]
    selection = select_diverse(citations, most=2, lambda_=0.2, similarity=similarity)
    assert reasons(selection) == {"r1": (DropReason.TOO_LIKE, "r0")}
    assert (selection.dropped[0].similarity or 0) > 0.8


def test_the_reasons_are_told_apart() -> None:
    """A full file, a better rank, and likeness to what was taken: each is said, with the nearest one taken."""
    citations = [
        cite(0, "the storm broke the mill", "a", 9),
        cite(1, "the storm broke the mill again", "b", 8),
        cite(2, "bread and salt for the crew", "c", 7),
        cite(3, "anchor and rope", "a", 6),
        cite(4, "the toll ledger", "d", 1),
    ]
    selection = select_diverse(citations, most=2, lambda_=0.5, max_per_file=1)
    assert kept(selection) == ["r0", "r2"]
    assert reasons(selection) == {
        "r1": (DropReason.TOO_LIKE, "r0"),
        "r3": (DropReason.FILE_FULL, ""),
        "r4": (DropReason.RANK, ""),
    }


def test_a_great_difference_in_confidence_outweighs_a_copy() -> None:
    """Relevance is the confidence where it says something: a poor match does not come in for being different."""
    citations = [cite(0, "storm at the mill", confidence=9), cite(1, "a storm at a mill", confidence=8.5)]
    distant = cite(2, "bread", confidence=0.2)
    assert kept(select_diverse([*citations, distant], lambda_=0.7))[:2] == ["r0", "r1"]
    near = distant.model_copy(update={"confidence": 8.4})
    assert kept(select_diverse([*citations, near], lambda_=0.7))[:2] == ["r0", "r2"]


@pytest.mark.parametrize("lambda_", [-0.1, 1.01, float("nan")])
def test_a_weight_that_is_none_is_refused(lambda_: float) -> None:
    """A slider gone wrong is an error of the program, not an odd selection."""
    with pytest.raises(ValueError, match="between 0"):
        select_diverse([cite(0, "x")], lambda_=lambda_)


def test_a_selection_names_what_has_no_id_by_its_title() -> None:
    """Citations as seed 2 makes them have no record ids; the nearest one is named all the same."""
    same = [Citation(number, f"talk {number}", text="the storm broke the mill") for number in range(3)]
    selection = select_diverse(same, most=1)
    assert [dropped.nearest for dropped in selection.dropped] == ["talk 0", "talk 0"]
