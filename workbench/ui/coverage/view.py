"""The coverage on the screen: the sliders, the chapters against them, and how much depends on their values."""

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.coverage.levels import CoverageThresholds
from core.coverage.sensitivity import Threshold
from workbench.labels import LEVELS, coverage_in_words, words_to_write
from workbench.safe_html import SafeHtml, element, join_html, table
from workbench.sessions.chapter_html import level
from workbench.ui.common.chapters import ChapterRow, merging_in_words, what_is_missing
from workbench.ui.common.coverage_sliders import GROUPS, Slider, dial_of, slider_range
from workbench.ui.common.widgets import chart, heading, words
from workbench.ui.coverage.chart_bars import coverage_figure, figure_in_words
from workbench.ui.coverage.chart_scatter import scatter_figure, scatter_in_words
from workbench.ui.coverage.chart_sensitivity import TILES, sensitivity_figure, tiles_figure
from workbench.ui.coverage.sensitivity import SensitivityMap, reading_in_words

View = Literal["Chapters", "Level map", "Presets"]
_EMPTY = " A cell is empty where Strong would begin below Medium."
VIEWS: tuple[View, ...] = ("Chapters", "Level map", "Presets")


def sides() -> tuple[DeltaGenerator, DeltaGenerator]:
    """Return the column of the sliders and the column of their results."""
    aside, main = st.columns((3.4, 9), gap="medium")
    return aside.container(key="wb-dials"), main


def _slider(dial: Slider, thresholds: CoverageThresholds, key: str) -> None:
    lowest, highest = slider_range(thresholds, dial)
    if dial.whole:
        st.slider(dial.label, int(lowest), int(highest), step=dial.step, key=key)
    else:
        st.slider(dial.label, float(lowest), float(highest), step=float(dial.step), format="%g", key=key)


def dials(
    thresholds: CoverageThresholds,
    keys: Mapping[str, str],
    reset: Callable[[], None],
    put_back: Callable[[], None] | None,
    *,
    text: str,
) -> None:
    """Show all thresholds as sliders; `keys` are their widgets' by name, `put_back` is offered where it is given.

    `text` has a place of its own: a message that moved the sliders down would take the keyboard from them.
    """
    for group in GROUPS:
        parts = (element("h2", group.heading), element("p", group.note, class_="note"))
        st.html(element("div", *parts, class_="wb-dials-group"))
        if len(group.dials) <= 4:
            for dial in group.dials:
                _slider(dial, thresholds, keys[dial.name])
            continue
        for pair in zip(group.dials[::2], group.dials[1::2], strict=True):
            for place, dial in zip(st.columns(2, gap="small"), pair, strict=True):
                with place:
                    _slider(dial, thresholds, keys[dial.name])
    st.html(element("p", text, class_="wb-dials-said", role="status"))
    st.button("Back to the defaults", on_click=reset, key="reset", width="stretch")
    if put_back is not None:
        st.button("Put my thresholds back", on_click=put_back, key="put-back", width="stretch")


def choose_view() -> View:
    """Ask which part to look at; the address of the page remembers it."""
    return st.segmented_control(
        "Look at", VIEWS, default=VIEWS[0], required=True, key="look", bind="query-params", label_visibility="collapsed"
    )


def _chapter_row(row: ChapterRow, thresholds: CoverageThresholds) -> list[str]:
    coverage = row.coverage
    parts = SafeHtml()
    if len(row.parts) > 1:
        alone = (
            f"Chapter {part.number} alone: {LEVELS[part.coverage.level].lower()}, {coverage_in_words(part.coverage)}."
            for part in row.parts
        )
        parts = element("p", " ".join(["Joined because both were weak.", *alone]), class_="note")
    mode = coverage.generation_mode.replace("_", " ")
    return [
        row.numbers,
        join_html([row.title, parts]),
        level(coverage.level),
        str(coverage.usable_quotes),
        f"{coverage.quote_words_per_claim:.1f}",
        join_html([words_to_write(coverage), element("p", mode, class_="note")]),
        what_is_missing(coverage, thresholds) or "Nothing",
    ]


