"""An edition on the screen beside its transcript: one component, in which every quote leads to its place and back.

As in `workbench.transcript_view`, words and places go to the browser as data; it builds the text with `textContent`,
and reading, choosing and turning to another chapter happen there without a rerun.
"""

from workbench.edition_view.component import show_edition
from workbench.edition_view.payload import payload
from workbench.edition_view.quotes import Origins

__all__ = ["Origins", "payload", "show_edition"]
