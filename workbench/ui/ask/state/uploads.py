"""Files and folders that a person gives on the page Ask: indexed, refused with everything that is wrong, or waiting
until the person says which column is which."""

from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import streamlit as st

from core.answers.feedback import FeedbackColumns, feedback_columns
from core.errors import BadInput, Problem
from core.transcripts.readers.tier_choice import TIER_OPTION
from workbench.files.names import clean_name
from workbench.labels import count
from workbench.search import IndexedSourceKind, IngestReport
from workbench.search.find_files import SUFFIXES
from workbench.search.read_source import read_contents
from workbench.ui.ask.state import ingest_uploads, sources
from workbench.ui.ask.state.sources import DROPPED
from workbench.ui.common import page_context
from workbench.ui.common.search_library import library

FIELDS = ("feedback_record_id", "content", "summary")
_TABLES = tuple(suffix for suffix, kind in SUFFIXES.items() if kind is IndexedSourceKind.FEEDBACK)
_MOST_REFUSED = 50  # that are listed one by one
_ON_SOURCES = "Bring it on the page Sources of a session, which asks what to read of it, and ask in that session."
_AT_ONCE = 0.5  # seconds that a press waits for a folder before the page says how far it is


class RejectedUpload(NamedTuple):
    """Something that was given and cannot be used, and all that is wrong with it."""

    name: str
    problems: tuple[Problem, ...]


def _remedy_here(problem: Problem) -> Problem:
    """Return a problem with a file that was given on this page, which has no options of the command."""
    if not problem.remedy.startswith(TIER_OPTION):
        return problem
    remedy = f"{_ON_SOURCES} It has: {problem.remedy.removeprefix(TIER_OPTION)}"
    return problem.model_copy(update={"remedy": remedy})


def rejected(name: str, problems: Iterable[Problem]) -> RejectedUpload:
    """Return a file that cannot be used, with what can be done about it on this page."""
    return RejectedUpload(name, tuple(map(_remedy_here, problems)))


class PendingTable(NamedTuple):
    """A table that waits until the person says which column is which."""

    name: str
    data: bytes
    columns: FeedbackColumns

    @property
    def key(self) -> str:
        """The identity of the file among all dropped files."""
        return sha256(self.name.encode("utf-8", "replace") + self.data).hexdigest()[:16]


class UploadState:
    """What is pending for the files that were given last: questions and messages, in the memory of one tab."""

    def __init__(self) -> None:
        self.waiting: list[PendingTable] = []
        self.refused: list[RejectedUpload] = []
        self.messages: list[str] = []
        self.round = 0

    def clear(self) -> None:
        """Clear the messages about earlier files."""
        self.refused, self.messages = [], []


def upload_state(session_id: str) -> UploadState:
    """Return the pending uploads and messages of this tab."""
    return st.session_state.setdefault(f"ask.tray.{session_id}", UploadState())


def describe_ingest(outcome: IngestReport) -> list[str]:
    """Return messages about files that were indexed."""
    parts = [
        f"{number:,} {what}"
        for number, what in (
            (len(outcome.added), "new"),
            (len(outcome.changed), "changed"),
            (len(outcome.unchanged), "unchanged"),
            (len(outcome.removed), "gone"),
        )
        if number
    ]
    lines = [f"{', '.join(parts)}: {count(outcome.passages, 'passage')} read." if parts else "There is nothing in it."]
    lines += [str(note) for note in outcome.notes]
    return [outcome.notice, *lines] if outcome.notice else lines


def _receive(held: UploadState, outcome: IngestReport) -> None:
    held.refused += [rejected(one.name, one.problems) for one in outcome.unreadable[:_MOST_REFUSED]]
    held.messages += describe_ingest(outcome)
    rest = len(outcome.unreadable) - _MOST_REFUSED
    if rest > 0:
        held.messages.append(f"{count(rest, 'more file')} cannot be read.")


