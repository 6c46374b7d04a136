"""The options of `workbench evaluate`."""

import click

from workbench.cli.options import FILE, as_json, database, together

experiment = together(
    as_json,
    click.option(
        "--baseline", type=FILE, metavar="FILE", help="An earlier results.json; no measure may be worse than there."
    ),
    click.option(
        "--fail-under",
        "floors",
        multiple=True,
        metavar="[VARIANT:]METRIC=VALUE",
        help="The least a measure must reach, like verbatim_after=95%; the most where less is better. Repeatable.",
    ),
    click.option(
        "--allow-chance", is_flag=True, help="With --baseline: a difference that may be chance does not fail."
    ),
    click.option("--estimate", is_flag=True, help="Print what would be sent and what it costs; send nothing."),
    click.option(
        "--out", type=FILE, metavar="DIR", help="Write results.json, results.csv and report.html to this folder."
    ),
    database,
)
