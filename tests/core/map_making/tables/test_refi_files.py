"""REFI-QDA files become the evidence maps that a careful person would make of them."""

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import EvidenceError
from core.evidence.evidence_map import read_evidence, write_evidence
from core.map_making.tables.quote_table import read_quote_table
from tests.core.map_making.tables.refi_files import refi_file, refi_name
from tests.core.map_making.tables.test_quote_table import TALK, field_at, shape_of
from tests.golden import cases
from tests.properties import examples

GUIDS = st.sampled_from(["a", "b", "A", ""])
NAMES = st.sampled_from(["bees", "You have to be slow", "", " ", "x" * 1_001, "\u202e", "=1", "column 1"])
POSITIONS = st.sampled_from(["0", "12", "13", "30", "-1", "", "9" * 30, "\u0663", "1.5"])
TEXTS = st.sampled_from(["", "You have to be slow.", "\U0001f41d\r\nOmar: You have to be slow\r", "\ufeff"])


@st.composite
def selections(draw: st.DrawFn) -> str:
    """Return a selection of any kind, with any ends."""
    kind = draw(st.sampled_from(["PlainTextSelection", "TranscriptSelection", "PDFSelection"]))
    start, end = draw(POSITIONS), draw(POSITIONS)
    coded = "".join(f'<Coding><CodeRef targetGUID="{one}"/></Coding>' for one in draw(st.lists(GUIDS, max_size=2)))
    ends = f'startPosition="{start}" endPosition="{end}" fromSyncPoint="{start}" toSyncPoint="{draw(GUIDS)}"'
    return f'<{kind} name="{draw(NAMES)}" {ends}>{coded}<NoteRef targetGUID="{draw(GUIDS)}"/></{kind}>'


@st.composite
def codes(draw: st.DrawFn, depth: int = 0) -> str:
    """Return a code with codes in it."""
    inside = "".join(draw(st.lists(codes(depth + 1), max_size=2))) if depth < 3 else ""
    return f'<Code guid="{draw(GUIDS)}" name="{draw(NAMES)}">{inside}<Description>{draw(TEXTS)}</Description></Code>'


@pytest.mark.parametrize("case", [case for case in cases("refi_files") if "problems" not in case.values[0]])
def test_a_project_is_the_map_that_it_means(case: Any) -> None:
    """Chapters, claims, quotes with their persons, single fields; what is left out is listed and said."""
    found = read_quote_table(refi_file(case), refi_name(case), TALK)
    assert shape_of(found.evidence_map) == case["chapters"]
    assert found.evidence_map.speakers == ()
    data = found.evidence_map.model_dump(mode="json")
    assert {path: field_at(data, path) for path in case.get("fields", ())} == case.get("fields", {})
    assert data["title"] == case.get("title", "")
    assert [[one.place, one.document] for one in found.left_out] == case.get("left_out", [])
    for words in case.get("notices", ()):
        assert any(words in notice for notice in found.notices), (words, found.notices)


@pytest.mark.parametrize("case", [case for case in cases("refi_files") if "problems" in case.values[0]])
def test_what_is_wrong_with_a_project_is_said_at_once(case: Any) -> None:
    """Every problem with its code and selection."""
    with pytest.raises(EvidenceError) as raised:
        read_quote_table(refi_file(case), refi_name(case), TALK)
    told = [str(problem) for problem in raised.value.problems]
    assert all(any(words in one for one in told) for words in case["problems"]), told


def test_the_form_is_known_by_content() -> None:
    """Whatever a file is called; and a mapping of columns finds those that the form has."""
    case = next(case.values[0] for case in cases("refi_files") if case.id == "nested")
    for name in ("quotes.csv", "", "a.zip"):
        assert shape_of(read_quote_table(refi_file(case), name, TALK).evidence_map) == case["chapters"]


@examples(200)
@given(st.lists(codes(), max_size=3), st.lists(selections(), max_size=4), TEXTS, st.sampled_from(["", "inside"]))
def test_any_project_gives_a_map_or_problems(book: list[str], selected: list[str], text: str, where: str) -> None:
    """Codes without names and twice, selections of nothing, positions that are none: a map that can be written."""
    inside = f"<PlainTextContent>{text}</PlainTextContent>" if where else ""
    source = (
        f'<TextSource guid="t" name="bees" plainTextPath="internal://T.txt">{inside}{"".join(selected)}</TextSource>'
    )
    note = f'<Note guid="a"><PlainTextContent>{text}</PlainTextContent></Note>'
    case = {"codes": "".join(book), "sources": source, "notes": note, "texts": {"sources/T.txt": text}}
    with suppress(EvidenceError):
        found = read_quote_table(refi_file(case), "bees.qdpx", TALK).evidence_map
        assert read_evidence(write_evidence(found)) == found


@pytest.mark.parametrize("part", [1, 7, 60, 200, 400])
def test_a_file_that_breaks_off_is_a_problem(part: int) -> None:
    """Wherever it does."""
    case = next(case.values[0] for case in cases("refi_files") if case.id == "nested")
    with pytest.raises(EvidenceError):
        read_quote_table(refi_file(case | {"cut": part}), "bees.qdpx", TALK)


def test_selections_of_a_whole_text_many_times_over_are_refused() -> None:
    """A small file that would become very many words."""
    text = "You have to be slow. " * 5_000
    coding = '<Coding><CodeRef targetGUID="a"/></Coding>'
    one = f'<PlainTextSelection startPosition="0" endPosition="{{}}">{coding}</PlainTextSelection>'
    selected = "".join(one.format(100_000 + number) for number in range(1_000))
    source = f'<TextSource guid="t" name="bees" plainTextPath="internal://T.txt">{selected}</TextSource>'
    case = {"codes": '<Code guid="a" name="Slow"/>', "sources": source, "texts": {"sources/T.txt": text}}
    with pytest.raises(EvidenceError, match="holds too much text"):
        read_quote_table(refi_file(case), "bees.qdpx", TALK)


@pytest.mark.parametrize("codes_with_it", [300, 500])
def test_a_note_that_many_codes_name(codes_with_it: int) -> None:
    """It is read once as text of the project; as remarks of very many it is too much."""
    book = "".join(f'<Code guid="{n}" name="c{n}"><NoteRef targetGUID="n"/></Code>' for n in range(codes_with_it))
    note = '<Note guid="n" plainTextPath="internal://N.txt"/>'
    case = {"codes": book, "sources": "", "notes": note, "texts": {"sources/N.txt": "slow " * 20_000}}
    if codes_with_it == 500:
        with pytest.raises(EvidenceError, match="holds too much text"):
            read_quote_table(refi_file(case), "bees.qdpx", TALK)
        return
    claims = read_quote_table(refi_file(case), "bees.qdpx", TALK).evidence_map.chapters[0].claims
    assert len(claims) == codes_with_it
