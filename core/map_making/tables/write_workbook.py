"""A workbook (.xlsx) of one sheet of texts, none of which a spreadsheet computes; the same rows give the same bytes."""

import re
from collections.abc import Iterable, Sequence
from html import escape

from core.errors import EvidenceError, Problem
from core.text.zip_file import write_zip

LONGEST_CELL = 32_767
"""Characters that a cell may hold by the form; what is longer a spreadsheet takes for damage."""
_SCHEMAS = "http://schemas.openxmlformats.org"
_MAIN = f"{_SCHEMAS}/spreadsheetml/2006/main"
_LINKS = f"{_SCHEMAS}/officeDocument/2006/relationships"
_SHEET_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
# What no XML file can hold, and what would be read as such a character.
_UNWRITABLE = re.compile("[\x00-\x08\x0b-\x1f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)")


def _relationship(kind: str, target: str) -> str:
    return (
        f'{_HEAD}<Relationships xmlns="{_SCHEMAS}/package/2006/relationships">'
        f'<Relationship Id="rId1" Type="{_LINKS}/{kind}" Target="{target}"/></Relationships>'
    )


_PARTS = {
    "[Content_Types].xml": (
        f'{_HEAD}<Types xmlns="{_SCHEMAS}/package/2006/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Override PartName="/xl/workbook.xml" ContentType="{_SHEET_TYPE}.sheet.main+xml"/>'
        f'<Override PartName="/xl/worksheets/sheet1.xml" ContentType="{_SHEET_TYPE}.worksheet+xml"/></Types>'
    ),
    "_rels/.rels": _relationship("officeDocument", "xl/workbook.xml"),
    "xl/workbook.xml": (
        f'{_HEAD}<workbook xmlns="{_MAIN}" xmlns:r="{_LINKS}"><sheets>'
        '<sheet name="quotes" sheetId="1" r:id="rId1"/></sheets></workbook>'
    ),
    "xl/_rels/workbook.xml.rels": _relationship("worksheet", "worksheets/sheet1.xml"),
}


def _text(cell: str) -> str:
    return escape(_UNWRITABLE.sub(lambda found: f"_x{ord(found[0]):04X}_", cell), quote=False)


def _cell(text: str) -> str:
    return f'<c t="inlineStr"><is><t xml:space="preserve">{_text(text)}</t></is></c>' if text else "<c/>"


def _sheet(rows: Iterable[Sequence[str]]) -> Iterable[str]:
    yield f'{_HEAD}<worksheet xmlns="{_MAIN}"><sheetData>'
    for number, row in enumerate(rows, start=1):
        for column, cell in enumerate(row, start=1):
            if len(cell) > LONGEST_CELL:
                message = f"has {len(cell):,} characters; a cell of a workbook holds {LONGEST_CELL:,}."
                problem = Problem(place=f"row {number}, column {column}", message=message, remedy="Write .csv instead.")
                raise EvidenceError(problem)
        yield f'<row r="{number}">{"".join(map(_cell, row))}</row>'
    yield "</sheetData></worksheet>"


def write_workbook(rows: Iterable[Sequence[str]]) -> bytes:
    """Return a workbook with these rows of texts.

    Raises EvidenceError for a cell that is too long.
    """
    parts = (*_PARTS.items(), ("xl/worksheets/sheet1.xml", "".join(_sheet(rows))))
    return write_zip((name, text.encode()) for name, text in parts)
