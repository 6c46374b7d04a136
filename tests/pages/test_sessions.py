import json
import re
from html import unescape
from threading import Event

import pytest

from tests.conftest import SAMPLE
from tests.pages.conftest import PATIENCE, Opened, Opener
from tests.workbench.jobs.runs.acting import until
from tests.workbench.sessions.importing.folders import TEXTS, bytes_of, zip_of
from workbench.labels import PROMISE
from workbench.sample import sample_session
from workbench.sessions.importing.find_given import GivenFiles
from workbench.sessions.importing.import_report import ImportReport
from workbench.sessions.importing.import_talks import Progress, import_talks
from workbench.sessions.titles import UNTITLED
from workbench.store import Session, Store, StoreError
from workbench.ui.sessions import state
from workbench.ui.sessions.view import ROWS

WORST = "<img src=x onerror=alert(1)> $x$ :smile: -- **b** `c` </script>"


def fill(store: Store, title: str) -> Session:
    """Store a session with both of its sources."""
    session = store.sessions.create(title)
    session = store.sessions.put_transcript(session, "interview.md", (SAMPLE / "interview.md").read_bytes())
    return store.sessions.put_evidence(session, "evidence.json", (SAMPLE / "evidence.json").read_bytes())


def ran(opened: Opened) -> Opened:
    """Run the page again; nothing failed."""
    opened.app.run()
    assert opened.failures == []
    return opened


def markup(opened: Opened) -> str:
    return "\n".join(part.body for part in opened.app.html if not part.body.startswith("<style>"))


def titles(opened: Opened) -> list[str]:
    """Return the titles of the rows, in order."""
    return [unescape(title) for title in re.findall(r"<h3>(.*?)</h3>", markup(opened))]


def test_an_empty_database_says_what_to_do_first(store: Store, open_page: Opener) -> None:
    """No error, no empty table, and both ways to begin."""
    page = open_page("sessions")
    assert PROMISE in page.words
    assert "There are no sessions yet." in page.words
    assert [button.label for button in page.app.button] == ["New session", "Open the sample"]
    assert store.sessions.list() == ()


def test_a_row_says_what_matters_at_a_glance(store: Store, open_page: Opener) -> None:
    """Title, files, quotes proven and rejected, levels, the last run."""
    fill(store, "Tides")
    page = open_page("sessions")
    assert titles(page) == ["Tides"]
    said = page.words
    assert "interview.md + evidence.json" in said
    assert re.search(r"\d+ proven", said)
    assert re.search(r"\d+ rejected", said)
    assert "Strong" in said
    assert "No run yet" in said
    assert re.search(r"Changed\s+\d{4}-\d\d-\d\d \d\d:\d\d", said)


def test_the_last_run_is_shown_with_its_verdict(store: Store, open_page: Opener) -> None:
    """The sample comes with one."""
    sample_session(store)
    assert "✓ Verified" in open_page("sessions").words


def test_a_session_without_its_sources_says_what_is_missing(store: Store, open_page: Opener) -> None:
    """Nothing was proven, so nothing is counted."""
    store.sessions.put_transcript(store.sessions.create("Half"), "interview.md", (SAMPLE / "interview.md").read_bytes())
    store.sessions.create("Nothing")
    said = unescape(re.sub(r"<[^>]*>", " ", markup(open_page("sessions"))))
    assert "interview.md, no evidence map yet" in said
    assert "No transcript and no evidence map yet" in said
    assert "proven" not in said.replace(PROMISE, "")


def test_a_new_session_is_opened_on_its_sources(store: Store, open_page: Opener) -> None:
    """It is stored, and the address names it."""
    page = open_page("sessions")
    page.app.button(key="new-session").click()
    ran(page)
    [summary] = store.sessions.list()
    assert summary.session.title == UNTITLED
    assert page.app.query_params["session"] == summary.session.session_id
    assert "Transcript" in page.words


def test_the_sample_is_begun_once_and_opened_again(store: Store, open_page: Opener) -> None:
    """A second click adds no second sample."""
    for _ in range(2):
        page = open_page("sessions")
        page.app.button(key="open-sample").click()
        ran(page)
        assert len(store.sessions.list()) == 1
        assert page.app.query_params["session"] == store.sessions.list()[0].session.session_id


def test_a_title_is_written_over(store: Store, open_page: Opener) -> None:
    """And stored at once."""
    session = store.sessions.create("Old")
    page = open_page("sessions")
    page.app.text_input(key=f"title-{session.session_id}").set_value("  New   name ")
    ran(page)
    assert titles(page) == ["New name"]
    assert store.sessions.get(session.session_id).title == "New name"


def test_an_empty_title_changes_nothing(store: Store, open_page: Opener) -> None:
    """The field shows again what is stored."""
    session = store.sessions.create("Old")
    page = open_page("sessions")
    page.app.text_input(key=f"title-{session.session_id}").set_value("   ")
    ran(page)
    assert page.app.text_input(key=f"title-{session.session_id}").value == "Old"
    assert store.sessions.get(session.session_id) == session


