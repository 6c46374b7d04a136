"""`archive.jsonl`: one line for each talk of an archive, beside the folders with the editions."""

from collections.abc import Iterable
from pathlib import Path

from pydantic import Field, ValidationError

from core.errors import BadInput, Problem
from core.record import Record
from workbench.archive.editions.edition_folders import LINES
from workbench.files.read_file import read_bytes

_MOST_BYTES = 1_000_000_000


class ArchiveLine(Record):
    """A talk and its edition; `folder` is under the archive's, with `/`, "" where there is none.

    `map` and `replies` are "" where there are none; `copies` are files with the same words, which share the edition.
    The numbers are those of `EditionFacts`; `problems` say why there is no edition of a talk with a map.
    """

    file: str
    map: str
    replies: str
    folder: str
    copies: tuple[str, ...] = ()
    verdict: str | None = None
    chapters: int = 0
    fallbacks: int = 0
    quotations: int = 0
    proven: int = 0
    rejected: int = 0
    coverage: dict[str, int] = Field(default_factory=dict[str, int])
    certificate_sha256: str | None = None
    problems: tuple[Problem, ...] = ()


def lines_as_text(lines: Iterable[ArchiveLine]) -> str:
    """Return the text of `archive.jsonl`."""
    return "".join(line.model_dump_json() + "\n" for line in lines)


def read_archive_lines(out: Path) -> tuple[ArchiveLine, ...] | None:
    """Return the lines of a folder's `archive.jsonl`, None where there is no such file. Raises BadInput for one that
    is something else."""
    path = out / LINES
    if not path.exists():
        return None
    data = read_bytes(path, _MOST_BYTES, regular=True)
    try:
        return tuple(ArchiveLine.model_validate_json(line) for line in data.splitlines() if line.strip())
    except ValidationError as error:
        message, remedy = "this is no list that `workbench archive run` wrote.", "Name another folder."
        raise BadInput(Problem(place=str(path), message=message, remedy=remedy)) from error
