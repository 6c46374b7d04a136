"""Presets on the screen: thresholds under a name, and what two of them make of the same chapters."""

from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

import streamlit as st

from core.coverage.levels import DEFAULT_THRESHOLDS, CoverageLevel, CoverageThresholds
from workbench.labels import LEVELS, count
from workbench.safe_html import SafeHtml, element, join_html, table
from workbench.sessions.chapter_html import level
from workbench.store import Preset
from workbench.ui.common.chapters import ChapterComparison, ChapterRow, compare_rows, totals
from workbench.ui.common.coverage_sliders import differing_sliders, value_of
from workbench.ui.common.widgets import chart, heading, words
from workbench.ui.coverage.chart_presets import comparison_figure

NAME_KEY = "preset-name"
_NAME_LENGTH = 80
_HEIGHT = {CoverageLevel.WEAK: 0, CoverageLevel.MEDIUM: 1, CoverageLevel.STRONG: 2}


class PresetChoice(NamedTuple):
    """Thresholds that can be compared, by the name they go by."""

    name: str
    thresholds: CoverageThresholds


class PresetColumn(NamedTuple):
    """One half of a comparison: what was chosen, and the chapters under it."""

    choice: PresetChoice
    rows: tuple[ChapterRow, ...]


def _forget_unless(key: str, options: Collection[str]) -> None:
    """Let a chooser go back to its first option where what was chosen is not there any more."""
    if st.session_state.get(key) not in options:
        st.session_state.pop(key, None)


def save(act: Callable[[], None]) -> None:
    """Ask for a name and offer to keep the current thresholds under it."""
    with st.form("preset", border=False), st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        st.text_input(
            "Name of the preset", key=NAME_KEY, max_chars=_NAME_LENGTH, placeholder="For example: strict", width=340
        )
        st.form_submit_button("Save the current thresholds", on_click=act)


def lost(preset: Preset | None, bring_back: Callable[[], None]) -> None:
    """Offer to bring back the preset that was deleted or replaced last, if there is one."""
    if preset is None:
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.html(element("span", f"The preset “{preset.name}” can be brought back.", class_="wb-quiet"), width="content")
        st.button("Bring it back", on_click=bring_back, key="preset-back")


def choose(presets: Sequence[Preset], apply: Callable[[Preset], None], delete: Callable[[Preset], None]) -> None:
    """List the presets and offer to take one or to delete it."""
    if not presets:
        words("No presets yet. Give the thresholds as they stand a name, move some, and compare.")
        return
    known = {preset.name: preset for preset in presets}
    _forget_unless("preset", known)
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        chosen = known[st.selectbox("Preset", known, key="preset", width=340)]
        st.button("Use its thresholds", on_click=apply, args=(chosen,), key="preset-apply")
        st.button("Delete", on_click=delete, args=(chosen,), key="preset-delete")


def choose_two(current: CoverageThresholds, presets: Sequence[Preset]) -> tuple[PresetChoice, PresetChoice]:
    """Ask which two sets of thresholds to compare."""
    choices = (
        PresetChoice("Current thresholds", current),
        PresetChoice("Defaults", DEFAULT_THRESHOLDS),
        *(PresetChoice(f"“{preset.name}”", preset.thresholds) for preset in presets),
    )
    numbers = {choice.name: place for place, choice in enumerate(choices)}
    left, right = st.columns(2, gap="medium")
    for key in ("compare-left", "compare-right"):
        _forget_unless(key, tuple(numbers))
    first = left.selectbox("Compare", tuple(numbers), key="compare-left")
    second = right.selectbox("with", tuple(numbers), index=2 if presets else 1, key="compare-right")
    return choices[numbers[first]], choices[numbers[second]]


def _cell(row: ChapterRow) -> SafeHtml:
    joined = f", written as {row.numbers}" if len(row.parts) > 1 else ""
    note = element("p", f"{count(row.coverage.reachable_words, 'word')}{joined}", class_="note")
    return join_html([level(row.coverage.level), note])


