"""What one tab looks at on the page Evaluate: which runs, which variant, which chart, and the quotations behind what.

A `scope` is what is looked at: the runs of a session, its answers, or one experiment.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

import streamlit as st

from core.text.documents import is_list, is_object
from workbench.experiments.results import ChartMark, EvaluationResults, mark_of
from workbench.store import RunSummary

MOST_AT_ONCE = 3
"""Runs that are measured before a person chooses; more may be chosen."""
ROWS = 20
"""Quotations that are listed before somebody asks for more."""


class OfferedChoice(NamedTuple):
    """The widget of a choice: its key, and what it does on a change."""

    key: str
    on_change: Callable[[], None]


def key_of(what: str, scope: str) -> str:
    """Return under which key the tab's state holds a choice; in keys Streamlit allows no `__`, which an id may hold."""
    return f"evaluate-{what}-{scope.replace('_', '.')}"


def scope_of(what: str, session_id: str) -> str:
    """Return the scope of something of a session."""
    return f"{what}-{session_id}"


def _choose(what: str, scope: str, value: object) -> None:
    st.session_state[f"{key_of(what, scope)}-chosen"] = value


def _choose_by_widget(what: str, scope: str, widget: str) -> None:
    value = st.session_state[widget]
    _choose(what, scope, value)
    if what == "variant":  # who looks closely at a variant means its quotations as well
        _choose("behind-variant", scope, value)
    fewer_rows(scope)


def offer(what: str, scope: str, options: Sequence[Any], first: Any = None) -> OfferedChoice:
    """Return the widget of a choice, which stands on what was chosen, else on `first`, else on the first option.

    While an experiment goes on, what is to be seen first may change. Then the widget is another one: a page that is
    slow still sends what its widget showed before, and that would look like a choice of the person's.
    """
    state, key = st.session_state, key_of(what, scope)
    first = first if first in options else next(iter(options), None)
    number, offered = state.get(f"{key}-offered", (0, first))
    chosen = state.get(f"{key}-chosen")
    if chosen not in options and offered != first:
        number, offered = number + 1, first
    state[f"{key}-offered"] = number, offered
    widget = f"{key}-{number}" if number else key
    standing = chosen if chosen in options else first
    if options and state.get(widget) != standing:
        state[widget] = standing
    return OfferedChoice(widget, partial(_choose_by_widget, what, scope, widget))


def choose_runs(session_id: str, runs: Sequence[RunSummary]) -> str:
    """Let the choice of runs stand on some there are, the last few where nothing was chosen; returns its key."""
    key = key_of("runs", session_id)
    numbers = [run.number for run in runs]
    held = [number for number in st.session_state.get(key, ()) if number in numbers]
    st.session_state[key] = held or numbers[-MOST_AT_ONCE:]
    return key


def _put(scope: str, mark: ChartMark) -> None:
    _choose("behind-variant", scope, mark.variant)
    _choose("behind-what", scope, mark.what)
    _choose("behind-unit", scope, (mark.subject, mark.key))
    fewer_rows(scope)


def _pressed(event: object) -> Iterator[object]:
    """Yield what the marks carry that are selected in a chart, as the browser tells it."""
    selection = event.get("selection") if is_object(event) else None
    points = selection.get("points") if is_object(selection) else None
    if is_list(points):
        yield from (point.get("customdata") for point in points if is_object(point))


def select_mark(scope: str, chart: str) -> None:
    """Show the quotations behind the mark of a chart that was pressed; `chart` is its key."""
    mark = next(filter(None, map(mark_of, _pressed(st.session_state.get(chart)))), None)
    if mark is not None:
        _put(scope, mark)


def rows(scope: str) -> int:
    """Return how many quotations are listed."""
    return st.session_state.get(key_of("behind-rows", scope), ROWS)


def fewer_rows(scope: str) -> None:
    """List the first quotations of what was just chosen."""
    st.session_state[key_of("behind-rows", scope)] = ROWS


def more_rows(scope: str) -> None:
    """List more quotations."""
    st.session_state[key_of("behind-rows", scope)] = rows(scope) + ROWS


def units_of(results: EvaluationResults, variant: str) -> list[tuple[str, str]]:
    """Return the units of a variant, each a subject and a key, after ("", "") for all of them."""
    found = results.variant(variant)
    return [("", ""), *dict.fromkeys((unit.subject, unit.key) for unit in (found.units if found else ()))]