def test_two_tabs_do_not_overwrite_each_other(store: Store, open_page: Opener) -> None:
    """The second one is told, and shows what is stored."""
    session = store.sessions.create("Old")
    page = open_page("sessions")
    store.sessions.rename(session, "Changed elsewhere")
    page.app.text_input(key=f"title-{session.session_id}").set_value("Mine").run()
    assert not page.app.exception
    assert len(page.failures) == 1
    assert titles(page) == ["Changed elsewhere"]
    assert page.app.text_input(key=f"title-{session.session_id}").value == "Changed elsewhere"


def test_a_copy_has_a_title_of_its_own(store: Store, open_page: Opener) -> None:
    """And the same sources."""
    session = fill(store, "Tides")
    page = open_page("sessions")
    for _ in range(2):
        page.app.button(key=f"duplicate-{session.session_id}").click()
        ran(page)
    assert sorted(titles(page)) == ["Tides", "Tides (copy)", "Tides (copy) 2"]
    assert [one.session.transcript for one in store.sessions.list()] == [session.transcript] * 3


def test_a_deleted_session_comes_back_by_undo(store: Store, open_page: Opener) -> None:
    """The line names it; until then it is in the list of deleted ones."""
    session = store.sessions.create("Tides")
    store.sessions.create("Other")
    page = open_page("sessions")
    page.app.button(key=f"delete-{session.session_id}").click()
    ran(page)
    assert titles(page) == ["Other"]
    assert "Deleted “Tides”." in page.words
    assert [one.session.title for one in store.sessions.list(deleted=True)] == ["Tides"]
    page.app.button(key="undo-delete").click()
    ran(page)
    assert sorted(titles(page)) == ["Other", "Tides"]
    assert "Deleted “Tides”." not in page.words
    assert store.sessions.list(deleted=True) == ()


def test_a_deleted_session_comes_back_from_the_list(store: Store, open_page: Opener) -> None:
    """Also in another tab, and when no other session is left."""
    session = store.sessions.create("Tides")
    store.sessions.delete(session)
    page = open_page("sessions")
    assert "There are no sessions yet." in page.words
    page.app.button(key=f"restore-{session.session_id}").click()
    ran(page)
    assert titles(page) == ["Tides"]


def test_the_search_finds_titles_and_file_names(store: Store, open_page: Opener) -> None:
    """Case does not matter; what nothing is found for is said."""
    fill(store, "Tides")
    store.sessions.create("Winds")
    page = open_page("sessions")
    for searched, found in (("tIDES", ["Tides"]), ("interview", ["Tides"]), ("wind", ["Winds"]), ("%", [])):
        page.app.text_input(key="search").set_value(searched)
        ran(page)
        assert titles(page) == found
    assert "No session has “%” in its title or file names." in page.words


def test_hundreds_of_sessions_stay_usable(store: Store, open_page: Opener) -> None:
    """The page draws some, says of how many, and goes on."""
    for number in range(ROWS + 5):
        store.sessions.create(f"Session {number}")
    page = open_page("sessions")
    assert len(titles(page)) == ROWS
    assert f"{ROWS} of {ROWS + 5} sessions are shown" in page.words
    page.app.button(key="show-more").click()
    ran(page)
    assert len(titles(page)) == ROWS + 5


def test_an_exported_session_is_imported_again(store: Store, open_page: Opener) -> None:
    """Under its title, or that with a mark where it is taken."""
    exported = store.sessions.export(fill(store, "Tides").session_id)
    page = open_page("sessions")
    page.app.file_uploader(key="import-0").set_value(("tides.session.json", exported, "application/json"))
    ran(page)
    assert len(titles(page)) == 2
    assert "Imported “" in page.words
    ran(page)
    assert len(store.sessions.list()) == 2, "a later run imports nothing again"


def test_a_file_that_is_no_session_changes_nothing(store: Store, open_page: Opener) -> None:
    """All problems are said."""
    page = open_page("sessions")
    page.app.file_uploader(key="import-0").set_value(
        ("x.json", json.dumps({"chapters": []}).encode(), "application/json")
    ).run()
    assert not page.app.exception
    assert len(page.failures) == 1
    assert store.sessions.list() == ()


def drop(page: Opened, **files: bytes) -> Opened:
    """Drop files, `_` for the dot of each name."""
    [field] = (one for one in page.app.file_uploader if one.label.startswith("Transcripts"))
    field.set_value([(name.replace("_", "."), data, "application/octet-stream") for name, data in files.items()])
    return ran(page)


def shows(page: Opened, words: str) -> bool:
    """Tell whether the page, drawn once more, has these words."""
    return words in ran(page).words


