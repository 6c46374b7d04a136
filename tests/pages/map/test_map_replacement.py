"""Another evidence map on *Sources*: what a person did to the present one stays, or is listed and taken back."""

from core.map_making.acts.act_records import MendQuote
from core.map_making.acts.make_act import already_made
from core.whitelist.corrections import Mend, MendKind
from tests.pages.conftest import Opener
from tests.pages.test_sources import TALK, TALK_MAP, give, opened, ran, stored, words
from workbench.store import Store


def test_mends_that_a_replacement_ends_are_named(store: Store, open_page: Opener) -> None:
    """Whoever made them should know."""
    session = stored(store, TALK.replace(b"Speaker 2", b"Ann Ode"), TALK_MAP)
    mend = Mend(
        kind=MendKind.TRANSCRIPT_WORDS,
        evidence_id="c1.1.2",
        was_quote="I hate the rain",
        was_speaker="Ann Ode",
        quote="the rain on a tin roof",
        speaker="Ann Ode",
    )
    made = already_made(MendQuote(mend=mend))
    store.acts.add(session.session_id, made, transcript=session.transcript)
    page = opened(open_page, session)
    assert "2 of 2 quotes are proven." in words(page)
    assert "✓ Corrected" in words(page)
    page = give(page, 1, "new.json", TALK_MAP.replace(b"I hate the rain", b"I adore the rain"))
    assert "1 change of yours to the map cannot be done to the new one, and will be taken back." in words(page)
    assert "The quote “I hate the rain” was corrected." in words(page)
    page.app.button(key="replace-evidence").click()
    page = ran(page)
    assert [one.undone for one in store.acts.list(session.session_id)] == [True]
    assert "1 of 2 quotes are proven." in words(page)
