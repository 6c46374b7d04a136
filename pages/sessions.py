"""Sessions: what there is, what matters of each at a glance, and the ways to begin."""

from workbench import desk, show
from workbench.show import sessions

stored = desk.store()
every = stored.sessions()
deleted = stored.deleted()

show.header()
sessions.begin()
sessions.undo(deleted)
if every:
    searched = sessions.search()
    sessions.listing(stored.sessions(searched) if searched else every, searched)
else:
    sessions.fresh()
sessions.trash(deleted)
