"""How the app is started and stopped: what its surroundings cannot change, and which starts are refused."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from tests.wire.free_port import free_port
from tests.wire.raw_http import PATIENCE, WEBSOCKET, ask
from tests.wire.streamlit_page import messages, open_page
from workbench import paths
from workbench.sample import begin_with_the_sample
from workbench.serving.request_check import OTHER_START, WRONG_ORIGIN
from workbench.store import Store

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence
    from pathlib import Path

pytestmark = pytest.mark.thorough

# What a person's settings, or those of a folder, could open.
OPEN_SETTINGS = """
[global]
developmentMode = true
[browser]
gatherUsageStats = true
serverAddress = "evil.example"
[server]
address = "0.0.0.0"
port = 1
baseUrlPath = "elsewhere"
enableCORS = false
corsAllowedOrigins = ["http://evil.example"]
enableXsrfProtection = false
enableStaticServing = true
enableAgentApi = true
sslCertFile = "cert.pem"
sslKeyFile = "key.pem"
[client]
allowedOrigins = ["http://evil.example"]
"""
OPEN_VARIABLES = {
    "STREAMLIT_SERVER_ADDRESS": "0.0.0.0",  # noqa: S104 - which must change nothing
    "STREAMLIT_SERVER_PORT": "1",
    "STREAMLIT_SERVER_ENABLE_CORS": "false",
    "STREAMLIT_SERVER_ENABLE_XSRF_PROTECTION": "false",
    "STREAMLIT_SERVER_BASE_URL_PATH": "elsewhere",
    "STREAMLIT_BROWSER_GATHER_USAGE_STATS": "true",
    "STREAMLIT_GLOBAL_DEVELOPMENT_MODE": "true",
    "FORWARDED_ALLOW_IPS": "*",
    "UVICORN_HOST": "0.0.0.0",  # noqa: S104
    "HOST": "0.0.0.0",  # noqa: S104
}


@contextmanager
def started(
    folder: Path, arguments: Sequence[str], port: int, *, path: str = os.environ["PATH"]
) -> Generator[subprocess.Popen[str]]:
    """Start Python in a folder that is also the home, and wait until something answers at the port."""
    process = subprocess.Popen(
        [sys.executable, *arguments],
        cwd=folder,
        env={**os.environ, **OPEN_VARIABLES, "HOME": str(folder), "PATH": path, "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        end = time.monotonic() + PATIENCE
        while process.poll() is None and time.monotonic() < end:
            try:
                socket.create_connection(("127.0.0.1", port), timeout=PATIENCE).close()
                break
            except ConnectionRefusedError:
                time.sleep(0.05)
        yield process
    finally:
        process.kill()
        process.communicate()


def command(port: int) -> list[str]:
    return ["-m", "workbench", "app", "--port", str(port), "--no-browser", "--db", "here.db"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A home and a working folder whose settings would open everything."""
    settings = tmp_path / ".streamlit" / "config.toml"
    settings.parent.mkdir()
    settings.write_text(OPEN_SETTINGS, encoding="utf-8")
    return tmp_path


