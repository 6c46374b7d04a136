"""Rows of a feedback file on their way to passages: their texts, ids and metadata, and all that is wrong with them."""

import json
import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from core.answers.feedback_columns import (
    CONTENT,
    ID,
    KNOWN_METADATA,
    METADATA,
    SUMMARY,
    is_summary_alone,
    link_of,
    own_name,
)
from core.answers.records import Metadata, Passage
from core.errors import Problem, RecordsError
from core.text.documents import MAX_DEPTH, DocumentReader, is_list, is_object, kind_of
from core.text.punctuation import UNREADABLE
from core.text.tables import DuplicateFields, NumberText, RowKind, first_problems, load

_LONGEST_ID = 200
_LONGEST_TEXT = 100_000
_LONGEST_METADATA = 20_000


class _FeedbackRow(NamedTuple):
    place: str
    text: str
    summary: str


def _plain(value: object, depth: int = 0) -> Any:
    """Return a parsed value with its numbers as numbers. Raises ValueError where it is nested too deeply."""
    if depth > MAX_DEPTH:
        raise ValueError
    if is_object(value):
        return {str(name): _plain(inside, depth + 1) for name, inside in value.items()}
    if is_list(value):
        return [_plain(inside, depth + 1) for inside in value]
    if not isinstance(value, NumberText):
        return value
    try:
        number = json.loads(value)
        return number if abs(number) < float("inf") else str(value)
    except ValueError:
        return str(value)


