import json
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from streamlit.testing.v1 import AppTest

from core.evidence.speaker_mapping import Cast
from core.map_making.acts.act_records import MendQuote
from core.map_making.acts.make_act import already_made
from core.transcripts.speakers import SpeakerRole
from core.whitelist.corrections import Mend, MendKind
from workbench.store import Session, Store
from workbench.ui.common import cache
from workbench.ui.whitelist import state as whitelisting

PATIENCE = 120  # seconds; the first run imports everything
OPEN = "I came down in the morning and the bridge was open, and nobody else had a key."
WIDE = OPEN.replace("open", "wide open")
SHUT = OPEN.replace("open", "shut")
EVENING = OPEN.replace("morning", "evening")


def transcript_of(words: str) -> bytes:
    return f"ADA: {words}\n\nBEN: So it moved by itself, and you saw it with your own eyes.\n".encode()


def map_of(quote: str) -> bytes:
    """A map without ids of its own: its first quote is always c1.1.1."""
    support = [{"quote": quote, "speaker": "ADA"}]
    persons = [{"speaker_name": "Ada Lake", "speaker_role": "guest", "aliases": ["ADA"]}]
    chapters = [{"title": "Bridge", "claims": [{"claim": "It moved.", "support": support}]}]
    return json.dumps({"speakers": persons, "chapters": chapters}).encode()


def page() -> None:
    """Do what the browser sent, and keep what is said of it."""
    import streamlit as st

    from workbench.ui.common import page_context
    from workbench.ui.whitelist import state as whitelisting

    whitelisting.take(st.session_state["sent"])
    st.session_state["said"] = " ".join(line for said in page_context.take_messages() for line in said.lines)


class Seen(NamedTuple):
    """What a tab shows at some time."""

    shown: whitelisting.WhitelistView
    hashes: dict[str, str]


class Tab:
    """A tab that shows the whitelist of a session."""

    def __init__(self, store: Store, session_id: str) -> None:
        self._store = store
        self._session_id = session_id

    def look(self) -> Seen:
        """Draw the page as it is now."""
        session = self._store.sessions.get(self._session_id)
        given = cache.material(session)
        shown = whitelisting.whitelist_view(session, given)
        data = whitelisting.data_of(session, given, shown)
        return Seen(shown, {"words": data["words_hash"], "marks": data["marks_hash"]})

    def send(self, seen: Seen, act: dict[str, Any]) -> str:
        """Do something on what was seen; returns what is said of it."""
        app = AppTest.from_function(page, default_timeout=PATIENCE)
        app.query_params["session"] = self._session_id
        app.session_state["sent"] = {**act, **seen.hashes}
        app.run()
        assert not app.exception
        return app.session_state["said"]


OFFER = {"do": "mend", "evidence_id": "c1.1.1", "offer": 0}


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    """A fresh database, which the page uses."""
    path = tmp_path / "workbench.db"
    monkeypatch.setenv("WORKBENCH_DB", str(path))
    return Store(path)


@pytest.fixture
def session(store: Store) -> Session:
    """One quote, refused for one word."""
    session = store.sessions.put_transcript(store.sessions.create("The bridge"), "talk.txt", transcript_of(OPEN))
    return store.sessions.put_evidence(session, "map.json", map_of(SHUT))


@pytest.fixture
def tab(store: Store, session: Session) -> Tab:
    """A tab on it."""
    return Tab(store, session.session_id)


def mends(store: Store, session: Session) -> list[tuple[int, str, str, bool]]:
    """Number, what the map said, what it says instead, whether it was taken back."""
    mends = [(one, one.act.mend) for one in store.acts.list(session.session_id) if isinstance(one.act, MendQuote)]
    return [(one.number, mend.was_quote, mend.quote, one.undone) for one, mend in mends]


def refused(seen: Seen) -> list[str]:
    return [row.rejection.quote for row in seen.shown.rejected]


def test_an_offer_is_taken_undone_and_redone(store: Store, session: Session, tab: Tab) -> None:
    """Each is stored, and nothing is said where it went well."""
    assert refused(tab.look()) == [SHUT]
    assert tab.send(tab.look(), OFFER) == ""
    assert refused(tab.look()) == []
    assert mends(store, session) == [(1, SHUT, OPEN, False)]
    assert tab.send(tab.look(), {"do": "undo", "number": 1}) == ""
    assert refused(tab.look()) == [SHUT]
    assert tab.send(tab.look(), {"do": "redo", "number": 1}) == ""
    assert mends(store, session) == [(1, SHUT, OPEN, False)]