def addresses_outside() -> list[str]:
    """Return the addresses of this machine that are not its loopback."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing
        except OSError:
            return []
        return [probe.getsockname()[0]]


def test_no_setting_opens_the_app(folder: Path) -> None:
    """Neither a person's file nor a folder's nor a variable: it listens on 127.0.0.1, and answers no other page."""
    port = free_port()
    with started(folder, command(port), port):
        own = ("Host", f"127.0.0.1:{port}")
        assert ask(port, [own]).status == 200
        assert ask(port, [own, ("Origin", "http://evil.example")], "/_stcore/health").body.decode() == WRONG_ORIGIN
        config = ask(port, [own], "/_stcore/host-config")
        assert b"evil.example" not in config.body
        assert [name for name in config.headers if name.startswith("access-control")] == []
        assert ask(port, [own, ("Origin", f"http://127.0.0.1:{port}"), *WEBSOCKET], "/_stcore/stream").status == 101
        assert "set-cookie" in ask(port, [own], "/_stcore/health").headers  # the token of uploads
        for address in ["127.0.0.2", *addresses_outside()]:
            with pytest.raises(ConnectionRefusedError):
                socket.create_connection((address, port), timeout=PATIENCE)


@pytest.mark.parametrize("ends", [signal.SIGINT, signal.SIGTERM])
def test_it_stops_when_told_to(tmp_path: Path, ends: signal.Signals) -> None:
    """With a page open; it says so, and what it printed before was two lines."""
    port = free_port()
    with started(tmp_path, command(port), port) as process:
        own = [("Host", f"127.0.0.1:{port}"), ("Origin", f"http://127.0.0.1:{port}")]
        with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as page:
            lines = ["GET /_stcore/stream HTTP/1.1", *(f"{name}: {value}" for name, value in [*own, *WEBSOCKET])]
            page.sendall("\r\n".join([*lines, "", ""]).encode())
            assert page.recv(12) == b"HTTP/1.1 101"
            process.send_signal(ends)
            printed, _ = process.communicate(timeout=PATIENCE)
        assert process.returncode == 0
        first, second, *more = printed.splitlines()
    assert first == f"Your sessions: {tmp_path / 'here.db'}"
    assert second == f"Quote Workbench: http://127.0.0.1:{port}  (Ctrl+C stops it)"
    assert more == ["  Stopping..."]


@pytest.mark.skipif(sys.platform != "linux", reason="the tab is opened by xdg-open only there")
def test_a_tab_is_opened(tmp_path: Path) -> None:
    """At the address that the command prints, once the app can answer."""
    opener = tmp_path / "xdg-open"
    script = f'#!/bin/sh\necho "$1" > {tmp_path}/opened.new && mv {tmp_path}/opened.new {tmp_path}/opened\n'
    opener.write_text(script, encoding="utf-8")
    opener.chmod(0o700)
    port = free_port()
    wanted = [argument for argument in command(port) if argument != "--no-browser"]
    with started(tmp_path, wanted, port, path=f"{tmp_path}{os.pathsep}{os.environ['PATH']}") as app:
        end = time.monotonic() + PATIENCE
        while not (tmp_path / "opened").exists() and app.poll() is None and time.monotonic() < end:
            time.sleep(0.05)
        address = (tmp_path / "opened").read_text(encoding="utf-8").strip()
        assert address == f"http://127.0.0.1:{port}"
        assert ask(port, [("Host", address.removeprefix("http://"))]).status == 200


@pytest.mark.parametrize(
    "options",
    [[], ["--server.address", "0.0.0.0"], ["--server.enableCORS", "false", "--server.headless", "true"]],  # noqa: S104
    ids=" ".join,
)
def test_streamlits_own_command_is_refused(tmp_path: Path, options: list[str]) -> None:
    """With one sentence, before anything is answered."""
    ended = subprocess.run(
        [sys.executable, "-m", "streamlit", "run", str(paths.APP), *options],
        cwd=tmp_path,
        env={**os.environ, "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert ended.returncode == 1
    assert ended.stderr.splitlines()[-1] == OTHER_START
    assert "Traceback" not in ended.stderr


@pytest.mark.parametrize("name", ["ask", "sessions", "numbers"])
def test_a_page_that_is_started_by_itself_shows_no_session(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Streamlit's own server answers then, to any web site; the page says one sentence."""
    port = free_port()
    database = tmp_path / "here.db"
    begin_with_the_sample(Store(database))
    script = str(paths.PAGES / f"{name}.py")
    settings = [f"--server.port={port}", "--server.address=127.0.0.1", "--server.headless=true"]
    quiet = ["--browser.gatherUsageStats=false", "--global.developmentMode=false", "--server.baseUrlPath="]
    monkeypatch.setenv("WORKBENCH_DB", str(database))
    with (
        started(tmp_path, ["-m", "streamlit", "run", script, *settings, *quiet], port),
        open_page(port, f"127.0.0.1:{port}", "http://127.0.0.1:9999") as connection,
    ):
        shown = "\n".join(map(str, messages(connection)))
    assert OTHER_START in shown
    assert "Slow Instruments" not in shown
