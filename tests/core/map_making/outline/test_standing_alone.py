"""Which sentences can stand alone: the golden table, and texts in which nothing can be known."""

from typing import Any

import pytest

from core.map_making.outline.opening_words import OPENINGS, language_of
from core.map_making.outline.standing_alone import why_not_alone
from tests.golden import cases, load


@pytest.mark.parametrize("case", cases("outline_sentences"))
def test_sentence(case: dict[str, Any]) -> None:
    found = why_not_alone(case["text"], case.get("language", "en"))
    assert (found in case["fails"]) if case["fails"] else found is None, found


@pytest.mark.parametrize("code", sorted(OPENINGS))
def test_language_of_the_table(code: str) -> None:
    of_code = [case["text"] for case in load("outline_sentences")["cases"] if case.get("language", "en") == code]
    assert language_of(" ".join(of_code)) == code


def test_language_without_a_list() -> None:
    assert language_of("Старые часы у насосной станции рисовали высоту моря.") == ""
    assert language_of("") == ""
