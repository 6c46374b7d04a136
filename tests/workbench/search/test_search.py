import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.answers.query_terms import read_question
from tests.workbench.search.making import Folder, ids, lit, talk
from workbench.search import SearchHit, SearchIndex, SearchScope, highlights_of

CASES = Path(__file__).parents[2] / "cases"
TABLE: dict[str, Any] = json.loads((CASES / "searches.json").read_text(encoding="utf-8"))
ASKED: list[dict[str, Any]] = json.loads((CASES / "questions.json").read_text(encoding="utf-8"))["cases"]


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> SearchIndex:
    """A library with the sources of the table."""
    place = tmp_path_factory.mktemp("searches")
    folder = Folder(place / "sources")
    for name, text in TABLE["sources"].items():
        folder.write(name, text)
    library = SearchIndex(place / "ask.db")
    assert library.take_in([folder.path]).unreadable == ()
    return library


def check_spans(hit: SearchHit) -> None:
    """Check that highlights are in order, apart, and hold words."""
    for text, spans in (
        (hit.citation.text, hit.highlights),
        (hit.citation.summary, hit.summary_highlights),
    ):
        end = -1
        for span in spans:
            assert end < span.start < span.end <= len(text)
            assert any(map(str.isalnum, span.slice(text)))
            end = span.end


@pytest.mark.parametrize("case", TABLE["cases"], ids=lambda case: case["id"])
def test_a_question_finds_and_lights_what_a_reader_expects(filled: SearchIndex, case: dict[str, Any]) -> None:
    """The golden table: which records, and which words in them."""
    hits = filled.search(case["question"], search_in=case.get("search_in", "both"))
    found = ids(hits)
    assert found == case["finds"] if case.get("ordered") else sorted(found) == sorted(case["finds"])
    assert found[:1] == [case.get("first", *found[:1])] if found else "first" not in case
    by_id = {hit.citation.record_id: hit for hit in hits}
    for record_id, words in case.get("lights", {}).items():
        assert lit(by_id[record_id]) == words
    for record_id, words in case.get("lights_summary", {}).items():
        hit = by_id[record_id]
        assert [span.slice(hit.citation.summary) for span in hit.summary_highlights] == words
    for hit in hits:
        check_spans(hit)


@pytest.mark.parametrize("case", ASKED, ids=lambda case: case["id"])
@pytest.mark.parametrize("search_in", SearchScope)
def test_whatever_a_person_types_is_a_question(
    filled: SearchIndex, case: dict[str, Any], search_in: SearchScope
) -> None:
    """The table of questions, operators and half characters among them: nothing raises, highlights are words."""
    for hit in filled.search(case["question"], search_in=search_in):
        check_spans(hit)


@pytest.mark.parametrize(
    "question",
    [
        "clock " * 3_000,
        '"clock ' * 3_000,
        '"clock" ' * 3_000,
        " ".join(f"word{number}" for number in range(3_000)),
        " ".join(f'"word{number} and {number}"' for number in range(1_000)),
        '"' + "one two " * 1_000 + '"',
        "価格" * 4_000,
        "「" + "価格" * 4_000 + "」",
        "x" * 10_000,
        "e" + "\u0301" * 9_000,
        "(" * 9_000,
        "-'" * 4_000,
    ],
    ids=lambda question: question[:12],
)
def test_a_long_question_is_asked_too(filled: SearchIndex, question: str) -> None:
    """However long and of whatever: its beginning counts."""
    for hit in filled.search(question):
        check_spans(hit)


OPERATORS = st.sampled_from(
    '" \' ( ) { } [ ] * ^ + - : ; , \0 \n \\ ? % NEAR AND OR NOT lead: rank "" 価格 ราคา é ﬁ'.split(" ")
)
TYPED = st.one_of(st.text(), st.lists(st.one_of(OPERATORS, st.text(max_size=5)), max_size=30).map(" ".join))


@given(question=TYPED)
def test_no_text_breaks_the_search(filled: SearchIndex, question: str) -> None:
    """Any text at all, and operators in any order; surrogates and NUL are texts too."""
    for hit in filled.search(question):
        check_spans(hit)
        assert 0 < hit.citation.confidence <= 1


@given(text=st.text(min_size=1, max_size=60), word=st.sampled_from(("clock", "価格", "café")))
def test_markers_in_a_text_are_no_highlights(text: str, word: str) -> None:
    """Whatever characters stand around a word, the characters that FTS5 is told to mark with among them."""
    whole = f"\ufdd0{text} {word} \ufdd1\x02{text}".encode(errors="replace").decode()
    (spans,) = highlights_of(read_question(word), [whole])
    assert any(word in span.slice(whole) for span in spans)
    assert all(char not in span.slice(whole) for span in spans for char in "\ufdd0\ufdd1\x02")


