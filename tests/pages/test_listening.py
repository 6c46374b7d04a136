"""The queue of quotes to listen to first, on *Whitelist*."""

import json
from pathlib import Path

import pytest

from core.editions.article_check import check_article
from core.evidence.speaker_mapping import Cast
from core.generation.offline_client import OfflineComposer
from core.map_making.acts.map_rows import rows_of
from core.span import Span
from tests.doubted_talk import doubted_line
from tests.pages.conftest import Opened, Opener
from tests.workbench.store.making import HEARD
from workbench.jobs.runs.write_now import write_run
from workbench.sessions.recording import heard_in_words, read_recording
from workbench.store import Session, Store
from workbench.ui.common import cache
from workbench.ui.common.heard_words import heard_of_quotes, heard_words
from workbench.ui.edition.component import QuotationOrigins, payload
from workbench.ui.map.by_hand.payload import MapHistory, describe_map
from workbench.ui.verify.state import PassageLinks, against_session
from workbench.ui.verify.view_quotations import rows

WAV = b"RIFF\x24\x00\x00\x00WAVEfmt " + bytes(100)
DOUBTED = "We measured the harbour wall every winter for nineteen years."


@pytest.fixture
def recorded(store: Store, doubted: Session, tmp_path: Path) -> Session:
    """The small talk with a recording; its file is 12% sure of a word of its first quote."""
    path = tmp_path / "talk.wav"
    path.write_bytes(WAV)
    return store.sessions.put_recording(doubted, read_recording(str(path)))


def opened(open_page: Opener, session: Session) -> Opened:
    page = open_page("whitelist", session=session.session_id)
    assert page.failures == []
    return page


def says(page: Opened, session: Session, button: str, *, name: str = "Ada", note: str = "") -> Opened:
    page.app.text_input(key=f"listening-name-{session.session_id}").input(name)
    page.app.text_input(key=f"listening-note-{session.session_id}").input(note)
    next(one for one in page.app.button if one.label == button).click()
    page.app.run()
    return page


def labels(page: Opened) -> list[str]:
    return [one.label for one in page.app.button]


def test_what_was_heard_is_kept_and_taken_back(open_page: Opener, store: Store, recorded: Session) -> None:
    """With the name, which is asked once; the quote waits no longer, and its words stay."""
    page = opened(open_page, recorded)
    assert DOUBTED in page.words
    assert "1 quote to listen to." in page.words
    page = says(page, recorded, "It does not", note="ninety")
    assert page.failures == []
    (verdict,) = store.ear_verdicts.list(recorded.session_id)
    assert (verdict.says_so, verdict.name, verdict.note) == (False, "Ada", "ninety")
    assert "It does not" not in labels(page)
    assert f"Not so in the recording (listened to on {verdict.heard_at[:10]} by Ada): ninety" in page.words
    next(one for one in page.app.button if one.label == "Take back").click()
    page.app.run()
    assert store.ear_verdicts.list(recorded.session_id) == ()
    assert page.app.text_input(key=f"listening-name-{recorded.session_id}").value == "Ada"
    assert page.app.text_input(key=f"listening-note-{recorded.session_id}").value == ""


def test_nobody_hears_nothing(open_page: Opener, store: Store, recorded: Session) -> None:
    """A verdict is somebody's."""
    page = says(opened(open_page, recorded), recorded, "It says so", name=" ")
    assert any("your name" in failure for failure in page.failures)
    assert store.ear_verdicts.list(recorded.session_id) == ()


def test_another_recording_or_transcript_inherits_nothing(
    open_page: Opener, store: Store, recorded: Session, tmp_path: Path
) -> None:
    """The same quote waits there; with the former recording the former verdict is back."""
    says(opened(open_page, recorded), recorded, "It says so")
    other = tmp_path / "other.wav"
    other.write_bytes(WAV + b"more")
    session = store.sessions.put_recording(store.sessions.get(recorded.session_id), read_recording(str(other)))
    page = opened(open_page, session)
    assert "It says so" in labels(page)
    assert "So in the recording" not in page.words
    store.sessions.put_recording(session, recorded.recording)
    assert "So in the recording" in opened(open_page, session).words
    (verdict,) = store.ear_verdicts.list(session.session_id)
    store.ear_verdicts.delete(session.session_id, verdict)
    store.ear_verdicts.put(session.session_id, verdict.model_copy(update={"raw_sha256": HEARD.raw_sha256}))
    assert "It says so" in labels(opened(open_page, session))


def test_without_a_recording_there_is_no_queue(open_page: Opener, doubted: Session) -> None:
    """There is nothing to listen to."""
    assert "It says so" not in labels(opened(open_page, doubted))


def test_what_was_heard_stands_beside_the_quote_in_an_edition(
    open_page: Opener, store: Store, recorded: Session
) -> None:
    """Of the edition's own transcript and the session's present recording, and of no other."""
    write_run(store, recorded.session_id, doubted_line(), OfflineComposer())
    says(opened(open_page, recorded), recorded, "It does not")
    (verdict,) = store.ear_verdicts.list(recorded.session_id)
    edition = store.runs.get(store.runs.list(recorded.session_id)[0].run_id).edition
    origins = QuotationOrigins(quotes={}, claims={}, heard={verdict.quote_id: verdict})
    marks = json.loads(payload(edition, doubted_line().transcript, origins)["marks"])
    told = {quote["id"]: (quote.get("heard", ""), quote.get("denied")) for quote in marks["quotes"]}
    assert told.pop(verdict.quote_id) == (heard_in_words(verdict), True)
    assert set(told.values()) == {("", None)}
    assert open_page("edition", session=recorded.session_id).failures == []


