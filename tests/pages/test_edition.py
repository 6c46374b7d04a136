import json
import re
import sqlite3
from contextlib import closing
from typing import Any

import pytest

from core.evidence.evidence_map import read_evidence
from core.evidence.speaker_mapping import Cast
from core.generation.line import Line, prepare_line
from core.llm.client import ScriptedClient
from core.map_making.acts.act_records import AddPassage
from core.map_making.acts.make_act import already_made
from core.transcripts.readers import read_transcript
from core.whitelist.additions import propose_addition
from tests.pages.conftest import Opened, Opener
from workbench.jobs.runs.write_now import write_run
from workbench.paths import SAMPLE_DATA
from workbench.sessions.check_edit import editable_text
from workbench.store import RunSummary, Session, Store

REPLIES: list[str] = json.loads((SAMPLE_DATA / "replies.json").read_bytes())
EVIDENCE = (SAMPLE_DATA / "evidence.json").read_bytes()
TRANSCRIPT = (SAMPLE_DATA / "interview.md").read_bytes()
FILES = ["Markdown", "Web page", "JSON", "Certificate", "Transcript"]


def write(store: Store, session: Session, transcript: bytes = TRANSCRIPT) -> RunSummary:
    """Write an edition from the replies that travel with the sample: they quote well and badly, in every way."""
    line = prepare_line(read_evidence(EVIDENCE, "evidence.json"), read_transcript(transcript, "interview.md"))
    return write_run(store, session.session_id, line, ScriptedClient(REPLIES, "replies.json"))


@pytest.fixture
def two_runs(store: Store, sample_stored: Session) -> Session:
    """The sample session, with a second run."""
    write(store, sample_stored)
    return sample_stored


def view_of(opened: Opened) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
    """What the view was given: where it is to open, the transcript, the edition."""
    (component,) = opened.app.get("bidi_component")
    head, words, edition = component.proto.bytes.split(b"\n")
    return json.loads(head), json.loads(words), json.loads(edition)


def downloads(opened: Opened) -> list[str]:
    found: Any = opened.app.get("download_button")
    return [button.label for button in found]


def change(store: Store, statement: str, *values: object) -> None:
    with closing(sqlite3.connect(store.path)) as connection, connection:
        connection.execute(statement, values)


def links(opened: Opened) -> list[str]:
    found: Any = opened.app.get("page_link")
    return [link.label for link in found]


def test_before_the_first_run_the_page_leads_to_where_one_is_written(open_page: Opener, store: Store) -> None:
    """No empty frame."""
    session = store.sessions.create("Not written yet")
    session = store.sessions.put_transcript(session, "interview.md", TRANSCRIPT)
    session = store.sessions.put_evidence(session, "evidence.json", EVIDENCE)
    opened = open_page("edition", session=session.session_id)
    assert opened.failures == []
    assert "No edition was written yet." in opened.words
    assert "Write one on the page Generate" in links(opened)


def test_without_sources_the_page_says_what_is_missing(open_page: Opener, store: Store) -> None:
    """And where to bring it."""
    opened = open_page("edition", session=store.sessions.create("Empty").session_id)
    assert "This session has no transcript and no evidence map yet." in opened.words


def test_the_newest_run_is_read_beside_its_transcript(open_page: Opener, two_runs: Session) -> None:
    """With its verdict, and what this does not say; the address names the place."""
    opened = open_page("edition", session=two_runs.session_id)
    assert opened.failures == []
    assert "✓ Verified" in opened.words
    assert "We do not promise that a quote is fair" in opened.words
    assert "by replies written beforehand" in opened.words
    head, words, edition = view_of(opened)
    assert words["text"] == read_transcript(TRANSCRIPT, "interview.md").raw
    assert [chapter["label"] for chapter in edition["chapters"]][:2] == [
        "1. Brass by the Kilo",
        "2. Thirty-One Sizes of Sea",
    ]
    assert head["chapter"] == 0
    assert opened.app.query_params["run"] == "2"
    assert opened.app.query_params["chapter"] == "1"


