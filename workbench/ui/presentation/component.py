"""The component of a presentation: it fills the window, and its keys turn the slides without a rerun."""

from collections.abc import Sequence

import streamlit as st

from workbench.labels import ROLES
from workbench.ui.common import urls
from workbench.ui.components.browser_component import BrowserComponent, browser_files
from workbench.ui.components.packing import pack
from workbench.ui.presentation.slides import Slide

COMPONENT = BrowserComponent("workbench.presentation", *browser_files(__file__, "main.js", "presentation.css"))


def present(slides: Sequence[Slide], *, key: str, heard: bool, start: int = 0) -> None:
    """Show slides from the one numbered `start`, from 0, in place of everything else on the page but the player.

    `heard` adds the buttons that play.

    When the person leaves them, the address asks for the page as it is otherwise.
    """
    described = [one._asdict() | {"place": one.place._asdict() if one.place else None} for one in slides]
    with st.container(key="wb-presentation"):
        COMPONENT.show(
            {"start": start, "heard": heard},
            pack(slides={"slides": described, "roles": ROLES}),
            key=key,
            on_act=lambda _: urls.leave_presentation(),
        )
