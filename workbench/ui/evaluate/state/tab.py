"""What one tab looks at on the page Evaluate: which runs, which variant, which chart, and the quotations behind what.

A `scope` is what is looked at: the runs of a session, its answers, or one experiment.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import streamlit as st

from core.text.documents import is_list, is_object
from workbench.experiments.results import ChartMark, EvaluationResults, mark_of
from workbench.store import RunSummary

MOST_AT_ONCE = 3
"""Runs that are measured before a person chooses; more may be chosen."""
ROWS = 20
"""Quotations that are listed before somebody asks for more."""


def key_of(what: str, scope: str) -> str:
    """Return under which key the tab's state holds a choice; in keys Streamlit allows no `__`, which an id may hold."""
    return f"evaluate-{what}-{scope.replace('_', '.')}"


def scope_of(what: str, session_id: str) -> str:
    """Return the scope of something of a session."""
    return f"{what}-{session_id}"


def offer(key: str, options: Sequence[Any], first: Any = None) -> None:
    """Set a choice to one of its options: to `first`, else the first one, where nobody has chosen.

    While an experiment goes on, what is to be seen first may change, and nobody chose what stood there before.
    """
    if not options:
        return
    state, offered, first = st.session_state, f"{key}-offered", first if first in options else options[0]
    if state.get(key) not in options or state.get(key) == state.get(offered):
        if state.get(key) != first:
            state[key] = first
        state[offered] = first


def choose_runs(session_id: str, runs: Sequence[RunSummary]) -> str:
    """Let the choice of runs stand on some there are, the last few where nothing was chosen; returns its key."""
    key = key_of("runs", session_id)
    numbers = [run.number for run in runs]
    held = [number for number in st.session_state.get(key, ()) if number in numbers]
    st.session_state[key] = held or numbers[-MOST_AT_ONCE:]
    return key


def _put(scope: str, mark: ChartMark) -> None:
    state = st.session_state
    state[key_of("behind-variant", scope)] = mark.variant
    state[key_of("behind-what", scope)] = mark.what
    state[key_of("behind-unit", scope)] = (mark.subject, mark.key)
    state[key_of("behind-rows", scope)] = ROWS


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


def select_variant(scope: str, key: str) -> None:
    """Let the quotations be those of the variant that was just chosen to be looked at."""
    st.session_state[key_of("behind-variant", scope)] = st.session_state[key]
    fewer_rows(scope)


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
