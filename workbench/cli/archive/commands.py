"""The commands of `workbench archive` with their options; each imports what it does when it is called."""

import sys
from pathlib import Path
from typing import Any

import click

from workbench.cli import exit_codes, options
from workbench.cli.archive import archive_options


@click.group("archive")
def archive_commands() -> None:
    """Explore folders with many talks, in any format; none of their files is moved or changed."""


@archive_commands.command("index")
@archive_options.folders
@archive_options.workers
@click.option("--rehash", is_flag=True, help="Read the files of the same size and time again, too.")
@options.as_json
def index(folders: tuple[Path, ...], *, as_json: bool, **given: Any) -> None:
    """Read every transcript in FOLDER once; say which files cannot be read. A restart reads what is new or changed."""
    from workbench.cli.archive.arguments import read_wish
    from workbench.cli.archive.index import show_index

    show_index(read_wish(folders, **given), as_json=as_json)


@archive_commands.command("run")
@archive_options.folders
@archive_options.workers
@click.option(
    "--out",
    type=options.FILE,
    metavar="DIR",
    required=True,
    help="Write the editions and archive.jsonl to this folder.",
)
@click.option("--replies", is_flag=True, help="X.replies.json beside a talk X is its writer, as with scripted:FILE.")
@options.as_json
def run(folders: tuple[Path, ...], *, out: Path, replies: bool, as_json: bool, **given: Any) -> None:
    """Write an edition for each talk in FOLDER with an evidence map beside it. A restart writes what is missing."""
    from workbench.archive.editions.run_archive import EditionsWish
    from workbench.cli.archive.arguments import read_wish
    from workbench.cli.archive.run import show_run

    show_run(read_wish(folders, **given), EditionsWish(out, replies), as_json=as_json)


@archive_commands.command("verify", epilog=exit_codes.ARCHIVE_VERIFY)
@click.argument("archive", metavar="DIR", type=options.FILE)
@archive_options.workers
@click.option("--text-only", is_flag=True, help="Accept transcripts that name no speakers.")
@archive_options.out
@options.as_json
def verify(archive: Path, *, text_only: bool, out: Path | None, progress: bool, as_json: bool, **given: Any) -> None:
    """Check each edition under DIR, which archive run wrote, as verify does with its certificate and transcript."""
    from workbench.cli.archive.arguments import read_executor
    from workbench.cli.archive.verify import VerifyWish, show_verified_archive

    sys.exit(
        show_verified_archive(VerifyWish(archive, text_only, out, progress), read_executor(**given), as_json=as_json)
    )


@archive_commands.command("stats")
@archive_options.folders
@archive_options.workers
@click.option(
    "--same",
    type=options.WORDS,
    multiple=True,
    metavar="NAME=SPELLING",
    help="Two names are one person's: write that to persons.yml in the first FOLDER; repeatable.",
)
@archive_options.about
@archive_options.out
@options.as_json
def stats(
    folders: tuple[Path, ...],
    *,
    same: tuple[str, ...],
    about: Path | None,
    out: Path | None,
    as_json: bool,
    **given: Any,
) -> None:
    """Count talks, speakers, words and questions in FOLDER, and name spellings that may be one person's."""
    from workbench.cli.archive.arguments import read_wish
    from workbench.cli.archive.stats import StatsWish, show_stats

    show_stats(read_wish(folders, **given), StatsWish(same, about, out), as_json=as_json)


@archive_commands.command("prove", epilog=exit_codes.ARCHIVE_PROVE)
@archive_options.folders
@archive_options.workers
@click.option(
    "--quotes",
    type=options.FILE,
    metavar="FILE",
    required=True,
    help="A table of quotes as for map from-table, or JSON lines with quote, speaker and document.",
)
@click.option(
    "--against",
    type=click.Choice(["own", "all"]),
    default="own",
    show_default=True,
    help="Hold a quote against the talk that its document names, or every quote against all talks.",
)
@archive_options.out
@options.as_json
def prove(
    folders: tuple[Path, ...], *, quotes: Path, against: str, out: Path | None, as_json: bool, **given: Any
) -> None:
    """Prove each of the QUOTES in its own talk in FOLDER, or say in which talk it was said, and by whom."""
    from workbench.archive.prove_archive import Against
    from workbench.cli.archive.arguments import read_wish
    from workbench.cli.archive.prove import ProofWish, show_proofs

    wish = ProofWish(quotes, Against(against), out)
    sys.exit(show_proofs(read_wish(folders, **given), wish, as_json=as_json))


@archive_commands.command("check", epilog=exit_codes.ARCHIVE_CHECK)
@click.argument("article", type=options.FILE)
@archive_options.from_folders
@archive_options.workers
@archive_options.out
@options.as_json
def check(article: Path, *, folders: tuple[Path, ...], out: Path | None, as_json: bool, **given: Any) -> None:
    """Find each quotation of ARTICLE (text, Markdown, web page, Word document, EPUB) in all talks of the folders."""
    from workbench.cli.archive.arguments import read_wish
    from workbench.cli.archive.check import CheckWish, show_check

    sys.exit(show_check(read_wish(folders, **given), CheckWish(article, out), as_json=as_json))


@archive_commands.command("search")
@click.argument("words", type=options.WORDS)
@archive_options.from_folders
@archive_options.workers
@archive_options.searching
@archive_options.about
@archive_options.out
@options.as_json
def search(folders: tuple[Path, ...], *, as_json: bool, **given: Any) -> None:
    """Show every place where WORDS are said in the talks of the folders, and count them by speaker and by talk."""
    from workbench.cli.archive.arguments import read_wish
    from workbench.cli.archive.search import show_places, take_search

    wish = take_search(given)
    show_places(read_wish(folders, **given), wish, as_json=as_json)
