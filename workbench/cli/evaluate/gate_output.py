"""The findings of the gate of `workbench evaluate`, in words."""

from collections import Counter

from core.text.safe_html import counted
from workbench.cli.output import say
from workbench.experiments.gate import GateFinding, GateOutcome, GateVerdict

_WORDS = {GateVerdict.HELD: "Held", GateVerdict.FELL: "Failed", GateVerdict.UNCHECKED: "Not checked"}
_MOST_HELD = 20  # that are printed one by one


def _line(finding: GateFinding) -> str:
    why = f" {finding.why}" if finding.why else ""
    whose = f"{finding.variant}: " if finding.variant else ""
    return f"{_WORDS[finding.verdict]}: {whose}{finding.measure} is {finding.seen}; required is {finding.wanted}.{why}"


def say_gate(outcome: GateOutcome, *, error: bool) -> None:
    """Print each finding; with `error` on standard error, because standard output holds JSON then."""
    counts = Counter(finding.verdict for finding in outcome.findings)
    for finding in outcome.findings:
        if finding.verdict is not GateVerdict.HELD or counts[GateVerdict.HELD] <= _MOST_HELD:
            say(_line(finding), error=error)
    for note in outcome.notes:
        say(f"Note: {note}", error=error)
    for trouble in outcome.troubles:
        say(f"Not passed: {trouble}", error=error)
    if outcome.findings:
        held = f"{counts[GateVerdict.HELD]} of {counted(len(outcome.findings), 'check')} held"
        say(f"{'Passed' if outcome.held else 'Not passed'}: {held}.", error=error)
