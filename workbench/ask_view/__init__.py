"""An answer on the screen: what was written with a chip at every quotation, and the passage of one beside it.

The browser builds all of it with `textContent`; a quotation that does not stand in its record is never given to it.
"""

from workbench.ask_view.component import show_answer
from workbench.ask_view.payload import Shown, payload

__all__ = ["Shown", "payload", "show_answer"]
