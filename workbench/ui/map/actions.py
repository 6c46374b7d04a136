"""What the buttons of the page Map do: quotes of a proposal are accepted or rejected, and what is certain is mended."""

from collections.abc import Collection

import streamlit as st

from core.evidence.evidence_map import EvidenceMap, Support
from core.map_making.acts.act_records import ActGroup, RowKey, WriteWords
from core.map_making.decide import RowState, decide
from core.text.well_formed import well_formed
from workbench.sessions.recognise_file import AcceptedSource, RejectedSource
from workbench.store import Session
from workbench.ui.common import cache, page_context
from workbench.ui.common.staged_source import stage
from workbench.ui.map import history
from workbench.ui.map.by_hand.state import OTHER_ACTS
from workbench.ui.map.choice import ShownProposal
from workbench.ui.map.doctor import mended_source
from workbench.ui.map.state import PART, WAITS


def take_all(session: Session, shown: ShownProposal, evidence_ids: Collection[str], state: RowState) -> None:
    """Accept or reject all quotes that are on the screen, in one act."""
    if PART in st.session_state:  # the first act makes a map, with which the page would begin elsewhere
        st.session_state[PART] = st.session_state[PART]
    asked = decide(shown.decided, shown.proposed, evidence_ids, state)
    if asked is not None:
        history.act_already_made(session, asked)


def take(session: Session, shown: ShownProposal, support: Support, state: RowState) -> None:
    """Accept or reject one quote; done a second time, that is taken back."""
    again = shown.decided.state_of(support) is state
    take_all(session, shown, (support.evidence_id,), RowState.OPEN if again else state)


def write(session: Session, shown: ShownProposal, row: RowKey, key: str) -> None:
    """Write a chapter's title, or what the quotes of a claim support."""
    seen = (shown.decided.rows.look(row),)
    words = well_formed(str(st.session_state.pop(key) or ""))  # the field begins anew with what the map says then
    history.act(session, WriteWords(row=row.level, row_id=row.row_id, words=words, seen=seen))


def _is_latest(session: Session, number: int) -> bool:
    """Tell whether no act was done since the tab saw the one with this number; otherwise the next page says it."""
    latest = history.history_of(session, cache.material(session)).number == number
    if not latest:
        page_context.keep_message(OTHER_ACTS, went_well=False)
    return latest


def undo(session: Session, number: int) -> None:
    """Take back the latest act of the session, if it is the one that the tab saw, and say which."""
    if _is_latest(session, number):
        history.undo(session)


def redo(session: Session, number: int) -> None:
    """Do again the act that was taken back last, if the tab saw the one before it, and say which."""
    if _is_latest(session, number):
        history.redo(session)


def turn_to(key: str, first: int) -> None:
    """Show the chapters from this one on."""
    st.session_state[key] = first


def _stage(session: Session, taken: AcceptedSource) -> None:
    stage(session, taken)
    st.session_state[WAITS] = session.session_id


def mend(session: Session, mended: EvidenceMap | ActGroup) -> None:
    """Let the map with what is certain mended wait on *Sources*, where a person sees what becomes of each quote; a map
    that was made here is mended by one act."""
    if isinstance(mended, ActGroup):
        history.act_already_made(session, mended)
        return
    taken = mended_source(mended, session.evidence.name if session.evidence else "")
    if isinstance(taken, RejectedSource):
        page_context.keep_message(*(str(problem) for problem in taken.problems), went_well=False)
    elif isinstance(taken, AcceptedSource):
        _stage(session, taken)
