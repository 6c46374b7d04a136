"""The options of `workbench ask`."""

from functools import partial

import click

from workbench.cli.options import FILE, as_json, client, key_env, together

_COUNT = partial(click.option, metavar="N", show_default=True)

question = together(
    click.option("--from", "paths", type=FILE, multiple=True, metavar="PATH...", help="Files and folders to look in."),
    click.option("--map", "mapping", multiple=True, metavar="FIELD=COLUMN", help="The column that holds a field."),
    client,
    click.option("--model", metavar="M", help="The model; for gemini there is a default."),
    key_env,
    click.option(
        "--mode",
        type=click.Choice(["synthesis", "inline", "excerpts", "baseline"]),
        help="How it is answered; excerpts offline, else inline.",
    ),
    _COUNT("--k", "most", type=click.IntRange(1, 50), default=10, help="Passages to send."),
    _COUNT("--candidates", type=click.IntRange(1, 500), default=50, help="Passages to choose them from."),
    _COUNT("--per-file", "max_per_file", type=click.IntRange(1, 50), default=2, help="Most of each file."),
    click.option(
        "--lambda",
        "lambda_",
        type=click.FloatRange(0, 1),
        metavar="X",
        default=0.7,
        show_default=True,
        help="1 takes the best passages, 0 the most different ones.",
    ),
    click.option("--courses", is_flag=True, help="Instead of --lambda: one passage of each course first."),
    click.option(
        "--search-in",
        type=click.Choice(["summaries", "both"]),
        default="summaries",
        show_default=True,
        help="In summaries where there are any, or in the texts, too.",
    ),
    click.option(
        "--reference/--quote",
        "by_reference",
        default=True,
        show_default=True,
        help="Whether the model names sentences, or writes their words.",
    ),
    _COUNT("--least-words", type=click.IntRange(0, 100), default=8, help="Words that a quotation has at least."),
    _COUNT("--raw", "raw_records", type=click.IntRange(0, 50), help="Send so many in full, of the others summaries."),
    click.option("--keep-valid", is_flag=True, help="Keep the claims that hold where others do not."),
    click.option("--domain", default="", metavar="WORDS", help="What the sources are about."),
    click.option("--index", type=FILE, metavar="FILE", help="The index; else WORKBENCH_INDEX, else in your user data."),
    click.option("--no-stream", is_flag=True, help="Let the reply come in one piece."),
    click.option("--estimate", is_flag=True, help="Say what would be sent and what it costs; send nothing."),
    as_json,
    click.option("--out", type=FILE, metavar="FILE", help="Write the answer there too, as .md or .json."),
)