class FeedbackRows:
    """Rows on their way to passages; `notes` are rows left out without harm, and what could not be read."""

    def __init__(self, name: str, kind: RowKind, mapping: Mapping[str, str]) -> None:
        self._name = name
        self._kind = kind
        self._mapping = mapping
        self._walk = DocumentReader(name)
        self._notes = DocumentReader(name)
        self._seen: dict[str, _FeedbackRow] = {}
        self._passages: list[Passage] = []

    def complain(self, place: str, message: str, remedy: str = "") -> None:
        """Note one problem."""
        self._walk.complain(place, message, remedy)

    def add(self, row: object, place: str) -> None:
        """Add one row: an object of text, `NumberText`, None and nested values; `place` names it in messages."""
        if isinstance(row, DuplicateFields):
            self.complain(place, "has a field that is written twice.", "Leave one of them out.")
        if not is_object(row):
            remedy = 'Write {"feedback_record_id": ..., "content": ...}.'
            self.complain(place, "must be an object with fields.", remedy)
            return
        columns = self._kind.columns_of(tuple(row))
        for field in columns.twice:
            self.complain(place, f"has two fields that are called {field}.", "Leave one of them out.")
        cells = {field: row.get(column) for field, column in columns.of_field.items()}
        places = {field: f"{place}: {column if '.' in column else field}" for field, column in columns.of_field.items()}
        link = link_of(tuple(row), self._mapping) if any("." in name for name in row) else ""
        if not self._is_whole(row, place, link, cells.get(ID)):
            return
        written = self._text(cells.get(CONTENT), places.get(CONTENT, ""))
        if written is None:
            return
        content = written.strip()
        if not content:
            self._notes.complain(place, "has no words, and was left out.")
            return
        summary = self._text(cells.get(SUMMARY), places.get(SUMMARY, "")) or ""
        record_id = self._id(cells.get(ID), places.get(ID, f"{place}: {ID}"))
        taken = {link, *columns.of_field.values()}
        others = {own_name(name, row): value for name, value in row.items() if name not in taken}
        metadata = self._metadata(cells, others, place)
        seen = _FeedbackRow(place, content, " ".join(summary.split()))
        if record_id and self._is_new(record_id, seen):
            self._keep(record_id, content, seen.summary, metadata)

    def _is_whole(self, row: Mapping[str, Any], place: str, link: str, record_id: object) -> bool:
        """Tell whether a row of seed 4's shape has its record, and a summary that names that record in `link`."""
        if any("." in name for name in row) and is_summary_alone(tuple(row), self._mapping):
            message = "is missing; the content beside a summary is what was searched."
            self.complain(f"{place}: feedback_record", message, "Add it, or map content to the record's own words.")
            return False
        if not link or row[link] in (None, "", record_id):
            return True
        self.complain(f"{place}: {link}", "is not the id of the record beside it.", "Map feedback_record_id to one.")
        return False

    def _keep(self, record_id: str, content: str, summary: str, metadata: Metadata) -> None:
        passage = Passage(
            record_id=record_id,
            text=content,
            source=self._name,
            position=len(self._passages),
            summary=summary,
            metadata=metadata,
        )
        self._passages.append(passage)

    def _text(self, value: object, place: str) -> str | None:
        """Return a field that holds text or a number, "" where it is missing, None where it is wrong."""
        if value is None:
            return ""
        if not isinstance(value, str):
            self.complain(place, f"must be text, not {kind_of(value)}.", "Put it in quotation marks.")
            return None
        if len(value) > _LONGEST_TEXT:
            self.complain(place, f"is too long: {len(value):,} characters.", f"At most {_LONGEST_TEXT:,}.")
        elif "\0" in value:
            self.complain(place, "holds a NUL character.", "Leave it out.")
        else:
            if UNREADABLE in value:
                message = "holds a character that could not be read (�); no quotation with one is proven."
                self._notes.complain(place, message, "Write it whole.")
            return str(value)
        return None

    def _id(self, value: object, place: str) -> str:
        """Return a record's id on one line, "" where it is missing or wrong."""
        if value is None or (isinstance(value, str) and not value.strip()):
            self.complain(place, "is missing.", "Every record has an id of its own.")
            return ""
        if not isinstance(value, str):
            self.complain(place, f"must be text or a number, not {kind_of(value)}.", "Put it in quotation marks.")
            return ""
        record_id = " ".join(value.split())
        if len(record_id) > _LONGEST_ID:
            self.complain(place, f"is too long: {len(record_id):,} characters.", f"At most {_LONGEST_ID}.")
            return ""
        if UNREADABLE in record_id:
            self.complain(place, "holds a character that could not be read (�).", "Write it whole.")
            return ""
        if not record_id.isprintable():
            self.complain(place, "holds characters that are not seen.", "Leave them out.")
            return ""
        return record_id

    def _is_new(self, record_id: str, seen: _FeedbackRow) -> bool:
        before = self._seen.setdefault(record_id, seen)
        if before is seen:
            return True
        if before[1:] == seen[1:]:
            self._notes.complain(seen.place, f"is the record of {before.place} once more, and was left out.")
        else:
            message = f"is the same as in {before.place}, and the records are not."
            self.complain(f"{seen.place}: {ID}", message, "Give every record an id of its own.")
        return False

    def _metadata(self, cells: Mapping[str, Any], others: Mapping[str, Any], place: str) -> Metadata:
        """Return the metadata of a record: its own field, all other columns, and the known ones by name."""
        given = dict(self._given(cells.get(METADATA), f"{place}: {METADATA}"))
        known = {field: cells.get(field) for field in KNOWN_METADATA}
        besides = (*others.items(), *known.items())
        given |= {name: value for name, value in besides if value is not None and value != ""}
        try:
            metadata = _plain(given)
            written = json.dumps(metadata, ensure_ascii=False)
        except (ValueError, RecursionError):
            self.complain(place, "holds something that is nested too deeply.", f"At most {MAX_DEPTH} levels.")
            return {}
        if len(written) > _LONGEST_METADATA:
            message = f"has too much besides its text: {len(written):,} characters."
            self.complain(place, message, f"At most {_LONGEST_METADATA:,}.")
        return metadata

    def _given(self, value: object, place: str) -> Mapping[str, Any]:
        """Return the object that a field of metadata holds, as it is or written as JSON; other text under its name."""
        if is_object(value):
            return value
        if value is None or (isinstance(value, str) and not value.strip()):
            return {}
        if not isinstance(value, str) or not re.match(r"\s*\{", value):
            return {METADATA: value}
        try:
            parsed = load(value)
        except (ValueError, RecursionError):
            parsed = None
        if not is_object(parsed):
            self.complain(place, "begins like an object and is no JSON.", 'Write it like {"course": "..."}.')
            return {}
        return parsed

    def notes(self) -> tuple[Problem, ...]:
        """Return the harmless omissions; of very many the first."""
        return tuple(first_problems(self._notes.problems, self._name))

    def finish(self) -> tuple[Passage, ...]:
        """Return the records. Raises RecordsError with everything that is wrong with their file."""
        if self._walk.problems:
            raise RecordsError(*first_problems(self._walk.problems, self._name))
        return tuple(self._passages)
