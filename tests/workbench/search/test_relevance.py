"""The search finds what readers judged to be the answers, and no type of question gets worse."""

from pathlib import Path

import pytest

from core.answers.records import Citation
from tests.workbench.search.relevance import Quality, qualities, questions_of_the_sample, sample_indexes
from tests.workbench.search.trigram_embedder import Counting, find
from workbench.search import SearchIndex

AT_LEAST = {
    "detail": (0.654, 0.620),
    "inflection": (0.731, 0.730),
    "open": (0.560, 0.517),
    "paraphrase": (0.279, 0.321),
    "topic": (0.909, 0.926),
}
"""Recall and nDCG at ten by type of question, rounded down. A better search raises them."""


OF_THE_FIRST = {
    "detail": (0.716, 0.742),
    "inflection": (0.678, 0.681),
    "open": (0.585, 0.588),
    "paraphrase": (0.478, 0.550),
    "topic": (0.952, 0.960),
}
"""The same of the first forty questions, which the search was made with; the other twenty are harder."""


def below(least: dict[str, tuple[float, float]], found: dict[str, Quality]) -> set[str]:
    return {kind for kind, one in found.items() if one.recall < least[kind][0] or one.ndcg < least[kind][1]}


def test_the_first_forty_questions_are_answered_as_well_as_they_were(tmp_path: Path) -> None:
    """More questions lower no floor."""
    found = qualities(questions_of_the_sample()[:40], sample_indexes(tmp_path))
    below = {
        kind for kind, least in OF_THE_FIRST.items() if found[kind].recall < least[0] or found[kind].ndcg < least[1]
    }
    assert below == set(), found


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Quality]:
    """Return what the search reaches over the sample's records and talk."""
    return qualities(questions_of_the_sample(), sample_indexes(tmp_path_factory.mktemp("relevance")))


@pytest.mark.parametrize("kind", AT_LEAST)
def test_the_search_is_as_good_as_it_was(measured: dict[str, Quality], kind: str) -> None:
    """By type, so that one type pays for no other."""
    found = measured[kind]
    assert (found.recall >= AT_LEAST[kind][0], found.ndcg >= AT_LEAST[kind][1]) == (True, True), found


WITH_VECTORS = {
    "detail": (0.654, 0.620),
    "inflection": (0.775, 0.766),
    "open": (0.560, 0.517),
    "paraphrase": (0.612, 0.526),
    "topic": (0.939, 0.941),
}
"""The same with vectors of spellings, which know no meanings. A model's are better: see decisions.md#dense-vectors."""


def test_with_vectors_no_type_is_worse(measured: dict[str, Quality], tmp_path_factory: pytest.TempPathFactory) -> None:
    """Than by words alone; other forms and other words are found more often."""
    counting = Counting()

    def search(index: SearchIndex, question: str) -> list[Citation]:
        found = find(index, question, counting, most=10, search_in="summaries")
        assert found.notice == ""
        return [hit.citation for hit in found.hits]

    indexes = sample_indexes(tmp_path_factory.mktemp("vectors"))
    found = qualities(questions_of_the_sample(), indexes, search)
    worse = {
        kind for kind, one in found.items() if one.recall < measured[kind].recall or one.ndcg < measured[kind].ndcg
    }
    assert (worse, below(WITH_VECTORS, found)) == (set(), set()), found


def test_sixty_questions_were_judged() -> None:
    """Each with an answer that is there, and every type by several."""
    questions = questions_of_the_sample()
    assert len(questions) == 60
    assert all(question.get("records") or question.get("passages") for question in questions)
    assert min(sum(one["type"] == kind for one in questions) for kind in AT_LEAST) >= 5
