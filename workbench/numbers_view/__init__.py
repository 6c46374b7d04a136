"""A narrative on the screen with every number marked: one component, whose words and places go to it as data.

As in `workbench.transcript_view` the browser builds the text with `textContent`; choosing, filtering and going from
number to number happen there without a rerun. Only a fix that a person presses comes back.
"""

from workbench.numbers_view.acts import Act, Undo, read_act, saw
from workbench.numbers_view.component import Which, show_numbers
from workbench.numbers_view.payload import payload

__all__ = ["Act", "Undo", "Which", "payload", "read_act", "saw", "show_numbers"]
