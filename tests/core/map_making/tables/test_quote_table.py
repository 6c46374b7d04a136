"""Tables of quotes become the evidence maps that a careful person would make of them."""

from typing import Any

import pytest

from core.errors import EvidenceError
from core.evidence.evidence_map import EvidenceMap
from core.map_making.tables.columns import read_mapping
from core.map_making.tables.quote_table import QuoteTable, read_quote_table
from core.transcripts.readers import read_transcript
from tests.core.map_making.tables.table_files import file_of
from tests.golden import cases, load

_TABLE = load("quote_tables")
TALK = read_transcript("\n".join(_TABLE["transcript"]["lines"]).encode(), _TABLE["transcript"]["name"])


def shape_of(evidence_map: EvidenceMap) -> list[Any]:
    """Return chapters, claims and quotes as the table writes them."""
    return [
        [
            chapter.title,
            [[claim.claim, [[one.quote, one.speaker] for one in claim.support]] for claim in chapter.claims],
        ]
        for chapter in evidence_map.chapters
    ]


def read_case(case: Any) -> QuoteTable:
    """Read the file of a case."""
    return read_quote_table(
        file_of(case), case.get("name", "quotes.csv"), TALK, mapping=read_mapping(case.get("map", ()))
    )


def field_at(value: Any, path: str) -> Any:
    """Return a field of a map's data by its place."""
    for step in path.replace("[", ".").replace("]", "").split("."):
        value = value[int(step)] if step.isdecimal() else value[step]
    return value


@pytest.mark.parametrize("case", [case for case in cases("quote_tables") if "problems" not in case.values[0]])
def test_a_table_is_the_map_that_it_means(case: Any) -> None:
    """Chapters, claims, quotes, persons, single fields; what is left out is listed, what was found is said."""
    found = read_case(case)
    assert shape_of(found.evidence_map) == case["chapters"]
    if "speakers" in case:
        declared = [[one.speaker_name, one.speaker_role.value] for one in found.evidence_map.speakers]
        assert declared == case["speakers"]
    data = found.evidence_map.model_dump(mode="json")
    assert {path: field_at(data, path) for path in case.get("fields", ())} == case.get("fields", {})
    assert data["title"] == case.get("title", "")
    assert [[one.place, one.document] for one in found.left_out] == case.get("left_out", [])
    for words in case.get("notices", ()):
        assert any(words in notice for notice in found.notices), (words, found.notices)
    if "place_at" in case:
        support = found.evidence_map.chapters[0].claims[0].support
        number, second = case["place_at"]
        span = support[int(number)].span
        assert span is not None
        turn = TALK.turn_of(span)
        assert turn is not None
        assert turn.start_seconds == second


@pytest.mark.parametrize("case", [case for case in cases("quote_tables") if "problems" in case.values[0]])
def test_what_is_wrong_with_a_table_is_said_at_once(case: Any) -> None:
    """Every problem with its row and column; where a column is unclear, the columns and how to say which."""
    with pytest.raises(EvidenceError) as raised:
        read_case(case)
    told = [str(problem) for problem in raised.value.problems]
    assert all(any(words in one for one in told) for words in case["problems"]), told
    if all(words.startswith(("line ", "row ")) for words in case["problems"]):
        assert len(told) == len(case["problems"]), told
