"""What the page Numbers holds: narratives, results and rules, in the memory of one tab and nowhere else."""

from collections.abc import Callable, Mapping, Sequence

import streamlit as st

from core.errors import BadInput, Problem
from core.numbers.fixes import Fix
from core.record import Record
from workbench.sessions.recognise_file import clean_name
from workbench.ui.numbers.state.narratives import NumberNarrative, add, take_narrative, with_fix, without_last_fix
from workbench.ui.numbers.state.query_results import QueryResultSet, other_table, take_results
from workbench.ui.numbers.state.rules import EditedRules, apply, default_rules
from workbench.ui.numbers.state.sample_inputs import sample_narrative, sample_results

_NARRATIVES, _RESULTS, _RULING, _CHAPTERS = "numbers.narratives", "numbers.results", "numbers.rules", "numbers.chapters"
_REFUSED, _LOOKED_AT = "numbers.refused", "numbers.looked-at"


class RejectedInput(Record):
    """Something that was given and cannot be used: its name, and everything that is wrong with it."""

    name: str
    problems: tuple[Problem, ...]


def rejected_inputs(what: str) -> tuple[RejectedInput, ...]:
    """Return what could not be used of what was given last as "narratives" or "results"."""
    return st.session_state.get(f"{_REFUSED}.{what}", ())


def _refuse(what: str, found: Sequence[RejectedInput]) -> None:
    st.session_state[f"{_REFUSED}.{what}"] = tuple(found)


def stored_narratives() -> tuple[NumberNarrative, ...]:
    """Return the narratives that were pasted, dropped or taken from the sample."""
    return st.session_state.get(_NARRATIVES, ())


def _put(narratives: Sequence[NumberNarrative]) -> None:
    st.session_state[_NARRATIVES] = tuple(narratives)


def add_narratives(files: Sequence[tuple[str, bytes]]) -> bool:
    """Add narratives by name and bytes; those that cannot be used are kept apart. Returns whether all could."""
    narratives, wrong = stored_narratives(), list[RejectedInput]()
    for name, data in files:
        try:
            narratives = add(narratives, take_narrative(name, data))
        except BadInput as error:
            wrong.append(RejectedInput(name=clean_name(name), problems=error.problems))
    _put(narratives)
    _refuse("narratives", wrong)
    return not wrong


def remove(name: str) -> None:
    """Take a narrative away."""
    _put([one for one in stored_narratives() if one.name != name])


def _change(name: str, change: Callable[[NumberNarrative], NumberNarrative]) -> None:
    _put([change(one) if one.name == name else one for one in stored_narratives()])


def apply_fix(name: str, fix: Fix) -> None:
    """Change a narrative as a person asked."""
    _change(name, lambda one: with_fix(one, fix))


def undo_fix(name: str) -> None:
    """Take the last change of a narrative back."""
    _change(name, without_last_fix)


def is_changed() -> bool:
    """Tell whether a person changed any narrative here: such changes live in this tab alone."""
    return any(one.changes for one in stored_narratives())


def select_narrative(narratives: Sequence[NumberNarrative], place: int) -> None:
    """Remember which of all narratives is looked at, also while other pages are open."""
    st.session_state[_LOOKED_AT] = (narratives[place].identity, place)


def selected_narrative(narratives: Sequence[NumberNarrative]) -> int:
    """Return which of all narratives is looked at: the one of last time, where it is gone the one in its place."""
    identity, place = st.session_state.get(_LOOKED_AT, ("", 0))
    found = next((at for at, one in enumerate(narratives) if one.identity == identity), None)
    return min(place, len(narratives) - 1) if found is None else found


def has_chapters(session_id: str) -> bool:
    """Tell whether the chapters of this session's edition are to be checked too."""
    return st.session_state.get(_CHAPTERS) == session_id


def take_chapters(session_id: str) -> None:
    """Check the chapters of this session's edition too, as they read whenever the page is drawn; "" for none."""
    st.session_state[_CHAPTERS] = session_id


def results() -> QueryResultSet | None:
    """Return the results that were given, None where there are none."""
    return st.session_state.get(_RESULTS)


def _give_results(name: str, take: Callable[[], QueryResultSet]) -> bool:
    try:
        st.session_state[_RESULTS] = take()
    except BadInput as error:
        _refuse("results", [RejectedInput(name=clean_name(name), problems=error.problems)])
        return False
    _refuse("results", [])
    return True


def give_results(name: str, data: bytes) -> bool:
    """Take results; what was there stays where they cannot be used. Returns whether they could."""
    return _give_results(name, lambda: take_results(name, data))


def choose_table(table: str) -> None:
    """Read another table of the database that was given."""
    present = results()
    if present is not None:
        _give_results(present.name, lambda: other_table(present, table))


def drop_results() -> None:
    """Go on without results."""
    st.session_state.pop(_RESULTS, None)
    _refuse("results", [])


def use_sample() -> None:
    """Add the sample's narrative, with its results where there are none."""
    _put(add(stored_narratives(), sample_narrative()))
    if results() is None:
        use_sample_results()


def use_sample_results() -> None:
    """Take the sample's results."""
    st.session_state[_RESULTS] = sample_results()
    _refuse("results", [])


def current_rules() -> EditedRules:
    """Return the rules in force, with the texts as they were typed last."""
    return st.session_state.get(_RULING, default_rules())


def apply_rules(typed: Mapping[str, str]) -> None:
    """Apply edited rules; while anything is wrong with them the last good ones stay in force."""
    st.session_state[_RULING] = apply(current_rules(), dict(typed))


def reset_rules() -> None:
    """Go back to the rules that the program comes with."""
    st.session_state.pop(_RULING, None)
