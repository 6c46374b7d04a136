"""What a person does to the map on its page is stored, refused in words, taken back and done again."""

from pathlib import Path
from typing import Any

import pytest
import streamlit as st

from core.map_making.acts.act_records import ActGroup, AddChapter, AddClaim, AddSupport, RowKey, RowLevel, WriteWords
from core.span import Span
from workbench.store import Session, Store
from workbench.ui.common import cache, page_context
from workbench.ui.map import history

TALK = b"Ada: The boat was late that day.\n\nBo: Why was it late?\n"
CHAPTER, CLAIM = (
    AddChapter(title="One", new_id="one"),
    AddClaim(chapter_id="one", words="Late.", new_id="k", seen=("",)),
)


@pytest.fixture
def session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Session:
    """A session with a transcript and no map."""
    store = Store(tmp_path / "workbench.db")
    monkeypatch.setattr(page_context, "store_of_process", lambda: store)
    st.session_state.clear()
    return store.sessions.put_transcript(store.sessions.create("The boat"), "talk.txt", TALK)


def said() -> str:
    """What the top of the next page says."""
    return " ".join(line for message in page_context.take_messages() for line in message.lines)


def shown(session: Session) -> list[Any]:
    """The map as outline: titles, claims, quotes."""
    evidence = cache.effective_map(cache.material(session)).evidence_map
    claims = [claim for chapter in evidence.chapters for claim in chapter.claims]
    return [one.title for one in evidence.chapters] + [
        (claim.claim, *((one.quote, one.speaker) for one in claim.support)) for claim in claims
    ]


def test_a_map_is_made_of_acts_alone(session: Session) -> None:
    """Each is stored and counts at once; words are the transcript's, snapped to whole ones."""
    assert history.history_of(session, cache.material(session)) == (0, "", "")
    history.act(session, ActGroup(acts=(CHAPTER, CLAIM)))
    rows = cache.effective_map(cache.material(session)).rows
    look = rows.look(RowKey(RowLevel.CLAIM, "k"))
    history.act(session, AddSupport(claim_id="k", span=Span(6, 20), quote="Never said", seen=(look,)))
    assert said() == ""
    assert shown(session) == ["One", ("Late.", ("The boat was late", "Ada"))]
    line = cache.line_of(cache.material(session))
    assert [quote.quote_text for quote in line.whitelist] == ["The boat was late"]
    where = history.history_of(session, cache.material(session))
    assert where == (2, "the quote “The boat was late” was added", "")


def test_it_is_taken_back_and_done_again_and_said(session: Session) -> None:
    """The latest first; where there is nothing more, that is said."""
    history.act(session, ActGroup(acts=(CHAPTER, CLAIM)))
    history.undo(session)
    assert said() == "Taken back: the chapter “One” was added, and 1 more act."
    assert shown(session) == []
    assert history.history_of(session, cache.material(session)) == (
        0,
        "",
        "the chapter “One” was added, and 1 more act",
    )
    history.undo(session)
    assert said() == "There is no act to take back in this session."
    history.redo(session)
    assert said() == "Done again: the chapter “One” was added, and 1 more act."
    assert shown(session) == ["One", ("Late.",)]


def test_what_is_refused_is_said(session: Session) -> None:
    """And nothing is done."""
    history.act(session, ActGroup(acts=(CHAPTER, CLAIM)))
    history.act(session, WriteWords(row=RowLevel.CLAIM, row_id="k", words="Never.", seen=("another look",)))
    assert said() == ("The claim “Late.” was changed since you saw it. Nothing was done. Look at the map as it is now.")
    assert shown(session) == ["One", ("Late.",)]
