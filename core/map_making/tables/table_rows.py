"""The rows of a table of quotes, checked: each a record of texts, numbers and closed words, all problems noted."""

from collections.abc import Mapping
from enum import Enum
from typing import NamedTuple

from core.evidence.map_reader import MAX_NAME, MAX_TEXT, Choice, Chosen
from core.evidence.row_marks import ORIGIN, STATUS, WORDS_BY, RowOrigin
from core.map_making.tables.columns import ALIAS, ColumnChoice
from core.span import Span
from core.text.documents import DocumentReader, kind_of
from core.text.well_formed import well_formed
from core.transcripts.readers.tables.columns import seconds_in_cell
from core.transcripts.speakers import SpeakerRole, derive_speaker_id

_LONG = frozenset(("quote", "claim", "note", "claim_note", "chapter_note"))
_ROLE = Choice(SpeakerRole, "a role")
_MOST_DIGITS = 9


class RowPart(NamedTuple):
    """What a row says of its chapter, its claim or its quote, under the names of an evidence map's fields."""

    fields: Mapping[str, object]
    columns: Mapping[str, str]  # where each stands, for messages


class QuoteRow(NamedTuple):
    """One row of a table; texts are "" where it says nothing, `start` is in seconds."""

    place: str
    chapter: str
    claim_id: str
    claim: str
    quote: str
    speaker: str
    role: SpeakerRole | None
    alias: str
    document: str
    start: float | None
    of_chapter: RowPart
    of_claim: RowPart
    of_quote: RowPart

    @property
    def is_quote(self) -> bool:
        """Whether the row is one of a quote, if only of one without words that has an id."""
        return bool(self.quote or self.of_quote.fields.get("evidence_id"))

    @property
    def says_where(self) -> bool:
        """Whether the row names a chapter, a claim or a quote."""
        return bool(self.chapter or self.claim or self.claim_id or self.is_quote)


class RowReader:
    """Reads the cells of rows; `walk` has the problems, `unread_times` the places of starts that are no times."""

    def __init__(self, name: str, columns: ColumnChoice) -> None:
        self.walk = DocumentReader(name)
        self.unread_times: list[str] = []
        self._columns = columns.of_field
        # A table that says where each row comes from says it of all; of another one the table is the origin.
        self._origin = None if "origin" in columns.of_field else RowOrigin.TABLE

    def column(self, place: str, field: str) -> str:
        """Return the place of a cell for messages: the row's, and the column's own name."""
        return f"{place}: {self._columns.get(field, field)}"

    def _cell(self, row: Mapping[str, object], place: str, field: str) -> str:
        value = row.get(self._columns.get(field, ""))
        if value is None:
            return ""
        if not isinstance(value, str):
            self.walk.complain(self.column(place, field), f"must be text, not {kind_of(value)}.", "Write it as text.")
            return ""
        most = MAX_TEXT if field in _LONG else MAX_NAME
        if len(value) > most:
            message = f"has {len(value):,} characters; {most:,} may be read."
            self.walk.complain(self.column(place, field), message, "Give the words that matter.")
            return ""
        return well_formed(value) if value.strip() else ""

    def _choice(self, row: Mapping[str, object], place: str, field: str, choice: Choice[Chosen]) -> Chosen | None:
        written = self._cell(row, place, field).strip()
        try:
            return choice.values(written.casefold()) if written else None
        except ValueError:
            known = ", ".join(str(one.value) for one in choice.values)
            message = f'"{written}" is not {choice.what}.'
            self.walk.complain(self.column(place, field), message, f"Use one of: {known}.")
            return None

    def _number(self, row: Mapping[str, object], place: str, field: str) -> int | None:
        written = self._cell(row, place, field).strip()
        if not written:
            return None
        if written.isdecimal() and len(written) <= _MOST_DIGITS:
            return int(written)
        self.walk.complain(
            self.column(place, field), f'"{written}" is no whole number.', "Leave it out, or correct it."
        )
        return -1

    def _span(self, row: Mapping[str, object], place: str) -> Span | None:
        start, end = self._number(row, place, "span_start"), self._number(row, place, "span_end")
        if -1 in (start, end) or (start is None and end is None):
            return None
        if start is None or end is None:
            missing = "span_start" if start is None else "span_end"
            self.walk.complain(self.column(place, missing), "is missing.", "Give both ends of the span, or none.")
            return None
        if start >= end:
            self.walk.complain(self.column(place, "span_end"), "is not behind the start.", "Give both ends, or none.")
            return None
        return Span(start, end)

    def _start(self, row: Mapping[str, object], place: str) -> float | None:
        written = self._cell(row, place, "start")
        # Spans say which place is meant; without them the time may.
        if "span_start" in self._columns or not written:
            return None
        seconds = seconds_in_cell(written)
        if seconds is None:
            self.unread_times.append(place)
        return seconds

    def _part(self, row: Mapping[str, object], place: str, prefix: str, words_by: str) -> RowPart:
        columns = {"note": f"{prefix}note", "origin": f"{prefix}origin", "status": f"{prefix}status"}
        origin = self._choice(row, place, columns["origin"], ORIGIN)
        fields: dict[str, str | Enum | None] = {
            "note": self._cell(row, place, columns["note"]),
            "origin": origin or self._origin,
            "status": self._choice(row, place, columns["status"], STATUS),
        }
        if words_by:
            columns["words_by"] = words_by
            fields["words_by"] = self._choice(row, place, words_by, WORDS_BY)
        said = {field: value.value if isinstance(value, Enum) else value for field, value in fields.items() if value}
        return RowPart(said, {field: self.column(place, column) for field, column in columns.items()})

    def read(self, row: Mapping[str, object], place: str) -> QuoteRow:
        """Return one row; what is wrong with it is noted, and read as if it were not there."""
        of_quote = self._part(row, place, "", "")
        span = self._span(row, place)
        ids = {"evidence_id": self._cell(row, place, "evidence_id"), "span": list(span) if span else None}
        speaker = self._cell(row, place, "speaker").strip()
        if speaker and not derive_speaker_id(speaker):
            self.walk.complain(
                self.column(place, "speaker"), "holds no letters or digits.", "Write a name, or nothing."
            )
        return QuoteRow(
            place=place,
            chapter=self._cell(row, place, "chapter").strip(),
            claim_id=self._cell(row, place, "claim_id"),
            claim=self._cell(row, place, "claim"),
            quote=self._cell(row, place, "quote"),
            speaker=speaker,
            role=self._choice(row, place, "role", _ROLE),
            alias=self._cell(row, place, ALIAS).strip(),
            document=self._cell(row, place, "document").strip(),
            start=self._start(row, place),
            of_chapter=self._part(row, place, "chapter_", "chapter_words_by"),
            of_claim=self._part(row, place, "claim_", "words_by"),
            of_quote=of_quote._replace(fields={**of_quote.fields, **{k: v for k, v in ids.items() if v}}),
        )
