"""Calls to clients: made, measured, and given the form in which they are kept, whoever makes them.

A call that failed is kept as well: what it took was spent. Whoever makes calls keeps each before anything is done to
its reply.
"""

from workbench.calls.begun import STOPPED, BegunCall, MakeGate, Place, ReplyWatch, in_words
from workbench.calls.events import Came, events_of
from workbench.calls.making import answers_of, asks_again, make_call, make_ready, write_with_calls
from workbench.store.call_records import has_failed

__all__ = [
    "STOPPED",
    "BegunCall",
    "Came",
    "MakeGate",
    "Place",
    "ReplyWatch",
    "answers_of",
    "asks_again",
    "events_of",
    "has_failed",
    "in_words",
    "make_call",
    "make_ready",
    "write_with_calls",
]
