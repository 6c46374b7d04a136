"""Options that several commands share, and groups of options."""

from collections.abc import Callable
from functools import reduce
from pathlib import Path
from typing import Any

import click

FILE = click.Path(path_type=Path)
_Decorator = Callable[[Any], Any]


class _Words(click.ParamType[str]):
    """Words that are no path: bytes that are no text become U+FFFD, which is said."""

    name = "text"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the words, well-formed."""
        from core.text.well_formed import well_formed

        del ctx
        words = well_formed(value)
        if words != value:
            name = param.opts[0] if param is not None else "an argument"
            click.echo(f"Note: {name} holds bytes that are no text in UTF-8; it is read as {words!r}.", err=True)
        return words


WORDS = _Words()


def together(*options: _Decorator) -> _Decorator:
    """Return a decorator that adds options in the order they are listed."""
    return lambda command: reduce(lambda made, option: option(made), reversed(options), command)


TIERS = "workbench.tiers"
"""Under which a command's context keeps the tiers that were chosen: whoever reads the transcript asks for them."""


def _remember_tiers(context: click.Context, _: click.Parameter, value: tuple[str, ...]) -> None:
    context.meta[TIERS] = value


tiers = click.option(
    "--tier",
    type=WORDS,
    multiple=True,
    metavar="NAME",
    expose_value=False,
    callback=_remember_tiers,
    help="A tier, channel, language or list of TRANSCRIPT to read, where it has several; repeatable.",
)
verification = together(
    click.argument("edition", type=FILE),
    click.argument("transcript", type=FILE),
    click.option("--text-only", is_flag=True, help="Accept a transcript that names no speakers."),
    click.option(
        "--certificate",
        type=FILE,
        metavar="FILE",
        help="Also print every difference from this certificate.json; of a receipt, whether this is its file.",
    ),
    click.option(
        "--names",
        type=FILE,
        metavar="FILE",
        help='Whose label each pseudonym of EDITION stands for, as JSON: {"P07": "Maya Okafor"}.',
    ),
    tiers,
)
sources = together(click.argument("transcript", type=FILE), click.argument("evidence", type=FILE), tiers)


class _ClientOption(click.Option):
    def make_metavar(self, ctx: click.Context) -> str:
        """Return the clients' names. They are loaded when help is printed, because that would slow down every start."""
        from workbench.providers.registry import clients_in_order

        return "|".join(provider.spec for provider in clients_in_order() if provider.spec)


roles = together(
    click.option(
        "--guest", "guests", type=WORDS, multiple=True, metavar="NAME", help="A guest, whatever the map says."
    ),
    click.option("--host", "hosts", type=WORDS, multiple=True, metavar="NAME", help="A host, whatever the map says."),
)
speaking = together(
    click.option(
        "--guest", "guests", type=WORDS, multiple=True, metavar="NAME", help="A guest; default: who the turns suggest."
    ),
    click.option(
        "--host", "hosts", type=WORDS, multiple=True, metavar="NAME", help="A host; default: who the turns suggest."
    ),
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
allow_hosts = click.option(
    "--allow-host",
    "allow_hosts",
    multiple=True,
    metavar="NAME[:PORT]",
    help="Answer to this name too, as a browser's address bar shows it; repeatable. The app has no password.",
)
recording_url = click.option(
    "--recording-url",
    metavar="URL",
    help="Link each quotation to its seconds of the recording at this address, which is never opened.",
)
key_env = click.option(
    "--key-env", metavar="NAME", help="The environment variable with the key; default: the service's usual one."
)
client = click.option("--client", cls=_ClientOption, default="offline", show_default=True, help="Who writes.")
_model = click.option("--model", type=WORDS, metavar="M", help="The model; gemini has a default.")
_debug = click.option(
    "--debug", type=FILE, metavar="DIR", help="Write each call to this folder: what was sent, and the reply."
)
_resume = click.option("--resume", type=FILE, metavar="DIR", help="Reuse the answered calls in this folder.")
_estimate = click.option("--estimate", is_flag=True, help="Print what would be sent and what it costs; send nothing.")
asking = together(
    _model,
    key_env,
    _debug,
    _resume,
    click.option("--no-stream", is_flag=True, help="Receive each reply in one piece."),
    _estimate,
    click.option("--count", is_flag=True, help="With --estimate: send the prompts to be counted by the service."),
)
proposing = together(
    click.option("--client", cls=_ClientOption, required=True, help="Who proposes; a model."),
    _model,
    key_env,
    _estimate,
    _debug,
    _resume,
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
