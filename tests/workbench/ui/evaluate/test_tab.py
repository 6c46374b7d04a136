"""What a tab looks at on the page Evaluate: what is offered first, until a person chooses."""

from streamlit.testing.v1 import AppTest


def page() -> None:
    """Offer a choice of what is there, as a page does on every run."""
    import streamlit as st

    from workbench.ui.evaluate.state import tab

    there = st.session_state.get("there", ["composer"])
    tab.offer("chosen", there, there[-1])
    st.selectbox("Variant", there, key="chosen")


def test_what_is_seen_first_changes_until_somebody_chooses() -> None:
    """The first draw of an experiment has one variant; the one to look at comes later."""
    app = AppTest.from_function(page).run()
    app.session_state["there"] = ["composer", "model"]
    assert app.run().selectbox(key="chosen").value == "model"
    app.selectbox(key="chosen").set_value("composer").run()
    app.session_state["there"] = ["composer", "model", "another"]
    assert app.run().selectbox(key="chosen").value == "composer"


def test_a_choice_that_is_gone_falls_back_to_what_is_offered() -> None:
    """A select box never stands on what is not there."""
    app = AppTest.from_function(page).run()
    app.session_state["there"] = ["other"]
    assert app.run().selectbox(key="chosen").value == "other"
    assert not app.exception
