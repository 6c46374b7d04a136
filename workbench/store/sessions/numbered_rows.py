"""Numbered rows that can be undone: none is removed, undone ones are marked and can be redone."""

import sqlite3
from abc import ABC, abstractmethod
from typing import Generic, TypeVar

from workbench.store.errors import UnknownRecord
from workbench.store.records import Edit, StoredAct
from workbench.store.sessions import sessions

_R = TypeVar("_R", StoredAct, Edit)


class NumberedRows(ABC, Generic[_R]):
    """The rows of a table, numbered from 1 in their parent (a session, a run), whose id is in column `parent`.

    `missing` is the message for an unknown number.
    """

    def __init__(self, table: str, parent: str, missing: str) -> None:
        self._table, self._parent, self._missing = table, parent, missing

    @abstractmethod
    def _session_of(self, connection: sqlite3.Connection, parent_id: str) -> str:
        """Return the session that changes with the rows. Raises UnknownRecord, UnknownSession."""

    @abstractmethod
    def _from_row(self, row: sqlite3.Row) -> _R: ...

    @abstractmethod
    def _columns(self, stored: _R) -> dict[str, object]:
        """Return the values of the columns that only this table has."""

    @abstractmethod
    def _check_mark(self, connection: sqlite3.Connection, rows: tuple[_R, ...], stored: _R, parent_id: str) -> None:
        """Raise Conflict if a row cannot be undone, or, where it is undone, redone."""

    def read(self, connection: sqlite3.Connection, parent_id: str) -> tuple[_R, ...]:
        """Return the rows by number, undone ones included. Raises UnknownRecord, UnknownSession."""
        self._session_of(connection, parent_id)
        query = f"SELECT * FROM {self._table} WHERE {self._parent} = ? ORDER BY number"  # noqa: S608 - constants
        return tuple(self._from_row(row) for row in connection.execute(query, (parent_id,)))

    def write(self, connection: sqlite3.Connection, parent_id: str, stored: _R) -> _R:
        """Store a row under its number; of an existing row only the mark that it was undone changes."""
        columns = {self._parent: parent_id, "number": stored.number, **self._columns(stored)}
        columns |= {"made_at": stored.made_at, "undone": stored.undone}
        places = ", ".join("?" * len(columns))
        connection.execute(
            f"INSERT INTO {self._table} ({', '.join(columns)}) VALUES ({places}) "  # noqa: S608 - constants
            f"ON CONFLICT ({self._parent}, number) DO UPDATE SET undone = excluded.undone",
            tuple(columns.values()),
        )
        return stored

    def _write_change(self, connection: sqlite3.Connection, parent_id: str, stored: _R) -> _R:
        sessions.note_change(connection, self._session_of(connection, parent_id))
        return self.write(connection, parent_id, stored)

    def _mark(self, connection: sqlite3.Connection, parent_id: str, number: int, *, undone: bool) -> _R:
        rows = self.read(connection, parent_id)
        stored = next((row for row in rows if row.number == number), None)
        if stored is None:
            raise UnknownRecord(self._missing.format(number))
        if stored.undone == undone:
            return stored
        self._check_mark(connection, rows, stored, parent_id)
        return self._write_change(connection, parent_id, stored.model_copy(update={"undone": undone}))

    def undo(self, connection: sqlite3.Connection, parent_id: str, number: int) -> _R:
        """Undo a row; an undone one stays so.

        Raises UnknownRecord, UnknownSession, Conflict if a later one rests on it.
        """
        return self._mark(connection, parent_id, number, undone=True)

    def redo(self, connection: sqlite3.Connection, parent_id: str, number: int) -> _R:
        """Redo an undone row; one in force stays so.

        Raises UnknownRecord, UnknownSession, Conflict if it no longer fits what is in force.
        """
        return self._mark(connection, parent_id, number, undone=False)


def next_number(rows: tuple[_R, ...]) -> int:
    """Return the number of the row that comes after these."""
    return rows[-1].number + 1 if rows else 1
