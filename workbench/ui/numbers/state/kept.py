"""What a session keeps of its numbers, as the page is drawn from it."""

from collections.abc import Callable
from typing import NamedTuple

import streamlit as st

from core.errors import BadInput
from workbench.sessions.query_results import QueryResultSet, take_results
from workbench.store import Session, StoredNumberCheck
from workbench.ui.common import page_context
from workbench.ui.numbers.state import tab
from workbench.ui.numbers.state.narratives import NumberNarrative
from workbench.ui.numbers.state.rules import EditedRules, default_rules, stored_rules


class KeptNumbers(NamedTuple):
    """The numbers of a session as the page shows them; `unreadable` says why its results cannot be used."""

    narratives: tuple[NumberNarrative, ...]
    check: StoredNumberCheck
    results: QueryResultSet | None
    ruling: EditedRules
    unreadable: BadInput | None = None


@st.cache_resource(max_entries=6, show_spinner="Reading the results")
def read_results(content: str, name: str, table: str, _bytes: Callable[[], bytes]) -> QueryResultSet:
    """Return results by the sha256 of their content, of a database the table named, else the first. Raises BadInput."""
    del content
    return take_results(name, _bytes(), table)


def results_of(check: StoredNumberCheck, table: str) -> QueryResultSet | None:
    """Return the results of a check, read from one of their tables. Raises BadInput."""
    given = check.results
    if given is None:
        return None
    return read_results(given.sha256, given.name, table, lambda: page_context.store().sources.get(given.sha256))


def read(session: Session | None) -> KeptNumbers:
    """Return what a session keeps; without one there is nothing."""
    if session is None:
        return KeptNumbers((), StoredNumberCheck(), None, tab.with_typed("", default_rules()))
    store = page_context.store()
    check = store.number_checks.get(session.session_id)
    narratives = tuple(map(NumberNarrative.of, store.narratives.list(session.session_id)))
    ruling = tab.with_typed(session.session_id, stored_rules(check.citation, check.verification))
    try:
        return KeptNumbers(narratives, check, results_of(check, check.table), ruling)
    except BadInput as error:
        return KeptNumbers(narratives, check, None, ruling, error)