def test_an_address_opens_its_place(open_page: Opener, two_runs: Session) -> None:
    """That run, that chapter, and below what was written of that chapter."""
    opened = open_page("edition", session=two_runs.session_id, run="2", chapter="3")
    assert view_of(opened)[0]["chapter"] == 2
    assert "There is no Veldrey hand" in opened.words
    assert "Run 1" in open_page("edition", session=two_runs.session_id, run="1").words


@pytest.mark.parametrize(
    ("run", "chapter", "said", "position"),
    [
        ("7", "2", "Run 2", 1),
        ("x", "-1", "Run 2", 0),
        ("1", "99", "Run 1", 5),
        ("１", "0", "Run 2", 0),
        ("", "", "Run 2", 0),
    ],
)
def test_an_address_that_names_no_place_opens_the_nearest(
    open_page: Opener, two_runs: Session, run: str, chapter: str, said: str, position: int
) -> None:
    """An old bookmark is no failure."""
    opened = open_page("edition", session=two_runs.session_id, run=run, chapter=chapter)
    assert opened.failures == []
    assert f"{said}," in opened.words
    assert view_of(opened)[0]["chapter"] == position


def test_another_run_is_read_from_its_beginning(open_page: Opener, two_runs: Session) -> None:
    """Nothing is overwritten, and either run can be read."""
    opened = open_page("edition", session=two_runs.session_id, chapter="4")
    opened.app.selectbox(key="edition.run").set_value(1).run()
    assert opened.failures == []
    assert "Run 1," in opened.words
    assert opened.app.query_params["run"] == "1"
    assert view_of(opened)[0]["chapter"] == 0


def test_what_was_changed_is_below_with_its_reasons(open_page: Opener, two_runs: Session) -> None:
    """And the whole reply beside what stands, when it is asked for."""
    opened = open_page("edition", session=two_runs.session_id)
    for words in ("Marks taken off", "Corrected to the transcript", "Left out", "Part of a proven quote"):
        assert words in opened.words
    assert "The reply as it came" not in opened.words
    opened.app.session_state["edition.whole"] = True
    opened.app.run()
    assert opened.failures == []
    assert "The reply as it came" in opened.words
    assert "- A thorough cleaning destroys" in opened.words


def test_every_file_is_offered(open_page: Opener, two_runs: Session) -> None:
    """Edition, certificate, and the transcript that a stranger needs to check them."""
    assert downloads(open_page("edition", session=two_runs.session_id)) == FILES


def test_the_edition_is_of_the_transcript_it_was_written_from(
    open_page: Opener, store: Store, sample_stored: Session
) -> None:
    """Though the session has another one by now: the run's own is kept, and the page says whose the verdict is."""
    store.sessions.put_transcript(
        store.sessions.get(sample_stored.session_id), "other.txt", b"Ada: Nothing of it is in here.\n"
    )
    opened = open_page("edition", session=sample_stored.session_id)
    assert opened.failures == []
    assert "✓ Verified" in opened.words
    assert "This edition is of another transcript (interview.md) than the session has now" in opened.words
    _, words, edition = view_of(opened)
    assert words["text"] == read_transcript(TRANSCRIPT, "interview.md").raw
    assert all(quote["spans"] for quote in edition["quotes"])
    listed = open_page("sessions").words
    assert "✓ Verified" not in listed
    assert "Its last edition is of another transcript than it has now." in listed


def test_an_edition_says_when_its_quotes_left_the_whitelist(
    open_page: Opener, store: Store, sample_stored: Session
) -> None:
    """By what the person decided since about who speaks."""
    assert "left the whitelist" not in open_page("edition", session=sample_stored.session_id).words
    store.speaker_mappings.put(
        sample_stored.session_id, Cast(label="Casimir Boyle", person="Somebody Else"), version=None
    )
    opened = open_page("edition", session=sample_stored.session_id)
    assert opened.failures == []
    assert re.search(r"\d+ quotes of this edition left the whitelist because of your changes", opened.words)