def test_dropped_transcripts_are_sessions(store: Store, open_page: Opener) -> None:
    """One for each talk, with its map; every other file is in a list, and what is refused changes nothing."""
    mine = store.sessions.create("Mine")
    texts = {name: bytes_of(text) for name, text in TEXTS.items()}
    talk = {"talk_vtt": texts["voices.vtt"], "talk_srt": texts["captions.srt"], "talk_json": texts["map.json"]}
    more = {"other_txt": texts["other.txt"], "cover_png": texts["picture"], "notes_pdf": texts["pdf"]}
    page = drop(open_page("sessions"), **talk, **more)
    until(lambda: shows(page, "2 sessions made"))
    assert sorted(titles(page)) == ["Mine", "The Tide", "other"]
    assert "2 sessions made, 1 file with the same words, 1 file skipped, 1 file refused." in page.words
    assert "This is a PDF, not a text." in page.words
    assert "This is a picture." in page.words
    assert "talk.vtt + talk.json" in page.words
    assert store.sessions.get(mine.session_id) == mine
    ran(page)
    assert len(store.sessions.list()) == 3, "a later run imports nothing again"
    page.app.button(key="close-import").click()
    assert "sessions made" not in ran(page).words


def test_a_dropped_project_is_the_map_of_its_talk(store: Store, open_page: Opener) -> None:
    """What became of its selections is said."""
    files = {"talk_vtt": bytes_of(TEXTS["voices.vtt"]), "talk_qdpx": bytes_of(TEXTS["project.qdpx"])}
    page = drop(open_page("sessions"), **files)
    until(lambda: shows(page, "1 session made"))
    assert "talk.vtt + talk.qdpx" in page.words
    assert 'Code "It came at four.", selection 1: Ann alone said these words.' in page.words
    [summary] = store.sessions.list()
    assert summary.session.evidence is not None


def test_a_zip_with_nothing_new(store: Store, open_page: Opener) -> None:
    """What is there already is named."""
    page = drop(open_page("sessions"), talk_vtt=bytes_of(TEXTS["voices.vtt"]))
    until(lambda: shows(page, "1 session made"))
    drop(page, talks_zip=zip_of([{"name": "a/talk.srt", "is": "captions.srt"}]))
    until(lambda: shows(page, "No session was made"))
    assert "The session “talk” has the same words." in page.words
    assert "talks.zip/a/talk.srt" in page.words
    assert titles(page) == ["talk"]


def test_an_import_that_takes_long_is_followed(
    store: Store, open_page: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page says how far it is, and draws itself with what came of it."""
    goes_on = Event()

    def slow(store: Store, given: GivenFiles, progress: Progress) -> ImportReport:
        progress(1, 3)
        goes_on.wait(PATIENCE)
        return import_talks(store, given)

    monkeypatch.setattr(state, "import_talks", slow)
    monkeypatch.setattr(state, "AT_ONCE", 0.0)
    page = drop(open_page("sessions"), talk_vtt=bytes_of(TEXTS["voices.vtt"]))
    until(lambda: shows(page, "File 2 of 3"))
    assert titles(page) == []
    goes_on.set()
    until(lambda: shows(page, "1 session made"))
    assert titles(page) == ["talk"]


def test_an_import_that_fails_says_why(store: Store, open_page: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page stays usable."""

    def full(*_: object) -> ImportReport:
        raise StoreError("There is no room on the disk.")

    monkeypatch.setattr(state, "import_talks", full)
    page = open_page("sessions")
    [field] = (one for one in page.app.file_uploader if one.label.startswith("Transcripts"))
    field.set_value([("talk.vtt", b"WEBVTT", "text/vtt")]).run()
    until(lambda: "The import was stopped: There is no room on the disk." in Opened(page.app.run()).words)
    assert not page.app.exception
    assert [one.label for one in page.app.button if one.label == "Close"] == ["Close"]


def test_hostile_names_of_imported_files_are_shown_as_they_are(store: Store, open_page: Opener) -> None:
    """In all four lists, and in the reasons; no label holds them."""
    names = {f"{WORST}.{ending}": text for ending, text in (("vtt", "voices.vtt"), ("srt", "captions.srt"))}
    files = [{"name": name.replace("/", ":"), "is": text} for name, text in names.items()]
    more = [{"name": f"{WORST[:40]}.{ending}", "is": ending} for ending in ("picture", "pdf")]
    page = drop(open_page("sessions"), talks_zip=zip_of([*files, *more]))
    until(lambda: shows(page, "1 session made, 1 file with the same words, 1 file skipped, 1 file refused."))
    assert page.words.count(WORST[:40]) >= 5
    assert "<img" not in markup(page)
    assert not [part.label for part in [*page.app.expander, *page.app.button] if "img" in part.label]


def test_hostile_titles_and_file_names_are_shown_as_they_are(store: Store, open_page: Opener) -> None:
    """In rows, messages and the list of deleted ones; no label holds them."""
    session = store.sessions.put_transcript(store.sessions.create(WORST), WORST, b"Ann: Hello.\n\nBob: Hello.\n")
    other = store.sessions.create(f"{WORST} 2")
    page = open_page("sessions")
    page.app.button(key=f"delete-{other.session_id}").click()
    ran(page)
    assert titles(page) == [WORST]
    assert page.words.count(WORST) >= 4
    assert "<img" not in markup(page)
    assert page.app.text_input(key=f"title-{session.session_id}").value == WORST
    labels = [part.label for parts in (page.app.button, page.app.text_input, page.app.expander) for part in parts]
    assert not [label for label in labels if "img" in label]
