"""Several narratives side by side: what each says of a query, beside what the query returned."""

from collections.abc import Sequence

import streamlit as st

from core.numbers.records import QueryResult
from workbench.labels import count
from workbench.safe_html import SafeHtml, element, table
from workbench.ui.common.widgets.base import heading
from workbench.ui.numbers.state import KINDS, NarrativeCheck, NumberMark, row_cells, visible_excerpt

_COLUMNS, _ROWS = 6, 200  # that are shown at once
_TOGETHER = 4  # numbers or values that are written out in one cell; of more, how many
_SHOWN = 40  # characters of a number
_NO_ID = "No query id"


def _ids(mark: NumberMark) -> tuple[str, ...]:
    return (mark.number.query_ids or ("",)) if mark.number else ()


def _said(checked: NarrativeCheck, mark: NumberMark) -> SafeHtml:
    """Return a number with the sign of its status; a screen reader hears the status."""
    words, how = visible_excerpt(checked, mark.span), KINDS[mark.kind]
    shown = words if len(words) <= _SHOWN else f"{words[:_SHOWN]}…"
    sign = element("span", how.sign, class_=f"wb-verdict {how.tone}", title=how.word, role="img", aria_label=how.word)
    return element("p", f"{shown} ", sign)


def _more(number: int) -> list[SafeHtml]:
    return [element("p", f"and {number:,} more", class_="note")] if number > 0 else []


def _cell(checked: NarrativeCheck, marks: Sequence[NumberMark]) -> SafeHtml:
    if not marks:
        return element("span", "–", class_="wb-quiet")
    said = [_said(checked, mark) for mark in marks[:_TOGETHER]]
    return element("div", *said, *_more(len(marks) - _TOGETHER))


def _returned(rows: Sequence[QueryResult]) -> SafeHtml:
    written = list(dict.fromkeys(" ".join(filter(None, row_cells(row)[3:5])) for row in rows))
    shown = [element("p", one) for one in written[:_TOGETHER] if one]
    return (
        element("div", *shown, *_more(len(written) - _TOGETHER)) if shown else element("span", "–", class_="wb-quiet")
    )


def _by_id(checked: NarrativeCheck) -> dict[str, list[NumberMark]]:
    found: dict[str, list[NumberMark]] = {}
    for mark in checked.marks:
        for query_id in _ids(mark):
            found.setdefault(query_id, []).append(mark)
    return found


def _notes(narratives: int, ids: int) -> str:
    columns = (
        f"The {_COLUMNS} narratives up to the one you look at, of {narratives:,}. " if narratives > _COLUMNS else ""
    )
    return f"{columns}The first {_ROWS:,} of {count(ids, 'query id')}." if ids > _ROWS else columns


def side_by_side(every: Sequence[NarrativeCheck], place: int) -> None:
    """Show what the narratives say of each query id; nothing where they cite none.

    Of many narratives those up to the one at `place`.
    """
    first = max(0, min(place + 1, len(every)) - _COLUMNS)
    shown = every[first : first + _COLUMNS]
    said = [_by_id(one) for one in shown]
    ids = [one for one in dict.fromkeys(one for found in said for one in found) if one]
    if not ids:
        return
    returned: dict[str, list[QueryResult]] = {}
    for row in shown[0].rows or ():
        returned.setdefault(row.query_id, []).append(row)
    heading("What each says of a query")
    headings = [("Query id", "wb-id"), ("Result", ""), *((one.narrative.name, "") for one in shown)]
    body = [
        [
            one or _NO_ID,
            _returned(returned.get(one, ())) if one else "",
            *map(_cell, shown, (f.get(one, ()) for f in said)),
        ]
        for one in [*ids[:_ROWS], *([""] if any("" in found for found in said) else [])]
    ]
    cells = table(headings, body, caption="What each narrative says of a query")
    st.html(element("div", cells, class_="wb-numbers-beside"))
    if note := _notes(len(every), len(ids)):
        st.html(element("p", note, class_="note wb-quiet"))
