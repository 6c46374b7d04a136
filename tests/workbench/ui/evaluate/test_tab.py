"""What a tab looks at on the page Evaluate: what is offered first, until a person chooses."""

from streamlit.testing.v1 import AppTest

from tests.pages.conftest import PATIENCE


def page() -> None:
    """Offer a choice of what is there, as a page does on every run."""
    import streamlit as st

    from workbench.ui.evaluate.state import tab

    there = st.session_state.get("there", ["composer"])
    key, change = tab.offer("variant", "one", there, there[-1])
    st.selectbox("Variant", there, key=key, on_change=change)


def test_what_is_seen_first_changes_until_somebody_chooses() -> None:
    """The first draw of an experiment has one variant; the one to look at comes later."""
    app = AppTest.from_function(page, default_timeout=PATIENCE).run()
    app.session_state["there"] = ["composer", "model"]
    assert app.run().selectbox[0].value == "model"
    app.selectbox[0].set_value("composer").run()
    app.session_state["there"] = ["composer", "model", "another"]
    assert app.run().selectbox[0].value == "composer"


def test_a_page_that_sends_an_old_offer_has_not_chosen_it() -> None:
    """A slow page still sends what its widget showed when something else is offered already."""
    app = AppTest.from_function(page, default_timeout=PATIENCE).run()
    shown = app.selectbox[0].key or ""
    app.session_state["there"] = ["composer", "model"]
    app.run()
    app.session_state[shown] = "composer"
    assert app.run().selectbox[0].value == "model"


def test_a_choice_that_is_gone_falls_back_to_what_is_offered() -> None:
    """A select box never stands on what is not there."""
    app = AppTest.from_function(page, default_timeout=PATIENCE).run()
    app.session_state["there"] = ["other"]
    assert app.run().selectbox[0].value == "other"
    assert not app.exception
