"""The command export and its options."""

from typing import Any

import click

from workbench.cli import options
from workbench.sessions.exporting.formats import ANSWER, EDITION, FORMATS, WHITELIST

REAL, PSEUDONYMS = "real", "pseudonyms"

_FORMAT = "The format. A PDF is made by a browser: open edition.html, and print it to a file."


def _check_what(_context: click.Context, _parameter: click.Parameter, value: str) -> str:
    kind, _, which = value.partition(":")
    if value not in (EDITION, WHITELIST) and not (kind == ANSWER and which):
        raise click.BadParameter(f"{value} is none of edition, whitelist and answer:ID.")
    return value


_options = options.together(
    click.option("--to", "form", type=click.Choice(list(FORMATS)), required=True, help=_FORMAT),
    click.option(
        "--out",
        type=options.FILE,
        required=True,
        metavar="FILE",
        help="The file; its receipt stands beside. Of cards, a new folder.",
    ),
    click.option(
        "--what",
        metavar="edition|whitelist|answer:ID",
        callback=_check_what,
        default=EDITION,
        show_default=True,
        help="The edition's quotations; those of the session's map (refused ones in tables alone); or an answer, "
        "by its number.",
    ),
    click.option("--run", "number", type=int, metavar="N", help="The session's run, from 1; default: the last one."),
    click.option(
        "--names",
        type=click.Choice([REAL, PSEUDONYMS]),
        help="Whose names are written; default: pseudonyms where the session is under them.",
    ),
    click.option("--redact", is_flag=True, help="Under pseudonyms: [name] for every other name that still stands."),
    options.recording_url,
    options.database,
    options.as_json,
)


@click.command("export")
@click.argument("source", type=options.WORDS)
@_options
def export_command(source: str, *, as_json: bool, **given: Any) -> None:
    """Write the proven quotes of SOURCE for another program.

    SOURCE is a folder that run wrote, or a session's title or id. A session under pseudonyms is exported under them.
    """
    from workbench.cli.export.export import export_file, export_wish

    export_file(export_wish(source, **given), as_json=as_json)
