import os
import signal
import socket
import sys
import tomllib
from pathlib import Path
from stat import S_IMODE
from typing import Any, get_args

import pytest
import streamlit as st

from core.errors import BadInput
from tests.wire.free_port import free_port
from workbench.cli.launch import choose_port, open_app
from workbench.paths import APP, ICON, PAGES, SAMPLE_DATA, STYLES
from workbench.search import SearchIndex
from workbench.store import LostDatabase, Store, store_at
from workbench.ui.common.urls import Page


@pytest.fixture(autouse=True)
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "workbench.db"
    monkeypatch.setenv("WORKBENCH_DB", str(path))
    return path


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What Streamlit is told; it serves nothing, and the signals of the tests stay as they are."""
    calls: list[dict[str, Any]] = []

    def run(app: st.App, *, config: dict[str, Any]) -> None:
        calls.append({"script": app.script_path, "beside": sys.argv, **config})

    def leave_signal(number: int, handler: object) -> None:
        del number, handler

    monkeypatch.setattr(sys, "argv", ["workbench"])
    monkeypatch.setattr(signal, "signal", leave_signal)
    monkeypatch.setattr(st.App, "run", run)
    return calls


@pytest.fixture(name="free_port")
def given_port() -> int:
    """A port that stays free until the app is started at it."""
    return free_port()


def test_the_app_is_started_where_it_stands(started: list[dict[str, Any]], free_port: int) -> None:
    """From any folder, on this machine alone, on the port that was asked for; its settings stand beside it."""
    open_app(free_port, browser=False)
    at = {"server.address": "127.0.0.1", "server.port": free_port}
    assert started == [{"script": APP, "beside": [str(APP)], **at}]


def test_the_command_says_where_the_app_and_the_sessions_are(
    started: list[dict[str, Any]], free_port: int, database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In two lines; Streamlit's own greeting is off."""
    open_app(free_port)
    assert capsys.readouterr().out.splitlines() == [
        f"Your sessions: {database}",
        f"Quote Workbench: http://127.0.0.1:{free_port}  (Ctrl+C stops it)",
    ]
    assert len(started) == 1


def test_a_name_that_is_allowed_is_warned_of(
    started: list[dict[str, Any]], free_port: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whoever reaches the app under it needs no password."""
    open_app(free_port, allow_hosts=["talks.example", "box:8443"])
    assert len(started) == 1
    assert capsys.readouterr().err == (
        "Warning: whoever reaches it as talks.example, box:8443 can read and change all of it.\n"
    )


def test_a_name_that_is_none_is_bad_input(started: list[dict[str, Any]], free_port: int, database: Path) -> None:
    """Said before anything is made."""
    with pytest.raises(BadInput, match="is not NAME or NAME:PORT"):
        open_app(free_port, allow_hosts=["http://talks.example"])
    assert started == []
    assert not database.exists()


def test_a_fresh_database_begins_with_the_sample(started: list[dict[str, Any]], free_port: int, database: Path) -> None:
    """Written once; who deletes it is not given it again."""
    open_app(free_port)
    store = Store(database)
    (summary,) = store.sessions.list()
    assert summary.session.session_id == "sample"
    assert summary.last_run is not None
    assert summary.last_run.verdict == "verified"
    store.sessions.delete(summary.session)
    open_app(free_port)
    assert store.sessions.list() == ()
    assert len(started) == 2


def test_a_database_is_known_from_the_start_on(started: list[dict[str, Any]], free_port: int, database: Path) -> None:
    """Deleted before any page was opened, it is not made again by the first one that reads."""
    open_app(free_port)
    database.unlink()
    with pytest.raises(LostDatabase):
        store_at(database).sessions.list()
    assert not database.exists()
    assert len(started) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="a file has the rights of its folder there")
def test_what_others_could_read_is_theirs_no_longer(
    started: list[dict[str, Any]], free_port: int, database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The sessions and the index of an older program are set to their owner's at the next start, which says so once."""
    index = SearchIndex(database.with_name("ask.db"))
    index.take_text("a.md", b"Ada: So it is.", key="a")
    Store(database).sessions.create("A session")
    for path in (database, index.path):
        path.chmod(0o644)
    open_app(free_port)
    told = capsys.readouterr().out.splitlines()
    assert told[1:3] == [
        f"Others on this machine could read these files; now only you can: {path}" for path in (database, index.path)
    ]
    assert [S_IMODE(path.stat().st_mode) for path in (database, index.path)] == [0o600, 0o600]
    open_app(free_port)
    assert len(capsys.readouterr().out.splitlines()) == 2
    assert len(started) == 2


def test_the_database_that_is_named_is_the_one(started: list[dict[str, Any]], free_port: int, tmp_path: Path) -> None:
    """Before the environment's, and the pages learn of it by the environment."""
    named = tmp_path / "other" / "mine.db"
    open_app(free_port, database=named)
    assert os.environ["WORKBENCH_DB"] == str(named)
    assert len(Store(named).sessions.list()) == 1
    assert len(started) == 1


def test_a_database_that_cannot_be_used_is_bad_input(
    started: list[dict[str, Any]], free_port: int, database: Path
) -> None:
    """Said before anything starts; the file stays as it is."""
    letter = b"This is a letter to my aunt.\n" * 50
    database.write_bytes(letter)
    with pytest.raises(BadInput, match="database"):
        open_app(free_port)
    assert database.read_bytes() == letter
    assert started == []


def test_without_a_port_a_free_one_is_taken() -> None:
    """The next one where the usual one is in use."""
    first = choose_port(None)
    with socket.create_server(("127.0.0.1", first)):
        assert choose_port(None) > first >= 8501


def test_a_port_that_is_in_use_is_refused_before_anything_starts(started: list[dict[str, Any]]) -> None:
    """With what to do about it."""
    with socket.create_server(("127.0.0.1", 0)) as taken, pytest.raises(BadInput, match="cannot be used") as refused:
        open_app(taken.getsockname()[1])
    assert refused.value.problems[0].place == "--port"
    assert started == []


def test_everything_the_app_needs_is_there() -> None:
    """Pages and sample stand beside the package, or inside it where it was installed."""
    assert all(path.is_file() for path in (APP, ICON, *STYLES))
    assert STYLES
    assert {path.stem for path in PAGES.glob("*.py")} == set(get_args(Page))
    assert all((SAMPLE_DATA / name).is_file() for name in ("interview.md", "evidence.json"))


def test_nothing_leaves_the_machine_by_configuration() -> None:
    """Loopback only, no telemetry, no mail prompt, no links to search engines; the file stands beside app.py.

    What a person's own file could open is closed in it too: Streamlit reads it last.
    """
    config = tomllib.loads((APP.parent / ".streamlit" / "config.toml").read_text(encoding="utf-8"))
    assert config["browser"]["gatherUsageStats"] is False
    assert config["server"]["address"] == "127.0.0.1"
    assert config["server"]["showEmailPrompt"] is False
    assert config["server"]["enableCORS"] is config["server"]["enableXsrfProtection"] is True
    assert config["server"]["enableStaticServing"] is config["server"]["enableAgentApi"] is False
    assert config["server"]["corsAllowedOrigins"] == config["client"]["allowedOrigins"] == []
    assert config["server"]["baseUrlPath"] == config["server"]["sslCertFile"] == config["server"]["sslKeyFile"] == ""
    assert config["global"]["developmentMode"] is False
    assert config["client"]["toolbarMode"] == "minimal"
    assert config["client"]["showErrorLinks"] == "false"
    assert set(config["theme"]["light"]) == set(config["theme"]["dark"])
