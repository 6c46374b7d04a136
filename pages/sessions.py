"""Sessions: the list with the key figures of each, and the ways to begin one."""

from workbench.ui.common import page_context, widgets
from workbench.ui.sessions import view, view_import

stored = page_context.store()
every = stored.sessions.list()
deleted = stored.sessions.list(deleted=True)

widgets.header()
view.begin()
view_import.outcome()
view.undo(deleted)
if every:
    searched = view.search()
    view.listing(stored.sessions.list(searched) if searched else every, searched)
else:
    view.fresh()
view.trash(deleted)
