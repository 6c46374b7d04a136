"""Two speakers, or two sets of them, side by side on the page Explore: which words each says more often."""

from collections.abc import Sequence

import streamlit as st

from core.errors import BadInput
from workbench.archive.search.compare_speakers import FORMULA, SpeakerComparison, WordComparison
from workbench.labels import count
from workbench.safe_html import element
from workbench.ui.common.widgets.base import heading
from workbench.ui.common.widgets.problems import problems
from workbench.ui.explore.rows import Column, SortedTable, show_rows
from workbench.ui.explore.state import filters
from workbench.ui.explore.state.filters import Filters
from workbench.ui.explore.state.found import COMPARED, Sides, comparison_of
from workbench.ui.explore.state.talks import ExploredArchive

ONE, OTHER = "one", "other"
_NOBODY = (
    "Choose one speaker, or several, to see which words they say more often than another side, and which less. The "
    "other filters hold for both sides."
)
_ELSE = "Everybody else"
_HOW = (
    "Words are compared as they are spoken, none is left out for being common. The larger G2 is, the less it may be "
    "chance: 3.84 is 1 in 20, 15.13 is 1 in 10,000. "
)


def _choose(archive: ExploredArchive) -> tuple[list[str], list[str]]:
    left, right = st.columns(2, gap="medium")
    with left:
        one = st.multiselect("One side", archive.speakers, key=ONE, bind="query-params", placeholder="Choose speakers")
    with right:
        other = st.multiselect("The other side", archive.speakers, key=OTHER, bind="query-params", placeholder=_ELSE)
    return one, other


def _called(names: Sequence[str]) -> str:
    return ", ".join(names[:3]) + (f" and {len(names) - 3:,} more" if len(names) > 3 else "")


def _row(word: WordComparison, *, is_one: bool) -> tuple[str | int | float, ...]:
    one, other = (word.one, word.one_per_thousand), (word.other, word.other_per_thousand)
    first, second = (one, other) if is_one else (other, one)
    return (word.word, *first, *second, word.g2)


def _side(found: Sequence[WordComparison], who: str, key: str, *, is_one: bool) -> None:
    heading(who)
    columns = (
        *(Column("Word", "open"), Column("Times", "number"), Column("Per 1,000", "number", 2)),
        *(Column("Other", "number"), Column("Per 1,000", "number", 2), Column("G2", "number", 1)),
    )
    table = SortedTable.of(f"What {who} says more often", columns, [_row(one, is_one=is_one) for one in found])
    show_rows(table, key=key, on_open=lambda row: filters.look_for(found[row].word))


def _show(found: SpeakerComparison, one: str, other: str) -> None:
    said = f"{one}: {count(found.one_words, 'word')}. {other}: {count(found.other_words, 'word')}. "
    said += f"{count(found.different, 'different word')}"
    said += f"; the {COMPARED} that tell most are listed." if found.different > COMPARED else "."
    st.html(element("p", said, class_="wb-words", role="status"))
    left, right = st.columns(2, gap="medium")
    with left:
        _side([word for word in found.words if word.more == "one"], one, "explore-one", is_one=True)
    with right:
        _side([word for word in found.words if word.more == "other"], other, "explore-other", is_one=False)
    st.html(element("p", _HOW, FORMULA, class_="wb-quiet"))


def sides(archive: ExploredArchive, asked: Filters) -> None:
    """Ask for two sides, and show which words each says more often, with counts."""
    one, other = _choose(archive)
    if not one:
        st.html(element("div", element("p", _NOBODY), class_="wb-empty"))
        return
    rest = [name for name in archive.speakers if name not in one]
    parts = (asked.within.model_copy(update={"speakers": tuple(side)}) for side in (one, other or rest))
    try:
        found = comparison_of(archive, Sides(*parts))
    except BadInput as error:
        problems("These cannot be compared.", error.problems)
        return
    _show(found, _called(one), _called(other) if other else _ELSE)
