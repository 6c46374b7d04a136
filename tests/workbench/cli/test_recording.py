"""`workbench recording`: a session's file and link, from the command."""

from pathlib import Path

import pytest

from core.generation.settings import Settings
from tests.mp3_files import changing, frames
from tests.workbench.conftest import Workbench
from workbench.sessions.recording import NO_PLACES
from workbench.store import Store

WAV = b"RIFF\x24\x00\x00\x00WAVEfmt " + bytes(100)


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A database with one session."""
    path = tmp_path / "workbench.db"
    Store(path).sessions.create("The talk")
    return path


def test_a_recording_is_given_shown_and_taken_away(workbench: Workbench, database: Path, tmp_path: Path) -> None:
    """By the session's title or its id; the file is not copied, and the link stands beside it."""
    file = tmp_path / "talk.wav"
    file.write_bytes(WAV)
    size = database.stat().st_size
    assert "has no recording" in workbench("recording", "The talk", "--db", database).out
    given = workbench("recording", "The talk", file, "--db", database, "--json")
    assert (given.code, given.json["state"], given.json["recording"]["path"]) == (0, "found", str(file))
    assert set(given.json["recording"]) == {"path", "sha256", "size", "kind"}
    linked = workbench("recording", given.json["session_id"], "https://talks.example/t.mp3", "--db", database)
    assert linked.code == 0
    assert f"{file} (wav, 116 bytes)." in linked.out
    assert "Link: https://talks.example/t.mp3" in linked.out
    assert database.stat().st_size <= size + 50_000
    bare = workbench("recording", "The talk", "--none", "--db", database, "--json").json
    assert (bare["recording"], bare["state"], bare["recording_url"]) == (None, None, "")
    assert file.read_bytes() == WAV


def test_a_recording_that_is_not_there_as_it_was_is_said_with_exit_code_1(
    workbench: Workbench, database: Path, tmp_path: Path
) -> None:
    """Moved, changed, or come with a file from elsewhere: the path may be anything there, and is not opened."""
    file = tmp_path / "talk.wav"
    file.write_bytes(WAV)
    workbench("recording", "The talk", file, "--db", database)
    store = Store(database)
    (summary,) = store.sessions.list()
    store.sessions.rename(store.sessions.import_file(store.sessions.export(summary.session.session_id)), "Brought")
    brought = workbench("recording", "Brought", "--db", database)
    assert (brought.code, "not opened until you name it here" in brought.out) == (1, True)
    file.write_bytes(WAV + b"more")
    assert (changed := workbench("recording", "The talk", "--db", database)).code == 1
    assert "another file" in changed.out
    file.unlink()
    gone = workbench("recording", "The talk", "--db", database, "--json")
    assert (gone.code, gone.json["state"]) == (1, "missing")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("No such", "x.wav"), "there is no session"),
        (("The talk", "no/such.wav"), "cannot be read"),
        (("The talk", __file__), "does not begin like a recording"),
        (("The talk", "https://a b/"), "no address of the web"),
        (("The talk", "x.wav", "--none"), "--none goes without PATH"),
    ],
)
def test_what_cannot_be_is_refused(workbench: Workbench, database: Path, words: tuple[str, ...], says: str) -> None:
    """Exit code 2, and the session is as it was."""
    done = workbench("recording", *words, "--db", database)
    assert (done.code, says in done.err) == (2, True)
    (summary,) = Store(database).sessions.list()
    assert (summary.session.recording, summary.session.settings) == (None, Settings())


def test_no_database_is_made(workbench: Workbench, tmp_path: Path) -> None:
    """A path with a slip would leave an empty one behind."""
    done = workbench("recording", "The talk", "--db", tmp_path / "no.db")
    assert done.code == 2
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("kbits", "advice"), [(changing(), NO_PLACES), ([128] * 40, "")])
def test_an_mp3_in_which_no_place_is_found_is_said(
    workbench: Workbench, database: Path, tmp_path: Path, kbits: list[int], advice: str
) -> None:
    """It is taken, with the sentence what to do; for one of constant bitrate there is none."""
    file = tmp_path / "talk.mp3"
    file.write_bytes(frames(*kbits))
    given = workbench("recording", "The talk", file, "--db", database)
    assert (given.code, NO_PLACES in given.out) == (0, bool(advice))
    shown = workbench("recording", "The talk", "--db", database, "--json").json
    assert (shown["state"], shown["advice"]) == ("found", advice)
