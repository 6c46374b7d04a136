"""Open the app with Streamlit's own command.

Settings that must always hold (loopback only, no telemetry, our theme) are in `.streamlit/config.toml` beside `app.py`,
which Streamlit reads from any working folder.
"""

import os
import socket
import sys
from pathlib import Path

import click

from core.errors import BadInput, Problem
from workbench.paths import APP
from workbench.sample import begin_with_the_sample
from workbench.store import DATABASE_VARIABLE, Store, StoreError, database_path

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


def open_app(port: int | None = None, *, browser: bool = True, database: Path | None = None) -> None:
    """Serve the app until it is interrupted, on `port` or the first free one from 8501; `browser` opens a tab.

    Streamlit ends with SystemExit. Raises BadInput if the port or the database cannot be used.
    """
    from streamlit.web import cli

    chosen = choose_port(port)
    file = database_path(database).absolute()
    try:
        begin_with_the_sample(Store(file))
    except StoreError as error:
        raise BadInput(Problem(place="", message=str(error))) from error
    os.environ[DATABASE_VARIABLE] = str(file)  # the pages read it there, in whichever thread they run
    click.echo(f"Your sessions: {file}")
    click.echo(f"Quote Workbench: http://{_ADDRESS}:{chosen}  (Ctrl+C stops it)")
    headless = str(not browser).lower()
    sys.argv = ["streamlit", "run", str(APP), f"--server.headless={headless}", f"--server.port={chosen}"]
    cli.main()
