"""Calls to clients: made, measured, and given the form in which they are kept, whoever makes them.

A call that failed is kept as well: what it took was spent. Whoever makes calls keeps each before anything is done to
its reply.
"""

from workbench.jobs.calls.call import STOPPED, ActiveCall, CallPosition, MakeGate, ReplyObserver, in_words
from workbench.jobs.calls.events import CallEvent, events_of
from workbench.jobs.calls.make_call import (
    answers_of,
    asks_again,
    chapter_gate,
    end_calls,
    make_call,
    make_ready,
    write_with_calls,
)
from workbench.store.runs.call_records import has_failed

__all__ = [
    "STOPPED",
    "ActiveCall",
    "CallEvent",
    "CallPosition",
    "MakeGate",
    "ReplyObserver",
    "answers_of",
    "asks_again",
    "chapter_gate",
    "end_calls",
    "events_of",
    "has_failed",
    "in_words",
    "make_call",
    "make_ready",
    "write_with_calls",
]
