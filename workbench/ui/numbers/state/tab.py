"""What one tab remembers of the page Numbers: what it refused, what is looked at, and rules that are not in order."""

from collections.abc import Mapping, Sequence

import streamlit as st

from core.errors import Problem
from core.record import Record
from workbench.ui.numbers.state.narratives import NumberNarrative
from workbench.ui.numbers.state.rules import EditedRules

_REFUSED, _LOOKED_AT, _TYPED = "numbers.refused", "numbers.looked-at", "numbers.typed"


class RejectedInput(Record):
    """Something that was given and cannot be used: its name, and everything that is wrong with it."""

    name: str
    problems: tuple[Problem, ...]


def rejected_inputs(what: str) -> tuple[RejectedInput, ...]:
    """Return what could not be used of what was given last as "narratives" or "results"."""
    return st.session_state.get(f"{_REFUSED}.{what}", ())


def refuse(what: str, found: Sequence[RejectedInput]) -> None:
    """Remember what could not be used; nothing, where all could."""
    st.session_state[f"{_REFUSED}.{what}"] = tuple(found)


def select_narrative(narratives: Sequence[NumberNarrative], place: int) -> None:
    """Remember which of all narratives is looked at, also while other pages are open."""
    st.session_state[_LOOKED_AT] = (narratives[place].identity, place)


def selected_narrative(narratives: Sequence[NumberNarrative]) -> int:
    """Return which of all narratives is looked at: the one of last time, where it is gone the one in its place."""
    identity, place = st.session_state.get(_LOOKED_AT, ("", 0))
    found = next((at for at, one in enumerate(narratives) if one.identity == identity), None)
    return min(place, len(narratives) - 1) if found is None else found


def keep_typed(session_id: str, typed: Mapping[str, str], problems: Sequence[Problem]) -> None:
    """Remember rules as they were typed, which are not in force."""
    st.session_state[_TYPED] = (session_id, dict(typed), tuple(problems))


def forget_typed() -> None:
    """Show the rules in force again."""
    st.session_state.pop(_TYPED, None)


def with_typed(session_id: str, ruling: EditedRules) -> EditedRules:
    """Return the rules in force with the texts as they were typed last in this session."""
    of_session, typed, problems = st.session_state.get(_TYPED, ("", {}, ()))
    if not typed or of_session != session_id:
        return ruling
    return ruling.model_copy(update={"typed": typed, "problems": problems})
