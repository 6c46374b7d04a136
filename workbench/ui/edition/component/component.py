"""The component of an edition beside its transcript.

The transcript looks and scrolls here as in its own view, so those parts of that view's scripts and styles are used.
"""

from collections.abc import Callable
from typing import Any

from workbench.ui.components import transcript
from workbench.ui.components.browser_component import BrowserComponent, browser_files
from workbench.ui.components.browser_values import fields_of, whole_number

COMPONENT = BrowserComponent(
    "workbench.edition",
    *browser_files(transcript.__file__, "text.js", "places.js", "text.css"),
    *browser_files(__file__, "main.js", "reading.js", "choice.js", "card.js", "bar.js"),
    *browser_files(__file__, "panes.css", "reading.css", "card.css"),
)


def show_edition(
    data: dict[str, Any], *, key: str, chapter: int, heard: bool, on_chapter: Callable[[int], object]
) -> None:
    """Show what `payload` made, at a chapter's position; `heard` adds the buttons that play.

    `on_chapter` is called before the rerun that follows when a person turned to another chapter; it is checked here
    that what the browser sends is a number, not that there is such a chapter.
    """

    def turned(sent: object) -> None:
        number = whole_number(fields_of(sent), "chapter")
        if number is not None:
            on_chapter(number)

    COMPONENT.show({"chapter": chapter, "heard": heard}, data, key=key, on_act=turned)
