"""Questions answered from many passages: searched, asked, judged, and kept in the session's history.

A question of the app lives in a worker of its process; what a page or a tab does meanwhile does not matter to it.
"""

from workbench.answering.door import asking, begin, dismiss, live, stop, store_again
from workbench.answering.finding import choose, find
from workbench.answering.records import AskedQuestion, Asking, Found, Live, Stage
from workbench.answering.steps import Steps, can_answer, mode_for, steps_of
from workbench.answering.writing import Ask, Writing

__all__ = [
    "Ask",
    "AskedQuestion",
    "Asking",
    "Found",
    "Live",
    "Stage",
    "Steps",
    "Writing",
    "asking",
    "begin",
    "can_answer",
    "choose",
    "dismiss",
    "find",
    "live",
    "mode_for",
    "steps_of",
    "stop",
    "store_again",
]