def test_a_new_run_leaves_a_denied_quote_out(open_page: Opener, store: Store, recorded: Session) -> None:
    """Unless the switch beside the queue keeps it; both pages say how many, and the quote stays proven."""
    says(opened(open_page, recorded), recorded, "It does not")
    session = store.sessions.get(recorded.session_id)
    known = {quote.quote_id for quote in cache.line_of(cache.material(session)).whitelist}
    (verdict,) = store.ear_verdicts.list(session.session_id)
    given = cache.material_to_write(session)
    assert given.denied == (verdict.quote_id,)
    assert {quote.quote_id for quote in cache.line_of(given).merged.whitelist} == known - {verdict.quote_id}
    assert "1 quote that is not so in the recording is left out of new runs." in generated(open_page, session)
    page = opened(open_page, session)
    assert "1 quote not so in the recording is left out." in page.words
    next(one for one in page.app.toggle if one.label == "Leave denied quotes out of new runs").set_value(False).run()
    assert page.failures == []
    assert "1 quote not so in the recording is offered all the same." in page.words
    session = store.sessions.get(recorded.session_id)
    assert not session.settings.leave_out_denied
    assert cache.material_to_write(session) == cache.material(session)
    assert "left out of new runs" not in generated(open_page, session)


def generated(open_page: Opener, session: Session) -> str:
    page = open_page("generate", session=session.session_id)
    assert page.failures == []
    return page.words


def test_what_was_heard_stands_wherever_the_words_do(open_page: Opener, store: Store, recorded: Session) -> None:
    """Beside the quote of the map by hand, and beside the passage that an article quotes; in no other words."""
    says(opened(open_page, recorded), recorded, "It does not", note="ninety")
    session = store.sessions.get(recorded.session_id)
    (verdict,) = store.ear_verdicts.list(session.session_id)
    told, said = heard_words(session), heard_in_words(verdict)
    line = cache.line_of(cache.material(session))
    quote = next(one for one in line.whitelist if one.quote_id == verdict.quote_id)
    start, end = quote.raw_spans[0]
    assert told.at(Span(start + 1, end - 1)) == said
    assert told.of(Span(start, end), quote.quote_text) == said
    assert told.of(Span(start, end), "other words") == ""
    assert told.at(Span(end, end + 1)) == ""
    by_hand = describe_map(rows_of(line.evidence_map), line, MapHistory(), heard=heard_of_quotes(session, line))
    shown = [row["heard"] for row in by_hand["rows"].decoded() if row["level"] == "support"]
    assert shown == [said, ""]
    assert open_page("map", session=session.session_id).failures == []
    against, article = against_session(session), f"Ann said: “{DOUBTED}”"
    quotations = check_article(article, "text", against.transcript).quotations
    assert said in str(rows(quotations, article, against.transcript, PassageLinks(against)))


def shown_on(page: Opened) -> str:
    """Return what the page's component was given."""
    assert page.failures == []
    return "".join(one.proto.bytes.decode() for one in page.app.get("bidi_component"))


def under_pseudonyms(store: Store, session: Session) -> Session:
    """Give both speakers a pseudonym, and switch them on."""
    stored = {one.cast.label: one for one in store.speaker_mappings.list(session.session_id)}
    for label, pseudonym in (("Per Lund", "P01"), ("Ida Moor", "P02")):
        known = stored.get(label)
        cast = (known.cast if known else Cast(label=label)).model_copy(update={"pseudonym": pseudonym})
        store.speaker_mappings.put(session.session_id, cast, version=known.version if known else None)
    return store.sessions.put_under_pseudonyms(store.sessions.get(session.session_id), on=True)


@pytest.mark.parametrize("view", ["read", "present"])
def test_what_was_heard_is_said_under_either_names(
    open_page: Opener, store: Store, recorded: Session, view: str
) -> None:
    """Where an edition is read and where it is presented; once each."""
    write_run(store, recorded.session_id, doubted_line(), OfflineComposer())
    says(opened(open_page, recorded), recorded, "It does not", note="ninety")
    (verdict,) = store.ear_verdicts.list(recorded.session_id)
    assert shown_on(open_page("edition", session=recorded.session_id, view=view)).count(heard_in_words(verdict)) == 1
    renamed = under_pseudonyms(store, recorded)
    shown = shown_on(open_page("edition", session=renamed.session_id, view=view))
    assert '"name":"P01"' in shown
    assert shown.count(heard_in_words(verdict)) == 1


def test_what_was_heard_stands_beside_falsified_words(open_page: Opener, store: Store, recorded: Session) -> None:
    """Of those that were made of a quote that somebody denied."""
    says(opened(open_page, recorded), recorded, "It does not")
    (verdict,) = store.ear_verdicts.list(recorded.session_id)
    assert heard_in_words(verdict) in shown_on(open_page("poison", session=recorded.session_id, view="present"))
