"""What a person chooses for a run: switches and the template are stored in the session at once; who writes, which
chapters and which replies stay in the tab until a run is begun.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import streamlit as st

from core.generation.prompt import IDEAS_PROMPT_TEMPLATE, check_template
from core.generation.settings import Settings
from core.llm.client import Sampling
from core.text.well_formed import well_formed
from workbench.providers import fixed_replies
from workbench.providers.offline import OFFLINE
from workbench.providers.provider import ProviderChoice
from workbench.store import ClientChoice, Session
from workbench.ui.common import page_context
from workbench.ui.common.stored_widgets import StoredWidgets
from workbench.ui.common.widgets.stored_fields import keep_typed, take_committed

_SAMPLING = ("temperature", "seed", "most_tokens")


class _Switches(StoredWidgets):
    """The switches, and which replies this tab was given."""

    held_as = "choosing"
    prefix = "switch"
    names = ("mode", "strict_narrative", "allow_fragments", "second_attempt", *_SAMPLING)

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.file: ClientChoice | None = None
        self._offered: set[str] = set()

    def offer(self, name: str) -> str:
        self._offered.add(name)
        return self.key(name)

    def put_away(self, names: Collection[str]) -> None:
        """Let switches that are no longer drawn be others when they are drawn again: the browser goes on to send a
        radio button that has gone from the page, standing on its first option."""
        for name in self._offered.intersection(names):
            self.renew(name)
        self._offered.difference_update(names)

    def stored(self, name: str) -> object:
        settings = self.session.settings
        return getattr(settings.sampling if name in _SAMPLING else settings, name)

    def store(self, moved: Mapping[str, Any]) -> None:
        settings = self.session.settings
        sampling = {name: value for name, value in moved.items() if name in _SAMPLING}
        changes = {name: value for name, value in moved.items() if name not in _SAMPLING}
        if sampling:  # where one cannot be, pydantic raises its ValidationError
            changes["sampling"] = Sampling.model_validate({**dict(settings.sampling), **sampling})
        self.put(settings.model_copy(update=changes))


def sync_switches(session: Session) -> Session:
    """Save the switches that were moved, and return the session as the page is to be drawn from it."""
    return _Switches.sync(session)


def key_of(name: str) -> str:
    """Return the key of a switch's widget, which is about to be drawn, by the name of its setting."""
    return _Switches.current().offer(name)


def put_away(*names: str) -> None:
    """Say of switches, of all where none is named, that they are not drawn now."""
    _Switches.current().put_away(names or _Switches.names)


def choice_key(what: str, session_id: str, number: int | None = None) -> str:
    """Return under which key the tab's state holds a choice that is not stored before a run is begun."""
    return f"generate-{what}-{session_id}" if number is None else f"generate-{what}-{session_id}-{number}"


def current_choice(chapters: Sequence[int], writer: str | None = None) -> ProviderChoice:
    """Return what a person has chosen so far; `chapters` are those that could be written, by the evidence map's
    index. `writer` is who is asked elsewhere than on the page Generate."""
    tab, held = _Switches.current(), st.session_state
    session_id = tab.session.session_id
    writer = writer or str(held.get(choice_key("writer", session_id), OFFLINE.kind))
    named = held.get(choice_key("chapters", session_id), ())
    answers = {chapter: str(held.get(choice_key("answer", session_id, chapter)) or "") for chapter in chapters}
    return ProviderChoice(
        writer=writer,
        chapters=tuple(chapter for chapter in chapters if chapter in named),
        answers=answers,
        file=tab.file,
        pace=held.get(choice_key("pace", session_id)),
        model=str(held.get(choice_key(f"model-{writer}", session_id)) or ""),
        base_url=held.get(choice_key("url", session_id)),
    )


def save_moved() -> tuple[Session, Settings | None]:
    """Save switches that were moved so shortly before that no run of the page has done it.

    Returns the session as this tab saw it last, and its settings where they were moved. Raises Conflict.
    """
    tab = _Switches.current()
    with tab.lock:
        moved = tab.save_moved()
        return tab.session, tab.session.settings if moved else None


def take_file(key: str) -> None:
    """Take the replies of the file that was chosen."""
    given = st.session_state.get(key)
    if given is not None:
        _take(given.getvalue(), given.name)


def take_pasted(key: str) -> None:
    """Take the replies that were pasted."""
    _take(well_formed(str(st.session_state.get(key) or "")).encode(), "pasted")


def _take(data: bytes, name: str) -> None:
    tab = _Switches.current()

    def act() -> None:
        tab.file = fixed_replies.read_replies(data, name)

    page_context.change(act)


def forget_file() -> None:
    """Let go of the replies, so that others can be chosen."""
    _Switches.current().file = None


def use_template(key: str) -> None:
    """Store the template that was typed. One that cannot be stored, for want of placeholders or because another tab
    stored one meanwhile, stays in the field, and the page says why."""
    tab, text = _Switches.current(), str(st.session_state[key])

    def act() -> None:
        check_template(text)
        tab.store({"prompt_template": None if text == IDEAS_PROMPT_TEMPLATE else text})

    if not page_context.change(act, "The prompt template is stored."):
        keep_typed(key)


def built_in_template(key: str) -> None:
    """Go back to the built-in template."""
    tab = _Switches.current()
    if page_context.change(lambda: tab.store({"prompt_template": None}), "The prompt template is the built-in one."):
        take_committed(key)
