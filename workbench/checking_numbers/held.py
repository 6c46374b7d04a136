"""What the page Numbers holds: narratives, results and rules, in the memory of one tab and nowhere else."""

from collections.abc import Callable, Mapping, Sequence

import streamlit as st

from core.errors import BadInput, Problem
from core.numbers.fixes import Fix
from core.record import Record
from workbench.checking_numbers.narratives import Narrative, add, mended, take_narrative, unmended
from workbench.checking_numbers.results import Results, other_table, take_results
from workbench.checking_numbers.ruling import Ruling, apply, default_ruling
from workbench.checking_numbers.sample import sample_narrative, sample_results
from workbench.intake import clean_name

_NARRATIVES, _RESULTS, _RULING, _CHAPTERS = "numbers.narratives", "numbers.results", "numbers.rules", "numbers.chapters"
_REFUSED, _LOOKED_AT = "numbers.refused", "numbers.looked-at"


class Refused(Record):
    """Something that was given and cannot be used: its name, and everything that is wrong with it."""

    name: str
    problems: tuple[Problem, ...]


def refused(what: str) -> tuple[Refused, ...]:
    """Return what could not be used of what was given last as "narratives" or "results"."""
    return st.session_state.get(f"{_REFUSED}.{what}", ())


def _refuse(what: str, found: Sequence[Refused]) -> None:
    st.session_state[f"{_REFUSED}.{what}"] = tuple(found)


def given() -> tuple[Narrative, ...]:
    """Return the narratives that were pasted, dropped or taken from the sample."""
    return st.session_state.get(_NARRATIVES, ())


def _put(narratives: Sequence[Narrative]) -> None:
    st.session_state[_NARRATIVES] = tuple(narratives)


def give(files: Sequence[tuple[str, bytes]]) -> bool:
    """Add narratives by name and bytes; those that cannot be used are kept apart. Returns whether all could."""
    narratives, wrong = given(), list[Refused]()
    for name, data in files:
        try:
            narratives = add(narratives, take_narrative(name, data))
        except BadInput as error:
            wrong.append(Refused(name=clean_name(name), problems=error.problems))
    _put(narratives)
    _refuse("narratives", wrong)
    return not wrong


def remove(name: str) -> None:
    """Take a narrative away."""
    _put([one for one in given() if one.name != name])


def _change(name: str, change: Callable[[Narrative], Narrative]) -> None:
    _put([change(one) if one.name == name else one for one in given()])


def mend(name: str, fix: Fix) -> None:
    """Change a narrative as a person asked."""
    _change(name, lambda one: mended(one, fix))


def unmend(name: str) -> None:
    """Take the last change of a narrative back."""
    _change(name, unmended)


def is_changed() -> bool:
    """Tell whether a person changed any narrative here: such changes live in this tab alone."""
    return any(one.changes for one in given())


def look_at(narratives: Sequence[Narrative], place: int) -> None:
    """Remember which of all narratives is looked at, also while other pages are open."""
    st.session_state[_LOOKED_AT] = (narratives[place].identity, place)


def looked_at(narratives: Sequence[Narrative]) -> int:
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


def results() -> Results | None:
    """Return the results that were given, None where there are none."""
    return st.session_state.get(_RESULTS)


def _give_results(name: str, take: Callable[[], Results]) -> bool:
    try:
        st.session_state[_RESULTS] = take()
    except BadInput as error:
        _refuse("results", [Refused(name=clean_name(name), problems=error.problems)])
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
    _put(add(given(), sample_narrative()))
    if results() is None:
        use_sample_results()


def use_sample_results() -> None:
    """Take the sample's results."""
    st.session_state[_RESULTS] = sample_results()
    _refuse("results", [])


def ruling() -> Ruling:
    """Return the rules in force, with the texts as they were typed last."""
    return st.session_state.get(_RULING, default_ruling())


def apply_rules(typed: Mapping[str, str]) -> None:
    """Apply edited rules; while anything is wrong with them the last good ones stay in force."""
    st.session_state[_RULING] = apply(ruling(), dict(typed))


def reset_rules() -> None:
    """Go back to the rules that the program comes with."""
    st.session_state.pop(_RULING, None)
