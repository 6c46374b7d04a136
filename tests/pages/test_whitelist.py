import pytest

from tests.pages.conftest import Opener
from workbench.store import Session
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