def _difference(chapter: ChapterComparison) -> SafeHtml:
    left, right = chapter.left, chapter.right
    parts: list[str] = []
    step = _HEIGHT[right.coverage.level] - _HEIGHT[left.coverage.level]
    if step:
        rises = "rises" if step > 0 else "falls"
        parts.append(f"{rises} from {LEVELS[left.coverage.level]} to {LEVELS[right.coverage.level]}")
    if right.numbers != left.numbers:
        parts.append(f"written as {right.numbers} instead of {left.numbers}")
    more = right.coverage.reachable_words - left.coverage.reachable_words
    if more:
        parts.append(f"{count(abs(more), 'word')} {'more' if more > 0 else 'fewer'}")
    if not parts:
        return element("span", "the same", class_="note")
    return element("span", f"≠ {', '.join(parts)}", class_="wb-differs")


def _chapters(left: PresetColumn, right: PresetColumn, chapters: Sequence[ChapterComparison]) -> None:
    names = ("No.", "Chapter", left.choice.name, right.choice.name, "Difference")
    rows = [[str(one.number), one.title, _cell(one.left), _cell(one.right), _difference(one)] for one in chapters]
    st.html(table(zip(names, ("narrow", "", "", "", ""), strict=True), rows, caption="Chapters compared"))


def _sums(left: PresetColumn, right: PresetColumn) -> None:
    first, second = (totals(side.rows, side.choice.thresholds) for side in (left, right))
    pairs = [("Chapters as written", first.chapters, second.chapters)]
    pairs += [(f"{LEVELS[one]} chapters", first.levels[one], second.levels[one]) for one in CoverageLevel]
    pairs += [("Words to write", first.words, second.words), ("Key excerpts, at most", first.excerpts, second.excerpts)]
    _pairs("Totals", "In all", (left, right), [(name, f"{one:,}", f"{two:,}") for name, one, two in pairs])


def _settings(left: PresetColumn, right: PresetColumn) -> None:
    dials = differing_sliders(left.choice.thresholds, right.choice.thresholds)
    if not dials:
        words("The two have the same thresholds.")
        return
    pairs = [
        (dial.short, f"{value_of(left.choice.thresholds, dial):g}", f"{value_of(right.choice.thresholds, dial):g}")
        for dial in dials
    ]
    _pairs("Thresholds that differ", "Threshold", (left, right), pairs)


def _pairs(
    caption: str, what: str, sides: tuple[PresetColumn, PresetColumn], pairs: Sequence[tuple[str, str, str]]
) -> None:
    names = (what, *(side.choice.name for side in sides), "Difference")
    rows = [
        [name, one, two, element("span", "≠ differs", class_="wb-differs") if one != two else "the same"]
        for name, one, two in pairs
    ]
    st.html(table(zip(names, ("wide", "", "", ""), strict=True), rows, caption=caption))


def _in_words(left: PresetColumn, right: PresetColumn, chapters: Sequence[ChapterComparison]) -> str:
    parts = [
        f"Chapter {one.number}: {LEVELS[one.left.coverage.level]} and {LEVELS[one.right.coverage.level]}."
        for one in chapters
    ]
    return " ".join([f"Levels under {left.choice.name} and {right.choice.name}.", *parts])


def comparison(left: PresetColumn, right: PresetColumn) -> None:
    """Show the same chapters under two sets of thresholds: totals, what is set otherwise, and chapter by chapter."""
    chapters = compare_rows(left.rows, right.rows)
    _sums(left, right)
    heading("What is set differently")
    _settings(left, right)
    heading("Chapter by chapter")
    words(f"Ring: {left.choice.name}. Diamond: {right.choice.name}.")
    chart(comparison_figure(chapters, (left.choice.name, right.choice.name)), _in_words(left, right, chapters))
    _chapters(left, right, chapters)
