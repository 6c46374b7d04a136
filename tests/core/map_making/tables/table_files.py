"""Makes the files of the golden tables of quote tables, with code of its own."""

import io
import zipfile
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

_TYPES = "http://schemas.openxmlformats.org"
_BOOK = f'<workbook xmlns="{_TYPES}/spreadsheetml/2006/main" xmlns:r="{_TYPES}/officeDocument/2006/relationships">'
_SHEET = f'<worksheet xmlns="{_TYPES}/spreadsheetml/2006/main">'
_KINDS = f"{_TYPES}/officeDocument/2006/relationships"
_LINK = f'<Relationships xmlns="{_TYPES}/package/2006/relationships"><Relationship Id="r1" Type="{_KINDS}'


def _cell(value: str | int | dict[str, str], address: str) -> str:
    if isinstance(value, dict):
        return f'<c r="{address}" t="str"><f>{escape(value["formula"])}</f><v>{escape(value["value"])}</v></c>'
    if isinstance(value, int):
        return f'<c r="{address}"><v>{value}</v></c>'
    return f'<c r="{address}" t="inlineStr"><is><t>{escape(value)}</t></is></c>'


def workbook(rows: Sequence[Sequence[Any]]) -> bytes:
    """Return a workbook with one sheet."""
    written = (
        f'<row r="{number}">{"".join(_cell(value, f"{chr(65 + at)}{number}") for at, value in enumerate(row))}</row>'
        for number, row in enumerate(rows, start=1)
        if row
    )
    parts = {
        "_rels/.rels": f'{_LINK}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'{_BOOK}<sheets><sheet name="Quotes" sheetId="1" r:id="r1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'{_LINK}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
        "xl/worksheets/sheet1.xml": f"{_SHEET}<sheetData>{''.join(written)}</sheetData></worksheet>",
    }
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return made.getvalue()


def file_of(case: Mapping[str, Any]) -> bytes:
    """Return the bytes of a case's file."""
    if "rows" in case:
        return workbook(case["rows"])
    text = case.get("newline", "\n").join(case["lines"])
    if "repeat" in case:
        mark, words, times = case["repeat"]
        text = text.replace(mark, words * times)
    return text.encode("utf-8-sig" if case.get("bom") else case.get("encoding", "utf-8"))
