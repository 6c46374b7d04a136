from streamlit.testing.v1 import AppTest

from tests.pages.conftest import PATIENCE


def _page() -> None:
    import streamlit as st

    from core.generation.settings import Settings
    from workbench.store import Session
    from workbench.ui.common.stored_widgets import StoredWidgets

    class Hurried(StoredWidgets):
        """One number; while a move of it is saved, the browser sends the next one."""

        held_as = "hurried"
        prefix = "hurried"
        names = ("number",)
        kept = 50

        def stored(self, name: str) -> int:
            del name
            return self.kept

        def store(self, moved: dict[str, int]) -> None:  # pyright: ignore[reportIncompatibleMethodOverride]
            self.kept = moved["number"]
            if self.kept == 51:
                st.session_state[self.key("number")] = 55

    session = Session(
        session_id="s",
        title="",
        version=1,
        created_at="",
        changed_at="",
        transcript=None,
        evidence=None,
        settings=Settings(),
    )
    Hurried.sync(session)
    st.slider("Number", 0, 100, key=Hurried.current().key("number"))


def test_a_move_that_comes_while_another_is_saved_is_kept() -> None:
    """It is the next run's to save: the slider is not drawn anew with the value before it."""
    app = AppTest.from_function(_page, default_timeout=PATIENCE).run()
    app.slider[0].set_value(51).run()
    assert not app.exception
    assert app.slider[0].value == 55
    app.run()
    assert app.session_state["hurried"].kept == 55
