import pytest

from workbench.help.search import HelpHit, search_help
from workbench.help.sections import all_sections


def places(query: str) -> list[str]:
    """Return the addresses of what a search finds."""
    return [f"{hit.section.page.name}#{hit.section.anchor}" for hit in search_help(query).hits]


def marked(hit: HelpHit) -> list[str]:
    return [mark.slice(hit.snippet).casefold() for mark in hit.marks]


@pytest.mark.parametrize(
    ("query", "place"),
    [
        ("resume a run", "troubles#a-run-was-interrupted"),
        ("api key", "models#keys"),
        ("partial_word", "pages#whitelist"),
        ("how do I import a session?", "pages#sessions"),
        ("lost speech", "files#transcripts"),
        ("OLLAMA", "models#servers-with-openais-protocol"),
        ("--fail-under", "commands#evaluate"),
        ("speaker mapping", "pages#sources"),
        ("not UTF-8", "troubles#letters-look-wrong"),
    ],
)
def test_plain_words_find_their_section(query: str, place: str) -> None:
    """Among the first three, however they are written."""
    assert place in places(query)[:3]


def test_every_section_is_found_by_its_heading() -> None:
    """There is nothing in the help that the search does not reach."""
    for section in all_sections():
        assert f"{section.page.name}#{section.anchor}" in places(section.heading)


def test_a_section_has_all_words() -> None:
    """Words in other forms count, and so do beginnings, as while somebody types."""
    assert places("quotation") == places("quotations")
    assert "files#transcripts" in places("lost speec")
    for hit in search_help("lost speech").hits:
        words = " ".join((hit.section.heading, *hit.section.blocks)).casefold()
        assert "lost" in words
        assert "speech" in words


def test_a_letter_alone_is_a_word() -> None:
    """It is not the beginning of every word: half the help would be found."""
    assert len(places("j")) < 5


def test_where_no_section_has_all_words_those_with_most_are_found() -> None:
    """And it is said that they do not have all."""
    found = search_help("xyzzy resume a run")
    assert not found.all_words
    assert found.hits
    assert search_help("resume a run").all_words


@pytest.mark.parametrize("query", ["xyzzy", "???", "", "   ", "x" * 5000, "<script>alert(1)</script> xyzzy 42"])
def test_whatever_is_typed_is_no_failure(query: str) -> None:
    """Nothing found is an answer too."""
    assert len(search_help(query).hits) < len(all_sections())


def test_words_that_stand_everywhere_are_looked_for_alone() -> None:
    """They count only where nothing else was typed."""
    assert places("how do I resume a run") == places("resume run")
    assert places("the")


@pytest.mark.parametrize("query", ["lost speech", "resume", "WORKBENCH_DB", "certificate transcript", "quotes"])
def test_a_snippet_is_a_few_words_with_what_was_found_marked(query: str) -> None:
    """It is cut between words, and every mark is on a word that was searched for."""
    words = [word.rstrip("s") for word in query.casefold().replace("_", " ").split()]
    for hit in search_help(query).hits:
        assert len(hit.snippet) <= 160
        assert all(any(mark.startswith(word[:5]) for word in words) for mark in marked(hit))
        block = next(block for block in hit.section.blocks if hit.snippet.strip("… ") in block)
        before, after = block.split(hit.snippet.strip("… "), 1)
        assert not before or before.endswith(" ")
        assert not after or after.startswith(" ")


def test_a_snippet_shows_all_words_where_they_stand_close_together() -> None:
    """Not only the first of them, however long the paragraph is."""
    hit = next(hit for hit in search_help("lost speech").hits if hit.section.anchor == "transcripts")
    assert {"lost", "speech"} <= set(marked(hit))
