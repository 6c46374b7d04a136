"""What a person did in the browser, checked: nothing that a browser sends is believed."""

from collections.abc import Mapping
from typing import Any, TypeGuard

from core.numbers.fixes import Fix
from workbench.ui.numbers.state import NarrativeCheck, fixes_at


class FixUndo:
    """The last change is to be taken back."""


NumberAction = Fix | FixUndo


def _is_sent(value: object) -> TypeGuard[Mapping[str, Any]]:
    return isinstance(value, Mapping)


def _whole(value: Mapping[str, Any], name: str) -> int | None:
    """Return a whole number from 0; JSON's true is not one."""
    number = value.get(name)
    return number if type(number) is int and number >= 0 else None


def is_current(sent: object, data: Mapping[str, Any]) -> bool:
    """Tell whether what the browser sent is about what `payload` made, and not about what stood there before."""
    return _is_sent(sent) and (sent.get("words"), sent.get("marks")) == (data["words_hash"], data["marks_hash"])


def read_act(sent: object, checked: NarrativeCheck) -> NumberAction | None:
    """Return the fix that was pressed, or that the last change is taken back; None for anything else."""
    if not _is_sent(sent):
        return None
    if sent.get("undo") is True:
        return FixUndo()
    number, fix = _whole(sent, "number"), _whole(sent, "fix")
    if number is None or fix is None or number >= len(checked.marks):
        return None
    fixes = fixes_at(checked, checked.marks[number])
    return fixes[fix] if fix < len(fixes) else None
