"""The only code that puts words on the screen: text from a transcript, a map, a model or a file goes through here.

Widgets of every page are exported here; those of one page are in the folder of that page.
"""

from workbench.ui.common.widgets.base import (
    Message,
    PageGroup,
    bar,
    chart,
    failures,
    header,
    heading,
    incomplete,
    left_out,
    no_session,
    notices,
    show_html,
    show_messages,
    styles,
    verdict_sign,
    words,
)

__all__ = [
    "Message",
    "PageGroup",
    "bar",
    "chart",
    "failures",
    "header",
    "heading",
    "incomplete",
    "left_out",
    "no_session",
    "notices",
    "show_html",
    "show_messages",
    "styles",
    "verdict_sign",
    "words",
]