def test_an_edition_without_its_transcript_is_still_read(open_page: Opener, store: Store) -> None:
    """The right side says what became of the transcript, and how to bring it back; in any session, and it is there."""
    transcript = TRANSCRIPT + b"\n\n**Wanda Prell:** This copy will be lost.\n"
    session = store.sessions.put_transcript(store.sessions.create("Lost"), "interview.md", transcript)
    store.sessions.put_evidence(session, "evidence.json", EVIDENCE)
    write(store, session, transcript)
    store.sessions.put_transcript(
        store.sessions.get(session.session_id), "other.txt", b"Ada: Nothing of it is in here.\n"
    )
    change(store, "UPDATE runs SET transcript_sha256 = NULL")
    change(store, "DELETE FROM sources WHERE size = ?", len(transcript))
    opened = open_page("edition", session=session.session_id)
    assert opened.failures == []
    _, words, edition = view_of(opened)
    assert "is no longer kept here" in words["why"]
    assert "interview.md" in words["why"]
    assert edition["chapters"][0]["blocks"][0] == ["h", 2, ["Brass by the Kilo"]]
    assert "Transcript" not in downloads(opened)
    store.sessions.put_transcript(store.sessions.create("Brought again"), "interview.md", transcript)
    opened = open_page("edition", session=session.session_id)
    assert opened.failures == []
    assert view_of(opened)[1]["why"] == ""
    assert view_of(opened)[1]["text"] == read_transcript(transcript, "interview.md").raw
    assert "Transcript" in downloads(opened)


def test_a_run_of_a_newer_program_is_one_message(open_page: Opener, store: Store, two_runs: Session) -> None:
    """The others can be read."""
    run_id = store.runs.list(two_runs.session_id)[1].run_id
    change(store, """UPDATE runs SET edition = '{"mood":"sad",' || substr(edition, 2) WHERE run_id = ?""", run_id)
    opened = open_page("edition", session=two_runs.session_id)
    assert opened.failures == []
    assert "Run 2 was written by another version of this program" in opened.words
    assert opened.app.get("bidi_component") == []
    opened.app.selectbox(key="edition.run").set_value(1).run()
    assert opened.failures == []
    assert "✓ Verified" in opened.words


def test_a_certificate_of_a_newer_program_is_not_offered(open_page: Opener, store: Store, two_runs: Session) -> None:
    """What does not rest on it is."""
    run_id = store.runs.list(two_runs.session_id)[1].run_id
    change(store, """UPDATE runs SET certificate = '{"mood":1,' || substr(certificate, 2) WHERE run_id = ?""", run_id)
    opened = open_page("edition", session=two_runs.session_id)
    assert opened.failures == []
    assert downloads(opened) == ["Markdown", "JSON"]
    assert "The certificate of this run was made by another version" in opened.words


def edit(store: Store, session: Session, old: str, new: str) -> None:
    run = store.runs.get(store.runs.list(session.session_id)[-1].run_id)
    text = editable_text(run.edition.chapters[0])
    assert old in text
    store.edits.add(run.summary.run_id, 0, text.replace(old, new), after=0)


def test_an_edition_reads_as_it_was_edited(open_page: Opener, store: Store, two_runs: Session) -> None:
    """A proven edit leaves it proven, with a certificate of its own."""
    edit(store, two_runs, "looking for the sea", "looking for anything salt")
    opened = open_page("edition", session=two_runs.session_id)
    assert opened.failures == []
    assert "✓ Verified" in opened.words
    assert "edited by you since" in opened.words
    chapter = view_of(opened)[2]["chapters"][0]
    assert chapter["note"] == "This chapter reads as you edited it."
    assert "looking for anything salt" in json.dumps(chapter["blocks"])
    assert sorted(downloads(opened)) == sorted(FILES)


def test_an_edit_that_is_not_proven_leaves_nothing_proven(open_page: Opener, store: Store, two_runs: Session) -> None:
    """The verdict falls, the chapter says so, and what is offered is a draft."""
    edit(store, two_runs, "looking for the sea.", "looking for the sea. “I never was at sea in my life,” he says.")
    opened = open_page("edition", session=two_runs.session_id)
    assert opened.failures == []
    assert "✗ Unproven" in opened.words
    assert "not proven" in view_of(opened)[2]["chapters"][0]["note"]
    assert downloads(opened) == ["Draft, not proven"]
    assert "offered only as a draft" in opened.words
    opened.app.session_state["edition.whole"] = True
    assert "As you typed it" in Opened(opened.app.run()).words


