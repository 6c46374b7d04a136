"""An edition on the screen beside its transcript: one component, in which every quote leads to its place and back.

As in `ui.components.transcript`, words and places go to the browser as data; it builds the text with `textContent`,
and reading, choosing and turning to another chapter happen there without a rerun.
"""

from workbench.ui.edition.component.component import show_edition
from workbench.ui.edition.component.payload import payload
from workbench.ui.edition.component.quotes import QuotationOrigins

__all__ = ["QuotationOrigins", "payload", "show_edition"]
