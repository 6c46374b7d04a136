"""Runs that survive: an edition is written in the background, chapter by chapter, each stored when it is done.

A run lives in the store with a lease; what a page, a tab or the whole program does meanwhile does not matter to it.
"""

from workbench.jobs.heartbeat import LEASE_SECONDS
from workbench.jobs.limits import LIMITS, JobLimits
from workbench.jobs.runs.control import discard, keep, resume, resume_without_chapter, run_status, start, stop
from workbench.jobs.runs.progress import RunStatus

__all__ = [
    "LEASE_SECONDS",
    "LIMITS",
    "JobLimits",
    "RunStatus",
    "discard",
    "keep",
    "resume",
    "resume_without_chapter",
    "run_status",
    "start",
    "stop",
]
