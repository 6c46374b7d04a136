"""Which answers of the page Ask this tab shows whole; other pages lead to one by unfolding it."""

import streamlit as st

_UNFOLDED, _FOLDED, _ALL = "ask.unfolded", "ask.folded", "ask.all"


def _set_of(kind: str, session_id: str) -> set[str]:
    return st.session_state.setdefault(f"{kind}.{session_id}", set())


def is_unfolded(session_id: str, answer_id: str, *, newest: bool) -> bool:
    """Tell whether an answer is shown whole: the newest is until it is folded, another one once it is unfolded."""
    if answer_id in _set_of(_FOLDED, session_id):
        return False
    return newest or answer_id in _set_of(_UNFOLDED, session_id)


def unfold(session_id: str, answer_id: str) -> None:
    """Show an answer whole."""
    _set_of(_FOLDED, session_id).discard(answer_id)
    _set_of(_UNFOLDED, session_id).add(answer_id)


def fold(session_id: str, answer_id: str) -> None:
    """Show of an answer its question alone."""
    _set_of(_UNFOLDED, session_id).discard(answer_id)
    _set_of(_FOLDED, session_id).add(answer_id)


def fold_all(session_id: str) -> None:
    """Fold what was unfolded: a new answer stands by itself."""
    _set_of(_UNFOLDED, session_id).clear()


def shows_all(session_id: str) -> bool:
    """Tell whether the earliest questions are listed too."""
    return bool(st.session_state.get(f"{_ALL}.{session_id}"))


def show_all(session_id: str) -> None:
    """List the earliest questions too."""
    st.session_state[f"{_ALL}.{session_id}"] = True
