"""The options that the commands of `workbench archive` share."""

from functools import partial

import click

from workbench.cli.options import FILE, WORDS, together

_FILE = partial(click.option, type=FILE, metavar="FILE")

_reading = together(
    click.option(
        "--tier",
        "tiers",
        type=WORDS,
        multiple=True,
        metavar="NAME",
        help="A tier, channel, language or list to read, where a transcript has several to choose from; repeatable.",
    ),
    _FILE("--index", help="The index; default: WORKBENCH_INDEX, else in your user data."),
)
folders = together(click.argument("folders", metavar="FOLDER...", nargs=-1, required=True, type=FILE), _reading)
from_folders = together(
    click.option(
        "--from",
        "folders",
        type=FILE,
        multiple=True,
        required=True,
        metavar="FOLDER",
        help="A folder with talks; repeatable.",
    ),
    _reading,
)
workers = together(
    click.option(
        "--executor",
        type=click.Choice(["serial", "processes", "dask"]),
        default="processes",
        show_default=True,
        help="Where files are read: here, in processes of this machine, on Dask (an extra).",
    ),
    click.option("--workers", type=click.IntRange(1, 1_000), metavar="N", help="How many; default: one for each core."),
    click.option(
        "--scheduler", type=WORDS, default="", metavar="URL", help="With dask: a cluster of your own, tls://HOST:PORT."
    ),
    _FILE("--tls-ca", help="The certificate of the authority of that cluster."),
    _FILE("--tls-cert", help="Your certificate for that cluster."),
    _FILE("--tls-key", help="The key of your certificate."),
    click.option(
        "--progress", is_flag=True, help="For programs: say on standard error how far it is, in lines of JSON."
    ),
)
out = _FILE("--out", help="Write the rows to this file too: .csv or .jsonl.")
about = _FILE(
    "--about", help="A table of the talks: file, title, date, show, url; default: archive.csv in each FOLDER."
)
searching = together(
    click.option("--regex", "form", flag_value="regex", help="WORDS is a regular expression, as RE2 reads them."),
    click.option("--stem", "form", flag_value="stem", help="Whatever the endings of the words: walls is wall."),
    click.option(
        "--speaker", "speakers", type=WORDS, multiple=True, metavar="NAME", help="What this person says; repeatable."
    ),
    click.option(
        "--role",
        type=click.Choice(["host", "guest", "caller", "clip", "unclear"]),
        help="What persons of a role say: by persons.yml, else by the map beside a talk.",
    ),
    click.option(
        "--since", type=WORDS, default="", metavar="DATE", help="In talks of this year, month, day, or later."
    ),
    click.option("--until", type=WORDS, default="", metavar="DATE", help="In talks until then, this one included."),
    click.option(
        "--context",
        type=click.IntRange(0, 1_000),
        default=60,
        show_default=True,
        metavar="N",
        help="Characters on each side.",
    ),
    click.option(
        "--limit",
        type=click.IntRange(0, 1_000_000),
        default=100,
        show_default=True,
        metavar="N",
        help="Lines to show; all places are counted.",
    ),
)
