"""The page Explore: folders are named, their talks are listed and searched, a place becomes a quote of a session."""

import json
import os
import sys
import time
from pathlib import Path

import pytest

from tests.pages.conftest import PATIENCE, Opened, Opener
from tests.pages.explore.conftest import WALL, read_again, tables
from tests.transcript_cases import cases_of, file_of
from workbench.archive.chosen_folders import ChosenFolders, choose_folders, read_chosen_folders
from workbench.jobs.archive_reading import ArchiveReading, ReadingState
from workbench.search import index_path
from workbench.sessions.session_material import material_of
from workbench.store import Store
from workbench.ui.explore.state import reading

FOUND = WALL.index("the wall in those")
PASSAGE = f"{FOUND}-{FOUND + len('the wall')}-wall.md"
SENTENCE = "Nobody ever built the wall in those years."


def press(opened: Opened, key: str) -> Opened:
    return Opened(opened.app.button(key).click().run())


def name_folders(opened: Opened, typed: str) -> Opened:
    opened.app.text_area("explore-folders").input(typed)
    return press(opened, "explore-read")


def until(said: str, opened: Opened) -> Opened:
    """Wait until the page says something."""
    end = time.monotonic() + PATIENCE
    while said not in opened.words:
        assert time.monotonic() < end, opened.words
        time.sleep(0.05)
        opened = Opened(opened.app.run())
    return opened


def test_folders_are_named_and_read(store: Store, folder: Path, open_page: Opener) -> None:
    """Without any the page says what to do; the command reads them, and its report lists what is refused."""
    del store
    opened = open_page("explore")
    assert "Name the folders that hold the transcripts" in opened.words
    opened = name_folders(opened, f"{folder}\n{folder}/nowhere")
    assert "there is no folder at this path" in opened.words
    assert read_chosen_folders(index_path()) == ChosenFolders()
    opened = until("3 talks", name_folders(opened, str(folder)))
    assert opened.failures == []
    assert "1 file not read" in opened.words
    assert "<u>broken.vtt" in opened.words
    assert read_chosen_folders(index_path()).folders == (str(folder),)


def test_the_talks_are_listed_with_what_is_known_of_them(explored: Path, open_page: Opener) -> None:
    """Titles and dates as archive.csv has them, names as the files do; a filter leaves those that fit."""
    opened = open_page("explore")
    assert opened.failures == []
    (listed,) = tables(opened)
    assert '["The wall","2021-03-04","Sea","Ben Cole, Ada Bell"' in listed.replace(
        "Ada Bell, Ben Cole", "Ben Cole, Ada Bell"
    )
    assert all(f'"{title}"' in listed for title in ("<i>Lamps</i>", "<img src=x>"))
    (listed,) = tables(open_page("explore", speaker="Cy Dunn"))
    assert "<i>Lamps</i>" in listed
    assert "The wall" not in listed
    (listed,) = tables(open_page("explore", since="2022"))
    assert "<i>Lamps</i>" in listed
    assert "The wall" not in listed
    assert "No talk is left" in open_page("explore", since="2030").words
    assert "Write a date as" in open_page("explore", since="soon").words
    opened = open_page("explore", talk="<img src=x>.md")
    assert "Only in  <img src=x>" in opened.words
    assert opened.failures == []
    assert explored.is_dir()


def test_words_are_found_with_what_stands_around_them(explored: Path, open_page: Opener) -> None:
    """All places are counted, by speaker and by talk; the filters hold for them too; a wrong pattern is said."""
    opened = open_page("explore", words="the wall", look="Lines")
    assert opened.failures == []
    assert "Said “the wall” 4 times, in 2 of 3 talks." in opened.words
    lines, speakers, talks = tables(opened)
    assert '["Ben Cole","Nobody ever built","the wall","in those years' in lines
    assert '["Ben Cole",2,' in speakers
    assert '["The wall","2021-03-04",3,' in talks
    assert (
        "Cy Dunn says “the wall” 1 time, in 1 of 1 talk."
        in open_page("explore", words="the wall", look="Lines", speaker="Cy Dunn").words
    )
    assert "0 times" in open_page("explore", words="zeppelin", look="Lines").words
    opened = open_page("explore", words="(", look="Lines", form="A pattern")
    assert "This cannot be looked for." in opened.words
    assert "Type words above" in open_page("explore", look="Lines").words
    assert explored.is_dir()


def test_a_place_becomes_a_quote_of_a_session_of_its_talk(explored: Path, store: Store, open_page: Opener) -> None:
    """There is none at first, so one is started; then the sentence is added to its map, each time to a claim."""
    opened = open_page("explore", words="the wall", look="Lines", passage=PASSAGE)
    assert opened.failures == []
    assert "No session has this talk yet." in opened.words
    assert f"Its sentence:  {SENTENCE}" in opened.words
    (start,) = (str(one.key) for one in opened.app.button if str(one.key).startswith("explore-start-"))
    press(opened, start)
    (summary,) = store.sessions.list()
    assert summary.session.title == "The wall"
    opened = open_page("explore", words="the wall", look="Lines", passage=PASSAGE)
    (use,) = (str(one.key) for one in opened.app.button if str(one.key).startswith("explore-use-"))
    opened = press(opened, use)
    assert opened.failures == []
    assert "The quote is in the map of “The wall” now." in opened.words
    press(opened, use)
    acts = material_of(store, store.sessions.get(summary.session.session_id)).acts
    quotes = [one for group in acts for one in getattr(group, "acts", ()) if getattr(one, "quote", "")]
    assert [(one.quote, one.speaker) for one in quotes] == [(SENTENCE, "Ben Cole")] * 2
    assert len({one.claim_id for one in quotes}) == 2
    assert explored.is_dir()


