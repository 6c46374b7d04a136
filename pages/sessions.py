"""Sessions: what there is, what matters of each at a glance, and the ways to begin."""

from workbench.ui.common import page_context, widgets
from workbench.ui.sessions import view

stored = page_context.store()
every = stored.sessions.list()
deleted = stored.sessions.list(deleted=True)

widgets.header()
view.begin()
view.undo(deleted)
if every:
    searched = view.search()
    view.listing(stored.sessions.list(searched) if searched else every, searched)
else:
    view.fresh()
view.trash(deleted)
