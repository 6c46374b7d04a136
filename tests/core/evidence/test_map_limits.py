"""What an evidence map may hold at most; beyond that it is refused with everything that is too much."""

import json
from typing import Any

import pytest

from core.errors import EvidenceError
from core.evidence.evidence_map import EvidenceMap, read_evidence
from core.evidence.map_reader import (
    MAX_CHAPTERS,
    MAX_CLAIMS,
    MAX_NAME,
    MAX_SPEAKERS,
    MAX_SUPPORTS,
    MAX_TEXT,
    MOST_PROBLEMS,
)
from core.text.documents import MAX_VALUES


def a_map(**fields: Any) -> bytes:
    """Return a map in JSON."""
    return json.dumps({"chapters": [{"claims": [{"claim": "So."}]}], **fields}).encode()


def chapter_of(claims: int, supports: int) -> dict[str, Any]:
    """Return a chapter of so many claims, the first of them with so many quotes."""
    first = {"claim": "So.", "support": ["yes"] * supports}
    return {"claims": [first, *["So."] * (claims - 1)]}


def problems_of(data: bytes) -> list[str]:
    """Return what is said of a map that is refused."""
    with pytest.raises(EvidenceError) as refused:
        read_evidence(data, "map")
    return [str(problem) for problem in refused.value.problems]


def test_a_map_at_its_limits_is_read() -> None:
    """Also with a quote of 100 KB, 10,000 claims and 20,000 supports."""
    chapters: list[dict[str, Any]] = [chapter_of(MAX_CLAIMS, MAX_SUPPORTS), *[{"claims": []}] * (MAX_CHAPTERS - 1)]
    found = read_evidence(a_map(chapters=chapters, speakers=[f"S{number}" for number in range(MAX_SPEAKERS)]))
    assert isinstance(found, EvidenceMap)
    assert len(found.chapters[0].claims[0].support) == MAX_SUPPORTS >= 20_000
    assert len(read_evidence(a_map(chapters=[{"claims": ["a" * MAX_TEXT]}])).chapters[0].claims[0].claim) >= 100_000


def test_everything_that_is_too_much_is_said_at_once() -> None:
    """Each with its place, the limit and what to do."""
    chapters: list[dict[str, Any]] = [chapter_of(MAX_CLAIMS + 1, MAX_SUPPORTS + 1), *[{"claims": []}] * MAX_CHAPTERS]
    chapters[1] = {"title": "t" * (MAX_NAME + 1), "claims": []}
    speakers = [f"S{number}" for number in range(MAX_SPEAKERS + 1)]
    split = "Split the map into several."
    assert problems_of(a_map(chapters=chapters, speakers=speakers)) == [
        f"map: speakers[{MAX_SPEAKERS}]: there are more than 5,000 speakers. {split}",
        f"map: chapters[0].claims[0].support[{MAX_SUPPORTS}]: there are more than 50,000 supports. {split}",
        f"map: chapters[0].claims[{MAX_CLAIMS}]: there are more than 20,000 claims. {split}",
        "map: chapters[1].title: has 1,001 characters; 1,000 may be read. Give the words that matter.",
        f"map: chapters[{MAX_CHAPTERS}]: there are more than 1,000 chapters. {split}",
    ]


def test_a_quote_that_is_too_long_is_refused() -> None:
    """It is named by its place."""
    claim = {"claim": "So.", "support": [{"quote": "a" * (MAX_TEXT + 1)}]}
    (problem,) = problems_of(a_map(chapters=[{"claims": [claim]}]))
    assert problem.startswith("map: chapters[0].claims[0].support[0].quote: has 120,001 characters; 120,000 may be")


def test_of_very_many_problems_the_first_are_listed() -> None:
    """With how many more there are."""
    problems = problems_of(a_map(chapters=[{"claims": [{}] * 500}]))
    assert len(problems) == MOST_PROBLEMS + 1
    assert problems[-1] == "map: there are 400 more problems. Correct those first."


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b'{"a": [' + b"1," * MAX_VALUES + b"1]}", "holds more than 1,000,000 values"),
        (b"a: [" + b"x," * MAX_VALUES + b"x]", "it holds more than 1,000,000 values"),
        (b"".join(b"%d: a\n" % number for number in range(6_000)), "it holds more than 5,000 keys that are no text"),
        (b"a: " + b"1" * 2_000, "line 1, column 4: a number has 2,000 characters"),
        (b"a: 1" + b":59" * 2_000, "line 1, column 4: a number has 6,001 characters"),
        (b"? [a]\n: b", "found unhashable key"),
        (b"<<: 1", "expected a mapping or list of mappings for merging"),
        (b"a: b\n---\nc: d", "but found another document"),
    ],
)
def test_more_than_may_be_read_is_refused(data: bytes, message: str) -> None:
    """In JSON and in YAML, with its place where there is one."""
    assert any(message in problem for problem in problems_of(data))


def test_commas_in_quotes_are_no_values() -> None:
    """Only what stands outside of texts counts."""
    quotes = ["yes, so, it, is, " * 7_000] * 30
    written = a_map(chapters=[{"claims": [{"claim": "So.", "support": quotes}]}])
    assert written.count(b",") > 700_000
    assert len(read_evidence(written).chapters[0].claims[0].support) == 30


def test_merged_fields_of_yaml_are_read() -> None:
    """An object's own fields weigh more, and of the merged ones those that are written first."""
    found = read_evidence("<<: [{title: one}, {title: two, chapters: [{title: x}]}]\nname: three")
    assert (found.title, found.chapters[0].title) == ("one", "x")
