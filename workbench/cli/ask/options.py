"""The options of `workbench ask`."""

from functools import partial

import click

from workbench.cli.options import FILE, WORDS, as_json, client, key_env, together

_COUNT = partial(click.option, metavar="N", show_default=True)

question = together(
    click.option("--from", "paths", type=FILE, multiple=True, metavar="PATH...", help="Files and folders to search."),
    click.option("--map", "mapping", multiple=True, metavar="FIELD=COLUMN", help="The column that holds a field."),
    click.option(
        "--tier",
        "tiers",
        type=WORDS,
        multiple=True,
        metavar="NAME",
        help="A tier, channel, language or list to read, where a transcript has several to choose from; repeatable.",
    ),
    client,
    click.option("--model", type=WORDS, metavar="M", help="The model; gemini has a default."),
    key_env,
    click.option(
        "--mode",
        type=click.Choice(["synthesis", "inline", "excerpts", "baseline"]),
        help="How to answer; default: excerpts offline, else inline.",
    ),
    _COUNT("--k", "most", type=click.IntRange(1, 50), default=10, help="Passages to send."),
    _COUNT("--candidates", type=click.IntRange(1, 500), default=50, help="Passages from which they are chosen."),
    _COUNT(
        "--per-file",
        "max_per_file",
        type=click.IntRange(1, 50),
        help="Most passages of one file; default: 2, or more where that leaves fewer than 5.",
    ),
    click.option(
        "--lambda",
        "lambda_",
        type=click.FloatRange(0, 1),
        metavar="X",
        default=0.7,
        show_default=True,
        help="1 takes the best passages, 0 the most varied ones.",
    ),
    click.option("--courses", is_flag=True, help="Instead of --lambda: one passage of each course first."),
    click.option(
        "--search-in",
        type=click.Choice(["summaries", "both"]),
        default="summaries",
        show_default=True,
        help="Search summaries where there are any, or the texts as well.",
    ),
    click.option(
        "--synonyms", type=FILE, metavar="FILE", help="YAML with words to search for in place of others: word: [words]."
    ),
    click.option(
        "--embeddings",
        type=WORDS,
        metavar="openai:URL",
        help="Search by vectors too: send all that is searched to this service; with --embedding-model.",
    ),
    click.option("--embedding-model", type=WORDS, metavar="M", help="The model that makes the vectors."),
    click.option("--embedding-key-env", type=WORDS, metavar="NAME", help="The variable that holds that service's key."),
    click.option(
        "--reference/--quote",
        "by_reference",
        default=True,
        show_default=True,
        help="Whether the model names sentences, or writes their words.",
    ),
    _COUNT(
        "--least-words",
        type=click.IntRange(0, 100),
        default=8,
        help="Shorter quotations have to say more than their claim.",
    ),
    _COUNT(
        "--raw", "raw_records", type=click.IntRange(0, 50), help="Send so many in full, and summaries of the others."
    ),
    click.option("--keep-valid", is_flag=True, help="Keep the claims that hold when others do not."),
    click.option("--domain", type=WORDS, default="", metavar="WORDS", help="What the sources are about."),
    click.option(
        "--index", type=FILE, metavar="FILE", help="The index; default: WORKBENCH_INDEX, else in your user data."
    ),
    click.option("--no-stream", is_flag=True, help="Receive the reply in one piece."),
    click.option("--estimate", is_flag=True, help="Print what would be sent and what it costs; send nothing."),
    as_json,
    click.option("--out", type=FILE, metavar="FILE", help="Write the answer to this file too, as .md or .json."),
)
