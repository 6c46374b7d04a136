"""The quotations of an article, read once and held against many transcripts: with one, as the article's check says."""

from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from core.editions.article_check import CheckedQuotation, check_article
from core.editions.article_check.article_page import read_page
from core.editions.article_check.article_quotations import (
    ReadArticle,
    SamePeople,
    check_quotations,
    least_words,
    read_quotations,
)
from core.transcripts.readers import read_transcript
from core.transcripts.transcript import TranscriptPair
from core.verify.transcript_search import PreparedTranscript, ProofRank
from core.whitelist.possible_quotes import PossibleQuotes
from tests.golden import cases, load
from tests.properties import examples

TALK = read_transcript(load("articles")["transcript"].encode(), "talk.txt")
OTHER = read_transcript(
    b"Ann Lee: The moon rose late.\n\nTom Okoro: It did not rise at all, as I recall.\n", "moon.txt"
)
WALL = read_transcript(b"A. Bell: Perhaps the sea did.\n\nBen Cole: Nobody knows.\n\nAda Bell: I know.\n", "wall.txt")
BELLS = SamePeople({"Ada Bell": "Ada Bell", "A. Bell": "Ada Bell", "The Warden": "Ada Bell"})


_WORDS = "late was the boat &amp; \\* *was* “ ” ... [laughter] 3.5 - ’s \ufffd &".split()
SENTENCES = st.lists(st.sampled_from(_WORDS), min_size=1, max_size=8).map(" ".join)


def read(case: dict[str, Any], *transcripts: TranscriptPair) -> ReadArticle:
    page = read_page(case["article"], case["form"])
    return read_quotations(page, case["form"], [label for one in transcripts for label in one.labels])


def checked(article: ReadArticle, transcript: TranscriptPair, people: SamePeople) -> list[CheckedQuotation | None]:
    found = {one.number: one.checked for one in check_quotations(article, transcript, people)}
    return [found.get(number) for number in range(len(article.quotations))]


@pytest.mark.parametrize("case", cases("articles"))
def test_with_one_transcript_it_is_the_check_of_the_article(case: dict[str, Any]) -> None:
    """The same quotations, each with the same words for it."""
    expected = check_article(case["article"], case["form"], TALK)
    article = read(case, TALK)
    found = [one for one in checked(article, TALK, SamePeople()) if one is not None]
    assert found == list(expected.quotations)
    assert (article.obstacle is None) == (expected.obstacle is None)


@pytest.mark.parametrize("case", cases("articles"))
def test_names_are_those_of_the_transcript_that_is_asked(case: dict[str, Any]) -> None:
    """Whom another transcript of the archive names takes nothing from what is said of this one's own words."""
    expected = {(one.text, one.line): one for one in check_article(case["article"], case["form"], TALK).quotations}
    article = read(case, OTHER, TALK)
    for one in checked(article, TALK, SamePeople()):
        assert one is None or expected.get((one.text, one.line), one) == one


@pytest.mark.parametrize(
    ("words", "mouth"),
    [
        ("Ada Bell said: “Perhaps the sea did.”", "right"),
        ("The Warden said: “Perhaps the sea did.”", "right"),
        ("A. Bell said: “I know.”", "right"),
        ("Ben Cole said: “Perhaps the sea did.”", "wrong"),
        ("Ada Bell said: “Nobody knows.”", "wrong"),
        ("Eve Dahl said: “Nobody knows.”", "unknown_name"),
    ],
)
def test_spellings_of_one_person_are_one(words: str, mouth: str) -> None:
    """Whichever of them the article has, and whichever the transcript has."""
    article = read({"article": words, "form": "markdown"}, WALL)
    (one,) = checked(article, WALL, BELLS)
    assert one is not None
    assert one.mouth == mouth


def test_a_name_that_two_people_of_an_archive_share_means_the_one_who_is_there() -> None:
    """As it does where that transcript alone is asked."""
    ann = read_transcript(b"Ann Reed: The tide was low.\n", "ann.txt")
    article = read({"article": "“The tide was low,” said Ann.", "form": "markdown"}, OTHER, ann)
    (one,) = checked(article, ann, SamePeople())
    assert one is not None
    assert (one.wording, one.mouth) == ("typography", "right")


@examples(600)
@given(
    st.lists(st.tuples(st.sampled_from(["Ada", "Bo"]), SENTENCES), min_size=1, max_size=3),
    st.lists(SENTENCES, min_size=1, max_size=6),
)
@example([("Ada", "the &amp; boat was"), ("Bo", "\\* late")], ["the & boat", "* late", "boat"])
@example([("Ada", "the boat *was* late")], ["was", "*was* late", "boat was", "- late"])
def test_what_a_reader_of_an_article_finds_is_not_left_out_either(
    turns: list[tuple[str, str]], quotes: list[str]
) -> None:
    """Words that the checker finds in some form, in the transcript's characters or in those that its markup shows."""
    text = "\n\n".join(f"{who}: {words}" for who, words in turns)
    transcript = read_transcript(text.encode(), "talk.txt")
    possible = set(PossibleQuotes(quotes, least_words).seen_in(transcript.canonical))
    prepared = PreparedTranscript(transcript)
    asked = enumerate(prepared.ask(quote, None).standing for quote in quotes)
    assert {number for number, standing in asked if standing is not ProofRank.NOWHERE} <= possible
