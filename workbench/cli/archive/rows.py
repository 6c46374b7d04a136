"""Rows for other programs: what a command of `workbench archive` writes after --out."""

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

from core.errors import BadInput, Problem
from core.text.tables.table_kinds import mark_formula
from workbench.files.write_files import write_pieces

_BYTE_ORDER_MARK = "\ufeff"


def check_out(out: Path | None) -> None:
    """Raise BadInput unless rows can be written to a file of this name."""
    if out is not None and out.suffix.lower() not in (".csv", ".jsonl"):
        message, remedy = f"{out.name} is neither .csv nor .jsonl.", "Give the file one of these endings."
        raise BadInput(Problem(place="--out", message=message, remedy=remedy))


def _cell(value: Any) -> str:
    if value is None:
        return ""
    return mark_formula(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))


def _csv_pieces(columns: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    line = io.StringIO(newline="")
    writer = csv.writer(line, lineterminator="\r\n")
    yield _BYTE_ORDER_MARK
    for cells in chain((columns,), ([_cell(row.get(column)) for column in columns] for row in rows)):
        line.seek(0)
        line.truncate()
        writer.writerow(cells)
        yield line.getvalue()


def write_rows(out: Path, columns: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> None:
    """Write rows as CSV or as JSON lines, by the file's ending; they are taken one at a time. Raises BadInput where it
    cannot be written."""
    if out.suffix.lower() == ".jsonl":
        write_pieces(out, (json.dumps(row, ensure_ascii=False) + "\n" for row in rows))
    else:
        write_pieces(out, _csv_pieces(columns, rows))
