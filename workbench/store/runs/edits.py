"""Edits: a person's changes to the chapters of a run, in order; none is removed, undone ones are marked.

The run itself never changes. A chapter has the text of its newest edit that is not undone, or else its written text.
Each edit names its predecessor, so the edits in force are always a chain; after a new edit nothing can be redone.
"""

import sqlite3
from collections.abc import Sequence

from core.errors import BadInput, Problem
from core.text.well_formed import well_formed
from workbench.store.database.clock import now
from workbench.store.errors import Conflict, UnknownRecord
from workbench.store.records import Edit
from workbench.store.runs import runs
from workbench.store.sessions.numbered_rows import NumberedRows, next_number

MAX_EDIT = 1_000_000  # characters


def standing_edit(edits: Sequence[Edit], position: int) -> Edit | None:
    """Return the edit whose text a chapter has, which is also the next one to undo; None if it has its written text."""
    standing = (edit for edit in edits if edit.position == position and not edit.undone)
    return max(standing, key=lambda edit: edit.number, default=None)


def edit_to_redo(edits: Sequence[Edit], position: int) -> Edit | None:
    """Return the next edit of a chapter to redo, None if there is none."""
    stands = standing_edit(edits, position)
    after = stands.number if stands else 0
    following = (edit for edit in edits if edit.position == position and edit.after == after)
    return max(following, key=lambda edit: edit.number, default=None)


def _conflict(position: int, stands: Edit | None) -> Conflict:
    happened = f"edit {stands.number} stands" if stands else "it reads as it was written"
    return Conflict(
        f"The text of chapter {position + 1} was changed in another tab or program: now {happened}. Nothing was "
        "overwritten. Look at what is stored now, then make your change again if it is still wanted.",
        stands,
    )


def check_text(text: str) -> None:
    """Raise BadInput if a text is too long for a chapter."""
    if len(text) > MAX_EDIT:
        message = f"has {len(text):,} characters; {MAX_EDIT:,} is the most."
        raise BadInput(Problem(place="the text of the chapter", message=message, remedy="Shorten it."))


class EditRows(NumberedRows[Edit]):
    """The edits of a run."""

    def _session_of(self, connection: sqlite3.Connection, parent_id: str) -> str:
        return runs.summary(connection, parent_id).session_id

    def _from_row(self, row: sqlite3.Row) -> Edit:
        columns = {name: row[name] for name in Edit.model_fields}
        return Edit.model_validate(columns | {"undone": bool(row["undone"])})

    def _columns(self, stored: Edit) -> dict[str, object]:
        return {"position": stored.position, "after": stored.after, "text": stored.text}

    def _check_mark(self, connection: sqlite3.Connection, rows: tuple[Edit, ...], stored: Edit, parent_id: str) -> None:
        del connection, parent_id
        stands = standing_edit(rows, stored.position)
        if stored != (edit_to_redo(rows, stored.position) if stored.undone else stands):
            raise _conflict(stored.position, stands)

    def add(self, connection: sqlite3.Connection, run_id: str, position: int, text: str, *, after: int) -> Edit:
        """Store the new text of a chapter, well-formed, after the newest edit that the person saw, 0 for none.

        An unchanged text makes no new edit. Raises UnknownRecord, UnknownSession, Conflict, BadInput.
        """
        text = well_formed(text)
        check_text(text)
        if not 0 <= position < runs.summary(connection, run_id).chapters:
            raise UnknownRecord(f"There is no chapter {position + 1} in this run.")
        rows = self.read(connection, run_id)
        stands = standing_edit(rows, position)
        if (stands.number if stands else 0) != after:
            raise _conflict(position, stands)
        if stands and stands.text == text:
            return stands
        number = next_number(rows)
        edit = Edit(number=number, position=position, text=text, made_at=now(), undone=False, after=after)
        return self._write_change(connection, run_id, edit)


EDITS = EditRows("edits", "run_id", "There is no edit {} of this run. Open the page again to see those that are there.")
