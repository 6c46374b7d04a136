"""A REFI-QDA file as a table of quotes: a row for each coded selection, and for each code without one."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from core.errors import EvidenceError, TranscriptError
from core.evidence.map_reader import MAX_NAME
from core.map_making.tables.refi.codings import RefiCodings, RefiParts, refi_error
from core.map_making.tables.refi.elements import NAMESPACES, RefiCode, RefiProject, RefiReader
from core.map_making.tables.table_cells import MAX_TABLE_BYTES, QuoteCells
from core.text.tables import Complain, tell_apart
from core.transcripts.readers.documents.archive import ZipParts, first_name
from core.transcripts.readers.pieces import Given
from core.transcripts.readers.xml_events import XmlTrouble, read_xml
from core.transcripts.speakers import Roster

_ZIP = b"PK\x03\x04"
_LOOKED_AT = 4_096
_WHAT = "this project of text analysis (REFI-QDA)"
_Row = tuple[str, Mapping[str, object]]


class _Titles(NamedTuple):
    """Under which chapter and claim each code stands, by the code's identity; a chapter of "" is the only one."""

    chapters: Mapping[int, str]
    claims: Mapping[int, str]


def _path(code: RefiCode) -> str:
    names, held = [code.name], code
    while (held := held.parent) is not None and len(names) <= MAX_NAME:
        names.insert(0, held.name)
    return " / ".join(names)[: MAX_NAME + 1]


def _titles(codes: list[RefiCode]) -> _Titles:
    """Return the titles of codes: one that holds codes is a chapter, one in it a claim; without levels all are claims.

    Those of one name are told apart.
    """
    is_flat = not any(code.holds_codes for code in codes)
    holders = [code for code in codes if code.holds_codes or (code.parent is None and not is_flat)]
    chapters = dict(zip(map(id, holders), tell_apart([_path(code) for code in holders]), strict=True))
    siblings: dict[int, list[RefiCode]] = {}
    for code in codes:
        if id(code) not in chapters:
            siblings.setdefault(id(code.parent), []).append(code)
    claims: dict[int, str] = {}
    for alike in siblings.values():
        claims |= zip(map(id, alike), tell_apart([code.name for code in alike]), strict=True)
    return _Titles(chapters, claims)


def _said_of(code: RefiCode, titles: _Titles, codings: RefiCodings) -> dict[str, object]:
    """Return what a row says of the code's chapter and claim."""
    if id(code) in titles.chapters:
        return {"chapter": titles.chapters[id(code)], "chapter_note": codings.note_of(code)}
    said: dict[str, object] = {"claim": titles.claims[id(code)], "claim_note": codings.note_of(code)}
    if code.parent is not None:
        said |= {"chapter": titles.chapters[id(code.parent)], "chapter_note": codings.note_of(code.parent)}
    return said


def _length(row: Mapping[str, object]) -> int:
    return sum(len(str(cell)) for cell in row.values())


def _speakers(project: RefiProject, labels: Sequence[str]) -> dict[str, str]:
    """Return who said each selection, by its identifier: of the cases that hold it the one that is a speaker's."""
    roster = Roster.of((), labels)
    holders: dict[str, set[str]] = {}
    for case in project.cases:
        person = roster.resolve(case.name)
        for guid in case.holds if person else ():
            holders.setdefault(guid, set()).add(person.speaker_name if person else "")
    return {guid: next(iter(names)) for guid, names in holders.items() if guid and len(names) == 1}


def _rows(project: RefiProject, codings: RefiCodings, parts: RefiParts, speakers: Mapping[str, str]) -> Iterator[_Row]:
    titles = _titles(project.codes)
    for code in project.codes:
        said = _said_of(code, titles, codings)
        coded = codings.of_code.get(code.guid, [])
        for one in coded:
            row = {**said, "quote": one.words, "document": one.selection.document, "note": one.note}
            row["speaker"] = speakers.get(one.selection.guid, "")
            parts.spend(_length(row))
            yield one.place, row
        if not coded and not code.holds_codes:
            parts.spend(_length(said))
            yield f'code "{code.name[:80]}"', said
    if project.name:
        yield "the project's name", {"document": project.name}


def _refuse_size(data: bytes, name: str) -> None:
    if len(data) > MAX_TABLE_BYTES:
        message = f"is too big: {len(data):,} bytes, {MAX_TABLE_BYTES:,} may be read."
        raise refi_error(name, message, "Export the project without its recordings and pictures.")


def _read(data: bytes, name: str) -> tuple[RefiProject, RefiParts] | None:
    """Return a project and its texts, None where a file is another's."""
    reader = RefiReader()
    if not data.startswith(_ZIP):
        head = data[:_LOOKED_AT].replace(b"\0", b"")
        if NAMESPACES.encode() not in head or b"<" not in head[:8]:
            return None
        _refuse_size(data, name)
        try:
            read_xml([data], reader)
        except XmlTrouble as trouble:
            raise refi_error(name, f"this REFI-QDA file {trouble}.") from trouble
        return reader.project, RefiParts(name, None)
    try:
        parts = ZipParts(Given(name, data, ""))
        main = first_name(sorted(parts.names, key=len), lambda part: part.casefold().endswith(".qde"))
        if not main:
            return None
        _refuse_size(data, name)
        parts.read(main, reader, _WHAT)
    except TranscriptError as error:
        raise EvidenceError(*error.problems) from error
    return reader.project, RefiParts(name, parts)


def read_refi(data: bytes, name: str, complain: Complain, labels: Sequence[str]) -> QuoteCells | None:
    """Return a REFI-QDA project or codebook as rows of a table of quotes, None where a file is another's.

    A case that is called like one of the transcript's `labels` says who spoke in the selections that it holds.

    Raises EvidenceError where it cannot be read; what is wrong with single codes and selections is given to `complain`,
    each with its place. Source: decisions.md#tables-of-quotes.
    """
    found = _read(data, name)
    if found is None:
        return None
    project, parts = found
    if not project.codes:
        raise refi_error(name, "it holds no codes.", "Export the codebook with its codes.")
    try:
        codings = RefiCodings(project, parts, complain)
        rows = list(_rows(project, codings, parts, _speakers(project, labels)))
    except TranscriptError as error:
        raise EvidenceError(*error.problems) from error
    fields = {field for _, row in rows for field in row} | {"quote"}
    return QuoteCells(tuple(sorted(fields)), iter(rows), tuple(codings.notices()))
