"""The options of `workbench evaluate`."""

import click

from workbench.cli.options import FILE, as_json, database, together

experiment = together(
    as_json,
    click.option("--baseline", type=FILE, metavar="FILE", help="An earlier results.json: nothing may be worse."),
    click.option(
        "--fail-under",
        "floors",
        multiple=True,
        metavar="[VARIANT:]METRIC=VALUE",
        help="What must be reached, like verbatim_after=95%; where less is better, not exceeded. Repeatable.",
    ),
    click.option("--allow-chance", is_flag=True, help="With --baseline: what may be chance does not fail."),
    click.option("--estimate", is_flag=True, help="Say what would be sent and what it costs; send nothing."),
    click.option("--out", type=FILE, metavar="DIR", help="Write results.json, results.csv and report.html there."),
    database,
)
