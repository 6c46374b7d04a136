"""The concordance of the page Explore: every place where the words stand, and how often who says them where."""

from collections.abc import Sequence

import streamlit as st

from core.errors import BadInput
from workbench.archive.search.concordance import Concordance, ConcordanceLine
from workbench.labels import clock, count
from workbench.safe_html import element
from workbench.ui.common.widgets.base import heading
from workbench.ui.common.widgets.problems import problems
from workbench.ui.explore.rows import Column, SortedTable, show_rows
from workbench.ui.explore.state import filters
from workbench.ui.explore.state.filters import Filters
from workbench.ui.explore.state.found import concordance_of
from workbench.ui.explore.state.talks import ExploredArchive

_NO_WORDS = (
    "Type words above, and every place where they are said is listed here: as spoken, word by word, whatever marks "
    "stand between them. “Other endings too” finds walls for wall; “A pattern” is a regular expression, in one turn."
)
_NOBODY = "nobody named"
_LINES = (
    *(Column("Speaker"), Column("Before", "before"), Column("Words", "match"), Column("After", "after")),
    *(Column("Talk"), Column("Time", "short")),
)
_COUNTS = (Column("Times", "number"), Column("Per 1,000 words", "number", 2))


def _title(archive: ExploredArchive, key: str) -> str:
    return archive.talks[key].title


@st.cache_resource(max_entries=16, show_spinner=False)
def _lines_table(key: str, wish: str, _found: Concordance, _archive: ExploredArchive) -> SortedTable:
    del key, wish
    rows = [
        (
            *(one.speaker or _NOBODY, one.left.strip(), one.match, one.right.strip()),
            *(_title(_archive, one.talk), clock(one.start_seconds)),
        )
        for one in _found.lines
    ]
    return SortedTable.of("The places where the words stand", _LINES, rows)


@st.cache_resource(max_entries=16, show_spinner=False)
def _speakers_table(key: str, wish: str, _found: Concordance) -> SortedTable:
    del key, wish
    rows = [(one.speaker or _NOBODY, one.count, one.per_thousand, one.talks) for one in _found.speakers]
    return SortedTable.of("By speaker", (Column("Speaker", "open"), *_COUNTS, Column("Talks", "number")), rows)


@st.cache_resource(max_entries=16, show_spinner=False)
def _talks_table(key: str, wish: str, _found: Concordance, _archive: ExploredArchive) -> SortedTable:
    del key, wish
    most = sorted(_found.talks, key=lambda one: -one.count)
    rows = [(_title(_archive, one.talk), one.date, one.count, one.per_thousand) for one in most]
    return SortedTable.of("By talk", (Column("Talk", "open"), Column("Date", "short"), *_COUNTS), rows)


def _open_line(archive: ExploredArchive, line: ConcordanceLine) -> None:
    filters.open_passage(archive.talks[line.talk].path, line.span)


def _said(found: Concordance, asked: Filters) -> str:
    """Say how often the words were found, and what was not looked into."""
    who = f"{asked.within.speakers[0]} says" if asked.within.speakers else "Said"
    times = count(found.total, "time")
    said = f"{who} “{asked.words}” {times}, in {len(found.talks):,} of {count(found.searched, 'talk')}."
    if found.total > len(found.lines):
        said += f" The first {len(found.lines):,} places are listed; all are counted."
    if found.undated:
        said += f" {count(found.undated, 'talk')} without a date left out."
    return said


def _chosen(archive: ExploredArchive, found: Concordance) -> int | None:
    place = filters.passage_in_address(archive)
    if place is None:
        return None
    talk, span = place
    lines = enumerate(found.lines)
    return next((at for at, one in lines if one.talk == talk.talk.key and one.span == span), None)


def _counts(archive: ExploredArchive, found: Concordance, asked: Filters) -> None:
    place = (archive.key, asked.wish.model_dump_json(), found)
    left, right = st.columns(2, gap="medium")
    with left:
        heading("By speaker")
        named = [one.speaker for one in found.speakers]
        show_rows(
            _speakers_table(*place), key="explore-by-speaker", on_open=lambda row: filters.choose_speaker(named[row])
        )
    with right:
        heading("By talk")
        keys = [one.talk for one in sorted(found.talks, key=lambda one: -one.count)]
        show_rows(
            _talks_table(*place, archive),
            key="explore-by-talk",
            on_open=lambda row: filters.choose_talk(archive.talks[keys[row]].path),
        )


def lines(archive: ExploredArchive, asked: Filters) -> Sequence[ConcordanceLine]:
    """Show every place where the words stand, the first of very many; returns those that are listed."""
    if not asked.words:
        st.html(element("div", element("p", _NO_WORDS), class_="wb-empty"))
        return ()
    try:
        found = concordance_of(archive, asked.wish)
    except BadInput as error:
        problems("This cannot be looked for.", error.problems)
        return ()
    st.html(element("p", _said(found, asked), class_="wb-words", role="status"))
    if found.total:
        table = _lines_table(archive.key, asked.wish.model_dump_json(), found, archive)
        show_rows(
            table,
            key="explore-lines",
            chosen=_chosen(archive, found),
            on_open=lambda row: _open_line(archive, found.lines[row]),
        )
    return found.lines


def counts(archive: ExploredArchive, asked: Filters) -> None:
    """Show how often who says the words, and in which talk; a click looks at that person or talk alone."""
    found = concordance_of(archive, asked.wish)
    if found.total:
        _counts(archive, found, asked)
