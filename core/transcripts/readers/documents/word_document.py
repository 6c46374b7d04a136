"""A Word document (.docx): paragraphs with bold or `Name:` labels, or a table of speech."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from core.transcripts.readers.captions.named_cues import DIALECT
from core.transcripts.readers.documents.archive import ZipParts
from core.transcripts.readers.documents.relationships import Relationship, relationships_of
from core.transcripts.readers.documents.word_cues import find_word_cues
from core.transcripts.readers.documents.word_labels import find_word_labels, pieces_of_paragraphs
from core.transcripts.readers.documents.word_paragraphs import (
    MAX_CHARACTERS,
    MAX_PARAGRAPHS,
    Cell,
    TooMuchText,
    WordParagraph,
)
from core.transcripts.readers.documents.word_styles import WordStyles
from core.transcripts.readers.documents.word_walk import WordWalk
from core.transcripts.readers.pieces import Given, Piece, Reading, Tally
from core.transcripts.readers.refusal import refusal
from core.transcripts.readers.tables.columns import SpeechColumns, find_columns, piece_of_row
from core.transcripts.units import Place

_WHAT = "this Word document (.docx)"
_PARTS = {"header": "headers", "footer": "footers"}


def _walk(parts: ZipParts, main: str, given: Given, left_out: Tally) -> WordWalk:
    """Walk the document. Raises TranscriptError where it cannot be read or holds too much."""
    styles = WordStyles()
    related = relationships_of(parts, main, _WHAT)
    part = next((one.part for one in related.values() if one.kind == "styles"), "word/styles.xml")
    if part in parts.names:
        parts.read(part, styles, _WHAT)
    walk = WordWalk(styles, left_out)
    try:
        parts.read(main, walk, _WHAT)
    except TooMuchText as error:
        message = (
            f"{_WHAT} holds more than {MAX_CHARACTERS:,} characters or {MAX_PARAGRAPHS:,} paragraphs, "
            "which is more than is read."
        )
        raise refusal(given.name, message, "Split it into one document for each recording.") from error
    _count_parts(related, parts, left_out)
    return walk


def _count_parts(related: Mapping[str, Relationship], parts: ZipParts, left_out: Tally) -> None:
    for one in related.values():
        if one.kind in _PARTS and one.part in parts.names:
            left_out.add(_PARTS[one.kind], "they are no speech")


def _rows(paragraphs: Iterable[WordParagraph]) -> Iterator[Sequence[WordParagraph]]:
    """Yield the rows of all tables, each as its paragraphs."""
    row: list[WordParagraph] = []
    for one in paragraphs:
        if one.cell.table and row and one.cell[:2] != row[0].cell[:2]:
            yield row
            row = []
        if one.cell.table:
            row.append(one)
    if row:
        yield row


def _cells(row: Sequence[WordParagraph]) -> Sequence[str]:
    cells = [""] * (1 + max(one.cell.column for one in row))
    for one in row:
        before = cells[one.cell.column]
        cells[one.cell.column] = f"{before}\n{one.text}" if before else one.text
    return cells


def _speech_tables(walk: WordWalk) -> Mapping[int, tuple[int, SpeechColumns]]:
    """Return the columns of each table of speech, and in which row its header stands, by the table's number."""
    found: dict[int, tuple[int, SpeechColumns]] = {}
    seen: set[int] = set()
    for row in _rows(walk.paragraphs):
        table, number = row[0].cell[:2]
        if table not in seen:
            seen.add(table)
            columns = find_columns(_cells(row))
            if columns is not None:
                found[table] = number, columns
    return found


def _place(row: Sequence[WordParagraph], column: int, part: str) -> Place:
    """Return the paragraph that holds the words of a row, the cell where there are several."""
    told = [one for one in row if one.cell.column == column]
    return Place(part, told[0].element if len(told) == 1 else told[0].cell.element) if told else Place(part)


def _pieces_of_tables(
    walk: WordWalk, tables: Mapping[int, tuple[int, SpeechColumns]], part: str, left_out: Tally
) -> Iterator[Piece]:
    speaker = None
    outside = sum(1 for one in walk.paragraphs if one.cell.table not in tables)
    left_out.add("paragraphs outside the table of speech", "they are no row of it", outside)
    for row in _rows(walk.paragraphs):
        table, number = row[0].cell[:2]
        header, columns = tables.get(table, (number, None))
        if columns is None or number == header:
            continue
        piece = piece_of_row(columns, _cells(row), _place(row, columns.text, part), left_out)
        if piece is None:
            continue
        merged = piece.speaker is None and Cell(table, number, columns.speaker) in walk.one_with_above
        speaker = speaker if merged else piece.speaker
        yield piece._replace(speaker=speaker, inherited=merged and speaker is not None)


def read_word(parts: ZipParts, main: str, given: Given) -> Reading:
    """Read a Word document whose body is the part `main`. Raises TranscriptError where it holds no words."""
    left_out = Tally()
    walk = _walk(parts, main, given, left_out)
    tables = _speech_tables(walk)
    if tables:
        notices = [next(iter(tables.values()))[1].notice()]
        return Reading("docx", "table", _pieces_of_tables(walk, tables, main, left_out), left_out, notices)
    if not any(not one.cell.table and not one.heading for one in walk.paragraphs):
        if len(walk.paragraphs):
            message = (
                f"{_WHAT} holds words only in tables and headings, and no table whose first row names its columns."
            )
            remedy = 'Give the table a first row with names such as "Start", "Speaker" and "Text", and use that file.'
        else:
            message, remedy = f"{_WHAT} holds no words.", "Choose a document that holds a transcript."
        raise refusal(given.name, message, remedy)
    cues = find_word_cues(walk.paragraphs, main, given.name, left_out)
    if cues:
        return Reading("docx", DIALECT, cues, left_out)
    pieces = pieces_of_paragraphs(find_word_labels(walk.paragraphs, left_out), main)
    return Reading("docx", "labels", pieces, left_out)
