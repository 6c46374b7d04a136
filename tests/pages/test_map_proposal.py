"""The page Map where a model proposes: what is said before, that nothing is sent unasked, and what came of it."""

import json
import time
from typing import Any

import pytest

from core.evidence.evidence_map import unaccepted_rows
from core.evidence.row_marks import RowOrigin, WordsBy
from core.map_making.proposal.map_requests import MapWindow, map_requests
from core.transcripts.readers import read_transcript
from tests.pages.conftest import PATIENCE, Opened, Opener
from tests.pages.test_map import CAPTIONS, ROLES, made_of, row_buttons, talk
from tests.pages.test_sources import words
from tests.wire.map_proposals import LINE
from workbench.jobs import proposals
from workbench.store import ClientChoice, ProposalPlan, ProposalState, Session, Store
from workbench.ui.map import proposal

GUESTS = ("Casimir Boyle", "Dr. Imke Sorrel, M.Sc.")
(WINDOW,) = map_requests(read_transcript(CAPTIONS, "interview.vtt"), guests=GUESTS, hosts=("Wanda Prell",))


def _reply(count: int = 3) -> str:
    """A map of two claims with sentences that guests say, and a quote that does not exist."""
    said = [(number, json.loads(one)) for number, one in LINE.findall(WINDOW.request.prompt)]
    long = [(number, one) for number, one in said if len(one.split()) > 14][: count + 1]

    def quote(number: str, one: str) -> dict[str, Any]:
        return {"ids": [f"s{number}"], "first_words": one, "last_words": one}

    first = {"claim": "The tide was read.", "quotes": [quote(*one) for one in long[:-1]]}
    second = {"claim": "It was kept.", "quotes": [quote(*long[-1]), quote("99999", "no such words")]}
    return json.dumps({"chapters": [{"title": "Of tides", "claims": [first, second]}]})


def proposed(store: Store, session: Session, reply: str = "") -> Session:
    """Let given replies propose a map of the session's transcript, to the end."""
    assert session.transcript is not None
    choice = ClientChoice(kind="scripted", replies=(reply or _reply(),), every_call=True)
    plan = ProposalPlan(transcript=session.transcript, guests=GUESTS, hosts=("Wanda Prell",), client=choice, windows=1)
    proposals.begin(store, session.session_id, plan, (WINDOW,))
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        found = store.proposals.progress(session.session_id)
        if found is not None and found.state is ProposalState.DONE:
            return session
        time.sleep(0.01)
    raise AssertionError("it goes on")


def opened(open_page: Opener, session: Session) -> Opened:
    page = open_page("map", session=session.session_id, part="Let a model propose")
    assert page.failures == []
    return page


def press(page: Opened, key: str) -> Opened:
    page.app.button(key=key).click().run()
    assert page.failures == []
    return page


def test_before_the_first_call_it_is_said_what_is_sent_to_whom(store: Store, open_page: Opener) -> None:
    """Service, characters and price, and that the whole transcript leaves; nothing begins before a person agrees."""
    session = talk(store)
    page = opened(open_page, session)
    said = words(page)
    assert "The whole transcript is sent out of this machine, to Gemini (" in said
    assert "characters; about" in said
    assert page.app.button(key="map-propose").disabled
    page.app.checkbox[0].check().run()
    assert not page.app.button(key="map-propose").disabled
    assert store.proposals.progress(session.session_id) is None


def test_without_a_key_nothing_is_begun(store: Store, open_page: Opener) -> None:
    """And the page says what to do."""
    session = talk(store)
    page = opened(open_page, session)
    page.app.checkbox[0].check().run()
    page.app.button(key="map-propose").click().run()
    assert "there is no key for it" in words(page)
    assert store.proposals.progress(session.session_id) is None


def test_what_a_model_proposes_stands_apart_until_it_is_accepted(store: Store, open_page: Opener) -> None:
    """Chapter, claims and quotes with two buttons each; what was refused has its reason; looking takes nothing."""
    session = proposed(store, talk(store))
    page = opened(open_page, session)
    said = words(page)
    assert "The model has answered." in said
    assert "It took 1 call" in said
    assert "There is no sentence of this id." in said
    assert "0 of 4 quotes accepted, 0 rejected." in said
    assert [one.value for one in page.app.text_input] == ["Of tides", "The tide was read.", "It was kept."]
    assert store.sessions.get(session.session_id).evidence is None


def test_what_is_accepted_is_in_the_map_as_the_model_s(store: Store, open_page: Opener) -> None:
    """Words that a person changed are theirs; a row that was rejected, and one not decided, are not in it."""
    session = proposed(store, talk(store))
    page = opened(open_page, session)
    accept, reject = row_buttons(page, "accepted"), row_buttons(page, "rejected")
    press(page, accept[0].key)
    press(page, accept[3].key)
    press(page, reject[1].key)
    assert "2 of 4 quotes accepted, 1 rejected." in words(page)
    next(one for one in page.app.text_input if one.value == "It was kept.").set_value("It was kept for long.").run()
    made = made_of(session, store)
    first, second = made.chapters[0].claims
    assert unaccepted_rows(made) == 0
    assert (first.claim, first.words_by, first.origin) == ("The tide was read.", WordsBy.MODEL, RowOrigin.MODEL)
    assert (second.claim, second.words_by, second.origin) == ("It was kept for long.", WordsBy.PERSON, RowOrigin.MODEL)
    assert [len(first.support), len(second.support)] == [1, 1]
    assert {one.speaker_name for one in made.speakers} >= set(ROLES) - {"Imke Sorrel"}
    assert [one.made_by is not None for claim in (first, second) for one in claim.support] == [True, True]
    assert "2 of 4 quotes accepted" in words(opened(open_page, session))


def test_an_answer_that_is_no_map_says_why_and_can_be_discarded(store: Store, open_page: Opener) -> None:
    """Another model can be asked then; what it took is counted still."""
    session = proposed(store, talk(store), "I am sorry, I cannot do that.")
    page = opened(open_page, session)
    assert "No reply proposes a quote that stands." in words(page)
    assert "The reply holds no JSON." in words(page)
    press(page, "map-discard-sure")
    assert "The proposal was discarded" in words(page)
    assert store.proposals.progress(session.session_id) is None
    assert len(store.calls.of_session(session.session_id)) == 1
    assert page.app.button(key="map-propose") is not None


def test_replies_to_what_another_version_asked_are_not_read_as_answers(
    store: Store, open_page: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its numbers may mean other sentences by now; the page says so."""
    session = proposed(store, talk(store))
    other = WINDOW.model_copy(update={"request": WINDOW.request.model_copy(update={"prompt": "Asked otherwise."})})

    def asked_now(*_: object) -> tuple[MapWindow, ...]:
        return (other,)

    monkeypatch.setattr(proposal, "windows_of_plan", asked_now)
    page = opened(open_page, session)
    assert "1 of 1 reply cannot be read any more" in words(page)
    assert row_buttons(page, "accepted") == []


def test_a_proposal_of_another_transcript_is_not_shown_beside_this_one(store: Store, open_page: Opener) -> None:
    """Its places would be those of other words."""
    session = proposed(store, talk(store))
    other = store.sessions.put_transcript(store.sessions.get(session.session_id), "b.txt", b"Ann Lee: Hello there.\n")
    page = opened(open_page, other)
    assert row_buttons(page, "accepted") == []
    assert "made of another transcript" in words(page) or "Nobody is known to be a guest" in words(page)
