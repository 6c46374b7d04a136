"""An evidence map of a table of quotes, as analysts and their programs write them."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from core.errors import EvidenceError, Problem
from core.evidence.evidence_map import EvidenceMap, Support, map_of_document
from core.evidence.map_reader import MAX_SUPPORTS
from core.evidence.map_roster import roster_of
from core.map_making.tables.columns import COLUMNS, ColumnChoice, choose_columns
from core.map_making.tables.documents import documents_of_talk
from core.map_making.tables.map_builder import PLACE, START, MapBuilder, persons_of
from core.map_making.tables.refi.rows import read_refi
from core.map_making.tables.table_cells import QuoteCells, read_cells
from core.map_making.tables.table_rows import QuoteRow, RowReader
from core.map_making.word_places import WordPlaces, find_word_places
from core.record import Record
from core.text.documents import DocumentReader
from core.text.tables import first_problems
from core.transcripts.transcript import TranscriptPair


class LeftOutRow(Record):
    """A row of a table that is about another talk: its place in the table, its document, its quote."""

    place: str
    document: str
    quote: str


class QuoteTable(Record):
    """A table of quotes as an evidence map; `notices` say what was left out, and whose names were found."""

    evidence_map: EvidenceMap
    left_out: tuple[LeftOutRow, ...] = ()
    notices: tuple[str, ...] = ()


class _TableRows(NamedTuple):
    """The rows of a table about this talk, and those about others."""

    own: list[QuoteRow]
    others: tuple[LeftOutRow, ...]


def _columns_of(cells: QuoteCells, name: str, mapping: Mapping[str, str]) -> ColumnChoice:
    if cells.header is None:
        return ColumnChoice({"quote": "quote"} | {field: field for field in COLUMNS if field in mapping}, ())
    return choose_columns(cells.header, mapping, f"{name}: the header" if name else "the header")


def _read_rows(cells: QuoteCells, reader: RowReader) -> list[QuoteRow]:
    """Return the rows; those behind more quotes of one talk than a map may hold are not read."""
    rows: list[QuoteRow] = []
    own = 0
    for place, row in cells.rows:
        rows.append(reader.read(row, place))
        own += bool(rows[-1].quote) and not rows[-1].document
        if own > MAX_SUPPORTS:
            message = f"here are more than {MAX_SUPPORTS:,} quotes of one talk."
            reader.walk.complain(place, message, "Split the table into several files.")
            break
    return rows


def _of_this_talk(rows: list[QuoteRow], transcript: TranscriptPair) -> _TableRows:
    here = documents_of_talk(rows, transcript)
    is_own = [not row.document or row.document in here or not row.says_where for row in rows]
    others = (row for row, own in zip(rows, is_own, strict=True) if not own)
    left_out = tuple(LeftOutRow(place=row.place, document=row.document, quote=row.quote) for row in others)
    return _TableRows([row for row, own in zip(rows, is_own, strict=True) if own], left_out)


def _raise(walk: DocumentReader, name: str) -> None:
    if walk.problems:
        raise EvidenceError(*first_problems(walk.problems, name))


def _document_of(
    rows: list[QuoteRow], reader: RowReader, columns: ColumnChoice, labels: tuple[str, ...]
) -> dict[str, Any]:
    build = MapBuilder(reader, names_chapters="chapter" in columns.of_field)
    for row in rows:
        if row.says_where:
            build.add(row)
        elif row.document and not row.speaker:
            build.title = row.document
    return build.document(persons_of(rows, labels, reader))


def _supports(document: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    return (one for chapter in document["chapters"] for claim in chapter["claims"] for one in claim["support"])


def _nearest(found: WordPlaces, speaker: str, start: float, transcript: TranscriptPair) -> dict[str, Any]:
    """Return the place that a time means, where one person said the words more than once."""
    own = [
        (abs((transcript.time_at(place.raw.start) or 0) - start), place.raw)
        for place, name in zip(found.places, found.names, strict=True)
        if not transcript.names_speakers or name == speaker
    ]
    return {"span": min(own)[1]} if len(own) > 1 else {}


class _Finisher:
    """Finds speakers that a table does not name, and places that its times mean."""

    def __init__(self, read: EvidenceMap, document: Mapping[str, Any], transcript: TranscriptPair) -> None:
        self.notices: list[str] = []
        self._transcript = transcript
        self._roster = roster_of(read, transcript.labels)
        supports = (one for chapter in read.chapters for claim in chapter.claims for one in claim.support)
        self._rows = {own.evidence_id: row for own, row in zip(supports, _supports(document), strict=True)}
        self._found = find_word_places(read, transcript, self._roster, self._is_asked)

    def _is_asked(self, support: Support) -> bool:
        timed = self._rows[support.evidence_id][START] is not None and support.span is None
        return timed or not support.speaker

    def finished(self, support: Support) -> Support:
        """Return a quote with what was found for it."""
        found, row = self._found.get(support.evidence_id), self._rows[support.evidence_id]
        if not support.speaker:
            name = found.only_speaker if found else ""
            why = f"{name} alone said these words" if name else "no speaker: not one person alone said these words"
            self.notices.append(f"{row[PLACE]}: {why}.")
            support = support.model_copy(update={"speaker": name})
        if found is None or row[START] is None or support.span is not None:
            return support
        person = self._roster.resolve(support.speaker)
        names = {name for name in found.names if person and self._roster.resolve(name) == person}
        return support.model_copy(update=_nearest(found, next(iter(names), ""), row[START], self._transcript))

    def finished_map(self, read: EvidenceMap) -> EvidenceMap:
        """Return the map with what was found for its quotes."""
        chapters = (
            chapter.model_copy(
                update={
                    "claims": tuple(
                        claim.model_copy(update={"support": tuple(map(self.finished, claim.support))})
                        for claim in chapter.claims
                    )
                }
            )
            for chapter in read.chapters
        )
        return read.model_copy(update={"chapters": tuple(chapters)})


def _notices(cells: QuoteCells, columns: ColumnChoice, reader: RowReader) -> list[str]:
    said = list(cells.notices)
    if columns.left_out:
        said.append(f"Columns that were left out: {', '.join(columns.left_out)}.")
    said += [f"{place}: the start is no time, and was left out." for place in reader.unread_times]
    return said


def read_quote_table(
    data: bytes, name: str, transcript: TranscriptPair, *, mapping: Mapping[str, str] | None = None
) -> QuoteTable:
    """Read a table of quotes, a list of them, or a REFI-QDA file as an evidence map of one transcript.

    CSV, TSV and workbooks with a row for each quote, a chapter or claim without quotes in a row of its own, or a quote
    in each line; of a REFI-QDA file (.qdpx, .qdc) codes in codes are chapters and claims, coded selections quotes. A
    blank chapter or claim is the one above; a blank speaker never is: one is found where one person alone said the
    words. `mapping` is a person's, column by field (`COLUMNS`). Raises EvidenceError with every problem of the file,
    each with its row and column; where it is unclear what a column is, with the columns.
    Source: decisions.md#tables-of-quotes.
    """
    mapping = mapping or {}
    problems = DocumentReader(name)
    cells = read_refi(data, name, problems.complain, transcript.labels) or read_cells(
        data, name, mapping, problems.complain
    )
    columns = _columns_of(cells, name, mapping)
    reader = RowReader(name, columns)
    reader.walk = problems
    rows = _read_rows(cells, reader)
    _raise(problems, name)
    own, others = _of_this_talk(rows, transcript)
    document = _document_of(own, reader, columns, transcript.labels)
    if not document["chapters"] and not problems.problems:
        what = "no row is about this transcript." if others else "it holds no rows."
        remedy = "Give the transcript that its documents name, or leave the documents out." if others else "Add some."
        raise EvidenceError(Problem(place=name or "the table", message=what, remedy=remedy))
    _raise(problems, name)
    read = map_of_document(document, name)
    finisher = _Finisher(read, document, transcript)
    finished = finisher.finished_map(read)
    notices = (*_notices(cells, columns, reader), *finisher.notices)
    return QuoteTable(evidence_map=finished, left_out=others, notices=notices)
