"""Themes: what several texts share, each named by a word that all of its texts have."""

from hypothesis import given
from hypothesis import strategies as st

from core.answers.excerpt_groups import Theme, find_themes
from core.answers.word_tokens import form_of, words_of

VOCABULARY = "ferry ferries storm Storms mill bread the of and really people 渡し船 橋 van gogh salt-mill 3 👍".split()
TEXTS = st.lists(st.lists(st.sampled_from(VOCABULARY), max_size=9).map(" ".join), max_size=9)


def themes(*texts: str, wanted: str = "", files: str = "") -> list[tuple[tuple[str, ...], tuple[int, ...]]]:
    found = find_themes(texts, files or [str(place) for place in range(len(texts))], frozenset(wanted.split()))
    return [(theme.terms, theme.places) for theme in found]


def test_texts_that_share_a_word_are_a_theme() -> None:
    """The word names them, as they write it; a text that shares nothing is in none."""
    assert themes(
        "The ferries were late, and no ferry came back.",
        "Bread was dear that winter.",
        "Nobody waits for a ferry in a storm. Ferries sink.",
        "My mother baked bread, and bread only.",
        "The clerk wrote it down.",
    ) == [(("ferry",), (0, 2)), (("bread",), (1, 3))]


def test_two_words_side_by_side_say_more_than_one() -> None:
    """A pair that texts share is a better name than a word that more of them have."""
    assert themes(
        "The toll bridge was closed.",
        "He paid at the toll bridge twice.",
        "A bridge of stone, a bridge of wood.",
        "Stone walls, stone floors.",
    )[0] == (("toll bridge",), (0, 1))


def test_everyday_words_make_no_theme() -> None:
    """What holds talk together is shared by all talk."""
    assert themes("You know, people really think so.", "People really think a lot, you know.", "Yeah, so people.") == []


def test_a_word_in_passing_makes_no_theme_unless_it_was_asked_for() -> None:
    """Two texts that each have a word once share it by chance; a word of the question they share for a reason."""
    texts = ("The clerk saw the lamp.", "Under the lamp lay a rope.", "A ledger.", "A mill.")
    assert themes(*texts) == []
    assert themes(*texts, wanted="lamp") == [(("lamp",), (0, 1))]


def test_what_most_texts_have_parts_nothing() -> None:
    """A word that more than half of the texts have names no group, not even one that was asked for."""
    texts = [f"The ferry, the ferry and {what}." for what in ("bread", "bread and bread", "salt", "rope", "a lamp")]
    assert themes(*texts, wanted="ferri") == [(("bread",), (0, 1))]


def test_other_files_make_a_better_theme() -> None:
    """What two files speak of names a theme before what one file says twice."""
    texts = ("Salt, salt and bread, bread.", "Salt and salt.", "Bread and bread.", "A lamp.")
    assert themes(*texts, files="aabc") == [(("bread",), (0, 2))]
    assert themes(*texts, files="abac") == [(("salt",), (0, 1))]


def test_scripts_without_spaces_have_themes() -> None:
    """Two characters side by side are a word there."""
    assert themes("渡し船が遅れた。船が。", "渡し船を待つ。船が。", "パンを焼く。", "橋。")[0][1] == (0, 1)


@given(TEXTS, st.sampled_from(("", "ferri", "storm mill")))
def test_a_theme_can_be_checked_by_reading(texts: list[str], wanted: str) -> None:
    """No text is in two themes, each theme has two, in order, and each of them has the theme's first term."""
    found: tuple[Theme, ...] = find_themes(texts, ["a"] * len(texts), frozenset(wanted.split()))
    placed = [place for theme in found for place in theme.places]
    assert len(placed) == len(set(placed))
    assert [theme.places[0] for theme in found] == sorted(theme.places[0] for theme in found)
    for theme in found:
        assert len(theme.places) > 1
        assert list(theme.places) == sorted(theme.places)
        assert len(theme.terms) == len(theme.forms) == len(set(theme.forms))
        for place in theme.places:
            assert f" {theme.forms[0]} " in f" {' '.join(map(form_of, words_of(texts[place])))} "
