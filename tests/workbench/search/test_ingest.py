import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from core.transcripts.readers import AS_WORDS
from core.transcripts.readers.decoding import MAX_BYTES
from tests.transcript_cases import cases_of, file_of
from tests.workbench.search.making import Folder, contents, ids, talk
from workbench.search import IndexedSourceKind, IngestReport, SearchIndex, read_source
from workbench.search.read_source import CHOSEN, FORM, TIERS

ROOT = Path(__file__).parents[3]
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="links and pipes are POSIX's")


def names(folder: Folder, keys: tuple[str, ...]) -> list[str]:
    """Return the names of sources of a folder."""
    return [key.removeprefix(f"{folder.path}/") for key in keys]


def refused(taken: IngestReport) -> dict[str, str]:
    """Return what could not be read, by name, and why."""
    return {one.name: " ".join(str(problem) for problem in one.problems) for one in taken.unreadable}


def watched(library: SearchIndex, folder: Folder) -> dict[str, Any]:
    """Take a folder in, in a program that notes which files are opened."""
    command = [sys.executable, "-m", "tests.workbench.search.opened", str(library.path), str(folder.path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120, cwd=ROOT)
    return json.loads(done.stdout)


@pytest.mark.parametrize("words", ["![![![![", "`` ```\n", ": :::\n", "“”“”\n", "%%%\n"])
def test_a_text_in_which_nobody_says_a_word_is_a_source_without_passages(
    library: SearchIndex, folder: Folder, words: str
) -> None:
    """Markup and marks alone: it is read like any other, and nothing of it is found."""
    folder.write("odd.md", words)
    taken = library.take_in([folder.path])
    assert (names(folder, taken.added)[0], refused(taken)) == ("odd.md", {})
    assert [one.passages for one in library.sources() if one.name == "odd.md"] == [0]


def test_only_what_changed_is_opened(library: SearchIndex, folder: Folder) -> None:
    """Counted past the program: new and changed files are opened once, unchanged ones not at all; what has a new time
    and the same words is opened and stays as it is, once; what is gone goes."""
    for number in range(8):
        folder.write(f"season/{number}.md", talk(f"Talk number {number}."))
    library.take_text("here.md", talk("Made here.").encode(), key="here")
    taken = watched(library, folder)
    assert len(taken["seen"]) == taken["opened"] == len(taken["added"]) == 9
    again = watched(library, folder)
    assert (again["seen"], again["opened"], len(again["unchanged"])) == ([], 0, 9)

    library.forget("here")
    before = {row[1] for row in contents(library)}
    folder.write("season/1.md", talk("Another talk."))
    folder.touch("season/2.md")
    (folder.path / "season/3.md").unlink()
    folder.write("new.md", talk("A new talk."))
    taken = watched(library, folder)
    assert taken["seen"] == ["new.md", "season/1.md", "season/2.md"]
    assert taken["opened"] == 3
    assert names(folder, tuple(taken["added"])) == ["new.md"]
    assert names(folder, tuple(taken["changed"])) == ["season/1.md"]
    assert names(folder, tuple(taken["removed"])) == ["season/3.md"]
    assert len(taken["unchanged"]) == 7
    assert {row[1] for row in contents(library)} == before - {"3#1"} | {"new#1"}
    assert ids(library.search("number")) == [f"{number}#1" for number in (0, 2, 4, 5, 6, 7)]
    assert watched(library, folder)["seen"] == []


def test_a_changed_file_keeps_its_name_and_loses_its_words(library: SearchIndex, folder: Folder) -> None:
    """Its ids begin as before; what it said before is found no longer."""
    library.take_in([folder.path])
    folder.write("talk.md", talk("The lighthouse went dark."))
    taken = library.take_in([folder.path])
    assert taken.changed == taken.keys == (folder.key("talk.md"),)
    assert ids(library.search("lighthouse")) == ["talk#1"]
    assert library.search("clock") == ()
    assert len(contents(library)) == 1


def test_what_cannot_be_read_is_listed_and_holds_nothing_up(library: SearchIndex, folder: Folder) -> None:
    """Each with its reason; the rest is taken in. Nothing is read again while it stays as it is, and a source that can
    be read no longer has no passages any more."""
    folder.write("empty.md", b"")
    folder.write("blank.txt", b" \n\n ")
    folder.write("binary.txt", b"\x00\x01\x02" * 40)
    folder.write("paper.md", b"%PDF-1.7 and so on")
    folder.write("rows.csv", "a,b\n1,2\n")
    folder.write("map.json", '{"chapters": []}')
    with folder.write("huge.txt", b"").open("wb") as file:
        file.truncate(MAX_BYTES + 1)
    taken = library.take_in([folder.path])
    assert taken.added == taken.keys == (folder.key("talk.md"),)
    why = refused(taken)
    assert sorted(why) == ["binary.txt", "blank.txt", "empty.md", "huge.txt", "map.json", "paper.md", "rows.csv"]
    assert "20,000,001 bytes" in why["huge.txt"]
    assert "PDF" in why["paper.md"]
    assert taken.opened == 7  # all but the huge one
    again = library.take_in([folder.path])
    assert refused(again) == why
    assert (again.opened, again.unchanged) == (0, taken.added)
    listed = {source.name: (source.passages, len(source.problems) > 0) for source in library.sources()}
    assert listed["paper.md"] == (0, True)
    assert listed["talk.md"] == (2, False)

    folder.write("talk.md", b"%PDF-1.7")
    folder.write("paper.md", talk("A clock on paper."))
    taken = library.take_in([folder.path])
    assert (taken.added, taken.changed) == ((), (folder.key("paper.md"),))
    assert ids(library.search("clock")) == ["paper#1"]


@POSIX
def test_links_pipes_and_hidden_files(library: SearchIndex, folder: Folder, tmp_path: Path) -> None:
    """A file is taken in once, under its own path; links that lead in circles or nowhere, pipes and hidden files do no
    harm; what a link leads to outside is left out, and said."""
    elsewhere = Folder(tmp_path / "elsewhere")
    elsewhere.write("far.md", talk("A far clock."))
    folder.write(".hidden.md", talk("A hidden clock."))
    folder.write(".git/config.txt", "clock")
    folder.write("~$talk.md", "clock")
    folder.write("notes.pdf", "clock")
    folder.write("deep/er/low.md", talk("A low clock."))
    (folder.path / "deep/er/back").symlink_to(folder.path, target_is_directory=True)
    (folder.path / "a-link.md").symlink_to(folder.path / "talk.md")
    (folder.path / "again.md").symlink_to(elsewhere.path / "far.md")
    (folder.path / "beside").symlink_to(elsewhere.path, target_is_directory=True)
    (folder.path / "circle.md").symlink_to(folder.path / "circle.md")
    (folder.path / "nowhere.md").symlink_to(folder.path / "gone.md")
    os.mkfifo(folder.path / "pipe.txt")
    taken = library.take_in([folder.path, folder.path / "deep", folder.path / "talk.md"])
    assert names(folder, taken.added) == ["deep/er/low.md", "talk.md"]
    (left_out,) = taken.notes
    assert (left_out.place, left_out.message[:16]) == (folder.key("again.md"), "2 links left out")
    assert sorted(refused(taken)) == ["circle.md", "nowhere.md", "pipe.txt"]
    assert library.take_in([folder.path]).unchanged == taken.added


def test_paths_that_lead_nowhere(library: SearchIndex, folder: Folder) -> None:
    """They are listed; what was taken in from there before goes, as it does of a folder."""
    library.take_in([folder.path])
    gone = folder.path.with_name("gone")
    folder.path.rename(gone)
    taken = library.take_in([folder.path, folder.path / "a\0b", folder.path / ("x" * 300)])
    assert taken.removed == (folder.key("talk.md"),)
    assert [one.key for one in taken.unreadable][:1] == [str(folder.path)]
    assert len(taken.unreadable) == 3
    assert library.sources() == ()
    assert library.take_in([gone]).added == (str(gone / "talk.md"),)


def test_a_file_that_is_named_itself_may_be_called_anything(library: SearchIndex, folder: Folder) -> None:
    """Without a known suffix it is read as a transcript; in a folder it is left alone."""
    folder.write("Interview, final", talk("About the clock."))
    assert len(library.take_in([folder.path]).added) == 1
    taken = library.take_in([folder.path / "Interview, final"])
    assert taken.added == (folder.key("Interview, final"),)
    assert library.sources()[0].kind is IndexedSourceKind.TRANSCRIPT


@POSIX
def test_names_that_are_no_text(library: SearchIndex, folder: Folder) -> None:
    """A name of bytes that are not UTF-8 is a file like any other."""
    folder.write(os.fsdecode(b"caf\xe9.md"), talk("The clock."))
    taken = library.take_in([folder.path])
    assert len(taken.added) == 2
    assert library.take_in([folder.path]).unchanged == taken.added
    assert len(library.search("clock", sources=taken.keys)) == 2


def test_ids_tell_sources_apart(library: SearchIndex, folder: Folder) -> None:
    """Files of one name get their folders in, those that are there already keep theirs, and records of two files that
    count alike are named after their file."""
    library.take_in([folder.path])
    for name in ("a/talk.md", "b/talk.md"):
        folder.write(name, talk("A clock."))
    for name in ("jan.csv", "feb.csv"):
        folder.write(name, f"id,text\n1,clock of {name}\n2,nothing\n")
    library.take_in([folder.path])
    found = ids(library.search("clock"))
    assert sorted(found) == ["1", "a-talk#1", "b-talk#1", "jan#1", "talk#1"]
    assert "feb.csv" in library.context("1")[0].text


def test_other_readers_read_again(library: SearchIndex, folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    """What another version of the readers made is made again, source by source."""
    folder.write("old.md", talk("An old talk."))
    with monkeypatch.context() as patch:
        patch.setattr("workbench.search.write_sources.READ_BY", "0.9")
        library.take_in([folder.path / "old.md"])
    library.take_in([folder.path / "talk.md"])
    taken = library.take_in([folder.path])
    assert taken.changed == (folder.key("old.md"),)
    assert taken.unchanged == (folder.key("talk.md"),)
    assert library.take_in([folder.path]).opened == 0
    assert read_source.READ_BY != "0.9"


def test_a_mapping_says_how_feedback_is_read(library: SearchIndex, folder: Folder) -> None:
    """Another mapping reads again, none keeps the one from before if it was of use; an empty one is none."""
    folder.write("survey.csv", "nr,said,short\n1,The clock is slow.,slow\n2,,\n")
    taken = library.take_in([folder.path])
    assert list(refused(taken)) == ["survey.csv"]
    mapping = {"feedback_record_id": "nr", "content": "said"}
    taken = library.take_in([folder.path], mapping=mapping)
    assert taken.changed == (folder.key("survey.csv"),)
    assert len(taken.notes) == 1
    assert ids(library.search("slow")) == ["1"]
    assert library.context("1")[0].summary == ""
    assert library.take_in([folder.path]).opened == 0
    library.take_in([folder.path], mapping={**mapping, "summary": "short"})
    assert library.context("1")[0].summary == "slow"
    folder.write("survey.csv", "id,text,said\n1,The clock is slow.,It is fast.\n")
    for now, said in (({"content": "said"}, "It is fast."), ({}, "The clock is slow."), ({"content": "no"}, "")):
        library.take_in([folder.path], mapping=now)
        assert [one.citation.text for one in library.search("fast slow")] == ([said] if said else [])
    library.take_in([folder.path])
    assert ids(library.search("slow")) == ["1"]


def test_what_is_no_file_is_taken_in_by_its_key(library: SearchIndex) -> None:
    """A session's transcript, an upload: read again only where its bytes, its name or its mapping are others."""
    data = talk("The clock.").encode()
    taken = library.take_text("talk.md", data, key="session:1", collection="sessions")
    assert taken.added == taken.keys == ("session:1",)
    assert library.take_text("talk.md", data, key="session:1", collection="sessions").unchanged == ("session:1",)
    assert library.take_text("talk.md", data, key="session:2", collection="sessions").added == ("session:2",)
    assert library.take_text("talk.md", data + data, key="session:1").changed == ("session:1",)
    other = talk("The brick.").encode()
    assert len(other) == len(data)
    assert library.take_text("talk.md", other, key="session:2").changed == ("session:2",)
    assert library.take_text("talk.md", data, key="session:2").changed == ("session:2",)
    assert library.take_text("f.csv", b"id,text\nx,clock", key="upload:3").passages == 1
    assert sorted(ids(library.search("clock"))) == ["talk#1", "talk#2", "talk-2#1", "x"]
    assert refused(library.take_text("f.csv", b"", key="upload:3")) == refused(library.take_text("f.csv", b"", key="a"))
    assert [source.key for source in library.sources()] == ["a", "session:1", "session:2", "upload:3"]


def test_sources_are_listed_by_folder(library: SearchIndex, folder: Folder) -> None:
    """Those of a folder belong together, unless a name is given for all; they stay where they belong until another name
    is given."""
    folder.write("one/a.md", talk("A clock.", "Two.", "Three."))
    taken = library.take_in([folder.path])
    assert [(each.name, each.sources, each.passages) for each in library.collections()] == [
        (str(folder.path), 1, 2),
        (folder.key("one"), 1, 3),
    ]
    assert library.take_in([folder.path], collection="mine").opened == 0
    for _ in range(2):
        assert [(each.name, each.sources, each.passages) for each in library.collections()] == [("mine", 2, 5)]
        assert library.take_in([folder.path]).opened == 0
    assert [source.key for source in library.sources()] == list(taken.added)


class Stopped(Exception):
    """Somebody pressed Stop."""


def test_what_was_read_before_a_stop_stays(library: SearchIndex, folder: Folder) -> None:
    """It is told how far it is; stopped between two files it has stored the first ones, and goes on with the others."""
    for number in range(5):
        folder.write(f"{number}.md", talk("A clock."))
    told: list[tuple[int, int, str]] = []

    def tell(done: int, total: int, name: str) -> None:
        told.append((done, total, name))

    def stop() -> None:
        if len(told) == 3:
            raise Stopped

    with pytest.raises(Stopped):
        library.take_in([folder.path], progress=tell, check=stop)
    assert told == [(0, 6, "0.md"), (1, 6, "1.md"), (2, 6, "2.md")]
    assert names(folder, tuple(source.key for source in library.sources())) == ["0.md", "1.md", "2.md"]
    told.clear()
    taken = library.take_in([folder.path], progress=tell)
    assert (taken.opened, len(taken.unchanged), told[-1]) == (3, 3, (6, 6, ""))


def test_a_stop_while_folders_are_looked_through(library: SearchIndex, folder: Folder) -> None:
    """A large tree can be left before anything is read."""

    def stop() -> None:
        raise Stopped

    with pytest.raises(Stopped):
        library.take_in([folder.path], check=stop)
    assert library.sources() == ()


def test_files_of_one_name_that_two_programs_take_in_at_once(library: SearchIndex, folder: Folder) -> None:
    """Each has ids of its own with its folder in, as where one came after the other; nothing is named twice over."""
    for name in ("one/talk.md", "two/talk.md"):
        folder.write(name, talk("The clock.", "Which clock?"))
    other = SearchIndex(library.path)

    def meanwhile() -> None:
        other.take_in([folder.path / "two"])

    library.take_in([folder.path / "one"], check=meanwhile)
    assert {row[1] for row in contents(library)} == {"talk#1", "talk#2", "one-talk#1", "one-talk#2"}
    before = contents(library)
    assert library.take_in([folder.path / "one", folder.path / "two"]).opened == 0
    assert contents(library) == before


def _with_tiers(folder: Folder) -> Sequence[str]:
    """Write two transcripts of whose tiers one has to be chosen, and return their names."""
    cases = [next(case for case in cases_of(table) if "asks" in case) for table in ("json-services", "textgrid")]
    for case in cases:
        (folder.path / case["name"]).write_bytes(file_of(case))
    return [case["name"] for case in cases]


def test_a_file_in_a_folder_that_asks_which_tier_is_left_out_until_one_is_named(
    library: SearchIndex, folder: Folder
) -> None:
    """With its names and what to do, JSON too; a choice is kept, and is for the files that have such a tier."""
    stereo, phones = _with_tiers(folder)
    left_out = {one.name: str(one.problems[0]) for one in library.take_in([folder.path]).unreadable}
    assert '--tier NAME: "Channel 0", "Channel 1"' in left_out[stereo]
    assert '--tier NAME: "words", "phones"' in left_out[phones]
    chosen = {TIERS: json.dumps(["Channel 1"])}
    assert [one.name for one in library.take_in([folder.path], mapping=chosen).unreadable] == [phones]
    chosen = {TIERS: json.dumps(["Channel 1", "words"])}
    assert library.take_in([folder.path], mapping=chosen).unreadable == ()
    again = library.take_in([folder.path])
    assert (again.opened, again.unreadable) == (0, ())


def test_a_tier_that_is_named_has_no_other_file_read_again(library: SearchIndex, folder: Folder) -> None:
    """What has no tiers to choose from is the same under any; with a new time and the same words it is, too."""
    names_of_tiers = _with_tiers(folder)
    folder.write("plain.md", talk("Nothing to choose here."))
    named = {TIERS: json.dumps(["Channel 1", "words"])}
    library.take_in([folder.path], mapping={})
    taken = library.take_in([folder.path], mapping=named)
    assert (taken.opened, sorted(names(folder, (*taken.added, *taken.changed)))) == (2, sorted(names_of_tiers))
    assert library.take_in([folder.path], mapping=named).opened == 0
    others = {TIERS: json.dumps(["Channel 0", "phones"])}
    assert library.take_in([folder.path], mapping=others).opened == 2
    folder.touch("plain.md")
    touched = library.take_in([folder.path], mapping=named)
    assert (folder.key("plain.md") in touched.unchanged, touched.opened) == (True, 3)
    assert library.take_in([folder.path], mapping=named).opened == 0
    plain = library.talks([folder.key("plain.md")])
    assert [one.tiers for one in plain] == ["[]"]
    folder.write("new.md", talk("Nor here."))
    assert names(folder, library.take_in([folder.path], mapping=named).added) == ["new.md"]
    assert library.take_in([folder.path / "new.md"], mapping=others).opened == 0


def test_a_session_s_transcript_is_read_as_the_session_reads_it(library: SearchIndex, folder: Folder) -> None:
    """The tier that was chosen there; captions that were once read as text stay text."""
    stereo, _ = _with_tiers(folder)
    data = (folder.path / stereo).read_bytes()
    kind, chosen = IndexedSourceKind.TRANSCRIPT, {CHOSEN: json.dumps(["Channel 1"])}
    assert library.take_text(stereo, data, key="own", kind=kind, mapping=chosen).unreadable == ()
    captions = b"WEBVTT\n\n00:01.000 --> 00:02.000\nHello harbour.\n"
    library.take_text("talk.vtt", captions, key="old", kind=kind, mapping={FORM: AS_WORDS})
    assert "-->" in library.search("harbour")[0].citation.text


def test_a_folder_is_looked_through_for_transcripts_of_every_format(library: SearchIndex, folder: Folder) -> None:
    """Captions by their cues' words, and JSON that is certainly a transcript beside JSON that holds records."""
    for case in (cases_of("webvtt")[0], next(one for one in cases_of("json-whisper") if one["dialect"] == "whisper")):
        (folder.path / case["name"]).write_bytes(file_of(case))
    taken = library.take_in([folder.path])
    assert taken.unreadable == ()
    (found, *_) = library.search("lamp went out in March")
    assert found.citation.speaker == "Ann Berg"
    assert "-->" not in found.citation.text