def test_a_session_is_started_with_the_map_beside_the_talk(explored: Path, store: Store, open_page: Opener) -> None:
    """One that cannot be used is said, and the session starts without it."""
    (explored / "lamp.evidence.json").write_text('{"chapters": [')
    claim = {"claim": "It is nobody's.", "support": [{"quote": SENTENCE, "speaker": "Ben Cole"}]}
    evidence = {"chapters": [{"title": "One", "claims": [claim]}]}
    (explored / "wall.evidence.json").write_text(json.dumps(evidence))
    read_again(explored)
    for path in ("wall.md", "lamp.md"):
        opened = open_page("explore", talk=path)
        (start,) = (str(one.key) for one in opened.app.button if str(one.key).startswith("explore-start-"))
        press(opened, start)
    made = {one.session.title: one.session for one in store.sessions.list()}
    assert made["The wall"].evidence is not None
    assert made["<i>Lamps</i>"].evidence is None


@pytest.mark.skipif(sys.platform == "win32", reason="names that are no text are POSIX's")
def test_a_map_that_came_later_is_there_once_changes_were_looked_for(explored: Path, open_page: Opener) -> None:
    """One in YAML, too, which is no file of the index."""
    opened = open_page("explore", talk="wall.md")
    assert "without a map" in opened.words
    (explored / "wall.evidence.yml").write_text("chapters: []\n")
    opened = until("with a map beside it", press(opened, "explore-again"))
    assert opened.failures == []


def test_a_talk_whose_name_is_no_text_is_opened_with_its_map(explored: Path, store: Store, open_page: Opener) -> None:
    """Its key is shown in its place, and its file is found by it."""
    odd = explored / os.fsdecode(b"caf\xe9")
    odd.mkdir()
    (odd / os.fsdecode(b"wall\xff.md")).write_text(f"{WALL}\n**Ada Bell:** So.\n")
    claim = {"claim": "It is nobody's.", "support": [{"quote": SENTENCE, "speaker": "Ben Cole"}]}
    evidence = {"chapters": [{"title": "One", "claims": [claim]}]}
    (odd / os.fsdecode(b"wall\xff.evidence.json")).write_text(json.dumps(evidence))
    read_again(explored)
    path = r"caf\udce9/wall\udcff.md"
    place = f"{FOUND}-{FOUND + len('the wall')}-{path}"
    opened = open_page("explore", words="the wall", look="Lines", passage=place)
    assert opened.failures == []
    assert f"Its sentence:  {SENTENCE}" in opened.words
    (start,) = (str(one.key) for one in opened.app.button if str(one.key).startswith("explore-start-"))
    press(opened, start)
    (summary,) = store.sessions.list()
    assert summary.session.evidence is not None


def test_what_changed_since_it_was_read_is_not_shown(explored: Path, open_page: Opener) -> None:
    """Its places may be others by now; an address of a place that never was opens nothing."""
    (explored / "wall.md").write_text(WALL.replace("Ada", "Ida"))
    opened = open_page("explore", words="the wall", look="Lines", passage=PASSAGE)
    assert "this file was changed since it was read." in opened.words
    assert SENTENCE not in opened.words
    for address in ("5-3-lamp.md", "0-99999-lamp.md", "x", "1-2-gone.md", "²-³-lamp.md"):
        opened = open_page("explore", words="the wall", look="Lines", passage=address)
        assert opened.failures == []
        assert "nine long years" not in opened.words


def test_a_wrong_table_of_talks_is_said_and_the_folders_can_be_changed(explored: Path, open_page: Opener) -> None:
    """So it is with an index that is no index: the page says what to do."""
    (explored / "archive.csv").write_text("file,date\nwall.md,soon\n")
    opened = open_page("explore")
    assert '"soon" is no date.' in opened.words
    assert [str(one.key) for one in opened.app.button if str(one.key) == "explore-again"]
    (explored / "archive.csv").unlink()
    index_path().write_bytes(b"no index " * 1_000)
    opened = open_page("explore")
    assert "These talks cannot be shown." in opened.words
    assert [str(one.key) for one in opened.app.button if str(one.key) == "explore-again"]


