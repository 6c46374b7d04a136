"""The talks of the page Explore: a table that is sorted by any column, and what can be done with the one chosen."""

from collections.abc import Iterable, Sequence

import streamlit as st

from workbench.labels import count
from workbench.safe_html import element
from workbench.ui.common.page_context import key_of
from workbench.ui.explore import actions
from workbench.ui.explore.rows import Column, SortedTable, show_rows
from workbench.ui.explore.rows.component import Cell
from workbench.ui.explore.state import filters
from workbench.ui.explore.state.filters import Filters
from workbench.ui.explore.state.talks import ExploredArchive, ExploredTalk

_NONE = "No talk is left by these filters."
_MOST_NAMES = 6


def _names(one: ExploredTalk) -> str:
    names = [name for name in one.speakers if name]
    more = f" and {len(names) - _MOST_NAMES:,} more" if len(names) > _MOST_NAMES else ""
    return ", ".join(names[:_MOST_NAMES]) + more


def _minutes(one: ExploredTalk) -> int | None:
    seconds = one.talk.facts.seconds
    return round(seconds / 60) if seconds is not None else None


def _columns(archive: ExploredArchive) -> tuple[Column, ...]:
    return (
        Column("Talk", "open"),
        *((Column("Date", "short"),) if archive.is_dated else ()),
        *((Column("Show", "short"),) if archive.shows else ()),
        *(Column("Speakers"), Column("Words", "number"), Column("Minutes", "number")),
        *(Column("Questions", "number"), Column("Map", "short")),
    )


def _row(archive: ExploredArchive, one: ExploredTalk) -> tuple[Cell, ...]:
    return (
        one.title,
        *((one.about.date,) if archive.is_dated else ()),
        *((one.about.show,) if archive.shows else ()),
        *(_names(one), one.talk.facts.words, _minutes(one), one.questions, "yes" if one.map_file else ""),
    )


@st.cache_resource(max_entries=8, show_spinner=False)
def _table(key: str, within: str, _archive: ExploredArchive, _shown: Sequence[ExploredTalk]) -> SortedTable:
    del key, within
    rows = [_row(_archive, one) for one in _shown]
    return SortedTable.of("The talks", _columns(_archive), rows)


def _left(archive: ExploredArchive, found: Filters) -> Iterable[ExploredTalk]:
    """Yield the talks that the filters leave; the one that was chosen is marked among the others."""
    within = found.within.model_copy(update={"talks": ()})
    labels = archive.searched.labels_of(within.speakers)
    for one in archive.searched.within(within):
        if archive.searched.said_by(within, one, labels):
            yield archive.talks[one.key]


def _open(shown: Sequence[ExploredTalk], row: int) -> None:
    filters.choose_talk(shown[row].path)


def talks(archive: ExploredArchive, found: Filters) -> None:
    """List the talks. Raises SearchIndexError."""
    shown = list(_left(archive, found))
    if not shown:
        st.html(element("p", _NONE, class_="wb-words"))
        return
    chosen = next((at for at, one in enumerate(shown) if one == found.talk), None)
    within = found.within.model_copy(update={"talks": ()})
    table = _table(archive.key, within.model_dump_json(), archive, shown)
    show_rows(table, key="explore-talks", chosen=chosen, on_open=lambda row: _open(shown, row))
    if found.talk is not None:
        _one(found.talk)


def _one(talk: ExploredTalk) -> None:
    """Say what is known of a talk, and offer a session with it."""
    facts = [
        *filter(None, (talk.about.date, talk.about.show, talk.about.url)),
        count(talk.talk.facts.words, "word"),
        count(talk.talk.facts.turns, "turn"),
        "with a map beside it" if talk.map_file else "without a map",
    ]
    said = [f"{name or 'nobody named'}: {count(words, 'word')}" for name, words in talk.speakers.items()]
    with st.container(border=True, key="wb-explore-one"):
        st.html(element("h3", talk.title, class_="wb-explore-title"))
        st.html(
            element(
                "div",
                element("p", " · ".join(facts)),
                element("p", " · ".join(said)),
                element("p", talk.talk.key, class_="wb-quiet wb-explore-path"),
            )
        )
        key = key_of("explore-start-talk", talk.talk.sha256[:16])
        if st.button("Start a session with this talk", key=key):
            actions.start_session(talk)
