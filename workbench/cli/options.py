"""Options that several commands take, and those that go together."""

from collections.abc import Callable
from functools import reduce
from pathlib import Path
from typing import Any

import click

FILE = click.Path(path_type=Path)
_Decorator = Callable[[Any], Any]


def together(*options: _Decorator) -> _Decorator:
    """Return what adds options in the order they are listed."""
    return lambda command: reduce(lambda made, option: option(made), reversed(options), command)


roles = together(
    click.option("--guest", "guests", multiple=True, metavar="NAME", help="A guest, whatever the map says."),
    click.option("--host", "hosts", multiple=True, metavar="NAME", help="A host, whatever the map says."),
)
as_json = click.option("--json", "as_json", is_flag=True, help="One JSON object on standard output.")
settings = click.option("--settings", type=FILE, metavar="FILE", help="Settings as JSON or YAML.")
database = click.option(
    "--db",
    "database",
    type=FILE,
    metavar="PATH",
    help="The file with your sessions; else WORKBENCH_DB, else one in your user data folder.",
)
key_env = click.option(
    "--key-env", metavar="NAME", help="The environment variable that holds the key; else the service's usual one."
)
client = click.option(
    "--client",
    default="offline",
    show_default=True,
    metavar="offline|scripted:PATH|gemini|openai:URL",
    help="Who writes.",
)
asking = together(
    click.option("--model", metavar="M", help="The model; for gemini there is a default."),
    key_env,
    click.option("--debug", type=FILE, metavar="DIR", help="Keep each call there: what was sent, and the reply."),
    click.option("--resume", type=FILE, metavar="DIR", help="Make no call again that was answered and is kept there."),
    click.option("--no-stream", is_flag=True, help="Let each reply come in one piece."),
    click.option("--estimate", is_flag=True, help="Say what would be sent and what it costs; send nothing."),
    click.option("--count", is_flag=True, help="With --estimate: let the service count, which sends it the prompts."),
)
numbers = together(
    click.option("--results", type=FILE, metavar="FILE", help="Query results: JSON, JSON lines, CSV or SQLite."),
    click.option("--table", metavar="NAME", help="The table of a SQLite file; else the only one with results."),
    click.option("--rules", type=FILE, metavar="FILE", help="Citation rules as YAML or JSON."),
    click.option("--verification", type=FILE, metavar="FILE", help="Rules of the layers around, as YAML or JSON."),
    click.option(
        "--today", type=click.DateTime(["%Y-%m-%d"]), metavar="DATE", help="The day after which dates lie ahead."
    ),
    click.option("--summary", type=FILE, metavar="FILE", help="Write the section Citations Summary there."),
    click.option("--redacted", type=FILE, metavar="FILE", help="Write the narrative there without personal data."),
    click.option("-v", "--verbose", count=True, help="Log counts on standard error; twice, each number too."),
)
