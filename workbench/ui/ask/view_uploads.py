"""Files that a person gave on the page Ask: what became of them, and which column of a table is which."""

import streamlit as st

from workbench.labels import count
from workbench.safe_html import element, table
from workbench.store import Session
from workbench.ui.ask.state import uploads
from workbench.ui.ask.state.uploads import FIELDS, PendingTable
from workbench.ui.common.widgets.problems import refused

_NONE = ""
_LABELS = {"feedback_record_id": "Id of the record", "content": "Its words", "summary": "Its summary, if it has one"}
_NEEDED = ("feedback_record_id", "content")
_MOST_COLUMNS = 12  # that are shown of the first rows
_MOST_REFUSED = 8  # files that are named with their problems; of more, how many
_MOST_MESSAGES = 12


def _lines(texts: list[str]) -> None:
    lines = [element("p", line) for line in texts[:_MOST_MESSAGES]]
    rest = len(texts) - _MOST_MESSAGES
    more = [element("p", f"{count(rest, 'remark')} more.", class_="note")] if rest > 0 else []
    st.html(element("div", *lines, *more, class_="wb-done wb-ask-told", role="status"))


def show_upload_messages(session: Session) -> None:
    """Say what became of the files that were given last, and everything that is wrong with those that cannot be
    used."""
    held = uploads.upload_state(session.session_id)
    if not held.messages and not held.refused:
        return
    with st.container(key="wb-ask-told"):
        if held.messages:
            _lines(held.messages)
        for one in held.refused[:_MOST_REFUSED]:
            refused(one.name, one.problems)
        rest = len(held.refused) - _MOST_REFUSED
        if rest > 0:
            st.html(element("p", f"{count(rest, 'file')} more cannot be used.", class_="wb-quiet"))
        st.button("Close", on_click=held.clear, type="tertiary", key="ask-close-told")


def _take(session: Session, waiting: PendingTable) -> None:
    chosen = {field: str(st.session_state.get(f"ask-column-{field}-{waiting.key}") or "") for field in FIELDS}
    uploads.take_mapped(session.session_id, waiting, chosen)


def _named(column: str) -> str:
    return column or "None"


def _choose(waiting: PendingTable) -> bool:
    """Ask which column is which; returns whether those are named that are needed."""
    columns = waiting.columns
    chosen: dict[str, str] = {}
    for name, place in zip(FIELDS, st.columns(len(FIELDS), gap="medium"), strict=True):
        key = f"ask-column-{name}-{waiting.key}"
        options = [_NONE, *columns.columns]
        if st.session_state.get(key) not in options:
            st.session_state[key] = columns.mapping.get(name, _NONE)
        with place:
            chosen[name] = st.selectbox(_LABELS[name], options, format_func=_named, key=key)
    return all(chosen[field] for field in _NEEDED)


def _rows(waiting: PendingTable) -> None:
    shown = waiting.columns.columns[:_MOST_COLUMNS]
    rows = [row[:_MOST_COLUMNS] for row in waiting.columns.rows]
    st.html(
        element("div", table([(column, "") for column in shown], rows, caption="The first rows"), class_="wb-ask-rows")
    )


def show_pending_tables(session: Session) -> None:
    """Ask for the columns of every table that was dropped and not taken in yet."""
    for one in uploads.upload_state(session.session_id).waiting:
        with st.container(border=True, key=f"wb-ask-columns-{one.key}"):
            st.html(element("p", f"{one.name}: which column is which?", class_="wb-chapter-name"))
            complete = _choose(one)
            _rows(one)
            with st.container(horizontal=True, vertical_alignment="center", gap="small"):
                st.button(
                    "Add these records",
                    on_click=_take,
                    args=(session, one),
                    type="primary",
                    key=f"ask-take-{one.key}",
                    disabled=not complete,
                )
                place = (session.session_id, one)
                st.button("Leave it", on_click=uploads.discard_table, args=place, key=f"ask-leave-{one.key}")
                text = f"{count(one.columns.count, 'row')}. The other columns come along as they are."
                if not complete:
                    text = "Name the column with the ids and the one with the words."
                st.html(element("span", text, class_="wb-quiet"))
