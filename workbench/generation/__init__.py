"""Runs that survive: an edition is written in the background, chapter by chapter, each stored when it is done.

A run lives in the store with a lease; what a page, a tab or the whole program does meanwhile does not matter to it.
"""

from workbench.generation.door import discard, go_on_without, keep, live, resume, start, stop
from workbench.generation.records import LEASE_SECONDS, LIMITS, Limits, Live

__all__ = [
    "LEASE_SECONDS",
    "LIMITS",
    "Limits",
    "Live",
    "discard",
    "go_on_without",
    "keep",
    "live",
    "resume",
    "start",
    "stop",
]