def test_the_best_come_first_and_equals_by_their_ids(library: SearchIndex, folder: Folder) -> None:
    """Rank is 1 for the best, whose confidence is 1; the same words in many files stand in the order of their ids,
    however few are asked for and in whichever order the files came."""
    for name in ("c.md", "a.md", "b.md", "d.md"):
        folder.write(name, talk("A pencil and a spring.", "Well."))
        library.take_in([folder.path / name])
    folder.write("e.md", talk("Pencil, pencil."))
    library.take_in([folder.path])
    hits = library.search("pencil")
    assert ids(hits) == ["e#1", "a#1", "b#1", "c#1", "d#1"]
    assert [hit.citation.index for hit in hits] == [1, 2, 3, 4, 5]
    confidences = [hit.citation.confidence for hit in hits]
    assert confidences[0] == 1
    assert 0 < confidences[1] < 1
    assert confidences[1:4] == confidences[1:2] * 3
    assert 0 < confidences[4] < confidences[3]  # the same words for the fourth time
    for most in range(6):
        assert ids(library.search("pencil", most=most)) == ids(hits)[:most]


def test_equals_beyond_what_is_asked_for_count_too(library: SearchIndex) -> None:
    """The first ids among hundreds that fit alike, though they came last."""
    rows = "".join(f"{number:03},A pencil.\n" for number in reversed(range(300)))
    library.take_text("notes.csv", f"id,text\n{rows}".encode(), key="notes")
    assert ids(library.search("pencil", most=3)) == ["000", "001", "002"]


def test_the_same_words_over_and_over_hide_nothing(library: SearchIndex) -> None:
    """Hundreds of records that say the same are told a few times, then comes what others say; then the rest of them."""
    rows = "".join(f"same-{number:03},The pencil broke.\n" for number in range(400))
    others = "other-1,My pencil was lost on a long way from home to school.\nother-2,A pencil of wood would be nice.\n"
    library.take_text("notes.csv", f"id,text\n{rows}{others}".encode(), key="notes")
    found = ids(library.search("pencil", most=50))
    assert found[:3] == ["same-000", "same-001", "same-002"]
    assert set(found[3:5]) == {"other-1", "other-2"}
    assert found[5:] == [f"same-{number:03}" for number in range(3, 48)]


@pytest.fixture(scope="module")
def two_seasons(tmp_path_factory: pytest.TempPathFactory) -> tuple[SearchIndex, Folder]:
    """Four talks about a clock, in two folders and beside them."""
    place = tmp_path_factory.mktemp("seasons")
    folder = Folder(place / "sources")
    for name in ("one/a.md", "one/b.md", "two/c.md", "d.md"):
        folder.write(name, talk("The clock.", "Which clock?"))
    library = SearchIndex(place / "ask.db")
    library.take_in([folder.path])
    return library, folder


@pytest.mark.parametrize(
    ("sources", "collections", "stems"),
    [
        (None, None, "a b c d"),
        (["one/a.md"], None, "a"),
        (["one/a.md", "two/c.md"], None, "a c"),
        (["one/a.md", "gone.md"], None, "a"),
        (["gone.md"], None, ""),
        ([], None, ""),
        (None, ["one"], "a b"),
        (None, ["one", "two"], "a b c"),
        (None, [], ""),
        (["d.md"], ["two"], "c d"),
        ([f"{number}.md" for number in range(40_000)] + ["d.md"], None, "d"),
    ],
)
def test_a_search_is_held_to_sources(
    two_seasons: tuple[SearchIndex, Folder], sources: list[str] | None, collections: list[str] | None, stems: str
) -> None:
    """By keys and by collections, together; none of them is nothing, and thousands are fine."""
    library, folder = two_seasons
    found = library.search(
        "clock",
        sources=None if sources is None else map(folder.key, sources),
        collections=None if collections is None else map(folder.key, collections),
    )
    assert sorted(ids(found)) == [f"{stem}#{number}" for stem in stems.split() for number in (1, 2)]


def test_a_citation_says_where_it_comes_from(library: SearchIndex, folder: Folder) -> None:
    """Of a transcript its file, speaker and time; of a record its own name, so that a file of records does not count as
    one source, unless it says which it belongs to."""
    folder.write("timed.md", "**Ada:** [00:10] Hm.\n\n**Ben:** [01:00] A lighthouse stood there.\n")
    folder.write("notes.csv", "id,text,course,file\n7,A lighthouse app.,Web,\n8,Our lighthouse.,,store\n")
    library.take_in([folder.path])
    by_id = {hit.citation.record_id: hit.citation for hit in library.search("lighthouse")}
    said = by_id["timed#2"]
    assert (said.title, said.document_name, said.file_path) == ("timed.md", "timed.md", folder.key("timed.md"))
    assert (said.speaker, said.start_seconds, said.course) == ("Ben", 60, "")
    assert said.text == "A lighthouse stood there."
    first, second = by_id["7"], by_id["8"]
    assert (first.document_name, first.file, first.course, first.text) == ("notes.csv", "7", "Web", "A lighthouse app.")
    assert (second.document_name, second.file, second.course) == ("notes.csv", "store", "")
