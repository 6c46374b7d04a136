"""`workbench archive verify`: all editions of an archive, checked again."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from core.text.safe_html import counted
from workbench.archive.editions.verify_archive import EditionCheck, verify_archive
from workbench.archive.executors import ExecutorChoice, open_executor
from workbench.cli.archive.progress_lines import tell_progress
from workbench.cli.archive.rows import check_out, write_rows
from workbench.cli.output import print_json, print_table, say
from workbench.labels import count

_COLUMNS = tuple(EditionCheck.model_fields)


class VerifyWish(NamedTuple):
    """The folder with the editions, whether a transcript without speakers is enough, the file for the rows, and whether
    a program follows how far it is."""

    archive: Path
    text_only: bool
    out: Path | None
    progress: bool = False


def _checked(wish: VerifyWish, executor: ExecutorChoice) -> tuple[EditionCheck, ...]:
    with (
        tell_progress("checking", "edition", to_programs=wish.progress) as progress,
        open_executor(executor) as pool,
    ):
        return verify_archive(pool, wish.archive, progress, text_only=wish.text_only)


def _why(row: EditionCheck) -> str:
    said = [str(problem) for problem in row.problems]
    said += [f"{one.reason.value}, line {one.line}: {one.text}" for one in row.unproven]
    said += [one.message for one in row.differences]
    return "\n".join(said) or (row.verdict or "")


def _say(rows: Sequence[EditionCheck]) -> None:
    wrong = [row for row in rows if not row.in_order]
    if wrong:
        shown = ((row.folder, row.edition, _why(row)) for row in wrong)
        print_table(f"{len(wrong):,} not in order", ("folder", "file", "why"), shown)
    unnamed = {row.folder for row in rows if not row.file}
    if unnamed:
        say(f"Of no talk in archive.jsonl: {counted(len(unnamed), 'folder')}, of earlier runs.", error=True)
    folders, bad = {row.folder for row in rows}, {row.folder for row in wrong}
    say(f"{count(len(folders), 'edition')}: {len(folders) - len(bad):,} in order, {len(bad):,} not.")


def show_verified_archive(wish: VerifyWish, executor: ExecutorChoice, *, as_json: bool) -> int:
    """Print what is said of each edition of an archive; return 1 where one is not in order, or there is none.

    Raises BadInput.
    """
    check_out(wish.out)
    found = _checked(wish, executor)
    rows = [row.model_dump(mode="json", by_alias=True) for row in found]
    if wish.out is not None:
        write_rows(wish.out, _COLUMNS, rows)
    if as_json:
        print_json(rows)
    else:
        _say(found)
    return int(not found or not all(row.in_order for row in found))
