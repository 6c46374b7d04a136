"""What a person chooses for a run: switches and the template are stored in the session at once; who writes, which
chapters and which replies stay in the tab until a run is begun.

The switches have no callbacks, as the sliders of the page Coverage have none: each run of the page compares what the
browser holds with what was last stored, and saves what differs.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from threading import Lock

import streamlit as st

from core.generation.prompt import IDEAS_PROMPT_TEMPLATE, check_template
from core.generation.settings import Settings
from core.llm.client import Sampling
from workbench.providers import choice
from workbench.providers.choice import LOCAL_SERVER, ProviderChoice, ProviderKind
from workbench.store import ClientChoice, Session
from workbench.ui.common import page_context
from workbench.ui.common.widgets.stored_fields import keep_typed, take_committed

_KEY = "choosing"
_SAMPLING = ("temperature", "seed", "most_tokens")
_SWITCHES = ("mode", "strict_narrative", "allow_fragments", "second_attempt", *_SAMPLING)


def _stored(settings: Settings, name: str) -> object:
    return getattr(settings.sampling if name in _SAMPLING else settings, name)


def _changed(settings: Settings, changes: Mapping[str, object]) -> Settings:
    """Return settings with these changes; where one cannot be, pydantic raises its ValidationError."""
    sampling = {name: value for name, value in changes.items() if name in _SAMPLING}
    own = {name: value for name, value in changes.items() if name not in _SAMPLING}
    if sampling:
        own["sampling"] = Sampling.model_validate({**dict(settings.sampling), **sampling})
    return settings.model_copy(update=own)


class _PickerState:
    """What one tab remembers of a session: how it last saw it, where its switches stand, which replies it was given.

    A switch that is moved by anything but itself becomes another widget: what the browser still sends of the old one is
    then no move.
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self.file: ClientChoice | None = None
        self.lock = Lock()
        self._stands: dict[str, object] = {}
        self._offered: set[str] = set()
        self._born: dict[str, int] = dict.fromkeys(_SWITCHES, 0)

    def key(self, name: str) -> str:
        return f"switch-{name}-{self._born[name]}"

    def offer(self, name: str) -> str:
        self._offered.add(name)
        return self.key(name)

    def put_away(self, names: Sequence[str]) -> None:
        """Let switches that are no longer drawn be others when they are drawn again: the browser goes on to send a
        radio button that has gone from the page, standing on its first option."""
        for name in self._offered.intersection(names):
            self._born[name] += 1
        self._offered.difference_update(names)

    def moved(self) -> dict[str, object]:
        """Return what a person chose since it was last stored."""
        wanted = {name: st.session_state.get(self.key(name)) for name in _SWITCHES}
        return {
            name: value
            for name, value in wanted.items()
            if value is not None and value != self._stands.get(name, value)
        }

    def draw(self) -> None:
        """Let every switch stand where it is stored."""
        for name in _SWITCHES:
            stored = _stored(self.session.settings, name)
            if st.session_state.get(self.key(name), stored) != stored:
                self._born[name] += 1
            if self.key(name) not in st.session_state:
                st.session_state[self.key(name)] = stored
            self._stands[name] = stored

    def put(self, changes: Mapping[str, object]) -> None:
        settings = _changed(self.session.settings, changes)
        self.session = page_context.store().put_settings(self.session, settings)
        self._stands.update({name: value for name, value in changes.items() if name in _SWITCHES})


def _tab() -> _PickerState:
    return st.session_state[_KEY]


def _tab_of(session: Session) -> _PickerState:
    known: _PickerState | None = st.session_state.get(_KEY)
    if known is None or known.session.session_id != session.session_id:
        known = st.session_state[_KEY] = _PickerState(session)
    return known


def sync_switches(session: Session) -> Session:
    """Save the switches that were moved, and return the session as the page is to be drawn from it.

    Where another tab changed the session since it was drawn, nothing is overwritten and the page says so.
    """
    tab = _tab_of(session)
    with tab.lock:
        moved = tab.moved()
        went_well = not moved or page_context.change(partial(tab.put, moved))
        if not (moved and went_well) and session.version >= tab.session.version:
            tab.session = session
        tab.draw()
    if not went_well:
        st.rerun()
    return tab.session


def key_of(name: str) -> str:
    """Return the key of a switch's widget, which is about to be drawn, by the name of its setting."""
    return _tab().offer(name)


def put_away(*names: str) -> None:
    """Say of switches, of all where none is named, that they are not drawn now."""
    _tab().put_away(names or _SWITCHES)


def choice_key(what: str, session_id: str, number: int | None = None) -> str:
    """Return under which key the tab's state holds a choice that is not stored before a run is begun."""
    return f"generate-{what}-{session_id}" if number is None else f"generate-{what}-{session_id}-{number}"


def current_choice(chapters: Sequence[int], writer: ProviderKind | None = None) -> ProviderChoice:
    """Return what a person has chosen so far; `chapters` are those that could be written, by the evidence map's
    index. `writer` is who is asked elsewhere than on the page Generate."""
    tab, held = _tab(), st.session_state
    session_id = tab.session.session_id
    writer = writer or held.get(choice_key("writer", session_id), ProviderKind.OFFLINE)
    named = held.get(choice_key("chapters", session_id), ())
    answers = {chapter: str(held.get(choice_key("answer", session_id, chapter)) or "") for chapter in chapters}
    return ProviderChoice(
        writer=ProviderKind(writer),
        chapters=tuple(chapter for chapter in chapters if chapter in named),
        answers=answers,
        file=tab.file,
        pace=held.get(choice_key("pace", session_id)),
        model=str(held.get(choice_key(f"model-{ProviderKind(writer)}", session_id)) or ""),
        base_url=str(held.get(choice_key("url", session_id), LOCAL_SERVER) or ""),
    )


def save_moved() -> tuple[Session, Settings | None]:
    """Save switches that were moved so shortly before that no run of the page has done it.

    Returns the session as this tab saw it last, and its settings where they were moved. Raises Conflict.
    """
    tab = _tab()
    with tab.lock:
        moved = tab.moved()
        if moved:
            tab.put(moved)
        return tab.session, tab.session.settings if moved else None


def take_file(key: str) -> None:
    """Take the replies of the file that was chosen."""
    given = st.session_state.get(key)
    if given is not None:
        _take(given.getvalue(), given.name)


def take_pasted(key: str) -> None:
    """Take the replies that were pasted."""
    _take(str(st.session_state.get(key) or "").encode("utf-8", "replace"), "pasted")


def _take(data: bytes, name: str) -> None:
    tab = _tab()

    def act() -> None:
        tab.file = choice.read_replies(data, name)

    page_context.change(act)


def forget_file() -> None:
    """Let go of the replies, so that others can be chosen."""
    _tab().file = None


def use_template(key: str) -> None:
    """Store the template that was typed. One that cannot be stored, for want of placeholders or because another tab
    stored one meanwhile, stays in the field, and the page says why."""
    tab, text = _tab(), str(st.session_state[key])

    def act() -> None:
        check_template(text)
        tab.put({"prompt_template": None if text == IDEAS_PROMPT_TEMPLATE else text})

    if not page_context.change(act, "The prompt template is stored."):
        keep_typed(key)


def built_in_template(key: str) -> None:
    """Go back to the built-in template."""
    tab = _tab()
    if page_context.change(lambda: tab.put({"prompt_template": None}), "The prompt template is the built-in one."):
        take_committed(key)
