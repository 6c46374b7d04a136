"""What the browser is given: the words of a narrative, its marks with all that is known of each, and the results."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from core.numbers.fixes import Fix
from core.numbers.records import Severity
from core.whitelist.difference import DiffOperation, word_diff
from workbench.labels import count
from workbench.ui.components.packing import pack
from workbench.ui.components.transcript import Utf16Offsets
from workbench.ui.numbers.state import (
    KINDS,
    NarrativeCheck,
    NumberMark,
    NumberStatus,
    facts_of,
    fixes_at,
    kind_of,
    row_cells,
    visible_excerpt,
)

MAX_ROWS = 2_000
"""Rows of the results that the browser is given: those that numbers rest on, and the first others."""
MAX_MARKS = 10_000
"""Marks that the browser is given; of more, the first ones."""

_MOST_COMPARED = 2_000  # characters that a fix changes, so that it is shown what it does to them
_MOST_CITED = 50  # rows that are shown of one number


def _rows_shown(checked: NarrativeCheck) -> list[int]:
    """Return which rows of the results are shown, in the order of the file."""
    number = len(checked.rows or ())
    if number <= MAX_ROWS:
        return list(range(number))
    cited = [row for mark in checked.marks if mark.number for row in mark.number.result_rows]
    chosen = dict.fromkeys(cited[:MAX_ROWS])
    chosen.update(dict.fromkeys(row for row in range(MAX_ROWS) if len(chosen) < MAX_ROWS))
    return sorted(list(chosen)[:MAX_ROWS])


def _issues(mark: NumberMark) -> list[dict[str, str]]:
    kinds = (NumberStatus.UNCHECKED if issue.severity is Severity.INFO else kind_of(issue) for issue in mark.issues)
    said = zip(map(KINDS.__getitem__, kinds), mark.issues, strict=True)
    return [{"tone": how.tone, "sign": how.sign, "message": one.message, "code": one.code.value} for how, one in said]


def _preview(checked: NarrativeCheck, fix: Fix) -> Iterator[list[str]]:
    """Yield what a fix takes out and puts in; what stays between two changes is not written out."""
    text = checked.narrative.text
    before = fix.span.slice(text)
    if (
        visible_excerpt(checked, fix.span) != before or len(before) > _MOST_COMPARED
    ):  # personal data goes, or stands between
        yield [DiffOperation.NEW.value, fix.suggestion]
        return
    pieces = word_diff(before, fix.replacement)
    changes = [place for place, piece in enumerate(pieces) if piece.op is not DiffOperation.SAME]
    for piece in pieces[changes[0] : changes[-1] + 1] if changes else ():
        yield [piece.op.value, " … " if piece.op is DiffOperation.SAME else piece.text]


def _said(fix: Fix, mark: NumberMark) -> str:
    """Say what a fix does."""
    if fix.span == mark.span:
        return f"Write {fix.suggestion}"
    names_source = fix.replacement.strip() == fix.suggestion
    return "Name the source" if names_source else f"Cite {fix.suggestion}"


def _fixes(checked: NarrativeCheck, mark: NumberMark) -> list[list[Any]]:
    """Return for each fix what is suggested, and what it changes."""
    return [[_said(fix, mark), list(_preview(checked, fix))] for fix in fixes_at(checked, mark)]


def _other_end(checked: NarrativeCheck, mark: NumberMark) -> str:
    end = mark.claim.other_end if mark.claim else None
    return visible_excerpt(checked, end) if end else ""


def _number(
    checked: NarrativeCheck, mark: NumberMark, place_of_row: Mapping[int, int], utf16: Utf16Offsets
) -> dict[str, Any]:
    rows = mark.number.result_rows if mark.number else ()
    suggestions = dict.fromkeys(one for issue in mark.issues for one in issue.suggestions)
    said = visible_excerpt(checked, mark.span)
    known = mark.claim if said == mark.span.slice(checked.narrative.text) else None  # the value of a card is the card
    return {
        "start": utf16.units(mark.span.start),
        "end": utf16.units(mark.span.end),
        "kind": mark.kind.value,
        "said": said,
        "issues": _issues(mark),
        "fixes": _fixes(checked, mark),
        "suggestions": list(suggestions),
        "facts": facts_of(known, mark.number, _other_end(checked, mark)),
        "rows": [place_of_row[row] for row in rows if row in place_of_row][:_MOST_CITED],
    }


def _results_in_words(rows: Sequence[object], shown: int) -> str:
    if shown == len(rows):
        return f"Results, {count(shown, 'row')}"
    return f"Results: {shown:,} of {count(len(rows), 'row')}, those that numbers rest on and the first others"


def _left_out(marks: int) -> str:
    if marks <= MAX_MARKS:
        return ""
    return f"The first {MAX_MARKS:,} of {marks:,} are marked here; the report has all of them."


def payload(checked: NarrativeCheck) -> dict[str, Any]:
    """Return what the component shows, packed as words and marks; offsets in UTF-16 units, half-open."""
    narrative, rows = checked.narrative, checked.rows or ()
    utf16 = Utf16Offsets(narrative.text)
    chosen = _rows_shown(checked)
    place_of_row = {row: place for place, row in enumerate(chosen)}
    numbers = Counter(mark.kind for mark in checked.marks)
    return pack(
        words={"text": narrative.text},
        marks={
            "kinds": {kind: how._asdict() for kind, how in KINDS.items()},
            "legend": [{"kind": kind, "count": numbers[kind]} for kind in NumberStatus if numbers[kind]],
            "numbers": [_number(checked, mark, place_of_row, utf16) for mark in checked.marks[:MAX_MARKS]],
            "rows": [row_cells(rows[row]) for row in chosen],
            "results": _results_in_words(rows, len(chosen)),
            "note": _left_out(len(checked.marks)),
            "changes": None if narrative.address else len(narrative.changes),
            "edit": narrative.address,
        },
    )
