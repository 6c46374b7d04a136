"""Words over time on the page Explore: from date to date, or minute by minute in the talk that was chosen."""

from collections.abc import Sequence

import streamlit as st

from core.errors import BadInput
from workbench.archive.search.words_over_time import SHARES, Period, periods_apart
from workbench.labels import count
from workbench.safe_html import element
from workbench.ui.common.widgets.base import chart
from workbench.ui.common.widgets.problems import problems
from workbench.ui.explore.chart_time import TimePoint, time_figure, time_in_words
from workbench.ui.explore.rows import Column, SortedTable, show_rows
from workbench.ui.explore.state.filters import Filters
from workbench.ui.explore.state.found import course_of, over_time
from workbench.ui.explore.state.talks import ExploredArchive, ExploredTalk

_NO_WORDS = "Type words above to see when they are said: from date to date, or in the course of one talk."
_NO_DATES = (
    "No date of these talks is known. A file archive.csv in the folder may say it, in the columns file and date. "
    "Choose one talk on Talks to see the words in its course."
)
_NEVER = "The words are not said in these talks."
_ONE_DATE = "None of these dates is another: choose one talk on Talks to see the words in its course."
_NO_TIMES = f"The transcript gives no times, so these are its {SHARES} equal parts, by its text."
_SHARE = "In 1,000 words"
_MEASURES = (_SHARE, "Times")
_COLUMNS = (
    *(Column("Who"), Column("Times", "number"), Column("Of words", "number")),
    Column("Per 1,000 words", "number", 2),
)


def _measure() -> bool:
    """Ask what is drawn; returns whether it is the share."""
    chosen = st.segmented_control(
        "Draw",
        _MEASURES,
        default=_SHARE,
        required=True,
        key="measure",
        bind="query-params",
        label_visibility="collapsed",
    )
    return chosen == _SHARE


def _draw(points: Sequence[TimePoint], step: str) -> None:
    if not any(one.times for one in points):
        st.html(element("p", _NEVER, class_="wb-words"))
        return
    if len({one.at for one in points}) > 1:
        by_share = _measure()
        chart(time_figure(points, step, by_share=by_share), time_in_words(points, step))
    rows = [(one.at, one.speaker or "Everybody", one.times, one.words, one.per_thousand) for one in points]
    show_rows(SortedTable.of("How often when", (Column(step), *_COLUMNS), rows), key="explore-time")


def _course(archive: ExploredArchive, asked: Filters, talk: ExploredTalk) -> None:
    found = course_of(archive, asked.wish, talk.talk.key)
    is_timed = found.by == "minute"
    if not is_timed:
        st.html(element("p", _NO_TIMES, class_="wb-quiet"))
    _draw(
        [TimePoint(str(one.step + 1), one.speaker, one.count, one.words, one.per_thousand) for one in found.steps],
        "Minute" if is_timed else "Part",
    )


def _period(talks: Sequence[ExploredTalk]) -> Period:
    """Ask for one of the periods that part the talks; where none does, say so."""
    apart = periods_apart(talk.about.date for talk in talks)
    if not apart:
        st.html(element("p", _ONE_DATE if talks else "", class_="wb-quiet"))
        return "year"
    return st.selectbox("Each", apart, key="each", bind="query-params", width=160) or apart[0]


def _dates(archive: ExploredArchive, asked: Filters, talks: Sequence[ExploredTalk]) -> None:
    period = _period(talks)
    found = over_time(archive, asked.wish, period)
    if found.undated:
        text = f"{count(found.undated, 'talk')} left out: no date is known, or not its {period}."
        st.html(element("p", text, class_="wb-quiet"))
    _draw(
        [TimePoint(one.period, one.speaker, one.count, one.words, one.per_thousand) for one in found.periods],
        period.capitalize(),
    )


def over(archive: ExploredArchive, asked: Filters) -> None:
    """Show when the words are said, by whom and how often."""
    if not asked.words:
        st.html(element("div", element("p", _NO_WORDS), class_="wb-empty"))
        return
    try:
        talks = [archive.talks[one.talk.key] for one in archive.searched.part(asked.within).talks]
        if len(talks) == 1:
            _course(archive, asked, talks[0])
        elif archive.is_dated:
            _dates(archive, asked, talks)
        else:
            st.html(element("div", element("p", _NO_DATES), class_="wb-empty"))
    except BadInput as error:
        problems("This cannot be looked for.", error.problems)
