"""The component of an answer."""

from typing import Any

from workbench.ui.components.browser_component import BrowserComponent, browser_files

COMPONENT = BrowserComponent(
    "workbench.answer",
    *browser_files(__file__, "main.js", "answer.js", "below.js", "passage.js", "answer.css", "passage.css"),
)


def show_answer(data: dict[str, Any], *, key: str, fresh: bool = False, heard: bool = False) -> None:
    """Show what `payload` made; which passage is open stays so while the page is drawn again.

    `fresh` says that the person has just asked for it: its beginning is brought into sight, once. `heard` adds the
    buttons that play.
    """
    COMPONENT.show({"fresh": fresh, "heard": heard}, data, key=key)