def test_words_over_time_and_in_the_course_of_a_talk(explored: Path, open_page: Opener) -> None:
    """By date where dates are known, and what is left out is said; in one talk by its parts where it has no times."""
    opened = open_page("explore", words="the wall", look="Over time")
    assert opened.failures == []
    assert "1 talk left out" in opened.words
    (listed,) = tables(opened)
    assert '["2021","Everybody",3,' in listed
    assert '["2022","Cy Dunn",1,' in listed
    opened = open_page("explore", words="the wall", look="Over time", talk="wall.md")
    assert opened.failures == []
    assert "The transcript gives no times" in opened.words
    assert "Type words above" in open_page("explore", look="Over time").words
    assert "The words are not said" in open_page("explore", words="zeppelin", look="Over time").words
    (explored / "archive.csv").unlink()
    assert "No date of these talks is known." in open_page("explore", words="the wall", look="Over time").words


def charts(opened: Opened) -> int:
    """How many charts are drawn."""
    return len(opened.app.get("plotly_chart"))


def test_a_chart_over_time_has_more_than_one_step(explored: Path, open_page: Opener) -> None:
    """The longest period that parts the talks which the filters leave; one talk alone by its course, and no chart at
    all where nothing parts them."""

    def dated(wall: str, lamp: str, **asked: str) -> Opened:
        (explored / "archive.csv").write_text(f"file,date\nwall.md,{wall}\nlamp.md,{lamp}\n")
        opened = open_page("explore", words="the wall", look="Over time", **asked)
        assert opened.failures == []
        return opened

    assert [one.value for one in dated("2021-03-04", "2022").app.selectbox if one.label == "Each"] == ["year"]
    opened = dated("2021-03-04", "2021-05")
    assert '["2021-05","Everybody",1,' in tables(opened)[0]
    assert charts(opened) == 1
    opened = dated("2021-03-04", "2021-03-05", each="year")
    assert '["2021-03-05","Everybody",1,' in tables(opened)[0]
    opened = dated("2021-03", "2021")
    assert (charts(opened), "None of these dates is another" in opened.words) == (0, True)
    assert '["2021","Everybody",4,' in tables(opened)[0]
    opened = dated("2021-03", "2022", since="2022")
    assert (charts(opened), "The transcript gives no times" in opened.words) == (1, True)


def test_replies_beside_a_talk_are_no_file_that_was_refused(explored: Path, open_page: Opener) -> None:
    """As for the command."""
    (explored / "wall.replies.json").write_text('{"chapters": []}')
    read_again(explored)
    assert "1 file not read" in open_page("explore").words


def test_two_sides_are_compared_with_their_counts(explored: Path, open_page: Opener) -> None:
    """One side against another, or against everybody else; the formula is stated."""
    assert "Choose one speaker" in open_page("explore", look="Side by side").words
    opened = open_page("explore", look="Side by side", one="Ben Cole", other="Cy Dunn")
    assert opened.failures == []
    assert "Ben Cole: 15 words. Cy Dunn: 10 words." in opened.words
    assert "G2 = 2 (a ln(a/E1)" in opened.words
    ben, cy = tables(opened)
    assert '["stands",1,66.6' in ben
    assert '["nine",1,100.0,0,0.0,' in cy
    assert "Everybody else" in open_page("explore", look="Side by side", one="Ben Cole").words
    assert explored.is_dir()


def test_a_file_of_several_channels_is_read_once_the_page_names_one(
    store: Store, tmp_path: Path, open_page: Opener
) -> None:
    """Until then it is refused, with those that it has; a session that is started with it reads the same one."""
    case = next(case for case in cases_of("json-services") if "asks" in case)
    folder = tmp_path / "channels"
    folder.mkdir()
    (folder / case["name"]).write_bytes(file_of(case))
    choose_folders(index_path(), [str(folder)], [])
    read_again(folder)
    opened = open_page("explore")
    assert 'Name under Folders those to read. It has: "Channel 0", "Channel 1".' in opened.words
    assert "There is no talk in these folders yet." in opened.words
    opened.app.text_input("explore-tiers").input("Channel 1")
    opened = until("1 talk,", name_folders(opened, str(folder)))
    opened = open_page("explore", talk=case["name"])
    (start,) = (str(one.key) for one in opened.app.button if str(one.key).startswith("explore-start-"))
    press(opened, start)
    (summary,) = store.sessions.list()
    assert summary.session.transcript is not None
    assert summary.session.transcript.chosen == ("Channel 1",)


@pytest.mark.parametrize(
    ("state", "said"),
    [
        (ReadingState.STOPPED, "Reading was stopped."),
        (ReadingState.LOST, "ended without a word"),
        (ReadingState.FAILED, "the disk is full"),
    ],
)
def test_how_the_reading_ended_is_said(
    explored: Path, open_page: Opener, monkeypatch: pytest.MonkeyPatch, state: ReadingState, said: str
) -> None:
    """With what is kept and how to go on; what was read before is there."""
    ended = ArchiveReading(process=1, state=state, done=1, total=5, said=("the disk is full",))

    def as_ended(index: Path) -> ArchiveReading:
        assert index == index_path()
        return ended

    monkeypatch.setattr(reading, "archive_reading", as_ended)
    opened = open_page("explore")
    assert said in opened.words
    assert "3 talks" in opened.words
    assert [str(one.key) for one in opened.app.button if str(one.key) == "explore-again"]
    assert explored.is_dir()