def _take(session_id: str, name: str, data: bytes, mapping: Mapping[str, str] | None = None) -> bool:
    """Index one file; returns whether it could be used."""
    held, key = upload_state(session_id), f"{DROPPED}/{name}"
    kind = SUFFIXES.get(Path(name).suffix.casefold(), IndexedSourceKind.TRANSCRIPT)
    contents = read_contents(data, name, kind, mapping)
    if contents.problems:  # seen before anything is stored: a file of that name that is there already stays
        held.refused.append(rejected(name, contents.problems))
        return False

    def act() -> None:
        library().take_text(name, data, key=key, collection=DROPPED, mapping=mapping)

    if not page_context.change(act):
        return False
    held.messages += [f"{name}: {count(len(contents.passages), 'passage')}.", *map(str, contents.notes)]
    sources.use(session_id, DROPPED, used=True)
    return True


def take_dropped_files(session_id: str, key: str) -> None:
    """Index the files that were dropped: transcripts at once, tables once their columns are known."""
    files = st.session_state.get(key)
    if not files:
        return
    held = upload_state(session_id)
    held.clear()
    held.round += 1  # with empty fields
    for file in files:
        name, data = clean_name(file.name), file.getvalue()
        if not name.casefold().endswith(_TABLES):
            _take(session_id, name, data)
            continue
        try:
            columns = feedback_columns(data, name)
        except BadInput as error:
            held.refused.append(rejected(name, error.problems))
            continue
        held.waiting = [one for one in held.waiting if one.name != name]
        held.waiting.append(PendingTable(name, data, columns))


def take_mapped(session_id: str, waiting: PendingTable, mapping: Mapping[str, str]) -> None:
    """Index a table with the columns that a person chose; where it cannot be used with them, it stays pending."""
    held = upload_state(session_id)
    held.clear()
    if _take(session_id, waiting.name, waiting.data, {field: column for field, column in mapping.items() if column}):
        discard_table(session_id, waiting)


def discard_table(session_id: str, waiting: PendingTable) -> None:
    """Discard a pending table."""
    held = upload_state(session_id)
    held.waiting = [one for one in held.waiting if one.key != waiting.key]


def _resolved(typed: str) -> tuple[str, str]:
    """Return the whole path that somebody typed, and why it cannot be used, "" where it can."""
    try:
        path = Path(typed).expanduser()
        if not path.is_absolute():
            return str(path), "this is not a whole path."
        return (str(path.resolve()), "") if path.exists() else (str(path), "there is nothing at this path.")
    except (OSError, RuntimeError, ValueError) as error:  # too long, nobody's home folder, no characters of a path
        return typed, f"this is no path ({error})."


def take_path(session_id: str, typed: str) -> None:
    """Index what a person named: a folder with all that is in it, or a file."""
    held = upload_state(session_id)
    held.clear()
    if not typed.strip():
        problem = Problem(place="folder", message="none was named.", remedy="Type its path, or drop files below.")
        held.refused.append(RejectedUpload("The path", (problem,)))
        return
    folder, trouble = _resolved(typed.strip().strip("\"'"))
    if trouble:
        problem = Problem(place=folder, message=trouble, remedy="Type it from its root, as the file manager shows it.")
        held.refused.append(RejectedUpload(folder, (problem,)))
        return
    read_again(session_id, folder)


def read_again(session_id: str, folder: str) -> None:
    """Look at a folder for what is new, changed or gone."""
    held = upload_state(session_id)
    begun = ingest_uploads.start_ingest(library(), [Path(folder)], folder, wait=_AT_ONCE)
    if not begun:
        held.messages.append("Another folder is being read. Wait until it is done, or stop it.")
        return
    held.round += 1
    sources.use(session_id, folder, used=True)


def collect_finished_folder(session_id: str) -> ingest_uploads.IngestProgress | None:
    """Return the progress of a folder, None where none is under way; the result of a finished one becomes messages."""
    path = library().path
    under_way = ingest_uploads.ingest_progress(path)
    if under_way is None or not under_way.is_over:
        return under_way
    held = upload_state(session_id)
    ingest_uploads.forget(path)
    if under_way.outcome is not None:
        _receive(held, under_way.outcome)
    elif under_way.stopped:
        held.messages.append("It was stopped. What had been read by then is kept; read the folder again for the rest.")
    else:
        problem = Problem(place="", message=under_way.trouble, remedy="")
        held.refused.append(RejectedUpload(under_way.folder, (problem,)))
    return None


def stop() -> None:
    """Stop indexing a folder."""
    ingest_uploads.stop(library().path)
