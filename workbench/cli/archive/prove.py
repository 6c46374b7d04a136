"""`workbench archive prove`: quotes against their own talks, or against all."""

from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

from core.prose.render import one_line
from core.transcripts.readers.decoding import MAX_BYTES
from workbench.archive.asked_quotes import read_asked_quotes
from workbench.archive.executors import open_executor
from workbench.archive.persons import persons_in
from workbench.archive.prove_archive import Against, ArchiveProof, ArchiveProofs, prove_archive
from workbench.archive.talks_to_ask import ProvingArchive
from workbench.cli.archive.arguments import ArchiveWish, open_archive, say_refused
from workbench.cli.archive.progress_lines import tell_progress
from workbench.cli.archive.rows import check_out, write_rows
from workbench.cli.output import print_json_rows, print_table, say
from workbench.files.read_file import read_bytes
from workbench.labels import count
from workbench.search.find_files import as_text

_COLUMNS = tuple(ArchiveProof.model_fields)


class ProofWish(NamedTuple):
    """The file of quotes, what they are held against, and the file for the rows."""

    quotes: Path
    against: Against
    out: Path | None


def _why(row: ArchiveProof) -> str:
    if row.proven:
        return f"proven: {row.talk}"
    words = (row.reason or "").replace("_", " ")
    near = row.nearest
    return words if near is None else f"{words}; {near.percent_alike} % alike: {near.quote_text}\n{row.talk}"


def _say(found: ArchiveProofs) -> None:
    rows = ((row.quote, row.speaker, _why(row)) for row in found.rows())
    print_table(count(len(found), "row"), ("quote", "speaker", "where, or why not"), rows)
    say(f"{count(found.proven, 'quote')} proven, {found.refused:,} not.")


def show_proofs(archive: ArchiveWish, wish: ProofWish, *, as_json: bool) -> int:
    """Print where quotes are proven in an archive, and why others are not; return 1 where one is not.

    Raises BadInput, SearchIndexError.
    """
    check_out(wish.out)
    asked = read_asked_quotes(read_bytes(wish.quotes, MAX_BYTES), wish.quotes.name)
    persons = persons_in(archive.archive.folders)
    opened = open_archive(archive)
    folders = [as_text(folder.resolve()) for folder in archive.archive.folders]
    with ExitStack() as stack:
        with (
            tell_progress("proving", "talk", to_programs=archive.progress) as progress,
            open_executor(archive.executor) as pool,
        ):
            proving = ProvingArchive(opened.talks, folders, archive.archive.library, pool, progress)
            found = stack.enter_context(prove_archive(proving, asked, wish.against, persons))
        if wish.out is not None:
            write_rows(wish.out, _COLUMNS, (row.model_dump(mode="json") for row in found.rows()))
        if not (as_json and archive.progress):  # a program that follows the steps reads lines of JSON alone
            say_refused(opened.refused)
        if as_json:
            print_json_rows(row.model_dump(mode="json") for row in found.rows())
        else:
            _say(found)
    for problems in found.unreadable.values():
        for problem in problems:
            say(f"Not read: {one_line(str(problem))}", error=True)
    return int(found.refused > 0)
