import re
from html import unescape

import pytest
from streamlit.testing.v1 import AppTest

from workbench import places
from workbench.wording import PROMISE

PATIENCE = 120  # seconds; the first run imports everything
VIEWS = ["Transcript", "Coverage", "Edition", "Rejected quotes"]


def shown(app: AppTest) -> str:
    """Return the words that are on the page, without their tags."""
    return unescape(re.sub(r"<[^>]*>", " ", "\n".join(part.body for part in app.html)))


def assert_nothing_failed(app: AppTest) -> None:
    """Neither as Streamlit shows it nor as we do."""
    assert not app.exception
    assert not [part.body for part in app.html if 'class="wb-failure"' in part.body]


@pytest.fixture(scope="module")
def opened() -> AppTest:
    app = AppTest.from_file(places.APP, default_timeout=PATIENCE).run()
    assert_nothing_failed(app)
    return app


@pytest.fixture
def app(opened: AppTest) -> AppTest:
    return opened.button_group(key="view").set_value("Transcript").run()


def look_at(app: AppTest, view: str) -> str:
    app = app.button_group(key="view").set_value(view).run()
    assert_nothing_failed(app)
    return shown(app)


def test_opening_the_app_says_what_it_promises(app: AppTest) -> None:
    """Word for word."""
    assert PROMISE in shown(app)


def test_opening_the_app_shows_the_whole_session_at_a_glance(app: AppTest) -> None:
    """Transcript, quotes, the level of every chapter, and the verdict."""
    words = shown(app)
    assert re.search(r"5 speakers, \d+ turns", words)
    assert re.search(r"\d+ rejected, each with its reason", words)
    assert "✓ Verified" in words
    for level in ("Strong", "Medium", "Weak"):
        assert level in words
    assert "5 + 6" in words, "chapters that were joined are shown as joined"


def test_opening_the_app_shows_the_transcript(app: AppTest) -> None:
    """One component, which AppTest cannot look into: the browser tests do."""
    assert len(app.get("bidi_component")) == 1


@pytest.mark.parametrize("view", VIEWS)
def test_every_view_runs(app: AppTest, view: str) -> None:
    """No exception, no error box."""
    assert "Quote Workbench" in look_at(app, view)


def test_coverage_is_said_in_words_too(app: AppTest) -> None:
    """Chart and table; what was joined, and what each chapter lacks."""
    words = look_at(app, "Coverage")
    assert "Joined because both were weak." in words
    assert re.search(r"more words per claim for (Strong|Medium)", words)


def test_the_edition_is_read_chapter_by_chapter(app: AppTest) -> None:
    """With its verdict, excerpts and claims; choosing another chapter shows that one."""
    first = look_at(app, "Edition")
    assert "was found again in the transcript" in first
    assert "We do not promise that a quote is fair or that a claim is true." in first
    assert "Key Excerpts" in first
    assert "Core Claims" in first
    second = shown(app.selectbox(key="chapter").set_value(1).run())
    assert_nothing_failed(app)
    assert second != first


def test_no_rejected_quote_is_hidden(app: AppTest) -> None:
    """As many rows as there are rejections, each with its reason."""
    words = look_at(app, "Rejected quotes")
    rejected = re.search(r"(\d+) rejected", words)
    assert rejected
    table = next(part.body for part in app.html if "<caption>Rejected quotes</caption>" in part.body)
    assert table.count("<tr>") == int(rejected[1]) + 1
    assert "It is not in the transcript in this form." in words
    assert "Somebody else said it." in words


def test_the_address_remembers_the_view() -> None:
    """A bookmark opens the same place."""
    app = AppTest.from_file(places.APP, default_timeout=PATIENCE)
    app.query_params["view"] = "Coverage"
    assert "Joined because both were weak." in shown(app.run())
