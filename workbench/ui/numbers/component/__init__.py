"""A narrative on the screen with every number marked: one component, whose words and places go to it as data.

As in `ui.components.transcript` the browser builds the text with `textContent`; choosing, filtering and going from
number to number happen there without a rerun. Only a fix that a person presses comes back.
"""

from workbench.ui.components.browser_values import is_current
from workbench.ui.numbers.component.acts import FixUndo, NumberAction, read_act
from workbench.ui.numbers.component.component import show_numbers
from workbench.ui.numbers.component.payload import payload

__all__ = ["FixUndo", "NumberAction", "is_current", "payload", "read_act", "show_numbers"]
