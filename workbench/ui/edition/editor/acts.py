"""What a person did in the editor, validated: nothing that a browser sends is trusted."""

from typing import Literal

from core.record import Record
from workbench.ui.components.browser_values import fields_of, whole_number


class EditAction(Record):
    """A text to store, or a step back or forward; `text` is what stands in the box, whichever it is.

    `after` is the number of the edit that the browser has seen, `redo` of the one it offers to make again, 0 for none.
    `turn` is the browser's own number of the act, so that it is told what became of it.
    """

    do: Literal["write", "undo", "redo"]
    text: str
    after: int
    redo: int
    turn: int


def read_act(value: object) -> EditAction | None:
    """Read what the browser sent; None where it is no act."""
    sent = fields_of(value)
    do, text = sent.get("do"), sent.get("text")
    after, redo, turn = (whole_number(sent, name) for name in ("after", "redo", "turn"))
    if do not in ("write", "undo", "redo") or not isinstance(text, str):
        return None
    if after is None or redo is None or turn is None:
        return None
    return EditAction(do=do, text=text, after=after, redo=redo, turn=turn)