def chapter_table(rows: Sequence[ChapterRow], thresholds: CoverageThresholds) -> None:
    """Show the facts of the coverage charts as a table, with what each chapter lacks for the next level."""
    names = ("No.", "Chapter", "Level", "Quotes", "Words per claim", "To be written", "Lacks for the next level")
    headings = zip(names, ("narrow", "", "narrow", "narrow", "", "", ""), strict=True)
    st.html(table(headings, (_chapter_row(row, thresholds) for row in rows), caption="Coverage of each chapter"))


def chapters(rows: Sequence[ChapterRow], thresholds: CoverageThresholds) -> None:
    """Show each chapter against the thresholds: bars, points on the areas of the levels, what is joined, a table."""
    chart(coverage_figure(rows, thresholds), figure_in_words(rows, thresholds))
    heading("Which chapters are joined")
    st.html(element("ul", *(element("li", text) for text in merging_in_words(rows, thresholds)), class_="wb-joined"))
    heading("Chapters on the areas of the levels")
    chart(scatter_figure(rows, thresholds), scatter_in_words(rows))
    heading("What each chapter has and lacks")
    chapter_table(rows, thresholds)


def _threshold_name(threshold: Threshold) -> str:
    return dial_of(threshold).short


def choose_thresholds() -> tuple[Threshold, Threshold]:
    """Ask for the two thresholds of a level map; they are never the same."""
    left, right = st.columns(2, gap="medium")
    every = tuple(Threshold)
    first = every.index(Threshold.STRONG_WORDS_PER_CLAIM)
    across = left.selectbox("Across", every, index=first, format_func=_threshold_name, key="map-across")
    others = tuple(one for one in every if one is not across)
    if st.session_state.get("map-up", others[0]) not in others:
        del st.session_state["map-up"]
    wished = Threshold.STRONG_QUOTES if across is not Threshold.STRONG_QUOTES else Threshold.STRONG_WORDS_PER_CLAIM
    up = right.selectbox("Upward", others, index=others.index(wished), format_func=_threshold_name, key="map-up")
    return across, up


def choose_joined() -> bool:
    """Ask whether levels are those after weak neighbours were joined."""
    return st.toggle("Join weak neighbours, as an edition does", value=True, key="map-joined")


def _first_tile(number: int) -> int:
    """Ask which chapters to draw where there are too many at once; returns the first one, from 0."""
    if number <= TILES:
        return 0
    firsts = range(0, number, TILES)

    def name(first: int) -> str:
        return f"{first + 1} to {min(first + TILES, number)}"

    return st.selectbox("Chapters", firsts, format_func=name, key="map-chapters", width=200)


def level_map(reading: SensitivityMap, titles: Sequence[str]) -> None:
    """Show how much the levels depend on two thresholds: all chapters in one map, each in its own, and in words."""
    text = reading_in_words(reading)
    heading("How many chapters would have another level")
    words(f"{text} The frame marks your thresholds.{_EMPTY if reading.has_gaps else ''}")
    chart(sensitivity_figure(reading), text)
    heading("The level of each chapter")
    words("S is Strong, M is Medium, W is Weak.")
    first = _first_tile(len(titles))
    chart(tiles_figure(reading, titles, first), "The level of each chapter. The table below says the same.")
    across, up = _threshold_name(reading.across.threshold), _threshold_name(reading.up.threshold)
    names = ("No.", "Chapter", "Level now", f"{across}, the other as it is", f"{up}, the other as it is")
    rows: list[list[str]] = []
    for chapter, title in enumerate(titles):
        now = reading.now(chapter)
        along = (reading.along_across(chapter), reading.along_up(chapter))
        rows.append([str(chapter + 1), title, level(now) if now else "–", *along])
    st.html(table(zip(names, ("narrow", "wide", "narrow", "", ""), strict=True), rows, caption="How stable levels are"))
