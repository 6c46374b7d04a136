"""Sources with files that are no text: what was recognised, the choice among tiers, captions of older sessions."""

import json

from core.transcripts.readers import AS_WORDS
from tests.pages.conftest import Opener
from tests.pages.test_sources import TALK_MAP, give, opened, ran, stored, words
from tests.transcript_cases import cases_of, file_of
from workbench.store import Session, Store

CAPTIONS = b"""WEBVTT

00:00:01.000 --> 00:00:03.000
<v Speaker 1>What do you make of rain?

NOTE ask again

00:00:03.000 --> 00:00:05.000
<v Ann Ode>I like the rain

00:00:05.000 --> 00:00:07.000
on a tin roof best of all
"""
RAIN = "1 of 2 quotes are proven."


def read_as_text(store: Store) -> Session:
    """Return a session whose captions an earlier version took for plain text."""
    session = stored(store, None, TALK_MAP)
    session = store.sessions.put_transcript(session, "talk.vtt", CAPTIONS)
    file = json.loads(store.sessions.export(session.session_id))
    file["transcript"]["form"] = AS_WORDS
    return store.sessions.import_file(json.dumps(file).encode())


def test_captions_are_shown_as_they_were_read(store: Store, open_page: Opener) -> None:
    """The kind of file, its units, what was left out, the first turns; a quote over two cues is proven."""
    said = words(give(opened(open_page, stored(store, None, TALK_MAP)), 0, "talk.vtt", CAPTIONS))
    assert "WebVTT captions (podcast), UTF-8" in said
    assert "Turns 2 from 3 units of the file" in said
    assert "1 NOTE blocks (they are no speech)" in said
    assert "The first turns Time Speaker Words 0:00:01 Speaker 1 What do you make of rain?" in said
    assert RAIN in said


def test_tiers_are_chosen_on_the_page(store: Store, open_page: Opener) -> None:
    """What is chosen is shown and nothing is kept; afterwards the session keeps what was chosen."""
    case = next(case for case in cases_of("json-services") if "asks" in case)
    session = stored(store, None, None)
    page = give(opened(open_page, session), 0, "call.json", file_of(case))
    assert store.sessions.get(session.session_id).transcript is None
    assert list(page.app.multiselect[0].options) == case["asks"]
    assert page.app.button(key="use-tiers-transcript").disabled
    page.app.multiselect[0].set_value(case["asks"][:1])
    assert "The first turns Time Speaker Words" in words(ran(page))
    assert store.sessions.get(session.session_id).transcript is None
    page.app.button(key="use-tiers-transcript").click()
    ran(page)
    kept = store.sessions.get(session.session_id).transcript
    assert kept is not None
    assert (kept.form, kept.chosen) == ("", tuple(case["asks"][:1]))


def test_captions_of_an_older_session_stay_until_they_are_read_anew(store: Store, open_page: Opener) -> None:
    """What becomes of the quotes is shown first."""
    session = read_as_text(store)
    page = opened(open_page, session)
    assert RAIN not in words(page)
    assert "was read as plain text by an earlier version" in words(page)
    page.app.button(key="read-anew").click()
    said = words(ran(page))
    assert "Replace the transcript talk.vtt by talk.vtt?" in said
    assert store.sessions.get(session.session_id).transcript == session.transcript
    page.app.button(key="replace-transcript").click()
    said = words(ran(page))
    assert RAIN in said
    assert "was read as plain text" not in said
