"""What a person did in the browser with the map, checked: nothing that it sends is believed."""

from typing import Any, Literal, NamedTuple

from pydantic import TypeAdapter, ValidationError

from core.map_making.acts.act_records import MapAct
from core.text.documents import is_list
from workbench.ui.components.browser_values import fields_of, whole_number
from workbench.ui.components.transcript import Utf16Offsets

_ACT: TypeAdapter[MapAct] = TypeAdapter(MapAct)


class SentAct(NamedTuple):
    """What the browser asks for: an act, or a step back or forward (`act` None), after the act with this number.

    `turn` is the browser's own number, so that it is told that this arrived.
    """

    do: Literal["act", "undo", "redo"]
    act: MapAct | None
    number: int
    turn: int


def _in_code_points(value: object, utf16: Utf16Offsets) -> dict[str, Any]:
    """Return a single act with the ends of its stretch as Python counts them; what is none is refused later."""
    act = dict(fields_of(value))
    span = act.get("span")
    if is_list(span):
        units = [whole_number({"end": end}, "end") for end in span]
        act["span"] = [utf16.code_points(one) if one is not None else None for one in units]
    return act


def read_sent(value: object, raw: str) -> SentAct | None:
    """Read what the browser sent; None where it is no act. Offsets come in UTF-16 units and leave in code points."""
    sent = fields_of(value)
    do, number, turn = sent.get("do"), whole_number(sent, "number"), whole_number(sent, "turn")
    if do not in ("act", "undo", "redo") or number is None or turn is None:
        return None
    if do != "act":
        return SentAct(do, None, number, turn)
    utf16 = Utf16Offsets(raw)
    asked = _in_code_points(sent.get("act"), utf16)
    if is_list(asked.get("acts")):
        asked["acts"] = [_in_code_points(one, utf16) for one in asked["acts"]]
    try:
        act = _ACT.validate_python(asked)
    except ValidationError:
        return None
    return SentAct(do, act, number, turn)
