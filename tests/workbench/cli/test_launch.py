import os
import socket
import sys
import tomllib
from pathlib import Path
from typing import get_args

import pytest
from streamlit.web import cli

from core.errors import BadInput
from workbench.cli.launch import choose_port, open_app
from workbench.paths import APP, ICON, PAGES, SAMPLE_DATA, STYLES
from workbench.store import Store
from workbench.ui.common.urls import Page


@pytest.fixture(autouse=True)
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "workbench.db"
    monkeypatch.setenv("WORKBENCH_DB", str(path))
    return path


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    calls: list[list[str]] = []
    monkeypatch.setattr(sys, "argv", ["workbench"])
    monkeypatch.setattr(cli, "main", lambda: calls.append(sys.argv))
    return calls


@pytest.fixture
def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return probe.getsockname()[1]


def test_the_app_is_started_where_it_stands(started: list[list[str]], free_port: int) -> None:
    """From any folder, on the port that was asked for, without a browser where none is wanted."""
    open_app(free_port, browser=False)
    assert started == [["streamlit", "run", str(APP), "--server.headless=true", f"--server.port={free_port}"]]


def test_the_command_says_where_the_app_and_the_sessions_are(
    started: list[list[str]], free_port: int, database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In two lines; Streamlit's own greeting is off."""
    open_app(free_port)
    assert capsys.readouterr().out.splitlines() == [
        f"Your sessions: {database}",
        f"Quote Workbench: http://127.0.0.1:{free_port}  (Ctrl+C stops it)",
    ]
    assert "--server.headless=false" in started[0]


def test_a_fresh_database_begins_with_the_sample(started: list[list[str]], free_port: int, database: Path) -> None:
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


def test_the_database_that_is_named_is_the_one(started: list[list[str]], free_port: int, tmp_path: Path) -> None:
    """Before the environment's, and the pages learn of it by the environment."""
    named = tmp_path / "other" / "mine.db"
    open_app(free_port, database=named)
    assert os.environ["WORKBENCH_DB"] == str(named)
    assert len(Store(named).sessions.list()) == 1
    assert len(started) == 1


def test_a_database_that_cannot_be_used_is_bad_input(started: list[list[str]], free_port: int, database: Path) -> None:
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


def test_a_port_that_is_in_use_is_refused_before_anything_starts(started: list[list[str]]) -> None:
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
    """Loopback only, no telemetry, no mail prompt, no links to search engines; the file stands beside app.py."""
    config = tomllib.loads((APP.parent / ".streamlit" / "config.toml").read_text(encoding="utf-8"))
    assert config["browser"]["gatherUsageStats"] is False
    assert config["server"]["address"] == "127.0.0.1"
    assert config["server"]["showEmailPrompt"] is False
    assert config["client"]["toolbarMode"] == "minimal"
    assert config["client"]["showErrorLinks"] == "false"
    assert set(config["theme"]["light"]) == set(config["theme"]["dark"])
