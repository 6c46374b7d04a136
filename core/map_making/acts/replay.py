"""A history of acts put over a map."""

from collections.abc import Iterable
from typing import NamedTuple

from core.map_making.acts.act_records import ActGroup, ActRefusal, SingleAct
from core.map_making.acts.apply_act import apply_act
from core.map_making.acts.map_rows import MapRows


class RefusedAct(NamedTuple):
    """An act that does not fit the map: where it stands in the history, from 0, and why."""

    place: int
    message: str


class Replay(NamedTuple):
    """The map after a history of acts, without those of them that do not fit it."""

    rows: MapRows
    refused: tuple[RefusedAct, ...]


def replay(rows: MapRows, acts: Iterable[SingleAct | ActGroup]) -> Replay:
    """Return the map after all acts in their order; one that does not fit changes nothing, and is listed."""
    refused: list[RefusedAct] = []
    for index, act in enumerate(acts):
        outcome = apply_act(rows, act)
        if isinstance(outcome, ActRefusal):
            refused.append(RefusedAct(index, outcome.message))
        else:
            rows = outcome
    return Replay(rows, tuple(refused))
