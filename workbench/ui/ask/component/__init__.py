"""An answer on the screen: what was written with a chip at every quotation, and the passage of one beside it.

The browser builds all of it with `textContent`; a quotation that does not stand in its record is never given to it.
"""

from workbench.ui.ask.component.component import show_answer
from workbench.ui.ask.component.payload import AnswerView, payload

__all__ = ["AnswerView", "payload", "show_answer"]