def map_with(claim: str, chapters: int) -> bytes:
    """The sample's evidence map with other words for its first claim, and no more than so many chapters."""
    evidence: dict[str, Any] = json.loads(EVIDENCE)
    evidence["chapters"] = evidence["chapters"][:chapters]
    evidence["chapters"][0]["claims"][0]["claim"] = claim
    return json.dumps(evidence).encode()


@pytest.mark.parametrize(
    ("view", "chapter", "chapters"),
    [("Read", "1", 9), ("Read", "2", 1), ("Edit", "2", 1)],
    ids=["the claim says something else", "another map", "another map, editing"],
)
def test_a_promotion_that_no_longer_counts_is_said_and_taken_back(
    open_page: Opener, store: Store, sample_stored: Session, sample: Line, view: str, chapter: str, chapters: int
) -> None:
    """With the claim that it was for; it is never shown under a claim that now has its place."""
    session_id = sample_stored.session_id
    given, claim = sample.evidence_map, sample.evidence_map.chapters[0].claims[0].claim
    promotion = propose_addition(
        "Half past six", claim, [0], evidence_map=given, transcript=sample.transcript, roster=sample.roster
    )
    made = already_made(AddPassage(addition=promotion))
    store.acts.add(session_id, made, transcript=sample_stored.transcript)
    store.sessions.put_evidence(
        store.sessions.get(session_id), "evidence.json", map_with("The tide was out.", chapters)
    )
    opened = open_page("edition", session=session_id, chapter=chapter, look=view)
    assert opened.failures == []
    assert "does not count, because the evidence map no longer has its claim" in opened.words
    assert f"It was to support: {promotion.claim}" in opened.words
    assert "supports: " not in opened.words
    if view == "Edit":
        assert "the quote “Half past six” was added; this does not count: The claim" in opened.words
    opened.app.button(key="take-back-1").click().run()
    assert [one.undone for one in store.acts.list(session_id)] == [True]
    assert "Half past six" not in Opened(opened.app).words


@pytest.mark.parametrize("view", ["Edit", "Compare"])
def test_the_other_views_are_of_the_same_run(open_page: Opener, two_runs: Session, view: str) -> None:
    """And of the same chapter."""
    opened = open_page("edition", session=two_runs.session_id, run="2", chapter="3", look=view)
    assert opened.failures == []
    assert "✓ Verified" in opened.words
    if view == "Edit":
        opened.app.selectbox(key="edition.chapter").set_value(1).run()
        assert opened.app.query_params["chapter"] == "2"


def test_the_page_is_left_and_opened_again_where_it_was(open_page: Opener, two_runs: Session) -> None:
    """The way through the app names no chapter; the tab remembers it."""
    opened = open_page("edition", session=two_runs.session_id, run="1", chapter="5")
    for name in ("run", "chapter"):
        del opened.app.query_params[name]
    again = Opened(opened.app.run())
    assert "Run 1," in again.words
    assert view_of(again)[0]["chapter"] == 4


@pytest.mark.parametrize("view", ["Read", "Edit"])
def test_a_run_with_any_id_can_be_read(open_page: Opener, store: Store, sample_stored: Session, view: str) -> None:
    """Ids are drawn by lot, and Streamlit allows no two underscores in the key of a component."""
    run_id = store.runs.list(sample_stored.session_id)[0].run_id
    run = store.runs.get(run_id)
    again = run.model_copy(update={"summary": run.summary.model_copy(update={"run_id": "a__b_"})})
    store.runs.add(sample_stored.session_id, again, store.runs.replies(run_id))
    opened = open_page("edition", session=sample_stored.session_id, look=view)
    assert opened.failures == []
    assert "Run 2" in opened.words
