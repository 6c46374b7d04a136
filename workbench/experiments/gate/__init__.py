"""The gate: check an experiment's results against floors, or against an earlier evaluation."""

from workbench.experiments.gate.decide import gate
from workbench.experiments.gate.floors import read_floors
from workbench.experiments.gate.gate_result import (
    COUNTS,
    FLOORED,
    GATED,
    GateFinding,
    GateOutcome,
    GateVerdict,
    MeasureFloor,
)

__all__ = [
    "COUNTS",
    "FLOORED",
    "GATED",
    "GateFinding",
    "GateOutcome",
    "GateVerdict",
    "MeasureFloor",
    "gate",
    "read_floors",
]
