"""The one door to the screen for words: whatever comes from a transcript, a map, a model or a file goes through here.

What every page uses is named here; what one page alone shows stands in the room of its name.
"""

from workbench.show.base import (
    Said,
    bar,
    chart,
    failures,
    header,
    heading,
    incomplete,
    left_out,
    no_session,
    notices,
    said,
    styles,
    verdict_sign,
    words,
)

__all__ = [
    "Said",
    "bar",
    "chart",
    "failures",
    "header",
    "heading",
    "incomplete",
    "left_out",
    "no_session",
    "notices",
    "said",
    "styles",
    "verdict_sign",
    "words",
]
