"""Serve the app on this machine alone, behind the check of requests.

Settings that must always hold (loopback only, no telemetry, our theme) are in `.streamlit/config.toml` beside `app.py`,
which Streamlit reads from any working folder, after all others. Variables of the environment and options of Streamlit's
own command count more than that file; an app that is served from here reads neither.
"""

import os
import signal
import socket
import sys
import threading
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import click

from core.errors import BadInput, Problem
from workbench.paths import APP
from workbench.sample import begin_with_the_sample
from workbench.search import SearchIndex, index_path
from workbench.serving.allowed_hosts import Origins, allowed_origins
from workbench.store import DATABASE_VARIABLE, StoreError, database_path, store_at

_FIRST_PORT = 8501  # Streamlit's own
_PORTS_TRIED = 100
_ADDRESS = "127.0.0.1"


def _is_free(port: int) -> bool:
    try:
        socket.create_server((_ADDRESS, port)).close()
    except OSError:
        return False
    return True


def choose_port(wanted: int | None) -> int:
    """Return the wanted port, or the first free one from 8501. Raises BadInput if there is none."""
    if wanted is None:
        free = next(filter(_is_free, range(_FIRST_PORT, _FIRST_PORT + _PORTS_TRIED)), None)
        if free is not None:
            return free
        tried = f"{_FIRST_PORT} to {_FIRST_PORT + _PORTS_TRIED - 1}"
        raise BadInput(Problem(place="--port", message=f"ports {tried} are all in use.", remedy="Name another one."))
    if not _is_free(wanted):
        remedy = "Name another one, or leave --port out to use a free one."
        raise BadInput(Problem(place="--port", message=f"port {wanted} cannot be used here.", remedy=remedy))
    return wanted


def _stop(*_: object) -> None:
    click.echo("  Stopping...")
    sys.exit(0)


def _serve(port: int, origins: Origins, *, browser: bool) -> None:
    from starlette.middleware import Middleware
    from streamlit.starlette import App

    from workbench.serving.recording_route import RecordingRoute
    from workbench.serving.request_check import RequestCheck

    @asynccontextmanager
    async def open_tab(_: App) -> AsyncGenerator[None]:
        if browser:  # in a thread of its own: some browsers stay in the foreground until they are closed
            threading.Thread(target=click.launch, args=[f"http://{_ADDRESS}:{port}"], daemon=True).start()
        yield

    sys.argv = [str(APP)]  # Streamlit looks for its settings beside what was started
    for ends in (signal.SIGINT, signal.SIGTERM):
        signal.signal(ends, _stop)  # after the server has closed its connections, and handed the signal on
    guarded = [Middleware(RequestCheck, origins), Middleware(RecordingRoute)]
    app = App(APP, middleware=guarded, lifespan=open_tab)
    app.run(config={"server.address": _ADDRESS, "server.port": port})


def open_app(
    port: int | None = None, *, browser: bool = True, database: Path | None = None, allow_hosts: Sequence[str] = ()
) -> None:
    """Serve the app until it is interrupted, on `port` or the first free one from 8501; `browser` opens a tab.

    `allow_hosts` are further names under which it may be reached. Ends with SystemExit. Raises BadInput if a name, the
    port or the database cannot be used.
    """
    chosen = choose_port(port)
    origins = allowed_origins(chosen, allow_hosts)
    file = database_path(database).absolute()
    try:
        store = store_at(file)  # as the pages do: they know then which database it was at the start
        begin_with_the_sample(store)
        rights = (*store.take_rights_from_others(), *SearchIndex(index_path(database=file)).take_rights_from_others())
    except StoreError as error:
        raise BadInput(Problem(place="", message=str(error))) from error
    os.environ[DATABASE_VARIABLE] = str(file)  # the pages read it there, in whichever thread they run
    click.echo(f"Your sessions: {file}")
    for line in rights:
        click.echo(line)
    click.echo(f"Quote Workbench: http://{_ADDRESS}:{chosen}  (Ctrl+C stops it)")
    if allow_hosts:
        click.echo(f"Warning: whoever reaches it as {', '.join(allow_hosts)} can read and change all of it.", err=True)
    _serve(chosen, origins, browser=browser)
