from tests.pages.conftest import Opener
from workbench.store import Session


def test_the_transcript_is_one_component(open_page: Opener, sample_stored: Session) -> None:
    """AppTest cannot look into it: the browser tests do."""
    opened = open_page("whitelist", session=sample_stored.session_id)
    assert opened.failures == []
    assert len(opened.app.get("bidi_component")) == 1
