"""Experiments: subjects written by many variants, judged, measured and compared; each call is paid for once.

The way of an experiment through the room: `order` (what is done when) → `lines` (what chapters are written along) →
`writing` (one unit, through `unit_calls` and `asking`, which know every call that was ever answered) → `judging` →
`measuring` → `working` (all of it, stored unit by unit) → `door` (in the foreground or the background).
"""

from workbench.experiments.door import delete, live, new_owner, resume, start, stop, work
from workbench.experiments.estimating import ExperimentEstimate, estimate
from workbench.experiments.lines import line_of
from workbench.experiments.measuring import measured
from workbench.experiments.order import cells_of
from workbench.experiments.records import Live, Told
from workbench.experiments.unstored import store_all as store_unstored
from workbench.experiments.unstored import unstored_calls
from workbench.experiments.working import JudgeFailed
from workbench.generation.records import LEASE_SECONDS

__all__ = [
    "LEASE_SECONDS",
    "ExperimentEstimate",
    "JudgeFailed",
    "Live",
    "Told",
    "cells_of",
    "delete",
    "estimate",
    "line_of",
    "live",
    "measured",
    "new_owner",
    "resume",
    "start",
    "stop",
    "store_unstored",
    "unstored_calls",
    "work",
]
