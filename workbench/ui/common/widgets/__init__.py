"""The one door to the screen for words: whatever comes from a transcript, a map, a model or a file goes through here.

What every page uses is named here; what one page alone shows stands in the room of its name.
"""

from workbench.ui.common.widgets.base import (
    Message,
    bar,
    chart,
    failures,
    header,
    heading,
    incomplete,
    left_out,
    no_session,
    notices,
    show_messages,
    styles,
    verdict_sign,
    words,
)

__all__ = [
    "Message",
    "bar",
    "chart",
    "failures",
    "header",
    "heading",
    "incomplete",
    "left_out",
    "no_session",
    "notices",
    "show_messages",
    "styles",
    "verdict_sign",
    "words",
]
