"""The page Verify: an article against a session's transcript, or one that is brought, without an evidence map."""

import pytest

from tests.golden import load
from tests.pages.conftest import Opened, Opener
from tests.transcript_cases import cases_of, file_of
from workbench.store import Session, Store

TALK = load("articles")["transcript"]
ARTICLE = """“We did not lose the boat.” (Tom Okoro)

“We did lose the boat.” (Tom Okoro)

“They moved north, about forty miles, and nobody followed them.” (Tom Okoro)
"""


@pytest.fixture
def talk(store: Store) -> Session:
    """A session that has nothing but a transcript."""
    return store.sessions.put_transcript(store.sessions.create("The boat"), "talk.txt", TALK.encode())


def give(opened: Opened, what: str, words: str) -> Opened:
    """Paste a text and say that it is to be used."""
    opened.app.text_area(f"paste-{what}-0").input(words)
    (use,) = (button for button in opened.app.button if f"verify-use-{what}" in str(button.key))
    return Opened(use.click().run())


def test_a_transcript_alone_is_enough(open_page: Opener, talk: Session) -> None:
    """Every quotation with its standing, two verdicts, no evidence map, and nothing is stored."""
    opened = give(open_page("verify", session=talk.session_id), "article", ARTICLE)
    assert opened.failures == []
    assert "2 of 3 quotations stand in the transcript." in opened.words
    assert "1 with the name of whoever said it, 1 misattributed." in opened.words
    assert "A negation was changed." in opened.words
    assert "The article names Tom Okoro; the transcript says Edda Lind." in opened.words


def test_an_article_without_quotations_is_no_success(open_page: Opener, talk: Session) -> None:
    """One clear sentence, and no sign of a verdict."""
    opened = give(open_page("verify", session=talk.session_id), "article", "Nothing was said.")
    assert "There is no quotation in this article" in opened.words
    assert not any("wb-verdict" in part.body for part in opened.app.html if not part.body.startswith("<style>"))


def give_tiers(opened: Opened, number: int, tier: str) -> Opened:
    """Paste a transcript in two languages, and choose one of them."""
    case = next(case for case in cases_of("elan") if "asks" in case)
    opened.app.text_area(f"paste-transcript-{number}").input(file_of(case).decode())
    (use,) = (button for button in opened.app.button if "verify-use-transcript" in str(button.key))
    (choice,) = Opened(use.click().run()).app.multiselect
    assert list(choice.options) == case["asks"]
    choice.set_value([tier]).run()
    return Opened(opened.app.button(key="use-tiers-verify").click().run())


def test_tiers_of_a_transcript_that_is_brought_are_chosen_here(open_page: Opener, store: Store) -> None:
    """As on Sources; another choice of the same file is another check, and a session made of it keeps the choice."""
    opened = give(open_page("verify"), "article", "“Nobody owns it.”\n")
    opened = give_tiers(opened, 0, "ref-no")
    assert (opened.failures, list(opened.app.multiselect)) == ([], [])
    assert "Not in the transcript, and nothing there is near it." in opened.words
    opened = give_tiers(opened, 1, "ref-en")
    assert "are in the transcript, character for character." in opened.words
    opened.app.button("verify-keep").click().run()
    (kept,) = store.sessions.list()
    assert kept.session.transcript is not None
    assert kept.session.transcript.chosen == ("ref-en",)


def test_without_any_session_a_transcript_can_be_brought(open_page: Opener, store: Store) -> None:
    """It is kept nowhere until the person asks; then it is a session."""
    opened = give(open_page("verify"), "article", ARTICLE)
    opened = give(opened, "transcript", TALK)
    assert opened.failures == []
    assert "2 of 3 quotations stand in the transcript." in opened.words
    assert store.sessions.list() == ()
    opened.app.button("verify-keep").click().run()
    (kept,) = store.sessions.list()
    assert kept.session.transcript is not None
    assert store.sources.get(kept.session.transcript.sha256) == TALK.encode()


def test_what_cannot_be_used_says_why_and_keeps_what_was_typed(open_page: Opener, talk: Session) -> None:
    """The message names the place; the field still holds the words."""
    opened = give(open_page("verify", session=talk.session_id), "article", '{"edition": 1}')
    assert "Pasted article cannot be used." in opened.words
    assert "This is JSON, not an article." in opened.words
    assert opened.app.text_area("paste-article-0").value == '{"edition": 1}'


def test_only_the_chosen_standing_is_shown(open_page: Opener, talk: Session) -> None:
    """The filter offers what there is, with its number."""
    opened = give(open_page("verify", session=talk.session_id), "article", ARTICLE)
    pills = opened.app.button_group("verify-filter")
    assert list(pills.options) == [
        "All 3",
        "✓ Found 1",
        "⇄ Misattributed 1",
        "≠ Altered 1",
    ]
    narrowed = Opened(pills.set_value("altered").run())
    assert narrowed.words.count("Show it in the transcript") == 1
    assert "A negation was changed." in narrowed.words


def test_another_reading_of_the_article_can_be_chosen(open_page: Opener, talk: Session) -> None:
    """What Markdown reads as a link is words and signs in plain text."""
    opened = give(open_page("verify", session=talk.session_id), "article", "“Of [course](/c) we kept it.”")
    assert "1 of 1 quotation stands in the transcript." in opened.words
    opened = Opened(opened.app.selectbox("verify-form-of-article-1").set_value("text").run())
    assert "Words were changed." in opened.words


def test_another_sessions_transcript_can_be_chosen(open_page: Opener, talk: Session, store: Store) -> None:
    """From a list of plain text; the article stays."""
    empty = store.sessions.create("Nothing in it")
    opened = give(open_page("verify", session=empty.session_id), "article", ARTICLE)
    chooser = opened.app.selectbox(f"verify-against-{empty.session_id}")
    assert list(chooser.options) == ["The boat: talk.txt", "One that I bring here"]
    opened = Opened(chooser.set_value(talk.session_id).run())
    assert opened.failures == []
    assert "2 of 3 quotations stand in the transcript." in opened.words
