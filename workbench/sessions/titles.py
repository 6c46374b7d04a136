"""How a session gets its title: untitled at first, from its evidence map, or from the session it is a copy of."""

import re
from contextlib import suppress

from core.errors import BadInput
from workbench.store import Session, Store, StoreError, as_title, free_title

UNTITLED = "Untitled session"
_NOT_NAMED_YET = re.compile(rf"{UNTITLED}( \d+)?")


def _titles(store: Store) -> list[str]:
    return [summary.session.title for summary in store.sessions.list()]


def untitled(store: Store) -> str:
    """Return a free title for a session that nobody has named."""
    return free_title(UNTITLED, _titles(store))


def title_of_copy(store: Store, session: Session) -> str:
    """Return a free title for a copy of a session."""
    return free_title(session.title, _titles(store), " (copy){}")


def take_map_title(store: Store, session: Session, title: str) -> Session:
    """Name a session after its evidence map if it has no title of its own, and return it as it is then.

    The map is stored already, so a renaming that fails is no error.
    """
    named = as_title(title)
    if named and _NOT_NAMED_YET.fullmatch(session.title):
        with suppress(StoreError, BadInput):
            return store.sessions.rename(session, named)
    return session
