"""The commands of `workbench map` with their options; each imports what it does when it is called."""

import sys
from pathlib import Path
from typing import Any

import click

from workbench.cli import exit_codes, options

_OUT = click.option(
    "--out", type=options.FILE, metavar="MAP", required=True, help="The evidence map to write, as JSON."
)


@click.group("map")
def map_commands() -> None:
    """Make evidence maps, and bring them in order."""


@map_commands.command("outline")
@click.argument("transcript", type=options.FILE)
@_OUT
@click.option(
    "--chapters",
    type=click.IntRange(1, 1_000),
    metavar="N",
    help="How many chapters to propose; default: one for about each 1,000 words.",
)
@options.tiers
@options.speaking
@options.as_json
def outline(transcript: Path, out: Path, **given: Any) -> None:
    """Propose chapters and quotes for a bare TRANSCRIPT, without a model and without any claim.

    `run` takes MAP as it is; until somebody writes claims its editions have no Core Claims.
    """
    from workbench.cli.map.outline import OutlineOptions, write_outline

    write_outline(transcript, out, OutlineOptions(**given))


@map_commands.command("propose", epilog=exit_codes.PROPOSE)
@click.argument("transcript", type=options.FILE)
@click.option(
    "--out", type=options.FILE, metavar="MAP", help="The evidence map to write, as JSON; not needed with --estimate."
)
@options.proposing
@options.tiers
@options.speaking
@options.as_json
def propose(transcript: Path, out: Path | None, **given: Any) -> None:
    """Let a model propose chapters, claims and quotes for TRANSCRIPT, all of which is sent to it in parts.

    The model names sentences; every quote is cut from TRANSCRIPT here, and what does not fit is refused with the
    reason. `run` takes MAP as it is and says how many of its rows nobody has accepted.
    """
    from workbench.cli.map.propose import read_proposing, write_proposal

    sys.exit(write_proposal(transcript, out, read_proposing(**given)))


@map_commands.command("from-table")
@click.argument("transcript", type=options.FILE)
@click.argument("table", type=options.FILE)
@options.tiers
@click.option(
    "--map",
    "pairs",
    type=options.WORDS,
    multiple=True,
    metavar="FIELD=COLUMN",
    help="Which column holds a field, such as chapter or quote, where its name does not say; repeatable.",
)
@_OUT
@options.roles
@options.as_json
def from_table(
    transcript: Path,
    table: Path,
    *,
    pairs: tuple[str, ...],
    out: Path,
    guests: tuple[str, ...],
    hosts: tuple[str, ...],
    as_json: bool,
) -> None:
    """Make an evidence map of TABLE: CSV, TSV, a workbook (.xlsx), a REFI-QDA project or codebook (.qdpx, .qdc), or a
    text with one quote in each line."""
    from workbench.cli.map.from_table import make_map

    make_map(transcript, table, out, pairs=pairs, roles=(guests, hosts), as_json=as_json)


@map_commands.command("to-table")
@options.sources
@click.option(
    "--out", type=options.FILE, metavar="FILE", required=True, help="The table to write: .csv, .tsv or .xlsx."
)
@options.roles
@options.as_json
def to_table(
    transcript: Path, evidence: Path, *, out: Path, guests: tuple[str, ...], hosts: tuple[str, ...], as_json: bool
) -> None:
    """Write EVIDENCE as a table, a row for each quote, which map from-table reads again."""
    from workbench.cli.map.to_table import write_table

    write_table(transcript, evidence, out, roles=(guests, hosts), as_json=as_json)


@map_commands.command("doctor", epilog=exit_codes.MAP_DOCTOR)
@options.sources
@click.option(
    "--fix", type=options.FILE, metavar="OUT", help="Write the map with all that is certain done, and nothing else."
)
@options.roles
@options.as_json
def doctor(
    transcript: Path,
    evidence: Path,
    *,
    fix: Path | None,
    guests: tuple[str, ...],
    hosts: tuple[str, ...],
    as_json: bool,
) -> None:
    """Say what is wrong with EVIDENCE and what would help, whoever made it."""
    from workbench.cli.map.doctor import show_findings

    sys.exit(show_findings(transcript, evidence, fix, roles=(guests, hosts), as_json=as_json))