def test_the_words_that_were_selected_are_taken(store: Store, session: Session, tab: Tab) -> None:
    """As they stand in the transcript; where they cannot be a quote, the reason is said and nothing is stored."""
    start = len("ADA: ")
    selected = {"do": "mend", "evidence_id": "c1.1.1", "start": start, "end": start + len("I came down")}
    assert "inside the word “down”" in tab.send(tab.look(), {**selected, "end": start + len("I came dow")})
    assert mends(store, session) == []
    assert tab.send(tab.look(), selected) == ""
    assert mends(store, session) == [(1, SHUT, "I came down", False)]


class TestWhatWasSeen:
    """Another tab or program changes the session while this tab still shows how it was."""

    def transcript(self, store: Store, session: Session) -> None:
        """Another offer, and other words at every place."""
        store.sessions.put_transcript(session, "other.txt", transcript_of(WIDE))

    def evidence(self, store: Store, session: Session) -> None:
        """Another quote with the same id."""
        store.sessions.put_evidence(session, "other.json", map_of(EVENING))

    def cast(self, store: Store, session: Session) -> None:
        """Another person said it."""
        cast = Cast(label="ADA", person="Ada Lake", role=SpeakerRole.CALLER)
        store.speaker_mappings.put(session.session_id, cast, version=None)

    def mend(self, store: Store, session: Session) -> None:
        """It is mended already."""
        mend = Mend(
            kind=MendKind.TRIM, evidence_id="c1.1.1", was_quote=SHUT, was_speaker="ADA", quote=OPEN[:11], speaker="ADA"
        )
        made = already_made(MendQuote(mend=mend))
        store.acts.add(session.session_id, made, transcript=session.transcript)

    @pytest.mark.parametrize("change", ["transcript", "evidence", "cast", "mend"])
    @pytest.mark.parametrize(
        "act", [OFFER, {"do": "mend", "evidence_id": "c1.1.1", "start": 5, "end": 16}], ids=["offer", "selection"]
    )
    def test_an_act_on_what_is_no_longer_so_does_nothing(
        self, store: Store, session: Session, tab: Tab, change: str, act: dict[str, Any]
    ) -> None:
        """It is said; nothing is stored."""
        seen = tab.look()
        getattr(self, change)(store, session)
        before = mends(store, session)
        assert "was changed since you saw it, so nothing was done" in tab.send(seen, act)
        assert mends(store, session) == before

    def test_a_session_that_was_deleted_is_left_alone(self, store: Store, session: Session, tab: Tab) -> None:
        """It is said."""
        seen = tab.look()
        store.sessions.delete(session)
        assert "deleted elsewhere, so nothing was done" in tab.send(seen, OFFER)


class TestInPlaceOfAnother:
    """A further mend of a quote lies over the one before, or takes its place where that is out of date."""

    def test_a_mend_that_is_out_of_date_is_set_aside(self, store: Store, session: Session, tab: Tab) -> None:
        """Ids that the map does not give repeat in the next map: the old mend is not in the way of the new quote."""
        assert tab.send(tab.look(), OFFER) == ""
        store.sessions.put_evidence(store.sessions.get(session.session_id), "other.json", map_of(EVENING))
        assert refused(tab.look()) == [EVENING]
        assert tab.send(tab.look(), OFFER) == ""
        assert refused(tab.look()) == []
        assert mends(store, session) == [(1, SHUT, OPEN, True), (2, EVENING, OPEN, False)]

    def test_a_mend_of_mended_words_lies_over_the_first(self, store: Store, session: Session, tab: Tab) -> None:
        """Where another transcript says it otherwise, what was mended is refused, and can be mended again."""
        assert tab.send(tab.look(), OFFER) == ""
        store.sessions.put_transcript(store.sessions.get(session.session_id), "other.txt", transcript_of(WIDE))
        assert refused(tab.look()) == [OPEN]
        assert tab.send(tab.look(), OFFER) == ""
        assert refused(tab.look()) == []
        assert mends(store, session) == [(1, SHUT, OPEN, False), (2, OPEN, WIDE, False)]
        assert "rests on it: the quote" in tab.send(tab.look(), {"do": "undo", "number": 1})
