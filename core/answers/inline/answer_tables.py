"""Tables in an answer: what a cell quotes is set apart, under the record that its row names; other cells are prose."""

import re

_SEPARATOR = re.compile(r"[ \t]*\|?[ \t]*:?-{2,}:?[ \t]*(?:\|[ \t]*:?-{2,}:?[ \t]*)*\|?[ \t]*")
_ROW = re.compile(r"[ \t]*\|(?P<cells>[^\n]*[^|\s][^\n]*)\|[ \t]*")


def rows_of(text: str) -> tuple[list[list[str]], bool]:
    """Return the rows of a table, each with the text of its cells, and whether the first is a heading of columns.

    No rows where a text is anything else. A single line with bars may be a row; whether it is, its cells must tell.
    """
    lines = text.strip("\n").split("\n")
    rows: list[list[str]] = []
    for line in lines:
        if _SEPARATOR.fullmatch(line):
            continue
        row = _ROW.fullmatch(line)
        if row is None:
            return [], False
        rows.append([cell.strip() for cell in row["cells"].split("|") if cell.strip()])
    headed = len(lines) > 1 and _SEPARATOR.fullmatch(lines[1]) is not None
    return rows, headed and len(rows) > 1
