"""Edits: a person's changes to the chapters of a run, in order; none is ever forgotten, those taken back are marked so.

The run itself never changes. A chapter reads as its newest standing edit says, or as it was written where none stands.
Each edit names the one it came after, so what stands is always a chain; a new edit ends what could be made again.
"""

import sqlite3
from collections.abc import Sequence

from core.errors import BadInput, Problem
from workbench.store.database.clock import now
from workbench.store.errors import Conflict, UnknownRecord
from workbench.store.records import Edit
from workbench.store.runs import runs
from workbench.store.sessions import sessions

MAX_EDIT = 1_000_000  # characters


def standing_edit(edits: Sequence[Edit], position: int) -> Edit | None:
    """Return the edit that a chapter reads as, which is also the one to take back; None where it reads as written."""
    standing = (edit for edit in edits if edit.position == position and not edit.undone)
    return max(standing, key=lambda edit: edit.number, default=None)


def edit_to_redo(edits: Sequence[Edit], position: int) -> Edit | None:
    """Return the edit of a chapter that can be made again next, None where there is none."""
    stands = standing_edit(edits, position)
    after = stands.number if stands else 0
    following = (edit for edit in edits if edit.position == position and edit.after == after)
    return max(following, key=lambda edit: edit.number, default=None)


def read(connection: sqlite3.Connection, run_id: str) -> tuple[Edit, ...]:
    """Return the edits of a run by number, those taken back too. Raises NotStored."""
    runs.summary(connection, run_id)
    found = connection.execute("SELECT * FROM edits WHERE run_id = ? ORDER BY number", (run_id,))
    return tuple(
        Edit(
            number=row["number"],
            position=row["position"],
            text=row["text"],
            made_at=row["made_at"],
            undone=bool(row["undone"]),
            after=row["after"],
        )
        for row in found
    )


def _numbered(edits: Sequence[Edit], number: int) -> Edit:
    for edit in edits:
        if edit.number == number:
            return edit
    raise UnknownRecord(f"There is no edit {number} of this run. Open the page again to see those that are there.")


def _conflict(position: int, stands: Edit | None) -> Conflict:
    happened = f"edit {stands.number} stands" if stands else "it reads as it was written"
    return Conflict(
        f"The text of chapter {position + 1} was changed in another tab or program: now {happened}. Nothing was "
        "overwritten. Look at what is stored now, then make your change again if it is still wanted.",
        stands,
    )


def check_text(text: str) -> None:
    """Raise BadInput where a text is too long for a chapter, or cannot be written."""
    if len(text) > MAX_EDIT:
        message, remedy = f"has {len(text):,} characters; {MAX_EDIT:,} is the most.", "Shorten it."
    elif any("\ud800" <= character <= "\udfff" for character in text):
        message, remedy = "holds half a character (a lone surrogate).", "Write the character itself."
    else:
        return
    raise BadInput(Problem(place="the text of the chapter", message=message, remedy=remedy))


def write(connection: sqlite3.Connection, run_id: str, edit: Edit) -> Edit:
    """Store an edit under its number, whatever stood there."""
    connection.execute(
        "INSERT INTO edits (run_id, number, position, after, text, made_at, undone) VALUES (?, ?, ?, ?, ?, ?, ?) "
        "ON CONFLICT (run_id, number) DO UPDATE SET undone = excluded.undone",
        (run_id, edit.number, edit.position, edit.after, edit.text, edit.made_at, edit.undone),
    )
    return edit


def add(connection: sqlite3.Connection, run_id: str, position: int, text: str, *, after: int) -> Edit:
    """Store what a chapter reads as now, over the newest standing edit that the person saw, 0 for none.

    A text that stands already makes no new edit. Raises NotStored, UnknownSession, Conflict, BadInput.
    """
    check_text(text)
    summary = runs.summary(connection, run_id)
    if not 0 <= position < summary.chapters:
        raise UnknownRecord(f"There is no chapter {position + 1} in this run.")
    edits = read(connection, run_id)
    stands = standing_edit(edits, position)
    if (stands.number if stands else 0) != after:
        raise _conflict(position, stands)
    if stands and stands.text == text:
        return stands
    sessions.note_change(connection, summary.session_id)
    number = edits[-1].number + 1 if edits else 1
    edit = Edit(number=number, position=position, text=text, made_at=now(), undone=False, after=after)
    return write(connection, run_id, edit)


def mark(connection: sqlite3.Connection, run_id: str, number: int, *, undone: bool) -> Edit:
    """Take the newest standing edit of a chapter back, or make the one again that was taken back last; one that is so
    already stays.

    Raises NotStored, UnknownSession, Conflict where another edit of the chapter stands, or was made, meanwhile.
    """
    edits = read(connection, run_id)
    edit = _numbered(edits, number)
    if edit.undone == undone:
        return edit
    stands = standing_edit(edits, edit.position)
    if edit != (stands if undone else edit_to_redo(edits, edit.position)):
        raise _conflict(edit.position, stands)
    sessions.note_change(connection, runs.summary(connection, run_id).session_id)
    return write(connection, run_id, edit.model_copy(update={"undone": undone}))
