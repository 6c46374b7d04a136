"""Seed 2's names and its own checks, with `core` for its modules."""

import inspect

import pytest

import core
from core import (
    Citation,
    CitationRef,
    Claim,
    ScriptedClient,
    apply_mmr_diversity,
    synthesize_answer,
    validate_citations,
)

CITATIONS = [
    Citation(1, "file1.txt", None, "text1", None, 0.9, "path1", {"course": "OPAR"}),
    Citation(2, "file1.txt", None, "text2", None, 0.8, "path1", {"course": "OPAR"}),
    Citation(3, "file1.txt", None, "text3", None, 0.7, "path1", {"course": "OPAR"}),
    Citation(4, "file2.txt", None, "text4", None, 0.6, "path2", {"course": "ITOE"}),
]
PARAMETERS = {
    "apply_mmr_diversity": ["citations", "max_per_file", "max_results"],
    "validate_citations": ["claims", "passage_texts"],
    "synthesize_answer": ["client", "query", "citations", "model"],
}


@pytest.mark.parametrize(("name", "parameters"), PARAMETERS.items())
def test_its_functions_take_what_it_gives_them(name: str, parameters: list[str]) -> None:
    """The positional parameters are the seeds'; whatever came later is keyword-only."""
    found = inspect.signature(getattr(core, name)).parameters.values()
    assert [one.name for one in found if one.kind is not inspect.Parameter.KEYWORD_ONLY] == parameters


def test_a_file_has_two_passages_and_each_course_its_first() -> None:
    """The two files' best passages come first, then the second of the first file."""
    assert [one.index for one in apply_mmr_diversity(CITATIONS)] == [1, 4, 2]


def test_an_exact_quote_of_a_passage_holds() -> None:
    """The claim comes back as it was given, without an error."""
    cited = CitationRef(file_id="f1", passage_id="p1", quote="exact text from the passage here")
    claims = [Claim(claim_text="Test claim", citation=cited)]
    passages = {"p1": "This is the exact text from the passage here in context"}
    assert validate_citations(claims, passages) == (claims, [])


def test_four_passages_are_too_few_for_a_synthesis() -> None:
    """Nobody is asked."""
    assert synthesize_answer(ScriptedClient([]), "What is said?", CITATIONS) is None
