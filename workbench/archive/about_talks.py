"""What is known of the talks of an archive beside their words: `archive.csv` names titles, dates, shows, addresses."""

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import NamedTuple

from core.errors import BadInput, Problem
from core.text.documents import is_object
from core.text.tables import ColumnMapping, RowKind, check_header, find_columns, first_problems, read_rows
from core.text.well_formed import well_formed
from core.transcripts.readers.decoding import MAX_BYTES
from workbench.archive.named_talks import NamedTalks
from workbench.files.read_file import read_bytes
from workbench.search.find_files import as_text, file_in
from workbench.search.talk_facts import IndexedTalk

ABOUT = "archive.csv"
_FIELDS = ("file", "title", "date", "show", "url")
_DATE = re.compile(r"(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?")
_LONGEST = 2_000  # characters of a cell


def _columns_of(names: tuple[str, ...]) -> ColumnMapping:
    return find_columns(names, {field: (field,) for field in _FIELDS}, ("file",))


_KIND = RowKind(
    what="talks",
    forms='Name its columns in the first row: "file", and "title", "date", "show", "url" where they are known.',
    lists=("talks", "rows"),
    needed=("file",),
    columns_of=_columns_of,
    error=BadInput,
)


class TalkAbout(NamedTuple):
    """What somebody says of a talk, "" where it is not known; `date` is a year, a month (2021-03) or a day."""

    title: str = ""
    date: str = ""
    show: str = ""
    url: str = ""


class AboutTalks(NamedTuple):
    """What is known of each talk, by the key of its first file, and notes on rows that name no talk."""

    of_talk: Mapping[str, TalkAbout]
    notes: tuple[Problem, ...] = ()


def is_date(written: str) -> bool:
    """Tell whether a text is a year, a month or a day as ISO 8601 writes them."""
    found = _DATE.fullmatch(written)
    if not found:
        return False
    try:
        date(*(int(part or 1) for part in found.groups()))
    except ValueError:
        return False
    return True


def may_lie_between(day: str, since: str, until: str) -> bool:
    """Tell whether a date may lie between two others, both included, "" for no bound; no date lies between any."""
    if not day:
        return not since and not until
    return day[: len(since)] >= since[: len(day)] and (not until or day[: len(until)] <= until[: len(day)])


class _AboutReader:
    def __init__(self, name: str, talks: NamedTalks) -> None:
        self._name = name
        self._talks = talks
        self.found: dict[str, TalkAbout] = {}
        self.notes: list[Problem] = []
        self.problems: list[Problem] = []

    def complain(self, place: str, message: str, remedy: str) -> None:
        where = f"{self._name}: {place}" if place else self._name
        self.problems.append(Problem(place=where, message=message, remedy=remedy))

    def _cells(self, row: Mapping[str, object], columns: Mapping[str, str], place: str) -> dict[str, str]:
        cells: dict[str, str] = {}
        for field in _FIELDS:
            value = row.get(columns.get(field, ""))
            text = well_formed(" ".join(str(value).split())) if value is not None else ""
            if len(text) > _LONGEST:
                self.complain(f"{place}: {field}", f"has {len(text):,} characters.", f"Write at most {_LONGEST:,}.")
                text = ""
            cells[field] = text
        return cells

    def read(self, row: Mapping[str, object], place: str) -> None:
        cells = self._cells(row, _KIND.columns_of(tuple(row)).of_field, place)
        if cells["date"] and not is_date(cells["date"]):
            message = f'"{cells["date"]}" is no date.'
            self.complain(f"{place}: date", message, "Write 2021, 2021-03 or 2021-03-14.")
        if cells["url"] and not cells["url"].startswith(("https://", "http://")):
            self.complain(f"{place}: url", "is no address of a page.", "Begin it with https://.")
        if not cells["file"]:
            self.complain(f"{place}: file", "is empty.", "Name a file, by its path under the folder or its name.")
            return
        named = self._talks.named(cells["file"])
        if not named:
            message = f'no talk is called "{cells["file"]}".'
            self.notes.append(Problem(place=f"{self._name}: {place}", message=message))
        elif len(named) > 1:
            message = f'"{cells["file"]}" may be {len(named):,} talks.'
            self.complain(f"{place}: file", message, "Write its path under the folder.")
        elif named[0] in self.found:
            self.complain(f"{place}: file", f'"{cells["file"]}" has a row already.', "Keep one of the rows.")
        else:
            self.found[named[0]] = TalkAbout(*(cells[field] for field in _FIELDS[1:]))


def read_about(data: bytes, name: str, talks: NamedTalks) -> AboutTalks:
    """Read a table of talks with the columns file, title, date, show and url; others are left out.

    Raises BadInput with all its problems.
    """
    reader = _AboutReader(name, talks)
    table = read_rows(data, name, _KIND, reader.complain)
    if table.header is not None:
        check_header(table.header, name, _KIND)
    for place, row in table.rows:
        if is_object(row):
            reader.read(row, place)
        else:
            reader.complain(place, "must be an object with fields.", 'Write {"file": "...", "title": "..."}.')
    if reader.problems:
        raise BadInput(*first_problems(reader.problems, name))
    return AboutTalks(reader.found, tuple(reader.notes))


def _of_folder(folder: Path, talks: Sequence[IndexedTalk]) -> AboutTalks:
    file = file_in(folder, ABOUT)
    if file is None or not file.is_file():
        return AboutTalks({})
    name = as_text(folder)
    own = [talk for talk in talks if talk.key.startswith(f"{name}/")]
    return read_about(read_bytes(file, MAX_BYTES, regular=True), as_text(folder / ABOUT), NamedTalks(own, [name]))


def about_talks(talks: Sequence[IndexedTalk], folders: Iterable[Path], given: Path | None = None) -> AboutTalks:
    """Return what is known of talks: from a given file, else from each folder's own `archive.csv`.

    Raises BadInput with all problems of all of them.
    """
    places = [folder.resolve() for folder in folders]
    if given is not None:
        named = NamedTalks(talks, [as_text(folder) for folder in places])
        return read_about(read_bytes(given, MAX_BYTES, regular=True), given.name, named)
    found: dict[str, TalkAbout] = {}
    notes: list[Problem] = []
    problems: list[Problem] = []
    for folder in places:
        try:
            about = _of_folder(folder, talks)
        except BadInput as error:
            problems += error.problems
            continue
        found = {**about.of_talk, **found}
        notes += about.notes
    if problems:
        raise BadInput(*problems)
    return AboutTalks(found, tuple(notes))
