"""Options that several commands share, and groups of options."""

from collections.abc import Callable
from functools import reduce
from pathlib import Path
from typing import Any

import click

FILE = click.Path(path_type=Path)
_Decorator = Callable[[Any], Any]


def together(*options: _Decorator) -> _Decorator:
    """Return a decorator that adds options in the order they are listed."""
    return lambda command: reduce(lambda made, option: option(made), reversed(options), command)


sources = together(click.argument("transcript", type=FILE), click.argument("evidence", type=FILE))


class _ClientOption(click.Option):
    def make_metavar(self, ctx: click.Context) -> str:
        """Return the clients' names. They are loaded when help is printed, because that would slow down every start."""
        from workbench.providers.registry import clients_in_order

        return "|".join(provider.spec for provider in clients_in_order() if provider.spec)


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
    help="The file with your sessions; default: WORKBENCH_DB, else one in your user data folder.",
)
key_env = click.option(
    "--key-env", metavar="NAME", help="The environment variable with the key; default: the service's usual one."
)
client = click.option("--client", cls=_ClientOption, default="offline", show_default=True, help="Who writes.")
asking = together(
    click.option("--model", metavar="M", help="The model; gemini has a default."),
    key_env,
    click.option(
        "--debug", type=FILE, metavar="DIR", help="Write each call to this folder: what was sent, and the reply."
    ),
    click.option("--resume", type=FILE, metavar="DIR", help="Reuse the answered calls in this folder."),
    click.option("--no-stream", is_flag=True, help="Receive each reply in one piece."),
    click.option("--estimate", is_flag=True, help="Print what would be sent and what it costs; send nothing."),
    click.option("--count", is_flag=True, help="With --estimate: send the prompts to be counted by the service."),
)
numbers = together(
    click.option("--results", type=FILE, metavar="FILE", help="Query results: JSON, JSON lines, CSV or SQLite."),
    click.option("--table", metavar="NAME", help="The table of a SQLite file; default: the only one with results."),
    click.option("--rules", type=FILE, metavar="FILE", help="Citation rules as YAML or JSON."),
    click.option("--verification", type=FILE, metavar="FILE", help="Rules of the other checks, as YAML or JSON."),
    click.option(
        "--today", type=click.DateTime(["%Y-%m-%d"]), metavar="DATE", help="Today's date; later dates are future ones."
    ),
    click.option("--summary", type=FILE, metavar="FILE", help="Write the section Citations Summary to this file."),
    click.option(
        "--redacted", type=FILE, metavar="FILE", help="Write the narrative without personal data to this file."
    ),
    click.option("-v", "--verbose", count=True, help="Log counts on standard error; -vv logs each number too."),
)
