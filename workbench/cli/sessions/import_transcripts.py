"""`workbench import`: one session for each talk in files, folders and zips."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from core.errors import BadInput, Problem
from workbench.cli.output import print_json, print_table, say
from workbench.labels import count
from workbench.sessions.importing.find_given import find_given
from workbench.sessions.importing.import_report import ImportReport
from workbench.sessions.importing.import_talks import import_talks
from workbench.store import Store, StoreError, database_path


def _tables(report: ImportReport) -> Iterator[tuple[str, tuple[str, ...], list[tuple[str, ...]]]]:
    """Yield the title, the head and the rows of each list."""
    made = [(one.file, one.map or "-", one.title) for one in report.made]
    yield f"{count(len(made), 'session')} made", ("file", "map", "session"), made
    notes = [(one.map or one.file, note) for one in report.made for note in one.notes]
    yield f"{count(len(notes), 'note')} on maps that were made of tables", ("file", "note"), notes
    copies = [(one.file, one.of) for one in report.copies]
    yield f"{count(len(copies), 'file')} with the same words as another one", ("file", "read instead"), copies
    skipped = [(one.file, one.why) for one in report.skipped]
    yield f"{count(len(skipped), 'file')} skipped", ("file", "why"), skipped
    refused = [(one.file, "\n".join(map(str, one.problems))) for one in report.refused]
    yield f"{count(len(refused), 'file')} refused", ("file", "why, and what to do"), refused


def show_imported(paths: Sequence[Path], database: Path | None, *, as_json: bool) -> None:
    """Make the sessions and print what came of each file.

    Raises BadInput for paths that cannot be read, and where the database cannot be used.
    """
    store = Store(database_path(database).absolute())
    given = find_given(paths)
    try:
        report = import_talks(store, given)
    except StoreError as error:
        raise BadInput(Problem(place="", message=str(error))) from error
    if as_json:
        print_json(report.model_dump(mode="json"))
        return
    for title, head, rows in _tables(report):
        if rows:
            print_table(title, head, rows)
    say(f"{count(len(report.made), 'session')} made in {store.path}.")
