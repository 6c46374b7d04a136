"""Any file of quotes gives a map or named problems, and never another error."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import EvidenceError
from core.evidence.evidence_map import read_evidence, write_evidence
from core.map_making.tables.quote_table import read_quote_table
from core.map_making.tables.write_table import write_map_table
from tests.core.map_making.tables.table_files import workbook
from tests.core.map_making.tables.test_quote_table import TALK
from tests.properties import examples

PIECES = st.sampled_from(
    [
        *("chapter", "claim", "quote", "speaker", "role", "start", "span_start", "span_end", "document", "evidence_id"),
        *("status", "text", "theme", "Omar Keel", "You have to be slow", "guest", "00:03:00", "bees.md", "7", "-1"),
        *(",", ",", ";", "\t", "\n", "\n", "\r", '"', "'", "=1", "sep=;", "{", "[", "]", "}", ":", "\x00", "\ufeff"),
    ]
)
NAMES = st.sampled_from(["q.csv", "q.tsv", "q.txt", "q.json", "q.xlsx", ""])
MAPPINGS = st.dictionaries(st.sampled_from(["quote", "speaker", "chapter", "start"]), PIECES, max_size=2)
ROWS = st.lists(
    st.lists(st.sampled_from(["quote", "speaker", "chapter", "", "so", "Omar Keel", "_xD800_"])), max_size=4
)
BOOK = workbook([["quote", "speaker"], ["You have to be slow", "Omar Keel"]])


def assert_map_or_problems(data: bytes, name: str, mapping: dict[str, str]) -> None:
    """Read a file; a map that comes of it can be written and read again, as JSON and as a table."""
    with suppress(EvidenceError):
        found = read_quote_table(data, name, TALK, mapping=mapping).evidence_map
        assert read_evidence(write_evidence(found)) == found
        write_map_table(found, TALK, "csv")


@examples(400)
@given(st.lists(PIECES, max_size=30).map("".join), NAMES, MAPPINGS)
def test_any_text_gives_a_map_or_problems(text: str, name: str, mapping: dict[str, str]) -> None:
    """Headers of all kinds, cells that are none, marks that are not closed."""
    assert_map_or_problems(text.encode("utf-8", "surrogatepass"), name, mapping)


@examples(200)
@given(st.binary(max_size=60), NAMES)
def test_any_bytes_give_a_map_or_problems(data: bytes, name: str) -> None:
    """Whatever a file is."""
    assert_map_or_problems(data, name, {})


@examples(100)
@given(ROWS)
def test_any_workbook_gives_a_map_or_problems(rows: list[list[str]]) -> None:
    """Rows of any length, without a header, with blank ones."""
    assert_map_or_problems(workbook(rows), "q.xlsx", {})


@examples(200)
@given(st.integers(0, len(BOOK) - 1), st.integers(1, 255))
def test_a_damaged_workbook_gives_a_map_or_problems(at: int, change: int) -> None:
    """One byte is another, or all behind it are gone."""
    assert_map_or_problems(BOOK[:at] + bytes([BOOK[at] ^ change]) + BOOK[at + 1 :], "q.xlsx", {})
    assert_map_or_problems(BOOK[:at], "q.xlsx", {})


@pytest.mark.thorough
def test_a_table_of_more_quotes_than_a_map_holds_is_refused_at_its_row() -> None:
    """Before the rest of its 20 MB is read; a table that is bigger is refused by its size."""
    row = b"The boat came late that year\n"
    with pytest.raises(EvidenceError) as raised:
        read_quote_table(b"quote\n" + row * (19_900_000 // len(row)), "q.csv", TALK)
    assert [str(one) for one in raised.value.problems] == [
        "q.csv: line 50002: here are more than 50,000 quotes of one talk. Split the table into several files."
    ]
    with pytest.raises(EvidenceError, match="is too big: 20,000,007 bytes"):
        read_quote_table(b"quote\n" + b"x" * 20_000_001, "q.csv", TALK)


def test_problems_of_a_long_table_are_counted() -> None:
    """The first hundred are listed, and how many more there are."""
    text = "quote,role\n" + "so,king\n" * 5_000
    with pytest.raises(EvidenceError) as raised:
        read_quote_table(text.encode(), "q.csv", TALK)
    assert len(raised.value.problems) == 101
    assert str(raised.value.problems[-1]) == "q.csv: there are 4,900 more problems. Correct those first."
