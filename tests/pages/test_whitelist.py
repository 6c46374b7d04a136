import pytest

from tests.pages.conftest import Opener
from workbench.store import Session, Store
from workbench.ui.common import cache
from workbench.ui.whitelist import state


def test_the_transcript_is_one_component(open_page: Opener, sample_stored: Session) -> None:
    """AppTest cannot look into it: the browser tests do."""
    opened = open_page("whitelist", session=sample_stored.session_id)
    assert opened.failures == []
    assert len(opened.app.get("bidi_component")) == 1


def test_beyond_a_number_no_corrections_are_looked_for_and_that_is_said(
    open_page: Opener, sample_stored: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every rejected quote is listed all the same, and words can be selected for each."""
    every = state.whitelist_view(sample_stored, cache.material(sample_stored))
    assert (every.note, len(every.rejected)) == ("", 18)
    monkeypatch.setattr(state, "MOST_OFFERS", 3)
    few = state.whitelist_view(sample_stored, cache.material(sample_stored))
    assert [row.rejection for row in few.rejected] == [row.rejection for row in every.rejected]
    assert [row.offers for row in few.rejected] == [*(row.offers for row in every.rejected[:3]), *[()] * 15]
    opened = open_page("whitelist", session=sample_stored.session_id)
    assert opened.failures == []
    assert "Corrections are offered for the first 3 of 18 rejected quotes" in opened.words


def test_what_to_listen_to_first_is_set_where_it_is_seen(open_page: Opener, store: Store, doubted: Session) -> None:
    """A move is stored at once, says what it marks, and changes nothing else of the settings."""
    page = open_page("whitelist", session=doubted.session_id)
    assert page.failures == []
    assert page.app.slider[0].value == 30
    assert "1 of 2 quotes is marked" in page.words
    for percent, marked in ((75, "2 of 2 quotes are marked"), (12, "0 of 2 quotes are marked")):
        page.app.slider[0].set_value(percent).run()
        assert page.failures == []
        assert marked in page.words
        settings = store.sessions.get(doubted.session_id).settings
        assert settings == doubted.settings.model_copy(update={"listen_below": percent / 100})


def test_where_the_transcript_gives_no_certainty_nothing_is_asked(open_page: Opener, sample_stored: Session) -> None:
    """No slider, and no word of it."""
    page = open_page("whitelist", session=sample_stored.session_id)
    assert len(page.app.slider) == 0
    assert "marked “?”" not in page.words
