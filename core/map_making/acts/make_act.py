"""An act as a tab asks for it becomes one that can be stored: its words are the transcript's, its rows have ids."""

from collections.abc import Callable
from typing import NamedTuple

from core.map_making.acts.act_records import (
    ActGroup,
    ActRefusal,
    AddChapter,
    AddClaim,
    AddSupport,
    ChangeSpan,
    RowLevel,
    SingleAct,
    SplitRow,
    members_of,
)
from core.map_making.acts.apply_act import apply_act
from core.map_making.acts.map_rows import MapRows
from core.map_making.acts.spoken_words import spoken_words
from core.whitelist.corrections.evidence_text import CorrectionContext


class MadeAct(NamedTuple):
    """An act that was made, and the map after it."""

    act: SingleAct | ActGroup
    rows: MapRows


def _level_of_new(act: SingleAct) -> RowLevel | None:
    """Return what an act makes anew without an id for it, None where it makes nothing, or gives one."""
    match act:
        case AddChapter(new_id=""):
            return RowLevel.CHAPTER
        case AddClaim(new_id=""):
            return RowLevel.CLAIM
        case AddSupport(new_id=""):
            return RowLevel.SUPPORT
        case SplitRow(new_id=""):
            return act.row
        case _:
            return None


def _settle(rows: MapRows, act: SingleAct, context: CorrectionContext) -> SingleAct | ActRefusal:
    if isinstance(act, (AddSupport, ChangeSpan)):
        said = spoken_words(act.span, act.speaker, context)
        if isinstance(said, ActRefusal):
            return said
        act = act.model_copy(update=said._asdict())
    if isinstance(act, (AddChapter, AddClaim, AddSupport)):
        act = act.model_copy(update={"proposal": None})  # what is proposed is known here, and never told by a tab
    level = _level_of_new(act)
    return act.model_copy(update={"new_id": rows.free_id(level)}) if level else act


def already_made(act: SingleAct | ActGroup) -> Callable[[MapRows], MadeAct | ActRefusal]:
    """Return how an act is made that needs nothing of the transcript: its words were proven when it was offered."""

    def make(rows: MapRows) -> MadeAct | ActRefusal:
        after = apply_act(rows, act)
        return after if isinstance(after, ActRefusal) else MadeAct(act, after)

    return make


def make_act(rows: MapRows, act: SingleAct | ActGroup, context: CorrectionContext) -> MadeAct | ActRefusal:
    """Return an act that a tab asks for as it is to be stored, with the map after it, or why it is refused.

    The words of a quote and its speaker are those of the transcript at its span, whatever the tab says.
    """
    settled: list[SingleAct] = []
    for one in members_of(act):
        done = _settle(rows, one, context)
        if isinstance(done, ActRefusal):
            return done
        settled.append(done)
    whole = act.model_copy(update={"acts": tuple(settled)}) if isinstance(act, ActGroup) else settled[0]
    return already_made(whole)(rows)
