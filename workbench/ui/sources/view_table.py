"""A table of quotes that was given as evidence map: which column is which, and what became of its rows."""

from collections.abc import Mapping, Sequence
from hashlib import sha256

import streamlit as st

from workbench.safe_html import element
from workbench.sessions.table_as_map import UndecidedTable

_LABELS = {
    "quote": "The quotes",
    "speaker": "Who said them",
    "chapter": "Chapter",
    "claim": "Claim",
    "document": "Which talk",
    "start": "Time",
    "role": "Role",
    "note": "Note",
}
_NONE = "no column"
_MOST_NOTES = 100


def choose_columns(table: UndecidedTable) -> Mapping[str, str] | None:
    """Ask which column of a table is which; returns them by field, "" for none, once the person is done."""
    why = " ".join(f"{one[:1].upper()}{one[1:]}" for one in table.why)
    st.html(element("p", f"{table.name}: {why} Say which column is which.", class_="wb-notice", role="note"))
    digest = sha256(table.data).hexdigest()[:12]
    options = (_NONE, *table.columns)
    chosen: dict[str, str] = {}
    with st.form(f"columns-{digest}", border=False):
        for column, fields in zip(st.columns(2), (list(_LABELS)[::2], list(_LABELS)[1::2]), strict=True):
            with column:
                for name in fields:
                    guess = table.guesses.get(name, "")
                    at = options.index(guess) if guess in options else 0
                    named = st.selectbox(_LABELS[name], options, index=at, key=f"column-{name}-{digest}")
                    chosen[name] = "" if named == _NONE else named
        done = st.form_submit_button("Read the table", key=f"use-columns-{digest}")
    return chosen if done else None


def said_of_table(name: str, notes: Sequence[str]) -> None:
    """List what became of the rows of a table, those that were left out with their talks."""
    with st.expander("What became of the table", expanded=True, key="table-notes"):
        items = [element("li", note) for note in notes[:_MOST_NOTES]]
        if len(notes) > _MOST_NOTES:
            items.append(element("li", f"And {len(notes) - _MOST_NOTES:,} more."))
        st.html(element("div", element("p", f"{name} was read.", class_="note"), element("ul", *items)))
