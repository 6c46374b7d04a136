"""Add the files and folders that a question is asked of to the index, and print which could not be read."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from core.errors import BadInput, Problem
from core.prose.render import one_line
from core.text.safe_html import counted
from workbench.cli.calls.terminal_progress import StatusLine
from workbench.cli.output import say
from workbench.search import ForeignFile, IngestReport, SearchIndex, UnreachableIndex

_MOST_SHOWN = 50  # files that cannot be read; of a whole disk there are thousands


class SearchSources(NamedTuple):
    """What to search: files and folders, the columns and tiers that were named, and where the index is."""

    paths: Sequence[Path]
    mapping: dict[str, str]
    index_at: Path


def take_in(library: SearchIndex, where: SearchSources) -> IngestReport:
    """Add the files to the index, and print which could not be read. Raises BadInput if none could."""
    line = StatusLine()

    def progress(done: int, total: int, name: str) -> None:
        line.show(f"Reading {done:,} of {counted(total, 'file')}: {one_line(name)}")

    try:
        taken = library.take_in(where.paths, mapping=where.mapping, progress=progress)
    except (ForeignFile, UnreachableIndex) as error:
        raise BadInput(Problem(place="the index", message=str(error))) from error
    finally:
        line.clear()
    problems = [problem for file in taken.unreadable[:_MOST_SHOWN] for problem in file.problems]
    rest = len(taken.unreadable) - _MOST_SHOWN
    if rest > 0:
        problems.append(Problem(place="--from", message=f"{counted(rest, 'more file')} cannot be read."))
    if not taken.keys:
        message, remedy = "there is nothing to search.", "Name transcripts, records, or folders that hold some."
        raise BadInput(*(problems or [Problem(place="--from", message=message, remedy=remedy)]))
    for problem in (*problems, *taken.notes):
        say(f"Note: {problem}", error=True)
    if taken.notice:
        say(f"Note: {taken.notice}", error=True)
    return taken
