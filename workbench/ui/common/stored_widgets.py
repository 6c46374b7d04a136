"""Widgets that show what is stored of a session, and whose moves are stored at once.

They have no callbacks. Streamlit may end one half-way when the next move comes, and run the next one before the first
has ended; so each run of a page compares what the browser holds with what was last stored, and saves what differs.
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Collection, Mapping
from functools import partial
from threading import Lock
from typing import Any, ClassVar, Self

import streamlit as st

from core.generation.settings import Settings
from workbench.store import Session
from workbench.ui.common import page_context


class StoredWidgets(ABC):
    """What one tab remembers of a session: its version when last seen, and the values of its widgets.

    A widget that is moved by anything but itself becomes another one, with another key: what the browser still sends of
    the old one is then no move.
    """

    held_as: ClassVar[str]  # under which key the tab's state holds this
    prefix: ClassVar[str]  # of the keys of the widgets
    names: ClassVar[Collection[str]]

    def __init__(self, session: Session) -> None:
        self.session = session
        self.lock = Lock()
        self._stands: dict[str, object] = {}
        self._born: Counter[str] = Counter()

    @classmethod
    def current(cls) -> Self:
        """Return what this tab remembers of the session that it synced last."""
        return st.session_state[cls.held_as]

    @classmethod
    def sync(cls, session: Session) -> Session:
        """Save the widgets that were moved, and return the session as the page is to be drawn from it.

        Where another tab changed the session since it was drawn, nothing is overwritten and the page says so.
        """
        tab: Self | None = st.session_state.get(cls.held_as)
        if tab is None or tab.session.session_id != session.session_id:
            tab = st.session_state[cls.held_as] = cls(session)
        with tab.lock:
            held = tab._held()
            moved = tab._moved(held)
            saved = bool(moved) and page_context.change(partial(tab._save, moved))
            if not saved and session.version >= tab.session.version:
                tab.session = session
            tab._draw(held)
        if moved and not saved:
            st.rerun()
        return tab.session

    @abstractmethod
    def stored(self, name: str) -> object:
        """Return the value that a widget is to show."""

    @abstractmethod
    def store(self, moved: Mapping[str, Any]) -> None:
        """Store the values of moved widgets. Raises Conflict."""

    def put(self, settings: Settings) -> None:
        """Store settings in the session as this tab saw it last. Raises Conflict."""
        self.session = page_context.store().sessions.put_settings(self.session, settings)

    def key(self, name: str) -> str:
        """Return the key of a widget."""
        return f"{self.prefix}-{name}-{self._born[name]}"

    def renew(self, name: str) -> None:
        """Give a widget a new key when it is drawn next."""
        self._born[name] += 1

    def save_moved(self) -> bool:
        """Save widgets that were moved so shortly before that no run of the page has done it; tells whether any was.

        Raises Conflict.
        """
        moved = self._moved(self._held())
        if moved:
            self._save(moved)
        return bool(moved)

    def _held(self) -> dict[str, Any]:
        keys = map(self.key, self.names)
        return {key: st.session_state[key] for key in keys if key in st.session_state}

    def _moved(self, held: Mapping[str, Any]) -> dict[str, Any]:
        values = {name: held.get(self.key(name)) for name in self.names}
        return {name: value for name, value in values.items() if value not in (None, self._stands.get(name, value))}

    def _save(self, moved: Mapping[str, Any]) -> None:
        self.store(moved)
        self._stands.update(moved)

    def _draw(self, held: Mapping[str, Any]) -> None:
        """Show what is stored. A value that the browser sent after `held` was read is the next run's to save."""
        for name in self.names:
            stored = self.stored(name)
            if held.get(self.key(name), stored) != stored:
                self.renew(name)
            if self.key(name) not in st.session_state:
                st.session_state[self.key(name)] = stored
            self._stands[name] = stored
