from pathlib import Path

import pytest

from tests.workbench.conftest import Workbench
from tests.workbench.sessions.importing.folders import TEXTS, bytes_of, write_files
from workbench.store import Store

FILES = [
    {"name": "talks/talk.vtt", "is": "voices.vtt"},
    {"name": "talks/talk.srt", "is": "captions.srt"},
    {"name": "talks/talk.json", "is": "map.json"},
    {"name": "talks/cover.png", "is": "picture"},
    {"name": "talks/notes.pdf", "is": "pdf"},
]


@pytest.fixture
def talks(tmp_path: Path) -> Path:
    write_files(tmp_path, FILES)
    return tmp_path / "talks"


def test_the_four_lists_as_data(talks: Path, tmp_path: Path, workbench: Workbench) -> None:
    """Exit code 0 whatever was refused; the session is in the database that was named."""
    done = workbench("import", talks, "--db", tmp_path / "w.db", "--json")
    [summary] = Store(tmp_path / "w.db").sessions.list()
    session = summary.session
    assert (done.code, done.err) == (0, "")
    assert list(done.json) == ["made", "skipped", "copies", "refused"]
    made = {"file": str(talks / "talk.vtt"), "session": session.session_id, "title": "The Tide"}
    assert done.json["made"] == [{**made, "map": str(talks / "talk.json"), "notes": []}]
    assert done.json["copies"] == [{"file": str(talks / "talk.srt"), "of": str(talks / "talk.vtt")}]
    assert done.json["skipped"] == [{"file": str(talks / "cover.png"), "why": "this is a picture.", "session": None}]
    [refused] = done.json["refused"]
    [problem] = refused["problems"]
    assert refused["file"] == str(talks / "notes.pdf")
    assert set(problem) == {"place", "message", "remedy"}
    assert "PDF" in problem["message"]
    again = workbench("import", talks, "--db", tmp_path / "w.db", "--json")
    assert again.code == 0
    assert [one["session"] for one in again.json["skipped"] if one["file"].endswith(".vtt")] == [session.session_id]
    assert len(Store(tmp_path / "w.db").sessions.list()) == 1


def test_the_four_lists_for_people(talks: Path, tmp_path: Path, workbench: Workbench) -> None:
    """What was made, what it was made of, and what to do about the rest."""
    done = workbench("import", talks, "--db", tmp_path / "w.db")
    assert done.code == 0
    for words in (
        "1 session made",
        "The Tide",
        "1 file with the same words",
        "1 file skipped",
        "1 file refused",
        "PDF",
    ):
        assert words in done.out


def test_what_became_of_a_table_is_said(tmp_path: Path, workbench: Workbench) -> None:
    """A row of another talk was left out of the map."""
    write_files(
        tmp_path / "talks", [{"name": "talk.vtt", "is": "voices.vtt"}, {"name": "talk.csv", "is": "quotes.csv"}]
    )
    done = workbench("import", tmp_path / "talks", "--db", tmp_path / "w.db")
    assert (done.code, done.err) == (0, "")
    assert "1 note on maps that were made of tables" in done.out
    assert "line 3 is about" in done.out


def test_a_path_of_nothing_is_bad_input_and_nothing_is_made(talks: Path, tmp_path: Path, workbench: Workbench) -> None:
    """All such paths are named; so is a database that is none."""
    done = workbench("import", talks, "nowhere", "neither", "--db", tmp_path / "w.db")
    assert (done.code, done.out) == (2, "")
    assert "nowhere" in done.err
    assert "neither" in done.err
    assert not (tmp_path / "w.db").exists() or Store(tmp_path / "w.db").sessions.list() == ()
    (tmp_path / "no.db").write_bytes(bytes_of(TEXTS["pdf"]))
    done = workbench("import", talks, "--db", tmp_path / "no.db")
    assert (done.code, done.out) == (2, "")
    assert workbench("import").code == 2


def test_other_sessions_stay_as_they_are(talks: Path, tmp_path: Path, workbench: Workbench) -> None:
    """Also one with the title that an import would like to have."""
    store = Store(tmp_path / "w.db")
    mine = store.sessions.create("The Tide")
    [made] = workbench("import", talks, "--db", tmp_path / "w.db", "--json").json["made"]
    assert store.sessions.get(mine.session_id) == mine
    assert made["title"] == "The Tide (talk)"
