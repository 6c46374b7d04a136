"""Synonyms of a person's own: what they find, and a file that cannot be used, with everything that is wrong in it."""

from pathlib import Path

import pytest

from core.errors import BadInput
from workbench.search import SearchIndex
from workbench.search.synonyms import read_synonyms

TALK = """**Ada:** The ferry was overpriced last year.

**Ben:** It costs too much for a family of four people.

**Ada:** An expensive ticket is what the harbour office wants.

**Ben:** Nobody minds the price of the bread at all.
"""


def found(index: SearchIndex, question: str, **synonyms: tuple[str, ...]) -> list[str]:
    return [hit.citation.record_id for hit in index.search(question, synonyms=synonyms)]


@pytest.fixture
def index(tmp_path: Path) -> SearchIndex:
    """Return an index with a talk."""
    index = SearchIndex(tmp_path / "ask.db")
    index.take_text("talk.md", TALK.encode(), key="talk")
    return index


def test_a_synonym_is_found_in_place_of_its_word(index: SearchIndex) -> None:
    """A word, or several in a row, beside the word itself; only in this direction."""
    given = {"expensive": ("overpriced", "costs too much")}
    assert found(index, "expensive") == ["talk#3"]
    assert set(found(index, "expensive", **given)) == {"talk#1", "talk#2", "talk#3"}
    assert found(index, "overpriced", **given) == ["talk#1"]
    assert found(index, "costs a bread", expensive=("overpriced",)) == found(index, "costs a bread")


def test_a_word_has_its_synonyms_in_every_form(index: SearchIndex) -> None:
    """In capitals and with other endings, in the question and in the file."""
    for question in ("ticket", "Tickets", "TICKET"):
        assert set(found(index, question, tickets=("Bread",))) == {"talk#3", "talk#4"}


def test_what_was_found_by_a_synonym_is_lit(index: SearchIndex) -> None:
    """As the word itself is."""
    (hit,) = index.search("zebra", synonyms={"zebra": ("ferry",)})
    assert [span.slice(hit.citation.text) for span in hit.highlights] == ["ferry"]


def test_synonyms_are_never_operators(index: SearchIndex) -> None:
    """Whatever they hold."""
    for word in ('" OR "', "NEAR(a b)", "a* ^b -c", "\0", "lead : x", "価格", "x" * 100):
        assert found(index, "zebra", zebra=(word,)) == []


def test_a_file_gives_synonyms(tmp_path: Path) -> None:
    """In YAML or JSON."""
    path = tmp_path / "synonyms.yml"
    for text in (
        "dear: [costly, too much]\nslow: [sluggish]\n",
        '{"dear": ["costly", "too much"], "slow": ["sluggish"]}',
    ):
        path.write_text(text, encoding="utf-8")
        assert read_synonyms(path.read_bytes(), path.name) == {"dear": ("costly", "too much"), "slow": ("sluggish",)}


def test_all_that_is_wrong_in_a_file_is_told_at_once(tmp_path: Path) -> None:
    """Each with the word where it stands."""
    path = tmp_path / "s.yml"
    lines = ("dear: costly", "two words: [x]", "fast: []", "slow: [1, '...']", "sell: [a]", "selling: [b]")
    path.write_text("\n".join((*lines, f"many: [{', '.join(['x'] * 21)}]\n")), encoding="utf-8")
    with pytest.raises(BadInput) as error:
        read_synonyms(path.read_bytes(), path.name)
    assert [(problem.place, problem.message) for problem in error.value.problems] == [
        ("s.yml: dear", "has text for its synonyms, not a list of words."),
        ("s.yml: two words", "is not a single word."),
        ("s.yml: fast", "has a list for its synonyms, not a list of words."),
        ("s.yml: slow", "has a number as synonym 1."),
        ("s.yml: slow", "has no words as synonym 2, or too many."),
        ("s.yml: selling", "is the same word as sell, which has synonyms already."),
        ("s.yml: many", "has 21 synonyms; 20 are the most."),
    ]
    assert all(problem.remedy for problem in error.value.problems)
    path.write_text("- a\n", encoding="utf-8")
    with pytest.raises(BadInput, match="holds a list, not an object"):
        read_synonyms(path.read_bytes(), path.name)
