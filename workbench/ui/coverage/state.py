"""What a person does with the thresholds of the open session: every move is saved at once.

A slider has no callback. Streamlit may end one half-way when the next move comes, and run the next one before the first
has ended; so each run compares what the browser holds with what was last stored, and saves what differs.
"""

from collections.abc import Callable
from functools import partial
from threading import Lock

import streamlit as st

from core.coverage.levels import DEFAULT_THRESHOLDS, CoverageThresholds
from workbench.store import Preset, Session
from workbench.ui.common import page_context
from workbench.ui.common.sliders import DIALS, Slider, move, value_of
from workbench.ui.coverage.view_presets import NAME_KEY

_KEY = "tuning"


class _SliderState:
    """What one tab remembers of a session: how it last saw it, where its sliders stand, what can be taken back.

    A slider that is moved by anything but itself becomes another widget, with another key: what the browser still sends
    of the old one is then no move.
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self.before: CoverageThresholds | None = None
        self.lost: Preset | None = None
        self.drawn: dict[str, Preset] = {}  # the presets that the person saw
        self.said = ""
        self.lock = Lock()
        self._stands: dict[str, float] = {}
        self._born = dict.fromkeys(DIALS, 0)

    @property
    def thresholds(self) -> CoverageThresholds:
        return self.session.settings.thresholds

    def key(self, dial: Slider) -> str:
        return f"dial-{dial.name}-{self._born[dial.name]}"

    def moved(self) -> dict[str, float]:
        """Return the sliders that a person moved since they were last stored, with where to."""
        wanted = {dial.name: st.session_state.get(self.key(dial)) for dial in DIALS.values()}
        return {
            name: value
            for name, value in wanted.items()
            if value is not None and value != self._stands.get(name, value)
        }

    def draw(self) -> None:
        """Let every slider stand where it is stored."""
        for name, dial in DIALS.items():
            stored = value_of(self.thresholds, dial)
            if st.session_state.get(self.key(dial), stored) != stored:
                self._born[name] += 1
            if self.key(dial) not in st.session_state:
                st.session_state[self.key(dial)] = int(stored) if dial.whole else float(stored)
            self._stands[name] = stored

    def turn(self, name: str, value: float) -> None:
        moved = move(self.thresholds, DIALS[name], value)
        self.put(moved.thresholds)
        self.before, self.said = None, moved.said
        self._stands[name] = value

    def put(self, thresholds: CoverageThresholds) -> None:
        settings = self.session.settings.model_copy(update={"thresholds": thresholds})
        self.session = page_context.store().put_settings(self.session, settings)

    def put_preset(self, name: str, thresholds: CoverageThresholds, known: Preset | None) -> None:
        version = known.version if known else None
        page_context.store().put_preset(self.session.session_id, name, thresholds, version=version)


def _tuning() -> _SliderState:
    return st.session_state[_KEY]


def _tuning_of(session: Session) -> _SliderState:
    known: _SliderState | None = st.session_state.get(_KEY)
    if known is None or known.session.session_id != session.session_id:
        known = st.session_state[_KEY] = _SliderState(session)
    return known


def sync_sliders(session: Session) -> Session:
    """Save the sliders that were moved, and return the session as the page is to be drawn from it.

    Where another tab changed the session since it was drawn, nothing is overwritten and the page says so.
    """
    tuning = _tuning_of(session)
    with tuning.lock:
        went_well = True
        moved = tuning.moved()
        for name, value in moved.items():
            went_well = went_well and page_context.change(partial(tuning.turn, name, value))
        if not (moved and went_well) and session.version >= tuning.session.version:
            tuning.session = session
        tuning.draw()
    if not went_well:
        st.rerun()
    return tuning.session


def keys() -> dict[str, str]:
    """Return the key of each slider's widget by the slider's name."""
    tuning = _tuning()
    return {name: tuning.key(dial) for name, dial in DIALS.items()}


def take_move_notice() -> str:
    """Return what went along with the last move, once."""
    tuning = _tuning()
    words, tuning.said = tuning.said, ""
    return words


def _take(thresholds: CoverageThresholds, done: str) -> None:
    """Replace all thresholds at once; the ones before can be put back until the next move."""
    tuning = _tuning()

    def act() -> None:
        before = tuning.thresholds
        tuning.put(thresholds)
        tuning.before = before

    page_context.change(act, done)


def reset() -> None:
    """Go back to the defaults."""
    _take(DEFAULT_THRESHOLDS, "All thresholds are at their defaults.")


def _put_back() -> None:
    tuning = _tuning()

    def act() -> None:
        if tuning.before is not None:
            tuning.put(tuning.before)
            tuning.before = None

    page_context.change(act, "Your thresholds are as they were.")


def restore_thresholds() -> Callable[[], None] | None:
    """Return what puts the thresholds back that were replaced last, where there are any."""
    return _put_back if _tuning().before is not None else None


def presets() -> tuple[Preset, ...]:
    """Return the presets of the session; what is done to one of them names the version that is drawn now."""
    tuning = _tuning()
    stored = page_context.store().presets(tuning.session.session_id)
    tuning.drawn = {preset.name: preset for preset in stored}
    return stored


def save_preset() -> None:
    """Keep the current thresholds under the name that was typed; what had the name before can be brought back."""
    tuning = _tuning()
    name = st.session_state[NAME_KEY].strip()
    if not name:
        page_context.keep_message("Type a name for the preset first.", went_well=False)
        return

    def act() -> None:
        known = tuning.drawn.get(name)
        tuning.put_preset(name, tuning.thresholds, known)
        tuning.lost = known or tuning.lost
        page_context.keep_message(f"The preset “{name}” was {'replaced' if known else 'saved'}.")

    if page_context.change(act):
        st.session_state[NAME_KEY] = ""


def apply_preset(preset: Preset) -> None:
    """Take the thresholds of a preset."""
    _take(preset.thresholds, f"The thresholds are those of the preset “{preset.name}”.")


def delete_preset(preset: Preset) -> None:
    """Delete a preset; it can be brought back."""
    tuning = _tuning()

    def act() -> None:
        page_context.store().delete_preset(tuning.session.session_id, preset)
        tuning.lost = preset

    page_context.change(act, f"The preset “{preset.name}” was deleted.")


def lost_preset() -> Preset | None:
    """Return the preset that was deleted or replaced last, where it can be brought back."""
    return _tuning().lost


def bring_back() -> None:
    """Bring back the preset that was deleted or replaced last."""
    tuning = _tuning()
    preset = tuning.lost
    if preset is None:
        return

    def act() -> None:
        tuning.put_preset(preset.name, preset.thresholds, tuning.drawn.get(preset.name))
        tuning.lost = None

    page_context.change(act, f"The preset “{preset.name}” is back.")
