"""The gate: an experiment's results against what a person wants of them, or against an earlier evaluation."""

from workbench.gate.deciding import gate
from workbench.gate.floors import read_floors
from workbench.gate.records import COUNTS, GATED, Finding, Floor, GateOutcome, Verdict

__all__ = ["COUNTS", "GATED", "Finding", "Floor", "GateOutcome", "Verdict", "gate", "read_floors"]
