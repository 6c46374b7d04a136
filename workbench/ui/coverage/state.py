"""What a person does with the thresholds of the open session: every move is saved at once."""

from collections.abc import Callable, Mapping

import streamlit as st

from core.coverage.levels import DEFAULT_THRESHOLDS, CoverageThresholds
from core.text.safe_html import ended
from workbench.store import Preset, Session
from workbench.ui.common import page_context
from workbench.ui.common.coverage_sliders import DIALS, move, value_of
from workbench.ui.common.stored_widgets import StoredWidgets
from workbench.ui.coverage.view_presets import NAME_KEY


class _Sliders(StoredWidgets):
    """The sliders, and what of the thresholds and presets can be taken back."""

    held_as = "tuning"
    prefix = "dial"
    names = tuple(DIALS)

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.before: CoverageThresholds | None = None
        self.lost: Preset | None = None
        self.drawn: dict[str, Preset] = {}  # the presets that the person saw
        self.said = ""

    @property
    def thresholds(self) -> CoverageThresholds:
        return self.session.settings.thresholds

    def stored(self, name: str) -> float:
        value = value_of(self.thresholds, DIALS[name])
        return int(value) if DIALS[name].whole else float(value)

    def store(self, moved: Mapping[str, float]) -> None:
        for name, value in moved.items():
            changed = move(self.thresholds, DIALS[name], value)
            self.put_thresholds(changed.thresholds)
            self.before, self.said = None, changed.said

    def put_thresholds(self, thresholds: CoverageThresholds) -> None:
        self.put(self.session.settings.model_copy(update={"thresholds": thresholds}))

    def put_preset(self, name: str, thresholds: CoverageThresholds, known: Preset | None) -> None:
        version = known.version if known else None
        page_context.store().presets.put(self.session.session_id, name, thresholds, version=version)


def sync_sliders(session: Session) -> Session:
    """Save the sliders that were moved, and return the session as the page is to be drawn from it."""
    return _Sliders.sync(session)


def keys() -> dict[str, str]:
    """Return the key of each slider's widget by the slider's name."""
    tuning = _Sliders.current()
    return {name: tuning.key(name) for name in tuning.names}


def take_move_notice() -> str:
    """Return what went along with the last move, once."""
    tuning = _Sliders.current()
    words, tuning.said = tuning.said, ""
    return words


def _take(thresholds: CoverageThresholds, done: str) -> None:
    """Replace all thresholds at once; the ones before can be put back until the next move."""
    tuning = _Sliders.current()

    def act() -> None:
        before = tuning.thresholds
        tuning.put_thresholds(thresholds)
        tuning.before = before

    page_context.change(act, done)


def reset() -> None:
    """Go back to the defaults."""
    _take(DEFAULT_THRESHOLDS, "All thresholds are at their defaults.")


def _put_back() -> None:
    tuning = _Sliders.current()

    def act() -> None:
        if tuning.before is not None:
            tuning.put_thresholds(tuning.before)
            tuning.before = None

    page_context.change(act, "Your thresholds are as they were.")


def restore_thresholds() -> Callable[[], None] | None:
    """Return what puts the thresholds back that were replaced last, where there are any."""
    return _put_back if _Sliders.current().before is not None else None


def presets() -> tuple[Preset, ...]:
    """Return the presets of the session; what is done to one of them names the version that is drawn now."""
    tuning = _Sliders.current()
    stored = page_context.store().presets.list(tuning.session.session_id)
    tuning.drawn = {preset.name: preset for preset in stored}
    return stored


def save_preset() -> None:
    """Keep the current thresholds under the name that was typed; what had the name before can be brought back."""
    tuning = _Sliders.current()
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
    _take(preset.thresholds, ended(f"The thresholds are those of the preset “{preset.name}”"))


def delete_preset(preset: Preset) -> None:
    """Delete a preset; it can be brought back."""
    tuning = _Sliders.current()

    def act() -> None:
        page_context.store().presets.delete(tuning.session.session_id, preset)
        tuning.lost = preset

    page_context.change(act, f"The preset “{preset.name}” was deleted.")


def lost_preset() -> Preset | None:
    """Return the preset that was deleted or replaced last, where it can be brought back."""
    return _Sliders.current().lost


def bring_back() -> None:
    """Bring back the preset that was deleted or replaced last."""
    tuning = _Sliders.current()
    preset = tuning.lost
    if preset is None:
        return

    def act() -> None:
        tuning.put_preset(preset.name, preset.thresholds, tuning.drawn.get(preset.name))
        tuning.lost = None

    page_context.change(act, f"The preset “{preset.name}” is back.")
