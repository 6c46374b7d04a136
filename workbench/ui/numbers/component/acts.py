"""What a person did in the browser, checked."""

from core.numbers.fixes import Fix
from workbench.ui.components.browser_values import fields_of, whole_number
from workbench.ui.numbers.state import NarrativeCheck, fixes_at


class FixUndo:
    """The last change is to be taken back."""


NumberAction = Fix | FixUndo


def read_act(value: object, checked: NarrativeCheck) -> NumberAction | None:
    """Return the fix that was pressed, or that the last change is taken back; None for anything else."""
    sent = fields_of(value)
    if sent.get("undo") is True:
        return FixUndo()
    number, fix = whole_number(sent, "number"), whole_number(sent, "fix")
    if number is None or fix is None or number >= len(checked.marks):
        return None
    fixes = fixes_at(checked, checked.marks[number])
    return fixes[fix] if fix < len(fixes) else None
