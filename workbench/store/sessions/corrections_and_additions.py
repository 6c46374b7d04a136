"""Corrections (a person's acts on rejected quotes) and additions (passages that a person made evidence)."""

import sqlite3
from typing import Generic, TypeVar

from core.whitelist.additions import Addition
from core.whitelist.corrections import Mend
from workbench.store.database.clock import now
from workbench.store.database.json_text import as_json, from_json
from workbench.store.errors import Conflict
from workbench.store.records import StoredAddition, StoredCorrection
from workbench.store.sessions import sessions
from workbench.store.sessions.numbered_rows import NumberedRows, next_number

_R = TypeVar("_R", StoredCorrection, StoredAddition)
_C = TypeVar("_C", Mend, Addition)


class EvidenceRows(NumberedRows[_R], Generic[_R, _C]):
    """A session's rows with at most one in force for the same evidence.

    `field` is the record's field with the content, `second` the message if another one is in force already.
    """

    def __init__(self, record: type[_R], content: type[_C], field: str, *, missing: str, second: str) -> None:
        super().__init__(f"{field}s", "session_id", missing)
        self._record, self._content, self._field, self._second = record, content, field, second

    def _session_of(self, connection: sqlite3.Connection, parent_id: str) -> str:
        sessions.check(connection, parent_id)
        return parent_id

    def _made(self, number: int, content: _C, made_at: str, *, undone: bool) -> _R:
        fields = {"number": number, self._field: content, "made_at": made_at, "undone": undone}
        return self._record.model_validate(fields)

    def _content_of(self, stored: _R) -> _C:
        return getattr(stored, self._field)

    def _from_row(self, row: sqlite3.Row) -> _R:
        content = from_json(self._content, row["content"])
        return self._made(row["number"], content, row["made_at"], undone=bool(row["undone"]))

    def _columns(self, stored: _R) -> dict[str, object]:
        content = self._content_of(stored)
        return {"evidence_id": content.evidence_id, "content": as_json(content)}

    def _refuse_second(self, rows: tuple[_R, ...], content: _C) -> None:
        evidence_id = content.evidence_id
        for stored in rows:
            if not stored.undone and self._content_of(stored).evidence_id == evidence_id:
                raise Conflict(self._second.format(evidence_id=evidence_id, number=stored.number), stored)

    def _check_mark(self, rows: tuple[_R, ...], stored: _R, *, undone: bool) -> None:
        if not undone:
            self._refuse_second(rows, self._content_of(stored))

    def add(self, connection: sqlite3.Connection, session_id: str, content: _C) -> _R:
        """Store a new row. Raises Conflict if one for the same evidence is in force already, UnknownSession."""
        rows = self.read(connection, session_id)
        self._refuse_second(rows, content)
        return self._write_change(connection, session_id, self._made(next_number(rows), content, now(), undone=False))

    def replace(self, connection: sqlite3.Connection, session_id: str, number: int, content: _C) -> _R:
        """Undo a row and store a new one in its place.

        Raises UnknownRecord, UnknownSession, Conflict if another one for the same evidence is in force.
        """
        self.undo(connection, session_id, number)
        return self.add(connection, session_id, content)


CORRECTIONS = EvidenceRows(
    StoredCorrection,
    Mend,
    "mend",
    missing="There is no mend {} in this session. Open the page again to see those that are there.",
    second="The quote of {evidence_id} is mended already (mend {number}), perhaps in another tab or program. Take that "
    "mend back first, then make this one.",
)
ADDITIONS = EvidenceRows(
    StoredAddition,
    Addition,
    "promotion",
    missing="There is no promotion {} in this session. Open the page again to see those there are.",
    second="This passage is in the evidence map already (promotion {number}), perhaps from another tab or program. "
    "Take that promotion back first, then make this one.",
)
